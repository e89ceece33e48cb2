"""Tokens that mean nothing, and the tokens that were meant: commands, options, words too many."""

from __future__ import annotations

from tooli.model.listing import listed_paths
from tooli.schema.closeness import closest, words
from tooli.schema.fix import KINDS, Fix, placeholder
from tooli.surfaces.cli.flags import BY_SPELLING
from tooli.surfaces.cli.parser import option_table, parse
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command
    from tooli.model.catalog import Catalog
    from tooli.surfaces.cli.mistake import Mistake
    from tooli.surfaces.cli.parser import Parsed
    from tooli.surfaces.cli.repair import Edit


def mend_tokens(runtime: Runtime, tokens: list[str], parsed: Parsed) -> Edit | None:
    """Mend one token of a line that does not parse."""
    catalog = runtime.catalog
    early = _option_before_command(catalog, tokens, parsed) or _named_alone(catalog, tokens, parsed)
    if early is not None:
        return early
    if parsed.command is None:
        return _mend_command(runtime, tokens, parsed)
    mistake = parsed.mistakes[0]
    if mistake.code == "E1902":
        return _mend_option(parsed.command, tokens, mistake)
    if any(param.secret for param in parsed.command.params):
        from tooli.surfaces.cli.secret_spelling import mend_secret

        if mistake.code == "E1900":
            return None  # a word too many may be a secret: it is not repeated
        if mistake.code == "E1903" and mistake.field in {param.name for param in parsed.command.inputs}:
            return mend_secret(parsed.command, tokens, mistake)
    if mistake.code == "E1900":
        from tooli.surfaces.cli.repair_words import mend_words

        return mend_words(catalog, parsed.command, tokens, parsed)
    if mistake.code == "E1903":
        return _mend_switch(parsed.command, tokens, mistake)
    if mistake.code == "E1901":
        return _give_placeholder(parsed.command, tokens, mistake)
    return _drop_repeated(tokens, parsed, mistake)


def _named_alone(catalog: Catalog, tokens: list[str], parsed: Parsed) -> Edit | None:
    """Leave out the name of an app's only command, which runs without it."""
    if catalog.single is None or not any(mistake.code == "E1900" for mistake in parsed.mistakes):
        return None
    from tooli.surfaces.cli.repair_words import own_name

    at = own_name(catalog, tokens)
    if at is None:
        return None
    return tokens[:at] + tokens[at + 1 :], Fix(kind="position", words=f"Leave out {tokens[at]}.")


def _option_before_command(catalog: Catalog, tokens: list[str], parsed: Parsed) -> Edit | None:
    """Move a command's own option, given too early, behind the command."""
    mistake = next((item for item in parsed.mistakes if item.code == "E1902"), None)
    if mistake is None or catalog.single is not None:
        return None
    at = tokens.index(mistake.token) if mistake.token in tokens else mistake.position
    for count in (1, 2):
        moved = tokens[at : at + count]
        rest = tokens[:at] + tokens[at + count :]
        after = parse(catalog, [*rest, *moved])
        if after.command is None or at > _command_at(catalog, rest):
            continue
        if not any(item.token == mistake.token for item in after.mistakes) and len(after.mistakes) < len(
            parsed.mistakes
        ) + (parsed.command is None):
            name = mistake.token.partition("=")[0]
            words_ = f"Put {name} after {' '.join(after.path)}."
            return [*rest, *moved], Fix(kind="position", words=words_)
    return None


def _command_at(catalog: Catalog, tokens: list[str]) -> int:
    """Return where the command's name ends in a line."""
    path = parse(catalog, tokens).path
    for at, token in enumerate(tokens):
        if path and token == path[-1]:
            return at
    return len(tokens)


def _mend_command(runtime: Runtime, tokens: list[str], parsed: Parsed) -> Edit | None:
    """Replace a word that names no command, looking in its group first and everywhere then."""
    word, catalog = parsed.unknown, runtime.catalog
    if word is None or parsed.group is None or word not in tokens:
        return None
    at = tokens.index(word)
    if word == runtime.name and not parsed.path:
        return tokens[:at] + tokens[at + 1 :], Fix(kind="position", words=f"Leave the second {word} out.")
    found = closest(word, [*parsed.group.children, *parsed.group.aliases])
    if found is not None and found[1] != "guess":
        return _replace(tokens, at, found[0], f"Use {found[0]} instead of {word}.", KINDS[found[1]])
    elsewhere = _find_elsewhere(catalog, tokens, parsed, at)
    if elsewhere is not None:
        return elsewhere
    if found is None:
        return None
    return _replace(tokens, at, found[0], f"Use {found[0]} instead of {word}.", "guess")


def _find_elsewhere(catalog: Catalog, tokens: list[str], parsed: Parsed, at: int) -> Edit | None:
    """Find the command in another group, or with its group written into its name."""
    paths = [path for path, _ in listed_paths(catalog)]
    start = _path_start(tokens, parsed, at)
    named = [token for token in tokens[start : at + 2] if not token.startswith("-")]
    least = named.index(parsed.unknown) + 1 if parsed.unknown in named else 1
    for count in range(len(named), least - 1, -1):
        given = " ".join(named[:count])
        found = closest(given, [" ".join(path) for path in paths if len(path) > 1])
        if found is not None and found[1] != "guess":
            return _replace_path(tokens, start, named[:count], found[0].split())
        tail = tuple(named[least - 1 : count])
        homes = [path for path in paths if len(tail) > 1 and path[-len(tail) :] == tail]
        if len(homes) == 1:
            return _replace_path(tokens, start, named[:count], list(homes[0]))
    leaves = {path[-1] for path in paths}
    found = closest(parsed.unknown or "", leaves)
    if found is None or found[1] == "guess":
        return None
    homes = [path for path in paths if path[-1] == found[0]]
    if len(homes) != 1:
        return None
    taken = [*parsed.path, parsed.unknown or ""]
    return _replace_path(tokens, start, taken, list(homes[0]))


