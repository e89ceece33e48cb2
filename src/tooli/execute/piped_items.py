"""Items of a pipe as the values of a param: JSON of another command in any of its forms, or lines of text."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from tooli.execute.handed_on import unpacked
from tooli.execute.inputs import Inputs
from tooli.execute.piped import is_piped
from tooli.execute.pipeline import Invoke
from tooli.execute.typed_input import converter_of
from tooli.schema.invalid import Invalid, InvalidMany
from tooli.schema.json_schema import env_variables

if TYPE_CHECKING:
    from tooli.errors import DataFormatError
    from tooli.execute import Call
    from tooli.execute.stdin_or import StdinOr
    from tooli.model.pipe import Pipe

    Placed = tuple[str, int, Any]
    """What the place is counted in, its number, and the item."""


def fill(call: Call, pipe: Pipe) -> Generator[Any, Any, None]:
    """Give a call what was piped in, as data; what the command line gives otherwise stays as it is."""
    name = pipe.param.name
    given = call.raw.get(name)
    words = given if isinstance(given, list) else [given]
    if given is None:
        stream = call.runtime.stdin() if call.runtime.stdin is not None else None
        if not (pipe.param.required and stream is not None and is_piped(stream)):
            return
        words = ["-"]
    if words.count("-") != 1:
        return
    source = yield from Inputs(call).stdin_for(pipe.param)
    items = yield Invoke(_values, (source, pipe, call.options.null))
    at = words.index("-")
    values = [*words[:at], *items, *words[at + 1 :]]
    _hide_variables(call, pipe)
    call.raw = {key: value for key, value in call.raw.items() if key != name}
    call.configured = {**call.configured, name: values if pipe.many else values[0]}
    call.sources[name] = "stdin"


def _hide_variables(call: Call, pipe: Pipe) -> None:
    """Let no variable win over what was piped in."""
    runtime = call.runtime
    prefix = runtime.settings.get("env_prefix")
    named = [name for name in env_variables(call.command, pipe.param, prefix) if name in runtime.environ]
    if named:
        kept = {name: value for name, value in runtime.environ.items() if name not in named}
        call.runtime = runtime.replace(environ=kept)


def _values(source: StdinOr[Any], pipe: Pipe, null: bool) -> list[Any]:
    """Return what the items hold for the param; one that does not fit is an error that says where."""
    convert = converter_of(pipe.item.annotation)
    values = []
    for unit, number, item in _items(source, text=null or pipe.lines):
        field = _field(source, pipe, unit, number, item)
        value = item if field is None else item[field]
        try:
            convert(value)
        except (Invalid, InvalidMany) as error:
            first = error.mistakes[0]
            where = _path((*(() if field is None else (field,)), *first.where))
            said = f"{where}: {first.message}" if where else first.message
            raise _misfit(source, unit, number, said, where) from None
        values.append(value)
    if not pipe.many and len(values) != 1:
        raise source.malformed(f"one item was expected, and {len(values)} came", items=len(values))
    return values


def _items(source: StdinOr[Any], text: bool) -> Iterator[Placed]:
    """Give the items with their places: lines, records, or places in one JSON document."""
    if text:
        unit = "record" if source.null else "line"
        yield from ((unit, number, line) for number, line in enumerate(source.lines(), 1) if line)
        return
    whole = source.text()
    if whole.lstrip()[:1] not in ("{", "[", '"'):
        yield from (("line", number, line) for number, line in enumerate(whole.splitlines(), 1) if line)
        return
    try:
        document = json.loads(whole)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            yield from _lines(source, whole)
            return
        document = source.parsed(whole)  # which says what is wrong
    held = unpacked(document, source.name, 1)
    if isinstance(held, list):
        yield from (("item", number, item) for number, item in enumerate(held, 1))
    elif held is not None:
        yield "line" if held is document else "item", 1, held


def _lines(source: StdinOr[Any], text: str) -> Iterator[Placed]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            document = source.parsed(line, number)
            held = unpacked(document, source.name, number)
            if held is not None or document is None:
                yield "line", number, held


def _field(source: StdinOr[Any], pipe: Pipe, unit: str, number: int, item: Any) -> str | None:
    """Return the field of an object that fills the param; None for an item that does so as it is."""
    if pipe.is_whole or not isinstance(item, dict):
        return None
    found = next((name for name in pipe.names if name in item), None)
    if found is None:
        said = f"there is no field {pipe.names[0]}"
        raise _misfit(source, unit, number, said, pipe.names[0], fields=list(item))
    return found


def _misfit(
    source: StdinOr[Any], unit: str, number: int, said: str, field: str, **details: Any
) -> DataFormatError:
    told = {unit: number, **({"field": field} if field else {}), **details}
    return source.malformed(f"{unit} {number}: {said}", **told)


def _path(steps: tuple[str | int, ...]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")
