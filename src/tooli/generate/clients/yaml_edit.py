"""One entry of a YAML file set or removed; every other line stays as it is."""

from __future__ import annotations

from typing import Any

from tooli.generate.clients.malformed import MalformedError


def _yaml() -> Any:
    import yaml

    return yaml


def get(text: str) -> Any:
    """Return what a text holds; an empty one holds an empty mapping."""
    yaml = _yaml()
    try:
        held = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or str(error)
        raise MalformedError(reason, mark.line + 1 if mark else 1) from None
    return {} if held is None else held


def put(text: str, path: tuple[str, ...], value: Any) -> str:
    """Return the text with a value at a path of keys; mappings on the way are made."""
    newline = "\r\n" if "\r\n" in text else "\n"
    node, found = _follow(text, path)
    if found is None:
        for key in reversed(path):
            value = {key: value}
        ended = text if not text or text.endswith("\n") else text + newline
        return ended + _dumped(value, 0, newline)
    depth = len(found)
    _, key, item = found[-1]
    if depth == len(path):
        start, end = _lines(text, key, item)
        return text[:start] + _dumped({path[-1]: value}, key.start_mark.column, newline) + text[end:]
    for name in reversed(path[depth + 1 :]):
        value = {name: value}
    value = {path[depth]: value}
    if node.__class__.__name__ == "MappingNode" and node.value and not node.flow_style:
        last_key, last = node.value[-1]
        _, end = _lines(text, last_key, last)
        column = node.value[0][0].start_mark.column
        head = text[:end] if text[:end].endswith("\n") else text[:end] + newline
        return head + _dumped(value, column, newline) + text[end:]
    start, end = _lines(text, key, item)  # an empty one: it is written anew, as a block
    return text[:start] + _dumped({path[depth - 1]: value}, key.start_mark.column, newline) + text[end:]


def remove(text: str, path: tuple[str, ...]) -> str:
    """Return the text without the entry at a path of keys; the last one leaves an empty mapping."""
    _, found = _follow(text, path)
    assert found is not None  # the entry is there
    holder, key, item = found[-1]
    if len(holder.value) == 1 and len(found) > 1:
        _, outer, _ = found[-2]
        start, end = _lines(text, outer, holder)
        newline = "\r\n" if "\r\n" in text else "\n"
        return text[:start] + _dumped({path[-2]: {}}, outer.start_mark.column, newline) + text[end:]
    start, end = _lines(text, key, item)
    return text[:start] + text[end:]


def _follow(text: str, path: tuple[str, ...]) -> tuple[Any, list[tuple[Any, Any, Any]] | None]:
    """Return the last node down a path, and holder, key and node of each step; None for no step."""
    node = _yaml().compose(text)
    found: list[tuple[Any, Any, Any]] = []
    for name in path:
        pairs = node.value if node is not None and node.__class__.__name__ == "MappingNode" else ()
        pair = next(((key, item) for key, item in pairs if key.value == name), None)
        if pair is None:
            break
        found.append((node, *pair))
        node = pair[1]
    return node, found or None


def _lines(text: str, key: Any, node: Any) -> tuple[int, int]:
    """Return the lines of an entry: from its key's line to the end of the line its last value ends on."""
    start = text.rfind("\n", 0, key.start_mark.index) + 1
    last = node
    while last.__class__.__name__ in ("MappingNode", "SequenceNode") and last.value and not last.flow_style:
        inner = last.value[-1]
        last = inner[1] if isinstance(inner, tuple) else inner
    at = (
        len(text[: last.end_mark.index].rstrip())
        if getattr(last, "style", None) in ("|", ">")
        else last.end_mark.index
    )
    end = text.find("\n", max(at, key.end_mark.index))
    return start, len(text) if end < 0 else end + 1


def _dumped(value: Any, column: int, newline: str) -> str:
    shown: str = _yaml().safe_dump(
        value, sort_keys=False, default_flow_style=False, allow_unicode=True, width=10_000
    )
    return "".join(" " * column + line + newline for line in shown.rstrip("\n").split("\n"))
