"""A Python module put together: the parts that are needed, and the imports they need."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.resources import files
from symtable import SymbolTable, symtable

from tooli.types import Record

OWN = "tooli.generate.export.glue"
BUILTIN = {
    "typing": ("Any", "Literal", "NotRequired", "TypeAlias", "TypedDict"),
    "collections.abc": ("Iterator",),
}


class Part(Record):
    """A piece of a module: a definition, and the names it uses."""

    source: str
    name: str | None = None
    """What it defines, where it is kept only if something needs that."""

    @property
    def uses(self) -> set[str]:
        """The names in it that stand for something outside its functions."""
        return set(_outer(symtable(self.source, "part", "exec")))


def _outer(table: SymbolTable) -> Iterator[str]:
    """Give the names that a scope, and those in it, use from the module."""
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() != "function"):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _outer(inner)


class Imports:
    """Where names come from."""

    def __init__(self) -> None:
        self._plain: dict[str, str] = {}
        self._named: dict[str, tuple[str, str]] = {}
        self.notes: dict[str, str] = {}
        """What a checker of types is told about a module."""
        for module, names in BUILTIN.items():
            for name in names:
                self.add(module, name)

    def add(self, module: str, name: str | None = None, alias: str | None = None) -> None:
        """Say that a name is a module, or comes from one."""
        if name is None:
            self._plain[alias or module.partition(".")[0]] = f"{module} as {alias}" if alias else module
        else:
            self._named[alias or name] = (module, name)

    def read(self, node: ast.AST) -> None:
        """Take the imports of a statement."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Import):
                for alias in inner.names:
                    self.add(alias.name, None, alias.asname)
            elif isinstance(inner, ast.ImportFrom) and inner.module != "__future__":
                for alias in inner.names:
                    self.add(str(inner.module), alias.name, alias.asname)

    def spelling(self, module: str, name: str) -> str | None:
        """Take a name from a module and return how it is written; None when the name stands for another."""
        if self._plain.get(module) == module:
            return f"{module}.{name}"
        if name in self._plain or self._named.setdefault(name, (module, name)) != (module, name):
            return None
        return name

    def alias(self, name: str, alias: str) -> bool:
        """Give what a name is imported as, or is in Python, another name; False when it is neither."""
        if name in self._named:
            self.add(*self._named[name], alias)
        elif name in self._plain:
            self.add(name, None, alias)
        elif hasattr(builtins, name):
            self.add("builtins", name, alias)
        else:
            return False
        return True

    def names(self) -> set[str]:
        """Return all names."""
        return {*self._plain, *self._named}

    def lines(self, used: set[str], own: Collection[str]) -> list[list[str]]:
        """Return the statements for the names that are used, in sections; the packages `own` come last."""
        sections: tuple[list[str], ...] = ([], [], [])
        for name, module in sorted(self._plain.items(), key=lambda item: item[1]):
            if name in used:
                sections[_section(module, own)].append(f"import {module}")
        taken: dict[str, list[list[str]]] = {}
        for alias, (module, name) in self._named.items():
            if alias in used:
                plain, *_ = statements = taken.setdefault(module, [[]])
                if alias == name:
                    plain.append(name)
                else:
                    statements.append([f"{name} as {alias}"])  # as isort does
        for module, statements in sorted(taken.items()):
            for names in sorted((sorted(names, key=_order) for names in statements if names), key=_first):
                sections[_section(module, own)].append(_from(module, names) + self.notes.get(module, ""))
        return [section for section in sections if section]


def _section(module: str, own: Collection[str]) -> int:
    package = module.partition(" ")[0].partition(".")[0]
    if package in own:
        return 2
    return 0 if package in sys.stdlib_module_names else 1


def _order(name: str) -> tuple[int, str]:
    """Sort as isort does: constants, then classes, then the rest."""
    name = name.partition(" ")[0]
    return (0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2, name)


def _first(names: list[str]) -> tuple[int, str]:
    return _order(names[0])


def _from(module: str, names: list[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= 88:
        return line
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in names), ")"])


def glue(name: str, imports: Imports, provided: Iterable[str] = ()) -> list[Part]:
    """Return the definitions of a module of the glue; `provided` names are defined elsewhere."""
    text = (files(OWN) / f"{name}.py").read_text(encoding="utf-8")
    given = set(provided)
    parts: list[Part] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            if node.module == f"{OWN}.arguments":
                parts += glue("arguments", imports)
            elif node.module != "__future__" and not str(node.module).startswith(OWN):
                for alias in node.names:
                    imports.add(str(node.module), alias.name, alias.asname)
                note = text.splitlines()[node.lineno - 1].partition("  # type:")
                imports.notes[str(node.module)] = "".join(note[1:])
        elif isinstance(node, ast.Import):
            for alias in node.names:
                imports.add(alias.name)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            start = min([node.lineno, *(item.lineno for item in node.decorator_list)])
            lines = text.splitlines()[start - 1 : node.end_lineno]
            if node.name not in given:
                parts.append(Part(source="\n".join(lines), name=node.name))
    return parts


def assembled(
    about: str,
    parts: list[Part],
    imports: Imports,
    *,
    own: Collection[str] = (),
    postponed: bool = False,
    is_stub: bool = False,
) -> str:
    """Return the source of a module with all parts that something needs."""
    kept = _needed(parts)
    used = set().union(*(part.uses for part in kept))
    sections = imports.lines(used, own)
    if postponed:
        sections.insert(0, ["from __future__ import annotations"])
    head = "\n\n".join(
        [f'"""{about}\n"""' if "\n" in about else f'"""{about}"""', *("\n".join(s) for s in sections)]
    )
    body, before = "", ""
    for part in kept:
        body += _gap(before, part.source, is_stub=is_stub) + part.source
        before = part.source
    return f"{head}{body}\n"


def _gap(before: str, after: str, *, is_stub: bool) -> str:
    """Return what a formatter puts between two parts; before the first stands the head."""
    if is_stub and before.startswith(_FUNCTION) and after.startswith(_FUNCTION):
        return "\n"
    if before.startswith(_DEFINITION) or after.startswith(_DEFINITION):
        return "\n\n" if is_stub else "\n\n\n"
    return "\n" if before else "\n\n"


_FUNCTION = ("def ", "async def ")
_DEFINITION = (*_FUNCTION, "class ", "@")


def _needed(parts: list[Part]) -> list[Part]:
    by_name: Mapping[str, Part] = {part.name: part for part in parts if part.name is not None}
    wanted = [part for part in parts if part.name is None]
    found = {id(part) for part in wanted}
    while wanted:
        for name in wanted.pop().uses:
            part = by_name.get(name)
            if part is not None and id(part) not in found:
                found.add(id(part))
                wanted.append(part)
    return [part for part in parts if id(part) in found]
