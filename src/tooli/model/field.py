"""Pydantic's `Field` on a param: its default counts as Python's, its constraints and description as metadata.

Recognised by where it comes from, so that nobody has to import pydantic here.
"""

from __future__ import annotations

import sys
from typing import Any

from tooli.model.unsupported import UnsupportedTypeError
from tooli.types import UNSET

_OF_MODELS = (
    *("alias", "validation_alias", "serialization_alias", "exclude", "deprecated", "frozen"),
    *("init", "kw_only", "validate_default"),
)
"""What a field says to a model only; pydantic warns of it elsewhere."""


def metadata_of(field: Any) -> tuple[Any, ...]:
    """Return what a field says about values, and how it describes them."""
    if field.repr and all(getattr(field, name, None) is None for name in _OF_MODELS):
        return (field,)
    told = ("title", "description", "examples", "discriminator", "json_schema_extra")
    kept = {name: value for name in told if (value := getattr(field, name)) is not None}
    return (*field.metadata, sys.modules["pydantic.fields"].Field(**kept))


def read_field(field: Any, settings: dict[str, Any]) -> Any:
    """Return a field's default, UNSET without one; a factory goes into the settings."""
    if field.default_factory is not None:
        if field.default_factory_takes_validated_data:
            raise UnsupportedTypeError("a default_factory that takes the other values is not supported")
        settings["default_factory"] = field.default_factory
        return UNSET
    return UNSET if type(field.default).__name__ == "PydanticUndefinedType" else field.default
