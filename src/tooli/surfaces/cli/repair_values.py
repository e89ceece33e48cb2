"""Values that do not fit, replaced in the line by those that were meant."""

from __future__ import annotations

from tooli.schema.fix import Fix, fix_value, placeholder
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from tooli.model import Param
    from tooli.schema.invalid import Invalid
    from tooli.surfaces.cli.parser import Parsed
    from tooli.surfaces.cli.repair import Edit


def mend_value(parsed: Parsed, tokens: list[str], param: Param | None, mistake: Invalid) -> Edit | None:
    """Mend one value of a line that parses; `param` is None for a flag of the framework."""
    command = parsed.command
    assert command is not None
    if param is None:
        return _mend_flag(parsed, tokens, mistake)
    if mistake.code == "E1909":
        return _leave_out(parsed, tokens, param)
    if param.name not in parsed.raw:
        if param.flag:
            return [*tokens, param.names[0]], Fix(kind="guess", words=f"Add {param.names[0]}.")
        fix = fix_value(command, param, mistake)
        return None if fix is None else ([*tokens, param.names[0], str(fix.value)], fix)
    places = parsed.places.get(param.name, [])
    if param.shape.inner.kind in ("model", "union", "rich", "dict") or _is_nested(mistake, places):
        return _mend_data(parsed, tokens, param, mistake)
    if not places:
        return None
    at, offset = places[mistake.where[0] if mistake.where and isinstance(mistake.where[0], int) else 0]
    fix = _split(param, tokens[at][offset:]) or fix_value(command, param, mistake)
    if fix is None:
        moved = _misplaced(parsed, tokens, param, at) if mistake.code != "E1907" else None
        part = mistake.where[:1] if param.shape.inner.kind == "fixed" else ()
        held = placeholder(command, param, part, mistake.rule)
        return moved or ([*tokens[:at], f"{tokens[at][:offset]}{held.value}", *tokens[at + 1 :]], held)
    if isinstance(fix.value, list):
        return _spread(tokens, at, offset, param, fix)
    return [*tokens[:at], tokens[at][:offset] + _text(fix.value), *tokens[at + 1 :]], fix


def _misplaced(parsed: Parsed, tokens: list[str], param: Param, at: int) -> Edit | None:
    """Move the word that belongs here from where it stands, or make room for one that is missing."""
    from tooli.surfaces.cli.repair_words import takes

    command = parsed.command
    assert command is not None
    others = [other for other in command.params if other.positional and other is not param]
    if not param.positional or not any(takes(other, tokens[at]) for other in others):
        return None
    words = [index for other in others for index, offset in parsed.places.get(other.name, ()) if not offset]
    fitting = [index for index in words if takes(param, tokens[index])]
    if len(fitting) == 1:
        rest = [token for index, token in enumerate(tokens) if index != fitting[0]]
        fix = Fix(kind="position", words=f"Put {tokens[fitting[0]]} first, as {param.name}.")
        return [*rest[:at], tokens[fitting[0]], *rest[at:]], fix
    fix = placeholder(command, param)
    return [*tokens[:at], str(fix.value), *tokens[at:]], fix


def _is_nested(mistake: Invalid, places: list[tuple[int, int]]) -> bool:
    return len(mistake.where) > 1 or (len(mistake.where) == 1 and isinstance(mistake.where[0], str))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    from tooli.schema.sample import compact

    return compact(value)


def _split(param: Param, text: str) -> Fix | None:
    """Read `1,2,3` and `[1,2,3]` as several values of an option that can be repeated."""
    if not param.shape.inner.multiple or not ("," in text or text[:1] == "["):
        return None
    from tooli.schema.fix_json import is_cut_short, read_loosely

    data = read_loosely(text if text[:1] == "[" else f"[{text}]")
    if not isinstance(data, list):
        return None
    kind = "guess" if is_cut_short(text) else "format"
    return Fix(kind=kind, words=f"Give {param.names[0]} once for each value.", value=data)


def _spread(tokens: list[str], at: int, offset: int, param: Param, fix: Fix) -> Edit:
    """Write a list as repeated values."""
    texts = [_text(item) for item in fix.value]
    if offset:
        new = [tokens[at][:offset] + text for text in texts]
    elif param.positional and not tokens[at - 1].startswith("-"):
        new = texts
    else:
        new = [texts[0]] if texts else []
        for text in texts[1:]:
            new += [param.names[0], text]
    return [*tokens[:at], *new, *tokens[at + 1 :]], fix


