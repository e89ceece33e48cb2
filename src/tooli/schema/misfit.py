"""What does not fit a schema, as a client's validator sees it: the verdict, its place, and words for it.

`jsonschema` decides, as it does in the clients of the MCP SDK: formats are notes, and nothing is fetched.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tooli.schema.invalid import cut, shown

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_ABOUT_NAMES = frozenset({"required", "additionalProperties"})
"""Keywords whose mistakes are names of members, which the validator's words hold without any value."""


class Misfit(NamedTuple):
    """A part of a value that a schema does not allow."""

    where: tuple[str | int, ...]
    said: str


class Validator:
    """A schema as clients hold results against it."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = dict(schema)
        self._made: Any = None

    def misfit(self, data: Any) -> Misfit | None:
        """Return what does not fit; None when all does, or when nothing can be said of it."""
        try:
            from jsonschema.exceptions import SchemaError, best_match
            from referencing.exceptions import Unresolvable
        except ImportError:  # the extras that serve bring it; who serves without them goes without the check
            return None
        try:
            found = best_match(self._validator().iter_errors(data))
        except SchemaError as error:
            return Misfit((), f"its schema is not valid: {cut(error.message)}")
        except Unresolvable as error:
            return Misfit((), f"its schema refers to what it does not have: {cut(str(error))}")
        except RecursionError:  # nested deeper than it can look
            return None
        return None if found is None else Misfit(tuple(found.absolute_path), _said(found))

    def _validator(self) -> Any:
        if self._made is None:
            from jsonschema import Draft202012Validator
            from jsonschema.validators import validator_for
            from referencing import Registry

            kind = validator_for(self._schema, default=Draft202012Validator)
            kind.check_schema(self._schema)
            registry: Registry[Any] = Registry()
            self._made = kind(self._schema, registry=registry)
        return self._made


def _said(error: ValidationError) -> str:
    keyword: Any = error.validator
    if keyword in _ABOUT_NAMES and not isinstance(error.validator_value, dict):
        return cut(error.message)
    value = error.validator_value
    told = value if isinstance(value, str) else json.dumps(value, default=str)
    # The schema `false`, which nothing fits, has no keywords.
    promised = "nothing" if keyword is None else cut(f"{keyword} {told}")
    return f"promised {promised}, came {shown(error.instance)}"
