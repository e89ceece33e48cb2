"""Types as JSON Schema, by pydantic, under the rules of our own validator and encoder.

What pydantic would say of its own serialiser and ours does otherwise (bytes, decimals, durations, aliases,
fields with defaults) is said our way; titles that only repeat a name are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict, PydanticUndefinedAnnotation, PydanticUserError, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue

from tooli.errors import InternalError
from tooli.schema.base64_bytes import BASE64
from tooli.schema.rich import adapter
from tooli.schema.subschemas import mapped
from tooli.schema.typed_dict import portable

if TYPE_CHECKING:
    from pydantic_core import core_schema

    from tooli.model import Param

_DECIMAL = {"type": "string", "format": "decimal"}
_DURATION = {"type": "string", "format": "duration"}


class _Types(GenerateJsonSchema):
    """Pydantic's generator, with our rules."""

    ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012 # as in the base

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Say no of a field: a title would repeat its name. The places of a NamedTuple have no other name."""
        return not str(schema["type"]).endswith("-field")

    def get_title_from_name(self, name: str) -> str:
        """Keep a name as it is."""
        return name

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> JsonSchemaValue:
        """Allow anything where the type says nothing that JSON could show."""
        return {}

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Say of a result what the encoder does: fields with defaults are always written."""
        if self.mode == "serialization" and field["type"] != "typed-dict-field":
            return field.get("serialization_exclude_if") is None
        return super().field_is_required(field, total)

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Describe a model; results are written under the names its configuration asks for."""
        before = self.by_alias
        if self.mode == "serialization":
            self.by_alias = bool(schema["cls"].model_config.get("serialize_by_alias"))
        try:
            return _untitled(super().model_schema(schema), schema["cls"])
        finally:
            self.by_alias = before

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        """Describe a dataclass."""
        return _untitled(super().dataclass_schema(schema), schema["cls"])

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        """Describe a TypedDict."""
        return _untitled(super().typed_dict_schema(schema), schema.get("cls"))

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Describe a field with a default; in a result the default says nothing."""
        if self.mode == "serialization":
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        """Describe a discriminated union; the members' constants say what OpenAPI's keyword would."""
        json_schema = super().tagged_union_schema(schema)
        json_schema.pop("discriminator", None)
        return json_schema

    def bytes_schema(self, schema: core_schema.BytesSchema) -> JsonSchemaValue:
        """Describe bytes: base64 in results; inside a class that is read, pydantic takes them as text."""
        return dict(BASE64) if self.mode == "serialization" else {"type": "string"}

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        """Describe a decimal: text, so that no digit is lost; a number is read too."""
        if self.mode == "serialization":
            return dict(_DECIMAL)
        number, text = super().decimal_schema(schema)["anyOf"]
        digits = "max_digits" in schema or "decimal_places" in schema
        return {"anyOf": [number, {**text, **_DECIMAL} if digits else dict(_DECIMAL)]}

    def timedelta_schema(self, schema: core_schema.TimedeltaSchema) -> JsonSchemaValue:
        """Describe a duration as ISO 8601 text."""
        return dict(_DURATION)


def _untitled(json_schema: JsonSchemaValue, cls: Any) -> JsonSchemaValue:
    """Drop the title that is only the class's name."""
    if json_schema.get("title") == getattr(cls, "__name__", None):
        json_schema.pop("title", None)
    return json_schema


def param_types(params: Iterable[Param]) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Return the schema of each param's type, and the definitions they share.

    Of a type that cannot be used nothing is known, which its calls say: other commands are described anyhow.
    """
    inputs: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = []
    types: dict[str, dict[str, Any]] = {}
    for param in params:
        try:
            inputs.append((param.name, "validation", adapter(param)))
        except InternalError:
            types[param.name] = {}
    if not inputs:
        return types, {}
    schemas, shared = TypeAdapter.json_schemas(inputs, schema_generator=_Types)
    types.update({name: trimmed(schema) for (name, _), schema in schemas.items()})
    return types, _definitions(shared)


def result_type(annotation: Any) -> dict[str, Any]:
    """Return the schema of a result's type, with its definitions; `{}` for one nothing is known about."""
    schema = exact_type(annotation)
    definitions = _definitions(schema)
    schema.pop("$defs", None)
    bare: dict[str, Any] = _anonymous(trimmed(schema))
    return {**bare, "$defs": definitions} if definitions else bare


def exact_type(annotation: Any) -> dict[str, Any]:
    """Return the schema of a result's type that says of each class whether it takes other fields."""
    try:
        described = _result_adapter(portable(annotation))
        return described.json_schema(by_alias=False, mode="serialization", schema_generator=_Types)
    except (PydanticUserError, PydanticUndefinedAnnotation):
        return {}


def _definitions(schema: dict[str, Any]) -> dict[str, Any]:
    return {name: _anonymous(trimmed(schema)) for name, schema in schema.get("$defs", {}).items()}


def _anonymous(schema: dict[str, Any]) -> dict[str, Any]:
    """Drop the title of an enum, which is its class's name."""
    if "enum" in schema or "const" in schema:
        schema.pop("title", None)
    return schema


def _result_adapter(annotation: Any) -> TypeAdapter[Any]:
    try:
        return TypeAdapter(annotation, config=ConfigDict(arbitrary_types_allowed=True))
    except PydanticUserError as error:
        if error.code != "type-adapter-config-unused":
            raise
    return TypeAdapter(annotation)


def trimmed(schema: Any) -> Any:
    """Return a schema in one order of keywords, without those that allow what is allowed anyway."""
    if not isinstance(schema, dict):
        return schema
    kept = {
        keyword: schema[keyword]
        for keyword in sorted(schema, key=_place)
        if not (keyword in ("additionalProperties", "items") and schema[keyword] in (True, {}))
    }
    return mapped(kept, trimmed)


_ORDER = ("$ref", "type", "format", "contentEncoding", "enum", "const", "anyOf", "oneOf", "properties")


def _place(keyword: str) -> tuple[int, str]:
    return (_ORDER.index(keyword) if keyword in _ORDER else len(_ORDER), keyword)