def _path_start(tokens: list[str], parsed: Parsed, at: int) -> int:
    """Return where the words of the command begin."""
    for index, token in enumerate(tokens[: at + 1]):
        if parsed.path and token == parsed.path[0]:
            return index
    return at


def _replace_path(tokens: list[str], start: int, taken: list[str], path: list[str]) -> Edit | None:
    rest = list(tokens)
    for word in taken:
        if word not in rest[start:]:
            return None
        rest.pop(rest.index(word, start))
    words_ = f"Use {' '.join(path)} instead of {' '.join(taken)}."
    kind = "spelling" if words(" ".join(taken)) == words(" ".join(path)) else "position"
    return [*rest[:start], *path, *rest[start:]], Fix(kind=kind, words=words_)


def _mend_option(command: Command, tokens: list[str], mistake: Mistake) -> Edit | None:
    """Replace an option that does not exist by the one that was meant."""
    name, equals, value = mistake.token.partition("=")
    at = mistake.position if tokens[mistake.position] == mistake.token else tokens.index(mistake.token)
    table = option_table(command)
    spellings = [spelling for spelling in (*table, *BY_SPELLING) if spelling.startswith("--")]
    spellings = [spelling for spelling in spellings if not spelling.startswith("--tooli-")]
    if name.startswith("--no-") and f"--{name[5:]}" in table:
        rest = tokens[:at] + tokens[at + 1 :]
        return rest, Fix(kind="guess", words=f"Leave {name} out: --{name[5:]} takes a value.")
    if len(name) == 2 and name.swapcase() in (*table, *BY_SPELLING):
        return _replace(tokens, at, name.swapcase(), f"Use {name.swapcase()} instead of {name}.")
    if "." in name:
        return _mend_dotted(tokens, at, name, equals + value, [s for s in table if s.startswith("--")])
    found = closest(name.lstrip("-"), [spelling[2:] for spelling in spellings])
    nested = _field(command, name) if found is None or found[1] == "guess" else None
    if nested is not None:
        return _replace(
            tokens, at, f"{nested}{equals}{value}", f"Use {nested} instead of {name}.", "position"
        )
    if found is None:
        return None
    meant = f"--{found[0]}"
    kind = KINDS[found[1]] if name.startswith("--") or found[1] == "guess" else "format"
    return _replace(tokens, at, f"{meant}{equals}{value}", f"Use {meant} instead of {name}.", kind)


def _field(command: Command, name: str) -> str | None:
    """Return the dotted option that `--street` or `--to-street` stands for, when only one can be meant."""
    from tooli.schema.model_fields import field_names

    found = []
    for param in command.params:
        for field in field_names(param.shape.inner.annotation):
            if words(name) in (words(field), (*words(param.name), *words(field))):
                found.append(f"{param.names[0]}.{field}")
    return found[0] if len(found) == 1 else None


def _mend_dotted(tokens: list[str], at: int, name: str, tail: str, spellings: list[str]) -> Edit | None:
    head, _, path = name.partition(".")
    found = closest(head.lstrip("-"), [spelling[2:] for spelling in spellings])
    if found is None:
        return None
    return _replace(tokens, at, f"--{found[0]}.{path}{tail}", f"Use --{found[0]} instead of {head}.")


def _mend_switch(command: Command, tokens: list[str], mistake: Mistake) -> Edit | None:
    """Turn `--flag=true` into `--flag`, and `--flag=false` into `--no-flag`."""
    from tooli.schema.fix_format import truth

    name, _, text = mistake.token.partition("=")
    on = truth(text)
    entry = option_table(command).get(name)
    if on is None or mistake.token not in tokens:
        return None
    meant = name
    if entry is not None:
        param, positive = entry
        spellings = param.names if on is positive else param.negatives
        if not spellings:
            return None
        meant = name if on else spellings[0]
    elif not on:
        return None
    return _replace(
        tokens, tokens.index(mistake.token), meant, f"Write {meant} instead of {mistake.token}.", "format"
    )


def _give_placeholder(command: Command, tokens: list[str], mistake: Mistake) -> Edit | None:
    """Put a placeholder behind an option that stands without its value."""
    at = mistake.position
    param = command.param_by_name.get(mistake.field)
    if param is None:
        fix = Fix(
            kind="placeholder", words=f"Give {mistake.token} a value.", value=f"<{mistake.field}: VALUE>"
        )
    else:
        fix = placeholder(command, param)
    name = tokens[at]
    return [*tokens[:at], f"{name}={fix.value}", *tokens[at + 1 :]], fix


def _drop_repeated(tokens: list[str], parsed: Parsed, mistake: Mistake) -> Edit | None:
    """Keep the last of several values of an option that takes one."""
    places = parsed.places.get(mistake.field, [])
    if len(places) < 2:
        return None
    (first, offset), (last, last_offset) = places[0], places[-1]
    same = tokens[first][offset:] == tokens[last][last_offset:]
    begin = first if offset else first - 1
    words_ = f"Give {mistake.token} once."
    return tokens[:begin] + tokens[first + 1 :], Fix(kind="format" if same else "guess", words=words_)


def _replace(tokens: list[str], at: int, token: str, words_: str, kind: str = "spelling") -> Edit:
    return [*tokens[:at], token, *tokens[at + 1 :]], Fix(kind=kind, words=words_)
