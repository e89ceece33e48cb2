"""Words too many: options without dashes, values of options without their names, values without quotes."""

from __future__ import annotations

from tooli.schema.closeness import closest
from tooli.schema.fix import Fix
from tooli.schema.invalid import shown
from tooli.surfaces.cli.parser import option_table, parse
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.model import Command, Param
    from tooli.model.catalog import Catalog
    from tooli.surfaces.cli.parser import Parsed
    from tooli.surfaces.cli.repair import Edit


def mend_words(catalog: Catalog, command: Command, tokens: list[str], parsed: Parsed) -> Edit | None:
    """Find a place for the words that nothing takes."""
    extra = [mistake.position for mistake in parsed.mistakes if mistake.code == "E1900"]
    positions = sorted(
        {at for places in parsed.places.values() for at, offset in places if offset == 0} | set(extra)
    )
    return (
        _switch_word(command, tokens, extra)
        or _give_dashes(command, tokens, positions)
        or _repeat(command, tokens, parsed, extra)
        or _name_typed(catalog, command, tokens, parsed, extra)
        or _rejoin(catalog, command, tokens, parsed, extra)
        or _name_any(command, tokens, parsed, extra)
        or _as_fields(tokens, parsed, extra)
    )


def _as_fields(tokens: list[str], parsed: Parsed, extra: list[int]) -> Edit | None:
    from tooli.surfaces.cli.repair_model import mend_model

    return mend_model(parsed, tokens, extra)


def own_name(catalog: Catalog, tokens: list[str]) -> int | None:
    """Return where a line names the only command of an app, which runs without its name."""
    at = next((at for at, token in enumerate(tokens) if not token.startswith("-")), None)
    return None if at is None or catalog.root.child(tokens[at]) is None else at


def _free(command: Command, parsed: Parsed) -> list[Param]:
    """Return the options that are not given yet."""
    return [
        param
        for param in command.params
        if not param.positional and (param.name not in parsed.raw or param.many) and not param.hidden
    ]


def _switch_word(command: Command, tokens: list[str], extra: list[int]) -> Edit | None:
    """Turn `--strip yes` into `--strip`, and `--push false` into `--no-push`."""
    from tooli.schema.fix_format import truth

    for at in extra:
        entry = option_table(command).get(tokens[at - 1]) if at else None
        on = truth(tokens[at])
        if entry is None or not entry[0].flag or on is None:
            continue
        param, positive = entry
        spellings = param.names if on is positive else param.negatives
        if spellings:
            meant = tokens[at - 1] if on else spellings[0]
            words = f"Write {meant} instead of {tokens[at - 1]} {tokens[at]}."
            return [*tokens[: at - 1], meant, *tokens[at + 1 :]], Fix(kind="format", words=words)
    return None


def _give_dashes(command: Command, tokens: list[str], positions: list[int]) -> Edit | None:
    """Give `times 3`, `times=3` and `-times 3` the dashes they lack."""
    options = {spelling[2:]: spelling for spelling in option_table(command) if spelling.startswith("--")}
    single = [at for at, token in enumerate(tokens) if len(token) > 2 and token[0] == "-" and token[1] != "-"]
    for at in (*positions, *single):
        name, equals, value = tokens[at].partition("=")
        found = closest(name.lstrip("-"), options)
        if found is None or found[1] != "same" or (at not in single and _is_value(command, tokens, at)):
            continue
        meant = f"{options[found[0]]}{equals}{value}"
        words = f"Write {options[found[0]]} instead of {name}."
        return [*tokens[:at], meant, *tokens[at + 1 :]], Fix(kind="format", words=words)
    return None


def _is_value(command: Command, tokens: list[str], at: int) -> bool:
    """Whether a word is the value of the option before it."""
    entry = option_table(command).get(tokens[at - 1]) if at else None
    return entry is not None and not entry[0].flag


def _repeat(command: Command, tokens: list[str], parsed: Parsed, extra: list[int]) -> Edit | None:
    """Repeat the option for each of its values: `--ids 1 2 3` is `--ids 1 --ids 2 --ids 3`."""
    for name, places in parsed.places.items():
        param = command.param_by_name.get(name)
        if param is None or not param.many or places[-1][0] != extra[0] - 1:
            continue
        if param.positional and not _is_value(command, tokens, places[-1][0]):
            continue
        if _leaf(param) in TEXT and any(takes(other, tokens[extra[0]]) for other in _typed(command, parsed)):
            continue
        count = 0
        while count < len(extra) and extra[count] == extra[0] + count and takes(param, tokens[extra[count]]):
            count += 1
        if count:
            new = [word for at in extra[:count] for word in (param.names[0], tokens[at])]
            words = f"Give {param.names[0]} once for each value."
            return [*tokens[: extra[0]], *new, *tokens[extra[0] + count :]], Fix(kind="format", words=words)
    return None


