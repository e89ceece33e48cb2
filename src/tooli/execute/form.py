"""A form to fill in: the flat schema of what `ctx.elicit` asks for, and the way back from an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tooli.errors import InputError
from tooli.schema.invalid import Invalid, InvalidMany
from tooli.schema.subschemas import definition_name, mapped

VALUE = "value"
"""The field of a form that asks for a single value."""


class Form:
    """The schema of a form, and the way from an answer to the type that was asked for.

    wanted: a model, dataclass or TypedDict, a type such as int or Literal, or a schema itself.
    """

    def __init__(self, wanted: Any) -> None:
        self._wanted = wanted
        if isinstance(wanted, Mapping):
            self.schema: dict[str, Any] = dict(wanted)
            return
        from tooli.schema.rich import make_adapter

        schema = make_adapter(wanted).json_schema()
        flat = _flat(schema, schema.get("$defs", {}))
        self._single = flat.get("type") != "object"
        if self._single:
            flat = {"type": "object", "properties": {VALUE: flat}, "required": [VALUE]}
        self.schema = {name: flat[name] for name in ("type", "properties", "required") if name in flat}

    def read(self, answer: Mapping[str, Any]) -> Any:
        """Return an answer as the type that was asked for."""
        if isinstance(self._wanted, Mapping):
            return dict(answer)
        from tooli.schema.rich import validate_data

        try:
            return validate_data(self._wanted, answer.get(VALUE) if self._single else dict(answer))
        except (Invalid, InvalidMany) as error:
            wrong = error.mistakes[0]
            field = ".".join(map(str, wrong.where)) or VALUE
            raise InputError(
                f"{field}: {wrong.message}", code=wrong.code, field=field, details=wrong.details
            ) from None


def _flat(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Return a schema without references, and without the null that a client's form cannot give."""
    if not isinstance(schema, dict):
        return schema
    name = definition_name(schema)
    if name is not None and name in definitions:
        rest = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        return _flat({**definitions[name], **rest}, definitions)
    members = schema.get("anyOf")
    if isinstance(members, list):
        real = [member for member in members if member != {"type": "null"}]
        if len(real) == 1:
            rest = {
                keyword: value for keyword, value in schema.items() if keyword not in ("anyOf", "default")
            }
            kept = {"default": schema["default"]} if schema.get("default") is not None else {}
            return _flat({**real[0], **rest, **kept}, definitions)
    return mapped(schema, lambda inner: _flat(inner, definitions))
