"""The immutable description of commands: a `Command` has `Param`s, a `Param` has a `Shape`.

Pure data, no I/O; every surface and document is a projection of it. May import `types` and `errors` only, the
rest of the package where it is needed.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, UNSET, Record, Unset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypedDict

    from tooli.model.behavior import Behavior
    from tooli.model.constraint import Constraint
    from tooli.model.docstring import Doc

    class CommandSettings(TypedDict, total=False):
        """The keywords of `@app.command`."""

        name: str
        title: str
        aliases: Sequence[str]
        group: str
        annotations: Behavior
        capabilities: Sequence[str]
        cost_hint: str
        danger_level: str
        human_in_the_loop: bool
        requires_approval: bool
        auth: Sequence[str]
        examples: Sequence[Mapping[str, Any]]
        error_codes: Mapping[str, str]
        timeout: float
        isolate: bool
        max_tokens: int
        version: str
        deprecated: bool | str
        hidden: bool
        tags: Sequence[str]
        when_to_use: str
        task_group: str
        handoffs: Sequence[Mapping[str, str]]
        delegation_hint: str
        pipe_input: str | Mapping[str, Any]
        pipe_output: Mapping[str, Any]
        paginated: bool
        output_schema: Mapping[str, Any]
        output_example: Any
        agent_auto_confirm: bool
        recovery_playbooks: Mapping[str, Sequence[str]]
        help: str
        short_help: str
        epilog: str
        rich_help_panel: str
        no_args_is_help: bool
        constraints: Sequence[Constraint]


SIMPLE = frozenset(
    {"str", "int", "float", "bool", "bytes", "path", "enum", "literal"}
    | {"date", "datetime", "time", "uuid", "decimal", "none", "any", "stdin", "secret"}
)
"""Kinds the built-in validator handles itself."""
INPUTS = frozenset({"stdin", "secret"})
"""Kinds of `StdinOr` and `SecretInput`."""
CONTAINERS = frozenset({"list", "set", "frozenset", "tuple", "fixed", "optional", "dict"})
"""Kinds it handles when it handles what is inside them."""


class Command(Record):
    """One function, described once."""

    path: tuple[str, ...]
    """Its names from the root: `("db", "migrate")`."""
    function: Callable[..., Any]
    params: tuple[Param, ...] = ()
    injected: tuple[Param, ...] = ()
    """Params the framework fills."""
    returns: Any = None
    is_async: bool = False
    is_stream: bool = False
    """Whether it yields its items one by one."""
    docstring: str = ""
    middleware: tuple[Callable[..., Any], ...] = ()
    """The wrappers of the run step, outermost first."""
    error_maps: tuple[tuple[type[BaseException], Mapping[str, Any]], ...] = ()
    """Exceptions that become errors of their own, the nearest group's first."""

    title: str | None = None
    aliases: tuple[str, ...] = ()
    annotations: Behavior | None = None
    """The declared hints; `behavior` has those that hold."""
    capabilities: tuple[str, ...] = ()
    cost_hint: str | None = None
    danger_level: str | None = None
    human_in_the_loop: bool = False
    requires_approval: bool = False
    auth: tuple[str, ...] = ()
    examples: tuple[Mapping[str, Any], ...] = ()
    error_codes: Mapping[str, str] = {}
    timeout: float | None = None
    isolate: bool = False
    max_tokens: int | None = None
    version: str | None = None
    deprecated: bool | str = False
    hidden: bool = False
    tags: tuple[str, ...] = ()
    when_to_use: str | None = None
    task_group: str | None = None
    handoffs: tuple[Mapping[str, str], ...] = ()
    delegation_hint: str | None = None
    pipe_input: str | Mapping[str, Any] | None = None
    pipe_output: Mapping[str, Any] | None = None
    paginated: bool = False
    output_schema: Mapping[str, Any] | None = None
    output_example: Any = None
    agent_auto_confirm: bool = True
    recovery_playbooks: Mapping[str, Sequence[str]] = {}
    help: str | None = None
    short_help: str | None = None
    epilog: str | None = None
    rich_help_panel: str | None = None
    no_args_is_help: bool = False
    constraints: tuple[Constraint, ...] = ()

    @property
    def name(self) -> str:
        """Its full name on the command line: `db migrate`."""
        return " ".join(self.path)

    @property
    def export_name(self) -> str:
        """Its name where only letters, digits and `_` are allowed: `db_migrate`."""
        return export_name(self.path)

    @property
    def param_by_name(self) -> Mapping[str, Param]:
        """Its params by their Python names."""
        memo: dict[str, Param] | None = self.__dict__.get("_by_name")
        if memo is None:
            memo = self.__dict__["_by_name"] = {param.name: param for param in self.params}
        return memo

    @property
    def inputs(self) -> tuple[Param, ...]:
        """Params whose values have to be read before it runs: from files, URLs, stdin."""
        memo: tuple[Param, ...] | None = self.__dict__.get("_inputs")
        if memo is None:
            memo = self.__dict__["_inputs"] = tuple(param for param in self.params if param.shape.input)
        return memo

    @property
    def guarded(self) -> bool:
        """Whether running it needs a yes, a scope or a person."""
        memo: bool | None = self.__dict__.get("_guarded")
        if memo is None:
            memo = bool(self.destructive or self.auth or self.requires_approval or self.human_in_the_loop)
            self.__dict__["_guarded"] = memo
        return memo

    @property
    def by_position(self) -> tuple[Param, ...]:
        """Params Python takes only by position: `*files` and all before it, or those before `/`."""
        memo: tuple[Param, ...] | None = self.__dict__.get("_by_position")
        if memo is None:
            params = self.params
            if self.injected and any(param.kind in ("variadic", "positional") for param in params):
                from tooli.model.inspected import in_order

                params = in_order(self.function, (*params, *self.injected))
            kinds = [param.kind for param in params]
            last = "variadic" if "variadic" in kinds else "positional"
            count = len(kinds) - kinds[::-1].index(last) if last in kinds else 0
            memo = self.__dict__["_by_position"] = params[:count]
        return memo

    @property
    def by_keyword(self) -> bool:
        """Whether Python takes every param by keyword."""
        return not self.by_position

    @property
    def doc(self) -> Doc:
        """Its docstring, taken apart."""
        memo: Doc | None = self.__dict__.get("_doc")
        if memo is None:
            from tooli.model.docstring import read_docstring

            memo = self.__dict__["_doc"] = read_docstring(self.docstring)
        return memo

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        if self.short_help is not None:
            return self.short_help
        text = self.help if self.help is not None else self.docstring
        return text.strip().split("\n", 1)[0].strip()

    @property
    def behavior(self) -> Behavior:
        """What running it does: the declared hints, else what its capabilities imply."""
        from tooli.model.behavior import infer

        return infer(self.annotations, self.capabilities)

    @property
    def destructive(self) -> bool:
        """Whether it needs a go-ahead: it destroys, or its danger level is high."""
        if self.danger_level in ("high", "critical"):
            return True
        if self.annotations is None and not self.capabilities:
            return False
        from tooli.model.behavior import Destructive

        return Destructive in self.behavior

    @property
    def read_only(self) -> bool:
        """Whether running it changes nothing."""
        from tooli.model.behavior import ReadOnly

        return ReadOnly in self.behavior

    def param_help(self, param: Param) -> str:
        """Return the help of a param: what was declared, else what the docstring says."""
        declared = param.settings.get("help")
        if declared is None:
            declared = next((d for d in map(_description, param.metadata) if d), None)
        return declared if declared is not None else self.doc.params.get(param.name, "")


