"""A parsed filter: checked when it is read, strict about types when it is asked of an item.

JMESPath answers false or null when unlike things are compared; here it is a mistake, told with the filter
that was meant. Only null, which is what a missing field gives, passes: it compares as false (`!=` as true),
and a function that cannot take it gives null. Imports jmespath, so it is imported only for calls that filter.
"""

from __future__ import annotations

import json
from typing import cast

from jmespath.functions import Functions
from jmespath.parser import Parser
from jmespath.visitor import TreeInterpreter

from tooli.execute.filter_text import COMPARATORS, filter_text
from tooli.schema.closeness import closest
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Node = dict[str, Any]

__all__ = ["Evaluator", "Mistake", "fields_of", "parse"]

_KINDS = {
    "bool": "boolean",
    "list": "array",
    "dict": "object",
    "NoneType": "null",
    "str": "string",
    "float": "number",
    "int": "number",
}
_TABLE: dict[str, Any] = Functions.FUNCTION_TABLE


class Mistake(ValueError):
    """The filter is wrong; `tree` is what was meant, where that can be derived, and `sure` how certain."""

    def __init__(self, message: str, tree: Node | None = None, *, sure: bool = False) -> None:
        super().__init__(message)
        self.tree = tree
        self.sure = sure


def parse(text: str) -> Node:
    """Return the tree of a JMESPath text; raise what jmespath raises."""
    return cast("Node", Parser().parse(text).parsed)


def check(tree: Node) -> None:
    """Raise a `Mistake` for a function that does not exist, or has too many or too few arguments."""
    for node in nodes(tree):
        if node["type"] == "function_expression":
            if node["value"] not in _TABLE:
                raise _unknown_function(tree, node)
            _check_count(tree, node)


def nodes(tree: Node) -> Iterator[Node]:
    """Yield every node of a tree."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack += [child for child in reversed(node["children"]) if isinstance(child, dict)]


def fields_of(tree: Node) -> list[str]:
    """Return the fields of an item that a filter looks at."""
    found: dict[str, None] = {}
    stack = [tree]
    while stack:
        node = stack.pop()
        if node["type"] == "field":
            found[node["value"]] = None
        elif node["type"] in _ON_THE_ITEM:
            stack += reversed(node["children"])
        elif node["type"] != "expref":
            stack += [child for child in node["children"][:1] if isinstance(child, dict)]
    return list(found)


_ON_THE_ITEM = {
    "comparator",
    "and_expression",
    "or_expression",
    "not_expression",
    "function_expression",
    "multi_select_list",
    "multi_select_dict",
    "key_val_pair",
}
"""Nodes whose every child is asked of the same value."""


def replaced(tree: Node, old: Node, new: Node) -> Node:
    """Return a copy of a tree with one node replaced."""
    if tree is old:
        return new
    children = [replaced(child, old, new) if isinstance(child, dict) else child for child in tree["children"]]
    return {**tree, "children": children}


def _call(name: str, *arguments: Node) -> Node:
    return {"type": "function_expression", "children": list(arguments), "value": name}


def _constant(value: object) -> Node:
    return {"type": "literal", "value": value, "children": []}


def _unknown_function(tree: Node, node: Node) -> Mistake:
    found = closest(node["value"], _TABLE)
    message = f"there is no function {node['value']}"
    if found is None:
        return Mistake(f"{message}; there are {', '.join(sorted(_TABLE))}")
    return Mistake(message, replaced(tree, node, {**node, "value": found[0]}), sure=found[1] != "guess")


def _check_count(tree: Node, node: Node) -> None:
    signature = _TABLE[node["value"]]["signature"]
    given, wanted = len(node["children"]), len(signature)
    if given == wanted or (given > wanted and signature[-1].get("variadic")):
        return
    message = f"{node['value']} takes {wanted} argument{'s' * (wanted != 1)}, not {given}"
    if given + 1 == wanted:
        for parent in nodes(tree):
            if parent["type"] == "subexpression" and parent["children"][-1] is node:
                # Written like a method: `name.contains("x")`.
                first = parent["children"][:-1]
                subject = first[0] if len(first) == 1 else {**parent, "children": first}
                moved = {**node, "children": [subject, *node["children"]]}
                raise Mistake(message, replaced(tree, parent, moved), sure=True)
    raise Mistake(message)


def kind_of(value: object) -> str:
    """Return JMESPath's name for the type of a value."""
    return _KINDS.get(type(value).__name__, "expression")


