"""A command: one function, described once. Every surface and document is a projection of it.

Pure data; may import the rest of `model`, `types` and `errors` only.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypedDict

    from tooli.model.behavior import Behavior
    from tooli.model.constraint import Constraint
    from tooli.model.docstring import Doc
    from tooli.model.param import Param

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
        pipe_input: Mapping[str, Any]
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
    pipe_input: Mapping[str, Any] | None = None
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
    def by_position(self) -> tuple[Param, ...]:
        """Params Python takes only by position: `*files` and all before it, or those before `/`."""
        memo: tuple[Param, ...] | None = self.__dict__.get("_by_position")
        if memo is None:
            kinds = [param.kind for param in self.params]
            count = kinds.index("variadic") + 1 if "variadic" in kinds else kinds.count("positional")
            memo = self.__dict__["_by_position"] = self.params[:count]
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


def _description(metadata: Any) -> str | None:
    """Return the description of a pydantic `Field` or `typing_extensions.Doc`."""
    found = getattr(metadata, "description", None) or getattr(metadata, "documentation", None)
    return found if isinstance(found, str) else None


def export_name(path: Iterable[str]) -> str:
    """Map a command's path to `[A-Za-z_][A-Za-z0-9_]{0,63}`."""
    name = "_".join(path)
    if not (name.isascii() and name.isidentifier()):
        name = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
        if name[:1].isdigit():
            name = "_" + name
    return name[:64]
