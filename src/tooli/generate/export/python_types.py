"""Annotations as they would be written, and where the names in them come from."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from tooli.generate.export.json_types import literal, union

if TYPE_CHECKING:
    from tooli.generate.export.module import Imports

_SPECIAL = ((Any, "Any"), (None, "None"), (NoneType, "None"), (Ellipsis, "..."))


class PythonTypes:
    """Writes annotations for one module; what they need from others is added to its imports."""

    def __init__(self, imports: Imports, own: str) -> None:
        self._imports = imports
        self._own = {own, "__main__"}

    def source(self, annotation: Any) -> str:
        """Return an annotation as source; `Any` for what cannot be imported."""
        for special, name in _SPECIAL:
            if annotation is special:
                return name
        origin, args = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self.source(args[0])
        if origin is Literal:
            return literal(list(args))
        if origin in (Union, UnionType):
            return union([self.source(arg) for arg in args])
        if isinstance(origin, type):
            inside = ", ".join(self.source(arg) for arg in args)
            return f"{self._name(origin)}[{inside}]" if self._name(origin) != "Any" else "Any"
        return self._name(annotation) if isinstance(annotation, type) else "Any"

    def _name(self, cls: type) -> str:
        module, name = cls.__module__, cls.__qualname__
        first, dot, rest = name.partition(".")
        if "<" in name or "[" in name:  # made inside a function, or by a generic model
            return "Any"
        if module not in ("builtins", *self._own):
            spelt = self._imports.spelling(module.removesuffix("._local"), first)
            return "Any" if spelt is None else f"{spelt}{dot}{rest}"
        return name
