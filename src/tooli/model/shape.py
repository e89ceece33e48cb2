"""What kind of value an annotation stands for. Pure data; may import `types` only."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from typing import Any


class Shape(Record):
    """One type: its kind, and the shapes inside it."""

    kind: str
    annotation: Any
    """The Python type, without `Annotated` around it."""
    items: tuple[Shape, ...] = ()
    choices: tuple[Any, ...] = ()
    """The values of an enum or literal, as they are written."""
    metadata: tuple[Any, ...] = ()
    """What `Annotated` says about a type inside another."""

    @property
    def multiple(self) -> bool:
        """Whether a value holds any number of items."""
        return self.kind in ("list", "set", "frozenset", "tuple")

    @property
    def simple(self) -> bool:
        """Whether the built-in validator knows this type, without pydantic."""
        if self.metadata:
            return False
        if self.kind in SIMPLE:
            return True
        if self.kind not in CONTAINERS or _module(self.annotation) == "collections":
            return False  # a deque or a Counter is made by pydantic
        return all(item.simple for item in self.items)

    @property
    def input(self) -> str:
        """`stdin` or `secret` for what has to be read before the command runs, alone or in a list."""
        shape = self.inner
        if shape.items and shape.multiple:
            shape = shape.items[0].inner
        return shape.kind if shape.kind in INPUTS else ""

    @property
    def inner(self) -> Shape:
        """The shape without `Optional` around it."""
        return self.items[0] if self.kind == "optional" else self


def _module(annotation: Any) -> str:
    return getattr(getattr(annotation, "__origin__", annotation), "__module__", "")


SIMPLE = frozenset(
    {"str", "int", "float", "bool", "bytes", "path", "enum", "literal"}
    | {"date", "datetime", "time", "uuid", "decimal", "none", "any", "stdin", "secret"}
)
"""Kinds the built-in validator handles itself."""
INPUTS = frozenset({"stdin", "secret"})
"""Kinds of `StdinOr` and `SecretInput`."""
CONTAINERS = frozenset({"list", "set", "frozenset", "tuple", "fixed", "optional", "dict"})
"""Kinds it handles when it handles what is inside them."""