class Evaluator(TreeInterpreter):
    """Asks a tree of one item after another."""

    def __init__(self, tree: Node) -> None:
        super().__init__()
        self.tree: Any = tree
        self._call = Functions().call_function
        self._compared: set[int] = set()
        """The comparisons that went well with an earlier item."""

    def holds(self, item: object) -> bool:
        """Whether the filter is true of an item."""
        found = self.visit(self.tree, item)
        return not (found is None or found is False or found in ("", [], {}))

    def visit_comparator(self, node: Any, value: Any) -> Any:
        """Compare like with like."""
        left, right = (self.visit(child, value) for child in node["children"])
        kinds = kind_of(left), kind_of(right)
        ordered = node["value"] not in ("eq", "ne")
        if "null" in kinds:
            if ordered:
                return False
        elif kinds[0] != kinds[1] or (ordered and kinds[0] not in ("number", "string")):
            raise self._unlike(node, (left, right), kinds)
        else:
            self._compared.add(id(node))
        return self.COMPARATOR_FUNC[node["value"]](left, right)

    def _unlike(self, node: Node, values: tuple[Any, Any], kinds: tuple[str, str]) -> Mistake:
        sign = COMPARATORS[node["value"]]
        sides = [filter_text(child, right=at == 1) for at, child in enumerate(node["children"])]
        if kinds[0] == kinds[1]:
            return Mistake(f"{sign} compares numbers or strings; {sides[0]} and {sides[1]} are {kinds[0]}s")
        message = f"{sign} compares {sides[0]}, {_a(kinds[0])}, with {sides[1]}, {_a(kinds[1])}"
        if id(node) in self._compared:
            message += ", while it is of the other's type in an earlier item"
        meant = _meant(node, values, kinds, id(node) in self._compared)
        if meant is None:
            return Mistake(message)
        return Mistake(message, replaced(self.tree, node, meant[0]), sure=meant[1])

    def visit_function_expression(self, node: Any, value: Any) -> Any:
        """Call a function; null where it cannot be taken gives null."""
        given = [self.visit(child, value) for child in node["children"]]
        name = node["value"]
        signature = _TABLE[name]["signature"]
        for at, argument in enumerate(given):
            allowed = [kind.split("-")[0] for kind in signature[min(at, len(signature) - 1)]["types"]]
            if name == "contains" and at == 1 and isinstance(given[0], str):
                allowed = ["string"]
            allowed = ["expression" if kind == "expref" else kind for kind in allowed]
            kind = kind_of(argument)
            if allowed and kind not in allowed:
                if kind == "null":
                    return None
                raise self._wrong_argument(node, at, argument, allowed)
        return self._call(name, given)

    def _wrong_argument(self, node: Node, at: int, value: object, allowed: list[str]) -> Mistake:
        child = node["children"][at]
        shown = filter_text(child, right=at > 0)
        kind = kind_of(value)
        message = f"{node['value']} takes {_a(' or '.join(allowed))}; {shown} is {_a(kind)}"
        sure = child["type"] == "literal"
        if "string" in allowed and kind in ("number", "boolean"):
            meant = _constant(json.dumps(value)) if sure else _call("to_string", child)
        elif "number" in allowed and isinstance(value, str) and _number(value) is not None:
            meant = _constant(_number(value)) if sure else _call("to_number", child)
        else:
            return Mistake(message)
        given = [meant if place == at else other for place, other in enumerate(node["children"])]
        return Mistake(message, replaced(self.tree, node, {**node, "children": given}), sure=sure)


def _meant(
    node: Node, values: tuple[Any, Any], kinds: tuple[str, str], mixed: bool
) -> tuple[Node, bool] | None:
    """Return the comparison that was meant, and whether that is sure."""
    for at in (1, 0):
        if node["children"][at]["type"] == "literal":
            return _with_constant(node, at, values, kinds, mixed)
    if sorted(kinds) == ["number", "string"]:
        return _with_side(node, kinds.index("string"), "to_number"), False
    return None


def _with_constant(
    node: Node, at: int, values: tuple[Any, Any], kinds: tuple[str, str], mixed: bool
) -> tuple[Node, bool] | None:
    """Return a comparison with the constant on one side, or else the other side, made to fit."""
    constant, other = values[at], values[1 - at]
    wanted, kind = kinds[1 - at], kinds[at]
    ordered = node["value"] not in ("eq", "ne")
    if mixed and kind in ("number", "string"):
        return _with_side(node, 1 - at, f"to_{kind}"), False
    if wanted == "string" and kind == "number" and ordered and _number(other) is not None:
        return _with_side(node, 1 - at, "to_number"), True
    if wanted == "array" and not ordered:
        inside = _call("contains", node["children"][1 - at], node["children"][at])
        return ({"type": "not_expression", "children": [inside]} if node["value"] == "ne" else inside), False
    fitting = _fitting(constant, wanted)
    if fitting is None or (ordered and wanted == "boolean"):
        return None
    children = list(node["children"])
    children[at] = _constant(fitting)
    return {**node, "children": children}, not (ordered and wanted == "string")


def _with_side(node: Node, at: int, function: str) -> Node:
    children = list(node["children"])
    children[at] = _call(function, children[at])
    return {**node, "children": children}


def _fitting(constant: object, wanted: str) -> object:
    """Return a constant as another type, or None."""
    if wanted == "string" and isinstance(constant, (bool, int, float)):
        return json.dumps(constant)
    if wanted == "number" and isinstance(constant, str):
        return _number(constant)
    if wanted == "boolean":
        return {"true": True, "false": False, "1": True, "0": False}.get(str(constant).lower())
    return None


def _number(text: str) -> int | float | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_number = kind_of(value) == "number" and -float("inf") < value < float("inf")
    return value if is_number else None


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeo' else 'a'} {kind}"
