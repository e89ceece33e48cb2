"""References resolved, recursive ones kept, and large schemas left as they are."""

import json
from typing import Any

from jsonschema import Draft202012Validator

from tooli.schema.inline import KEPT, LIMIT, inlined


def test_references_are_resolved_with_what_stands_beside_them() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/A", "description": "mine"},
            "b": {"$ref": "#/$defs/A", "minimum": 3},
            "$ref": {"type": "string", "default": {"$ref": "#/$defs/A"}},
        },
        "$defs": {"A": {"type": "integer", "minimum": 1, "description": "theirs"}, "Unused": {}},
    }
    assert inlined(schema) == {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "minimum": 1, "description": "mine"},
            "b": {"allOf": [{"type": "integer", "minimum": 1, "description": "theirs"}], "minimum": 3},
            "$ref": {"type": "string", "default": {"$ref": "#/$defs/A"}},
        },
    }


def nested(depth: int) -> dict[str, Any]:
    """Return a small schema that is enormous when it is inlined."""
    definitions: dict[str, Any] = {"D0": {"type": "integer"}}
    for level in range(1, depth):
        inner = {"$ref": f"#/$defs/D{level - 1}"}
        definitions[f"D{level}"] = {"type": "object", "properties": {"a": inner, "b": inner, "c": inner}}
    return {"$ref": f"#/$defs/D{depth - 1}", "$defs": definitions}


def test_a_schema_that_would_be_too_large_keeps_its_definitions_and_says_so() -> None:
    kept = inlined(nested(40))
    assert kept["x-defs"] == KEPT
    assert kept["type"] == "object"
    assert len(kept["$defs"]) == 40
    Draft202012Validator.check_schema(kept)


def test_a_large_schema_is_inlined_when_it_must_be() -> None:
    schema = nested(9)
    assert "x-defs" in inlined(schema)
    whole = inlined(schema, force=True)
    assert "$defs" not in whole
    assert "$ref" not in json.dumps(whole)
    assert len(json.dumps(whole)) > LIMIT
    assert "x-defs" not in inlined(nested(5))


def test_definitions_that_refer_to_each_other_stay() -> None:
    schema = {
        "$ref": "#/$defs/A",
        "$defs": {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}},
            "B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "c": {"$ref": "#/$defs/C"}}},
            "C": {"type": "integer"},
        },
    }
    flat = inlined(schema)
    assert sorted(flat["$defs"]) == ["A", "B"]
    assert flat["$defs"]["B"]["properties"]["c"] == {"type": "integer"}
    assert flat["properties"] == {"b": {"$ref": "#/$defs/B"}}
