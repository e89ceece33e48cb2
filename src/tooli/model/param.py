"""One input of a command, and the markers with which a developer describes it.

`Option` and `Argument` take Typer's keywords. Pure data; may import `types`, `errors` and `shape` only.
"""

from __future__ import annotations

from tooli.model.shape import Shape
from tooli.types import TYPE_CHECKING, UNSET, Injected, Record, Unset

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypedDict, Unpack

    class ParamSettings(TypedDict, total=False):
        """The keywords of `Option` and `Argument`."""

        default: Any
        help: str
        envvar: str | Sequence[str]
        default_factory: Callable[[], Any]
        callback: Callable[[Any], Any]
        parser: Callable[[str], Any]
        min: float
        max: float
        clamp: bool
        exists: bool
        file_okay: bool
        dir_okay: bool
        readable: bool
        writable: bool
        resolve_path: bool
        allow_dash: bool
        path_type: type
        prompt: bool | str
        prompt_required: bool
        confirmation_prompt: bool | str
        hide_input: bool
        count: bool
        is_flag: bool
        flag_value: Any
        is_eager: bool
        expose_value: bool
        metavar: str
        hidden: bool
        deprecated: bool | str
        case_sensitive: bool
        formats: Sequence[str]
        show_default: bool | str
        show_choices: bool
        show_envvar: bool
        allow_from_autoenv: bool
        autocompletion: Callable[..., Any]
        shell_complete: Callable[..., Any]
        rich_help_panel: str


SETTINGS = frozenset(
    {"default", "help", "envvar", "default_factory", "callback", "parser", "min", "max", "clamp"}
    | {"exists", "file_okay", "dir_okay", "readable", "writable", "resolve_path", "allow_dash", "path_type"}
    | {"prompt", "prompt_required", "confirmation_prompt", "hide_input", "count", "is_flag", "flag_value"}
    | {"is_eager", "expose_value", "metavar", "hidden", "deprecated", "case_sensitive", "formats"}
    | {"show_default", "show_choices", "show_envvar", "allow_from_autoenv", "autocompletion"}
    | {"shell_complete", "rich_help_panel"}
)
REPLACED = {
    "cls": "a param's class follows from its type",
    "context_settings": "Tooli(...) keywords",
    "click_type": "parser=",
    "chain": "orchestration plans",
    "result_callback": "@app.middleware",
    "file_mode": "StdinOr, or open the Path yourself",
    "mode": "StdinOr, or open the Path yourself",
    "encoding": "StdinOr, or open the Path yourself",
    "errors": "StdinOr, or open the Path yourself",
    "lazy": "StdinOr, or open the Path yourself",
    "atomic": "StdinOr, or open the Path yourself",
    "multiple": "a list type",
    "nargs": "a tuple type",
    "type": "the annotation",
    "required": "leaving out the default",
}
"""Keywords of Click and Typer that have no place here, and what to use instead."""


class ParamInfo:
    """What a developer says about a param, beyond its type."""

    __slots__ = ("names", "settings")

    def __init__(self, *names: Any, **settings: Unpack[ParamSettings]) -> None:
        unknown = settings.keys() - SETTINGS
        if unknown:
            raise unknown_setting(type(self).__name__, sorted(unknown)[0], SETTINGS, REPLACED)
        self.names = names
        self.settings = settings

    def __repr__(self) -> str:
        shown = [repr(name) for name in self.names]
        shown += [f"{name}={value!r}" for name, value in self.settings.items()]
        return f"{type(self).__name__}({', '.join(shown)})"


class Option(ParamInfo):
    """Describes a param given by name: `Annotated[Path, Option("--root", "-r", help="Where to search")]`."""

    __slots__ = ()


class Argument(ParamInfo):
    """Describes a param given by position: `Annotated[str, Argument(help="Glob pattern")]`."""

    __slots__ = ()


class Depends(Injected):
    """Fills a param with what `function` returns, once per call; a generator cleans up after its yield."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"Depends({getattr(self.function, '__name__', self.function)!r})"


def unknown_setting(owner: str, name: str, known: frozenset[str], replaced: Mapping[str, str]) -> Exception:
    """Return the error for a keyword that does not exist, naming what to use instead."""
    import difflib

    from tooli.errors import DeclarationError

    if name in replaced:
        return DeclarationError(f"{owner}: {name}= is not supported; use {replaced[name]}")
    close = difflib.get_close_matches(name, sorted(known), 1)
    hint = f"; did you mean {close[0]}=?" if close else ""
    return DeclarationError(f"{owner}: unknown keyword {name!r}{hint}")


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
        return isinstance(self.default, Unset) and "default_factory" not in self.settings and not self.optional

    @property
    def optional(self) -> bool:
        """Whether the param may be left out though it has no default: `*files` may be empty."""
        return self.kind == "variadic"

    @property
    def flag(self) -> bool:
        """Whether the command line gives it without a value."""
        settings = self.settings
        if "flag_value" in settings or settings.get("count"):
            return True
        return self.shape.inner.kind == "bool" and not self.positional and settings.get("is_flag", True)

    @property
    def many(self) -> bool:
        """Whether it can be given more than once."""
        shape = self.shape.inner
        return shape.multiple or shape.kind == "dict" or bool(self.settings.get("count"))

    @property
    def secret(self) -> bool:
        """Whether its value must never be shown."""
        return bool(self.settings.get("hide_input"))

    @property
    def hidden(self) -> bool:
        """Whether help leaves it out."""
        return bool(self.settings.get("hidden"))

    @property
    def envvars(self) -> tuple[str, ...]:
        """The environment variables declared for it."""
        declared = self.settings.get("envvar", ())
        return (declared,) if isinstance(declared, str) else tuple(declared)
