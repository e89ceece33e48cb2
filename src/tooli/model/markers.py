"""The markers with which a developer describes a param. `Option` and `Argument` take Typer's keywords."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypedDict, Unpack

    class ParamSettings(TypedDict, total=False):
        """The keywords of `Option` and `Argument`."""

        default: Any
        help: str
        envvar: str | Sequence[str]
        default_factory: Callable[[], Any]
        callback: Callable[[Any], Any]
        parser: Callable[[str], Any]
        min: Any
        max: Any
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


# fmt: off
SETTINGS = (
    "default",
    "help",
    "envvar",
    "default_factory",
    "callback",
    "parser",
    "min",
    "max",
    "clamp",
    "exists",
    "file_okay",
    "dir_okay",
    "readable",
    "writable",
    "resolve_path",
    "allow_dash",
    "path_type",
    "prompt",
    "prompt_required",
    "confirmation_prompt",
    "hide_input",
    "count",
    "is_flag",
    "flag_value",
    "is_eager",
    "expose_value",
    "metavar",
    "hidden",
    "deprecated",
    "case_sensitive",
    "formats",
    "show_default",
    "show_choices",
    "show_envvar",
    "allow_from_autoenv",
    "autocompletion",
    "shell_complete",
    "rich_help_panel",
)
# fmt: on
"""The keywords at run time: a tuple, which costs nothing to build."""


class ParamInfo:
    """What a developer says about a param, beyond its type."""

    __slots__ = ("names", "settings")

    def __init__(self, *names: Any, **settings: Unpack[ParamSettings]) -> None:
        for name in settings:
            if name not in SETTINGS:
                from tooli.model.declare import PARAM_REPLACED, unknown_setting

                raise unknown_setting(type(self).__name__, name, SETTINGS, PARAM_REPLACED)
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
