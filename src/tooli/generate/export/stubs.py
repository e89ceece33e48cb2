"""Type stubs of the module that holds an app, so that `app.find_files(` completes and type-checks."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tooli.generate.export.json_types import camel
from tooli.generate.export.layout import Group, Node, docstring, render
from tooli.generate.export.module import Imports, Part, assembled
from tooli.generate.export.python_types import PythonTypes
from tooli.generate.export.signature import free_name
from tooli.generate.export.spelling import Spelling
from tooli.schema.json_schema import description
from tooli.types import Unset

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.generate.export.place import Place
    from tooli.model import Command, Param

_INPUTS = ("stdin", "secret")
_STREAMS = frozenset({"Iterator", "Generator", "AsyncIterator", "AsyncGenerator", "AsyncIterable"})


def stub_of(runtime: Runtime, commands: Sequence[Command], place: Place, about: str) -> str:
    """Return stubs of the app's module: what it defines, and the commands as methods of the app."""
    assert place.module is not None
    assert place.file is not None
    imports = Imports()
    imports.add("tooli", "CallOptions")
    imports.add("tooli", "Tooli")
    imports.add("tooli", "TooliResult")
    types = PythonTypes(imports, place.module)
    text = place.file.read_text(encoding="utf-8")
    own = list(_module_parts(text, place.variable, imports))
    attributes = {_attribute(word) for command in commands for word in command.path}
    classes = _Classes(types, Spelling(imports, own, attributes), camel(runtime.name))
    name = classes.app(commands, place.taken)
    return assembled(
        about,
        [*own, *classes.spelling.aliases, *classes.parts, Part(source=f"{place.variable}: {name}")],
        imports,
        own=place.packages,
        is_stub=True,
    )


class _Classes:
    """The classes of an app and its groups, with a method for each command."""

    def __init__(self, types: PythonTypes, spelling: Spelling, name: str) -> None:
        self.parts: list[Part] = []
        self.spelling = spelling
        self._types = types
        self._name = name
        self._groups: dict[tuple[str, ...], str] = {}

    def app(self, commands: Sequence[Command], taken: frozenset[str]) -> str:
        """Add the class of the app, which has the `taken` attributes already, and return its name."""
        name = self.spelling.free(f"{self._name}App")
        api = self._group(commands, (), f"{self._name}Api")
        free = [command for command in commands if _attribute(command.path[0]) not in taken]
        rows = list(self._members(free, ()))
        head = [
            f"class {name}(Tooli):",
            f"    @{self.spelling.of('property')}",
            f"    def api(self) -> {api}: ...  # type: ignore[override]",
        ]
        self.parts.append(Part(source="\n".join([*head, *rows])))
        return name

    def _group(self, commands: Sequence[Command], at: tuple[str, ...], name: str) -> str:
        if at not in self._groups:
            self._groups[at] = self.spelling.free(name)
            rows = list(self._members(commands, at)) or ["    ..."]
            self.parts.append(Part(source="\n".join([f"class {self._groups[at]}:", *rows])))
        return self._groups[at]

    def _members(self, commands: Sequence[Command], at: tuple[str, ...]) -> Iterator[str]:
        inside: dict[str, list[Command]] = {}
        for command in commands:
            if len(command.path) > len(at) + 1:
                inside.setdefault(command.path[len(at)], []).append(command)
            elif _is_name(_attribute(command.path[-1])):
                yield self._method(command)
        for group, members in inside.items():
            if _is_name(_attribute(group)):
                path = (*at, group)
                made = self._group(members, path, f"{self._name}{camel('-'.join(path))}")
                yield f"    {_attribute(group)}: {made}"

    def _method(self, command: Command) -> str:
        params: list[tuple[str, Node]] = [("", free_name("self", command.param_by_name))]
        named = False
        for param in command.params:
            if param.kind == "keyword" and not named:
                named = True
                params.append(("", "*"))
            named = named or param.kind == "variadic"
            params.append(self._param(param))
        if "options" not in command.param_by_name:
            params += [] if named else [("", "*")]
            params.append(("", f"options: {self.spelling.of('CallOptions | None')} = None"))
        returns = self.spelling.of(f"TooliResult[{self._result(command)}]")
        word = Group(
            open=f"def {_attribute(command.path[-1])}(", items=tuple(params), close=f") -> {returns}:"
        )
        text = description(command).partition("\n")[0] or f"Run {command.name}."
        return "\n".join([f"    {render(word, 4)}", docstring(text, {}, 8)])

    def _param(self, param: Param) -> tuple[str, Node]:
        kind = self._types.source(param.shape.annotation)
        if param.shape.input in _INPUTS:
            kind = f"{kind} | str"
        if param.kind == "variadic":
            inner = self._types.source(param.shape.items[0].annotation) if param.shape.items else "Any"
            return "", f"*{param.name}: {self.spelling.of(inner)}"
        optional = not isinstance(param.default, Unset) or "default_factory" in param.settings
        return "", f"{param.name}: {self.spelling.of(kind)}" + (" = ..." if optional else "")

    def _result(self, command: Command) -> str:
        returns: Any = command.returns
        if isinstance(returns, Unset):
            return "Any"
        origin = getattr(returns, "__origin__", returns)
        if command.is_stream and getattr(origin, "__name__", "") in _STREAMS:
            items = getattr(returns, "__args__", None)
            return f"list[{self._types.source(items[0]) if items else 'Any'}]"
        return self._types.source(returns)