def _name_typed(
    catalog: Catalog, command: Command, tokens: list[str], parsed: Parsed, extra: list[int]
) -> Edit | None:
    """Name the option that a word must belong to: the only one whose type takes it."""
    at = extra[-1]
    fitting = [param for param in _typed(command, parsed) if takes(param, tokens[at])]
    if len(fitting) != 1:
        return None
    # A word behind free text may as well be part of it.
    unclear = _rejoin(catalog, command, tokens, parsed, extra) is not None
    return _named(tokens, at, fitting[0], "guess" if unclear else "position")


TEXT = ("str", "path", "any")


def _typed(command: Command, parsed: Parsed) -> list[Param]:
    """Return the options not given yet whose type does not take just any text."""
    return [param for param in _free(command, parsed) if not param.flag and _leaf(param) not in TEXT]


def _leaf(param: Param) -> str:
    """Return the kind of a param's values, or of the items of a list."""
    shape = param.shape.inner
    return shape.items[0].inner.kind if shape.multiple and shape.items else shape.kind


def _name_any(command: Command, tokens: list[str], parsed: Parsed, extra: list[int]) -> Edit | None:
    """Name the option that a word may belong to, the first that takes it."""
    fitting = [p for p in _free(command, parsed) if not p.flag and takes(p, tokens[extra[0]])]
    if not fitting:
        return None
    return _named(tokens, extra[0], fitting[0], "position" if len(fitting) == 1 else "guess")


def _named(tokens: list[str], at: int, param: Param, kind: str) -> Edit:
    name = param.names[0]
    return [*tokens[:at], name, *tokens[at:]], Fix(kind=kind, words=f"Give {name} by its name.")


def takes(param: Param, word: str) -> bool:
    """Whether a param's type takes a word."""
    from tooli.schema.guess import is_accepted

    many = param.shape.inner.multiple or param.shape.inner.kind in ("dict", "model", "union", "rich")
    return is_accepted(param, [word] if many else word, True)


def _rejoin(
    catalog: Catalog, command: Command, tokens: list[str], parsed: Parsed, extra: list[int]
) -> Edit | None:
    """Put quotes around words that are one value: the only way to join them that leaves no mistake."""
    if command.destructive:
        return None  # a second name is no part of the first
    places = [
        at for param in command.params if param.positional for at, _ in parsed.places.get(param.name, ())
    ]
    run = sorted({*places, *extra})
    size = len(extra) + 1
    joined = []
    for start in range(len(run) - size + 1):
        window = run[start : start + size]
        if window != list(range(window[0], window[0] + size)):
            continue
        candidate = [*tokens[: window[0]], " ".join(tokens[at] for at in window), *tokens[window[-1] + 1 :]]
        if _fits(command, parse(catalog, candidate), " ".join(tokens[at] for at in window)):
            joined.append((candidate, window))
    named = _option_value(command, tokens, parsed, extra)
    if named is not None and not joined:
        return named
    if not joined:
        return None
    candidate, window = joined[0]
    text = " ".join(tokens[at] for at in window)
    return candidate, Fix(
        kind="format" if len(joined) == 1 else "guess", words=f"Put quotes around {shown(text)}."
    )


def _option_value(command: Command, tokens: list[str], parsed: Parsed, extra: list[int]) -> Edit | None:
    """Join words to the option's text they follow: `--title Hello big world`."""
    for places in parsed.places.values():
        at, offset = places[-1]
        if not offset and not _is_value(command, tokens, at):
            continue  # a word by position: joining those is tried above
        if at == extra[0] - 1 and extra == list(range(extra[0], extra[0] + len(extra))):
            text = " ".join((tokens[at][offset:], *(tokens[i] for i in extra)))
            whole = [*tokens[:at], tokens[at][:offset] + text, *tokens[extra[-1] + 1 :]]
            return whole, Fix(kind="format", words=f"Put quotes around {shown(text)}.")
    return None


def _fits(command: Command, parsed: Parsed, text: str) -> bool:
    """Whether a line parses with the joined text as the value of a param that takes text."""
    if parsed.mistakes:
        return False
    for param in command.params:
        if parsed.raw.get(param.name) == text:
            return param.shape.inner.kind in ("str", "any") or takes(param, text)
    return False
