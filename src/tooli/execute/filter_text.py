"""A parsed filter written as text again, in the forgiving form, so that a corrected filter can be shown.

Not every tree has a text that reads back as the same tree: whoever shows one compares first.
"""

from __future__ import annotations

import json

from tooli.execute.filter_words import CONSTANTS, PLAIN_NAME
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    Node = dict[str, Any]

__all__ = ["COMPARATORS", "filter_text"]

COMPARATORS = {"eq": "==", "ne": "!=", "lt": "<", "lte": "<=", "gt": ">", "gte": ">="}
_POWERS = {"pipe": 1, "or_expression": 2, "and_expression": 3, "comparator": 5, "not_expression": 45}
_JOINERS = {"pipe": "|", "or_expression": "||", "and_expression": "&&"}
_WORDS = {*CONSTANTS, "and", "or", "not"}
_PROJECTIONS = ("projection", "value_projection", "filter_projection")
_WHOLE = 100


def filter_text(node: Node, *, right: bool = False) -> str:
    """Return a tree's text; right: where `"x"` is read as text, not as a field."""
    kind = node["type"]
    if kind in _JOINERS or kind == "comparator":
        return _joined(node)
    if kind == "literal":
        return _literal(node["value"], right)
    return _WRITERS[kind](node)


def _within(node: Node, power: int, *, right: bool = False) -> str:
    text = filter_text(node, right=right)
    return f"({text})" if _POWERS.get(node["type"], _WHOLE) < power else text


def _joined(node: Node) -> str:
    power = _POWERS[node["type"]]
    sign = _JOINERS.get(node["type"]) or COMPARATORS[node["value"]]
    left, right = node["children"]
    shown = _within(right, power + 1, right=node["type"] == "comparator")
    return f"{_within(left, power)} {sign} {shown}"


def _literal(value: object, right: bool) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, (bool, int, float)) or (right and isinstance(value, str)):
        return text
    if isinstance(value, str) and "'" not in value and "\\" not in value:
        return f"'{value}'"
    return "`" + text.replace("`", "\\u0060") + "`"


def _name(node: Node, *, first: bool = True) -> str:
    name = str(node["value"])
    if PLAIN_NAME.fullmatch(name) and name.lower() not in _WORDS and name not in _WORDS:
        return name
    # Behind a dot a quoted name is a field wherever it stands.
    return ("@." if first else "") + json.dumps(name, ensure_ascii=False)


def _function(node: Node) -> str:
    subject = 1 if node["value"] == "join" else 0
    given = [filter_text(child, right=at != subject) for at, child in enumerate(node["children"])]
    return f"{node['value']}({', '.join(given)})"


def _base(node: Node) -> str:
    if node["type"] == "identity":
        return ""
    text = _within(node, _WHOLE)
    return f"({text})" if node["type"] in _PROJECTIONS else text


def _dotted(node: Node) -> str:
    first, *rest = node["children"]
    return _base(first) + "".join(_rest(child) for child in rest)


def _rest(node: Node) -> str:
    """Return what follows a value: a part of it, or what is taken of each of its items."""
    kind = node["type"]
    if kind == "identity":
        return ""
    if kind == "field":
        return "." + _name(node, first=False)
    if kind == "subexpression":
        return "".join(_rest(child) for child in node["children"])
    text = filter_text(node)
    return text if text.startswith("[") and kind != "multi_select_list" else f".{text}"


def _index(node: Node) -> str:
    return f"[{node['value']}]"


def _slice(node: Node) -> str:
    start, stop, step = ("" if part is None else str(part) for part in node["children"])
    return f"[{start}:{stop}:{step}]" if step else f"[{start}:{stop}]"


def _projection(node: Node) -> str:
    left, right = node["children"]
    if left["type"] == "flatten":
        return _base(left["children"][0]) + "[]" + _rest(right)
    sliced = left["type"] == "index_expression" and left["children"][-1]["type"] == "slice"
    return (_dotted(left) if sliced else _base(left) + "[*]") + _rest(right)


def _value_projection(node: Node) -> str:
    left, right = node["children"]
    base = _base(left)
    return (f"{base}.*" if base else "*") + _rest(right)


def _filter_projection(node: Node) -> str:
    left, right, condition = node["children"]
    return f"{_base(left) or '@'}[?{filter_text(condition)}]{_rest(right)}"


def _list(node: Node) -> str:
    return "[" + ", ".join(map(filter_text, node["children"])) + "]"


def _object(node: Node) -> str:
    pairs = (f"{json.dumps(pair['value'])}: {filter_text(pair['children'][0])}" for pair in node["children"])
    return "{" + ", ".join(pairs) + "}"


_WRITERS = {
    "field": _name,
    "function_expression": _function,
    "subexpression": _dotted,
    "index_expression": _dotted,
    "index": _index,
    "slice": _slice,
    "projection": _projection,
    "value_projection": _value_projection,
    "filter_projection": _filter_projection,
    "flatten": lambda node: _base(node["children"][0]) + "[]",
    "not_expression": lambda node: "!" + _within(node["children"][0], _POWERS["not_expression"]),
    "expref": lambda node: "&" + filter_text(node["children"][0]),
    "current": lambda node: "@",
    "identity": lambda node: "@",
    "multi_select_list": _list,
    "multi_select_dict": _object,
}