def _mend_data(parsed: Parsed, tokens: list[str], param: Param, mistake: Invalid) -> Edit | None:
    """Mend a part of JSON, `key=value` or dotted options; the value is written as one JSON text."""
    from tooli.schema.invalid import Invalid, InvalidMany
    from tooli.schema.repair import mend_inside
    from tooli.schema.text import read_data

    command = parsed.command
    assert command is not None
    pairs = _colons(parsed, tokens, param)
    if pairs is not None:
        return pairs
    try:
        data = read_data(param, parsed.raw[param.name], mistake)
    except (Invalid, InvalidMany):
        fix = fix_value(command, param, mistake)
        if fix is None and mistake.code == "E1908":
            from tooli.surfaces.cli.repair_model import mend_model

            return mend_model(parsed, tokens)
        data = fix.value if fix is not None else None
    else:
        fix, data = mend_inside(command, param, mistake, data)
    if fix is None:
        return None
    return _rewritten(parsed, tokens, param, data), fix


def _colons(parsed: Parsed, tokens: list[str], param: Param) -> Edit | None:
    """Write `key:value` as `key=value`."""
    if param.shape.inner.kind != "dict":
        return None
    for at, offset in parsed.places[param.name]:
        parts = tokens[at][offset:].split(",")
        if len(parts) > 1 and tokens[at][offset] != "{" and all("=" in part for part in parts):
            fix = Fix(kind="format", words=f"Give {param.names[0]} once for each value.", value=parts)
            return _spread(tokens, at, offset, param, fix)
        key, colon, value = tokens[at][offset:].partition(":")
        if colon and "=" not in key and key.replace("_", "").replace("-", "").isalnum():
            mended = f"{tokens[at][:offset]}{key}={value.strip()}"
            words = f"Write {key}={value.strip()}."
            return [*tokens[:at], mended, *tokens[at + 1 :]], Fix(kind="format", words=words)
    return None


def _rewritten(parsed: Parsed, tokens: list[str], param: Param, data: Any) -> list[str]:
    """Return the tokens with all of a param's tokens replaced by one that says everything."""
    places = parsed.places[param.name]
    at, offset = places[0]
    text = _text(data)
    if len(places) == 1 and "." not in tokens[at][:offset] and not _is_dotted(tokens, at, offset):
        return [*tokens[:at], tokens[at][:offset] + text, *tokens[at + 1 :]]
    gone: set[int] = set()
    for place, begins in places:
        gone.add(place)
        if not begins and place and tokens[place - 1].startswith("--"):
            gone.add(place - 1)
    return [*(token for index, token in enumerate(tokens) if index not in gone), param.names[0], text]


def _is_dotted(tokens: list[str], at: int, offset: int) -> bool:
    return not offset and at > 0 and tokens[at - 1].startswith("--") and "." in tokens[at - 1]


def _leave_out(parsed: Parsed, tokens: list[str], param: Param) -> Edit | None:
    """Leave out an option that cannot stand beside another."""
    places = parsed.places.get(param.name)
    words = f"Leave {param.names[0]} out."
    if not places:
        rest = [token for token in tokens if token not in param.names]
        return (rest, Fix(kind="guess", words=words)) if len(rest) < len(tokens) else None
    at, offset = places[0]
    begin = at if offset or (param.positional and not tokens[at - 1].startswith("-")) else at - 1
    return [*tokens[:begin], *tokens[at + 1 :]], Fix(kind="guess", words=words)


def _mend_flag(parsed: Parsed, tokens: list[str], mistake: Invalid) -> Edit | None:
    """Mend the value of a flag of the framework."""
    name = str(mistake.where[0])
    places = parsed.places.get(f"--{name}")
    details = mistake.details or {}
    if not places:
        return None
    if "choices" in details:
        from tooli.schema.fix import fix_choice

        fix = fix_choice(details["value"], details["choices"])
    else:
        from tooli.model import Shape
        from tooli.schema.fix_format import fix_format, seconds

        text = str(details["value"])
        whole = Shape(kind="int", annotation=int)
        fix = seconds(text) if name == "timeout" else fix_format(whole, text)
    if fix is None:
        return None
    at, offset = places[-1]
    return [*tokens[:at], tokens[at][:offset] + str(fix.value), *tokens[at + 1 :]], fix
