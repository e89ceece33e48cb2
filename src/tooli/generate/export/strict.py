"""The strict schema of an exported function, where what a model gives needs no translation back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.generate.export.signature import keeps_null
from tooli.schema.strict import NotStrictError, strict_form
from tooli.schema.subschemas import everywhere

if TYPE_CHECKING:
    from tooli.generate.export.signature import ExportedFunction

_TRANSLATED = frozenset({"prefixItems", "patternProperties", "propertyNames"})


def strict_schema(function: ExportedFunction) -> dict[str, Any] | None:
    """Return the strict form of a schema; None where more than null for what is left out is needed."""
    params = [taken.param for taken in function.params if taken.param is not None]
    if any(keeps_null(param) and not param.required for param in params):
        return None
    inner = [schema for one in function.schema["properties"].values() for schema in everywhere(one)]
    inner += [schema for one in function.schema.get("$defs", {}).values() for schema in everywhere(one)]
    if any(map(_is_translated, inner)):
        return None
    try:
        return strict_form(function.schema)[0]
    except NotStrictError:
        return None


def _is_translated(schema: Mapping[str, Any]) -> bool:
    """Whether strict data of a schema differs from its own: a map, a tuple, a field that may be left out."""
    if _TRANSLATED & schema.keys() or isinstance(schema.get("additionalProperties"), dict):
        return True
    return not set(schema.get("properties", ())) <= set(schema.get("required", ()))
