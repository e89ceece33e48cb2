"""Small building blocks shared by every floor: `Record`, `UNSET`, `Injected`.

This module is loaded on every start, so it may import nothing but builtins.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Set
    from typing import Any, Final, Self, dataclass_transform
else:

    def dataclass_transform(**_: object):
        """Stand in for `typing.dataclass_transform`, which costs an import of typing."""
        return lambda cls: cls


class Unset:
    """The type of `UNSET`: no value was given (None is a value)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET: Final = Unset()


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Record:
    """A frozen value object: what a frozen dataclass is, without importing dataclasses.

    Fields are the annotated class attributes; an assigned one is the default. Whatever else stands in
    `__dict__` is a memo: derived data that is not part of the value.
    """

    __fields__: Mapping[str, str] = {}
    """Each field's annotation."""
    __required__: Set[str] = frozenset()

    def __init_subclass__(cls) -> None:
        # inspect.get_annotations would import inspect, which costs three times a bare start.
        own = vars(cls).get("__annotations__", {})
        cls.__fields__ = {**cls.__fields__, **own}
        cls.__required__ = (cls.__required__ | own.keys()) - vars(cls).keys()

    if not TYPE_CHECKING:

        def __init__(self, **values: object) -> None:
            self.__dict__.update(values)
            if not self.__required__ <= values.keys() <= self.__fields__.keys():
                missing = sorted(self.__required__ - values.keys())
                unknown = sorted(values.keys() - self.__fields__.keys())
                what = f"needs {', '.join(missing)}" if missing else f"has no field {', '.join(unknown)}"
                raise TypeError(f"{type(self).__name__} {what}")

        def __setattr__(self, name: str, value: object) -> None:
            raise AttributeError(f"{type(self).__name__} is frozen; use replace({name}=...)")

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed."""
        given = {name: value for name, value in self.__dict__.items() if name in self.__fields__}
        return type(self)(**{**given, **changes})

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__fields__)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        shown = (f"{name}={self.__dict__[name]!r}" for name in self.__fields__ if name in self.__dict__)
        return f"{type(self).__name__}({', '.join(shown)})"


class Injected:
    """Base of the markers and types whose params the framework fills; they are never in a schema."""

    __slots__ = ()