def _is_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _attribute(name: str) -> str:
    return name.replace("-", "_")


def _module_parts(text: str, variable: str, imports: Imports) -> Iterator[Part]:
    """Give what a module defines, without what its functions do."""
    for node in ast.parse(text).body:
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.If, ast.Try)):
            imports.read(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield Part(source=_outline(node, text, 0))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield Part(source=f"{node.target.id}: {ast.get_source_segment(text, node.annotation)}")
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name != variable:
                yield Part(source=_assigned(name, node.value, text))


def _assigned(name: str, value: ast.expr, text: str) -> str:
    """Return an assignment: types as they are, of values only that they exist."""
    if "TypeVar(" in ast.unparse(value):
        return f"{name} = {ast.get_source_segment(text, value)}"
    if isinstance(value, ast.Subscript) or (isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)):
        return f"{name}: TypeAlias = {ast.get_source_segment(text, value)}"
    if isinstance(value, ast.Constant) and value.value is not None:
        return f"{name}: {type(value.value).__name__}"
    return f"{name}: Any"


def _outline(node: ast.stmt, text: str, indent: int) -> str:
    """Return a definition with its docstrings and fields, and `...` for what functions do."""
    lines = text.splitlines()
    if isinstance(node, ast.ClassDef):
        start = min([node.lineno, *(item.lineno for item in node.decorator_list)])
        head = lines[start - 1 : node.body[0].lineno - 1 - _decorators(node.body[0])]
        body = [_outline(item, text, indent + 4) for item in node.body]
        return "\n".join([*head, *body])
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        kept = [item for item in node.decorator_list if isinstance(item, ast.Name) and indent]
        shown = [f"{' ' * indent}@{ast.unparse(item)}" for item in kept]
        head = lines[node.lineno - 1 : node.body[0].lineno - 1]
        head = [re.sub(r"  # noqa.*", "", line) for line in head]
        while head and not head[-1].rstrip().endswith(":"):
            head.pop()
        return "\n".join([*shown, *head[:-1], f"{head[-1].rstrip()} ..."])
    return "\n".join(lines[node.lineno - 1 : node.end_lineno])


def _decorators(node: ast.stmt) -> int:
    """How many lines of decorators stand above a definition."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return node.lineno - min([node.lineno, *(decorator.lineno for decorator in decorators)])
