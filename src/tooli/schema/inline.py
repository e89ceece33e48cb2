"""A schema without `$ref`: definitions stand where they are used, unless they are recursive or too large."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tooli.schema.subschemas import definition_name, everywhere, mapped

LIMIT = 32 * 1024
"""Bytes of compact JSON above which definitions stay where they are."""
KEPT = "kept: larger than 32 kB"
_NOTES = frozenset({"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"})


def inlined(schema: Mapping[str, Any], *, force: bool = False) -> dict[str, Any]:
    """Return the schema with every reference resolved; `force` resolves them whatever the size."""
    definitions: dict[str, Any] = dict(schema.get("$defs", {}))
    if not definitions:
        return dict(schema)
    recursive = _recursive(definitions)
    body = {keyword: value for keyword, value in schema.items() if keyword != "$defs"}
    if not force and _size(body, definitions, recursive) > LIMIT:
        return {**_opened(body, definitions), "$defs": definitions, "x-defs": KEPT}

    def expand(node: Any) -> Any:
        if not isinstance(node, dict):
            return node
        name = definition_name(node)
        if name is None or name in recursive or name not in definitions:
            return mapped(node, expand)
        rest = {keyword: value for keyword, value in node.items() if keyword != "$ref"}
        return _joined(expand(definitions[name]), mapped(rest, expand))

    kept = {name: expand(definitions[name]) for name in definitions if name in recursive}
    flat = _opened(expand(body), kept)
    needed = _reachable(flat, kept)
    return {**flat, "$defs": {name: kept[name] for name in kept if name in needed}} if needed else flat


def _opened(schema: dict[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema with a reference at its very root resolved: some readers do not follow that one."""
    name = definition_name(schema)
    if name is None or name not in definitions:
        return schema
    rest = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
    return _opened(_joined(definitions[name], rest), definitions)


def _joined(base: Any, rest: dict[str, Any]) -> dict[str, Any]:
    """Return a definition with what stood beside the reference: notes replace, further limits add up."""
    if not isinstance(base, dict) or any(keyword in base and keyword not in _NOTES for keyword in rest):
        return {"allOf": [base], **rest}
    return {**base, **rest}


def _names(schema: Any, definitions: Mapping[str, Any]) -> list[str]:
    """Return the definitions a schema refers to, once for each reference."""
    found = (definition_name(node) for node in everywhere(schema))
    return [name for name in found if name is not None and name in definitions]


def _reachable(schema: Any, definitions: Mapping[str, Any]) -> set[str]:
    seen: set[str] = set()
    pending = _names(schema, definitions)
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            pending += _names(definitions[name], definitions)
    return seen


def _recursive(definitions: Mapping[str, Any]) -> set[str]:
    return {name for name in definitions if name in _reachable(definitions[name], definitions)}


def _size(body: Any, definitions: Mapping[str, Any], recursive: set[str]) -> int:
    """Return about how long the schema becomes, without building it: nesting can multiply."""
    known = dict.fromkeys(recursive, 0)

    def measure(schema: Any) -> int:
        size = len(json.dumps(schema, ensure_ascii=False, separators=(",", ":")).encode())
        for name in _names(schema, definitions):
            if name not in known:
                known[name] = measure(definitions[name])
            size += known[name]
        return size

    return measure(body) + sum(measure(definitions[name]) for name in recursive)
