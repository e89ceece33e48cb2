"""Words too many: options without dashes, values of options without their names, values without quotes."""

from __future__ import annotations

from tooli.schema.closeness import closest
from tooli.schema.fix import Fix
from tooli.surfaces.cli.parser import option_table, parse
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.model.catalog import Catalog
    from tooli.model.command import Command
    from tooli.model.param import Param
    from tooli.surfaces.cli.parser import Parsed
    from tooli.surfaces.cli.repair import Edit


def mend_words(catalog: Catalog, command: Command, tokens: list[str], parsed: Parsed) -> Edit | None:
    """Find a place for the words that nothing takes."""
    extra = [mistake.position for mistake in parsed.mistakes if mistake.code == "E1900"]
    positions = sorted(
        {at for places in parsed.places.values() for at, offset in places if offset == 0} | set(extra)
    )
    return (
        _give_dashes(command, tokens, parsed, positions)
        or _name_typed(command, tokens, parsed, extra)
        or _rejoin(catalog, command, tokens, parsed, extra)
        or _name_any(command, tokens, parsed, extra)
    )


def _free(command: Command, parsed: Parsed) -> list[Param]:
    """Return the options that are not given yet."""
    return [
        param
        for param in command.params
        if not param.positional and param.name not in parsed.raw and not param.hidden
    ]


def _give_dashes(command: Command, tokens: list[str], parsed: Parsed, positions: list[int]) -> Edit | None:
    """Give `times 3` and `times=3` the dashes they lack."""
    options = {spelling[2:]: spelling for spelling in option_table(command) if spelling.startswith("--")}
    for at in positions:
        name, equals, value = tokens[at].partition("=")
        found = closest(name, options)
        if found is None or found[1] != "same" or (at and tokens[at - 1].startswith("-")):
            continue
        meant = f"{options[found[0]]}{equals}{value}"
        words = f"Write {options[found[0]]} instead of {name}."
        return [*tokens[:at], meant, *tokens[at + 1 :]], Fix(kind="spelling", words=words)
    return None


def _name_typed(command: Command, tokens: list[str], parsed: Parsed, extra: list[int]) -> Edit | None:
    """Name the option that a word must belong to: the only one whose type takes it."""
    takers = [p for p in _free(command, parsed) if not p.flag and _leaf(p) not in ("str", "path", "any")]
    at = extra[-1]
    fitting = [param for param in takers if _takes(param, tokens[at])]
    return _named(tokens, at, fitting[0], "position") if len(fitting) == 1 else None


def _leaf(param: Param) -> str:
    """Return the kind of a param's values, or of the items of a list."""
    shape = param.shape.inner
    return shape.items[0].inner.kind if shape.multiple and shape.items else shape.kind


def _name_any(command: Command, tokens: list[str], parsed: Parsed, extra: list[int]) -> Edit | None:
    """Name the option that a word may belong to, the first that takes it."""
    fitting = [p for p in _free(command, parsed) if not p.flag and _takes(p, tokens[extra[0]])]
    if not fitting:
        return None
    return _named(tokens, extra[0], fitting[0], "position" if len(fitting) == 1 else "guess")


def _named(tokens: list[str], at: int, param: Param, kind: str) -> Edit:
    name = param.names[0]
    return [*tokens[:at], name, *tokens[at:]], Fix(kind=kind, words=f"Give {tokens[at]} by name: {name}.")


def _takes(param: Param, word: str) -> bool:
    """Whether a param's type takes a word."""
    from tooli.schema.invalid import Invalid, InvalidMany
    from tooli.schema.rules import apply_rules
    from tooli.schema.validate import converter

    many = param.shape.inner.multiple or param.shape.inner.kind in ("dict", "model", "union", "rich")
    try:
        apply_rules(param, converter(param)([word] if many else word, True), [])
    except (Invalid, InvalidMany):
        return False
    return True


def _rejoin(
    catalog: Catalog, command: Command, tokens: list[str], parsed: Parsed, extra: list[int]
) -> Edit | None:
    """Put quotes around words that are one value: the only way to join them that leaves no mistake."""
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
    named = _option_value(tokens, parsed, extra)
    if named is not None and not joined:
        return named
    if not joined:
        return None
    candidate, window = joined[0]
    text = " ".join(tokens[at] for at in window)
    return candidate, Fix(
        kind="format" if len(joined) == 1 else "guess", words=f"Put quotes around {text!r}."
    )


def _option_value(tokens: list[str], parsed: Parsed, extra: list[int]) -> Edit | None:
    """Join words to the option's text they follow: `--title Hello big world`."""
    for places in parsed.places.values():
        at, offset = places[-1]
        if at == extra[0] - 1 and extra == list(range(extra[0], extra[0] + len(extra))):
            text = " ".join((tokens[at][offset:], *(tokens[i] for i in extra)))
            whole = [*tokens[:at], tokens[at][:offset] + text, *tokens[extra[-1] + 1 :]]
            return whole, Fix(kind="format", words=f"Put quotes around {text!r}.")
    return None


def _fits(command: Command, parsed: Parsed, text: str) -> bool:
    """Whether a line parses with the joined text as the value of a param that takes text."""
    if parsed.mistakes:
        return False
    for param in command.params:
        if parsed.raw.get(param.name) == text:
            return param.shape.inner.kind in ("str", "any") or _takes(param, text)
    return False
