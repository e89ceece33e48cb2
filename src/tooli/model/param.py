"""One input of a command. Pure data; may import `types` and `shape` only."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, UNSET, Record, Unset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tooli.model.shape import Shape


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