class Param(Record):
    """One input of a command."""

    name: str
    shape: Shape
    annotation: Any
    default: Any = UNSET
    kind: str = "normal"
    """How Python takes it: `positional`, `normal`, `keyword` or `variadic` (`*files`)."""
    positional: bool = False
    """Whether the command line takes it by position."""
    names: tuple[str, ...] = ()
    """How the command line spells it: `--root`, `-r`."""
    negatives: tuple[str, ...] = ()
    """How the command line turns it off: `--no-color`."""
    settings: Mapping[str, Any] = {}
    metadata: tuple[Any, ...] = ()
    """Constraints from `Annotated`: pydantic's `Field`, `annotated_types`."""
    injected: Any = None
    """What fills it, when the caller does not: a `Depends`, or an injected type."""

    @property
    def required(self) -> bool:
        """Whether the caller has to give a value."""
        return (
            isinstance(self.default, Unset) and "default_factory" not in self.settings and not self.optional
        )

    @property
    def optional(self) -> bool:
        """Whether it may be left out though it has no default: `*files` may be empty, data may be piped."""
        return self.kind == "variadic" or self.shape.kind == "stdin"

    @property
    def flag(self) -> bool:
        """Whether the command line gives it without a value."""
        settings = self.settings
        if settings.get("count"):
            return True
        if "flag_value" in settings:  # Click's optional value: --color alone, or --color WHEN
            return settings.get("is_flag") is not False
        return self.shape.inner.kind == "bool" and not self.positional and settings.get("is_flag", True)

    @property
    def many(self) -> bool:
        """Whether it can be given more than once."""
        shape = self.shape.inner
        return shape.multiple or shape.kind == "dict" or bool(self.settings.get("count"))

    @property
    def secret(self) -> bool:
        """Whether its value must never be shown."""
        return bool(self.settings.get("hide_input")) or self.shape.inner.kind == "secret"

    @property
    def hidden(self) -> bool:
        """Whether help leaves it out."""
        return bool(self.settings.get("hidden"))

    @property
    def envvars(self) -> tuple[str, ...]:
        """The environment variables declared for it."""
        declared = self.settings.get("envvar", ())
        return (declared,) if isinstance(declared, str) else tuple(declared)


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


def _description(metadata: Any) -> str | None:
    """Return the description of a pydantic `Field` or `typing_extensions.Doc`."""
    found = getattr(metadata, "description", None) or getattr(metadata, "documentation", None)
    return found if isinstance(found, str) else None


def export_name(path: Iterable[str]) -> str:
    """Map a command's path to `[A-Za-z_][A-Za-z0-9_]{0,63}`."""
    name = "_".join(path)
    if not (name.isascii() and name.isidentifier()):
        if not any(c.isascii() and c.isalnum() for c in name):  # nothing of it would be left
            name = "_".join(f"u{ord(c):04x}" for c in name)
        name = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
        if name[:1].isdigit():
            name = "_" + name
    return name[:64]


def _module(annotation: Any) -> str:
    return getattr(getattr(annotation, "__origin__", annotation), "__module__", "")
