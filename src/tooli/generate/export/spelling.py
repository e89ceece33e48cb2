"""Annotations in the classes of stubs, where a method hides what has its name outside."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Sequence

from tooli.generate.export.module import Imports, Part
from tooli.generate.export.signature import free_name


class Spelling:
    """Writes the names that methods, or the module itself, hide under another name."""

    def __init__(self, imports: Imports, own: Sequence[Part], attributes: Collection[str]) -> None:
        """Begin with the parts of the module and the attributes of its classes."""
        self.aliases: list[Part] = []
        self._imports = imports
        self._defined = {name for part in own for name in _defined(part)}
        self._hidden = {*attributes, *(self._defined & set(dir(builtins)))}
        self._taken = {*self._hidden, *self._defined, *imports.names()}
        self._spelt: dict[str, str] = {}

    def free(self, name: str) -> str:
        """Return a name that nothing has yet."""
        found = free_name(name, self._taken)
        self._taken.add(found)
        return found

    def of(self, annotation: str) -> str:
        """Return an annotation that says the same inside the classes."""
        text = annotation.encode()
        nodes = [node for node in ast.walk(ast.parse(annotation)) if isinstance(node, ast.Name)]
        for node in sorted(nodes, key=lambda node: node.col_offset, reverse=True):
            if node.id in self._hidden:
                text = text[: node.col_offset] + self._alias(node.id).encode() + text[node.end_col_offset :]
        return text.decode()

    def _alias(self, name: str) -> str:
        if name not in self._spelt:
            alias = self._spelt[name] = self.free(name)
            if not self._imports.alias(name, alias):
                self.aliases.append(Part(source=f"{alias}: TypeAlias = {name}"))
        return self._spelt[name]


def _defined(part: Part) -> Iterator[str]:
    """Give the names that a part defines."""
    for node in ast.parse(part.source).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
