"""JSON as programs and people write it who are not sure of it, and fields that are missing or misnamed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from benchmarks.repair.line import Draft, Line, value_with
from benchmarks.repair.spelling import is_closest, typos

FIELDS = {
    "order": {"customer", "items", "to"},
    "order.to": {"street", "city", "zip", "country"},
    "order.items": {"sku", "quantity"},
    "to": {"street", "city", "zip", "country"},
    "discount": {"percent", "reason"},
    "page": {"paper", "landscape", "margins"},
    "page.margins": {"top", "left"},
}
"""The fields of the models, by where they stand."""
STRICT = ("order", "to")
"""Params whose models refuse fields they do not know; of others a misnamed optional field is no mistake."""
REQUIRED = {"customer", "items", "to", "street", "city", "zip", "sku", "percent", "paper"}


def mutations(line: Line, random: Random) -> Iterator[Draft]:
    """Give every draft with other JSON."""
    for index, piece, param in line.values():
        text = piece.value or ""
        if text[:1] == "{":
            for kind, changed in spoilt(text):
                yield Draft(kind, line.with_tokens(index, *value_with(piece, changed)))
            for kind, data in misfielded(param.name, json.loads(text), random):
                changed_line = line.with_tokens(index, *value_with(piece, json.dumps(data)))
                missing = kind == "field-missing"
                yield Draft(kind, changed_line, unique=not missing, placeholder=missing)
        elif param.shape.inner.kind in ("int", "float", "literal", "enum") and piece.named:
            for changed in _as_json(param.name, text, param.shape.inner.kind):
                yield Draft("json-for-scalar", line.with_tokens(index, *value_with(piece, changed)))
    yield from _dotted(line, random)
    yield from _lists(line)


def spoilt(text: str) -> Iterator[tuple[str, str]]:
    """Give JSON text with Python's quotes, JavaScript's keys, a comma too many."""
    yield "json-quotes", text.replace('"', "'")
    yield "json-keys", re.sub(r'"(\w+)":', r"\1:", text)
    yield "json-comma", re.sub(r"(?<=[\]}\"\d])(?=[\]}]+$)", ",", text, count=1)


def misfielded(name: str, data: Any, random: Random) -> Iterator[tuple[str, Any]]:
    """Give an object with one field missing, or one field misnamed, at every depth."""
    for path, fields in FIELDS.items():
        if path.split(".")[0] != name:
            continue
        places = path.split(".")[1:]
        for field in sorted(fields & _at(data, places).keys()):
            if field in REQUIRED:
                yield "field-missing", _changed(data, places, field, None)
            for _, misspelt in typos(field, random):
                if is_closest(misspelt, field, fields) and (name in STRICT or field in REQUIRED):
                    yield "field-misnamed", _changed(data, places, field, misspelt)


def _at(data: Any, places: list[str]) -> dict[str, Any]:
    """Return the object at a place; of a list its first item."""
    for place in places:
        data = data[place]
        data = data[0] if isinstance(data, list) else data
    found: dict[str, Any] = data
    return found


def _changed(data: Any, places: list[str], field: str, new: str | None) -> Any:
    copy = json.loads(json.dumps(data))
    inner = _at(copy, places)
    renamed = {new if name == field else name: value for name, value in inner.items()}
    renamed.pop(None, None)
    inner.clear()
    inner.update(renamed)  # type: ignore[arg-type] # None was just taken out
    return copy


def _as_json(name: str, text: str, kind: str) -> Iterator[str]:
    """Give a plain value as the JSON of a caller who thinks everything is JSON."""
    value = text if kind in ("literal", "enum") else json.loads(text)
    yield json.dumps({name: value})
    yield json.dumps([value])
    yield json.dumps(str(value))


def _dotted(line: Line, random: Random) -> Iterator[Draft]:
    for index, piece in enumerate(line.pieces):
        if not piece.path or piece.param is None:
            continue
        where = ".".join((piece.param.name, *piece.path[:-1]))
        fields = FIELDS[where]
        head = piece.name[: -len(piece.path[-1])]
        if piece.path[-1] in REQUIRED:
            yield Draft("field-missing", line.with_tokens(index), unique=False, placeholder=True)
        for _, misspelt in typos(piece.path[-1], random):
            heeded = piece.param.name in STRICT or piece.path[-1] in REQUIRED
            if is_closest(misspelt, piece.path[-1], fields) and heeded:
                yield Draft("field-misnamed", line.with_tokens(index, head + misspelt, *piece.tokens[1:]))


def _lists(line: Line) -> Iterator[Draft]:
    """Give a list in one word where the option is repeated, of items that are not just any text."""
    for param in line.command.params:
        if not param.shape.inner.multiple or param.shape.inner.items[0].kind not in ("int", "literal"):
            continue
        places = [index for index, piece in enumerate(line.pieces) if piece.param is param]
        if len(places) < 2:
            continue
        items = [line.pieces[place].value or "" for place in places]
        whole = line
        for place in reversed(places[1:]):
            whole = whole.with_tokens(place)
        first = line.pieces[places[0]]
        as_json = json.dumps([int(item) if item.isdigit() else item for item in items])
        yield Draft("list-json", whole.with_tokens(places[0], *value_with(first, as_json)))
        yield Draft("list-commas", whole.with_tokens(places[0], *value_with(first, ",".join(items))))
