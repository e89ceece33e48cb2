"""Pydantic's `Field` on a param: its default counts as Python's, its constraints and description as metadata.

Recognised by where it comes from, so that nobody has to import pydantic here.
"""

from __future__ import annotations

from typing import Any

from tooli.model.annotation import UnsupportedTypeError
from tooli.types import UNSET


def is_field(value: Any) -> bool:
    """Whether a value is what `pydantic.Field(...)` returns."""
    return type(value).__module__ == "pydantic.fields" and type(value).__name__ == "FieldInfo"


def read_field(field: Any, settings: dict[str, Any]) -> Any:
    """Return a field's default, UNSET without one; a factory and a deprecation go into the settings."""
    if field.deprecated:
        settings.setdefault("deprecated", field.deprecated if isinstance(field.deprecated, str) else True)
    if field.default_factory is not None:
        if field.default_factory_takes_validated_data:
            raise UnsupportedTypeError("a default_factory that takes the other values is not supported")
        settings["default_factory"] = field.default_factory
        return UNSET
    return UNSET if type(field.default).__name__ == "PydanticUndefinedType" else field.default
