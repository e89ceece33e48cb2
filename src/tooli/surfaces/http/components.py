"""The parts that the operations of an OpenAPI document share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tooli.schema.subschemas import definition_name, mapped

ENVELOPE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "ok": {"const": True},
        "result": {},
        "meta": {"$ref": "#/components/schemas/Meta"},
    },
    "required": ["ok", "result", "meta"],
    "additionalProperties": False,
}
SCHEMAS: Mapping[str, Any] = {
    "Meta": {
        "type": "object",
        "properties": {
            "tool": {"type": "string"},
            "version": {"type": "string"},
            "duration_ms": {"type": "integer", "minimum": 1},
            "warnings": {"type": "array", "items": {"type": "string"}},
            "dry_run": {"const": True},
            "truncated": {"type": "object"},
            "next_cursor": {"type": "string"},
            "total": {"type": "integer"},
            "idempotent_replay": {"const": True},
        },
        "required": ["tool", "version", "duration_ms"],
    },
    "Suggestion": {
        "type": "object",
        "properties": {
            "action": {
                "enum": ["retry_with_modified_input", "use_different_tool", "ask_human", "fix", "abort"]
            },
            "fix": {"type": "string"},
            "example": {"type": "string"},
            "arguments": {"type": "object"},
            "applicability": {"enum": ["machine_applicable", "maybe_incorrect", "has_placeholders"]},
        },
        "required": ["action", "fix", "applicability"],
    },
    "Error": {
        "type": "object",
        "properties": {
            "code": {"type": "string", "examples": ["E1904"]},
            "category": {"type": "string", "examples": ["input"]},
            "message": {"type": "string"},
            "field": {"type": "string"},
            "suggestion": {"$ref": "#/components/schemas/Suggestion"},
            "is_retryable": {"type": "boolean"},
            "details": {"type": "object"},
        },
        "required": ["code", "category", "message", "is_retryable"],
    },
    "Failure": {
        "type": "object",
        "properties": {
            "ok": {"const": False},
            "error": {"$ref": "#/components/schemas/Error"},
            "meta": {"$ref": "#/components/schemas/Meta"},
        },
        "required": ["ok", "error", "meta"],
        "additionalProperties": False,
    },
    "Counted": {
        "description": "With X-Tooli-Token-Count: what the answer would cost.",
        "properties": {
            "result": {
                "type": "object",
                "properties": {
                    "tokens": {"type": "integer"},
                    "bytes": {"type": "integer"},
                    "counted_by": {"type": "string"},
                },
                "required": ["tokens", "bytes", "counted_by"],
                "additionalProperties": False,
            }
        },
    },
    "Truncated": {
        "description": "With X-Tooli-Max-Items, -Bytes or -Tokens: what was left of it.",
        "properties": {"meta": {"required": ["truncated"]}},
    },
}
HEADERS: Mapping[str, Any] = {
    "ExitCode": {
        "description": "The exit status of the same call as a program",
        "schema": {"type": "integer"},
    },
    "RetryAfter": {"description": "Seconds after which to try again", "schema": {"type": "integer"}},
}
_WHOLE = {"type": "integer", "minimum": 1}
_SWITCH = {"type": "boolean"}
_TEXT = {"type": "string"}


def _header(name: str, schema: Mapping[str, Any], description: str) -> dict[str, Any]:
    return {"name": name, "in": "header", "schema": schema, "description": description}


PARAMETERS: Mapping[str, Any] = {
    "Yes": _header("X-Tooli-Yes", _SWITCH, "The consent of a person to a destructive call"),
    "DryRun": _header("X-Tooli-Dry-Run", _SWITCH, "Say what would be done, and do nothing"),
    "Timeout": _header("X-Tooli-Timeout", {"type": "number", "minimum": 1}, "Seconds it may take"),
    "Limit": _header("X-Tooli-Limit", _WHOLE, "Items of a page"),
    "Cursor": _header("X-Tooli-Cursor", _TEXT, "meta.next_cursor of the page before"),
    "Fields": _header("X-Tooli-Fields", _TEXT, "Only these fields: a,b.c"),
    "Filter": _header("X-Tooli-Filter", _TEXT, "Only items for which this holds: size > 10"),
    "MaxItems": _header("X-Tooli-Max-Items", _WHOLE, "Items at most"),
    "MaxBytes": _header("X-Tooli-Max-Bytes", _WHOLE, "Bytes of the result at most"),
    "MaxTokens": _header("X-Tooli-Max-Tokens", _WHOLE, "Tokens of the result at most"),
    "TokenCount": _header("X-Tooli-Token-Count", _SWITCH, "What the answer would cost, instead of it"),
    "ResponseFormat": _header(
        "X-Tooli-Response-Format", {"enum": ["concise", "detailed"]}, "How much meta says"
    ),
    "Approval": _header("X-Tooli-Approval", _TEXT, "The token by which a person approved the call"),
    "Caller": _header("X-Tooli-Caller", _TEXT, "What the caller calls itself"),
    "IdempotencyKey": _header(
        "Idempotency-Key", {"type": "string", "maxLength": 255}, "Names one piece of work, which is done once"
    ),
    "Prefer": _header("Prefer", _TEXT, "wait=SECONDS, as X-Tooli-Timeout"),
}


class Components:
    """The definitions of all schemas, each under a name of its own."""

    def __init__(self) -> None:
        self.schemas: dict[str, Any] = {}

    def hoisted(self, schema: Mapping[str, Any], owner: str) -> dict[str, Any]:
        """Return a schema whose definitions stand among the document's."""
        definitions = schema.get("$defs", {})
        names = {name: re.sub(r"[^A-Za-z0-9._-]", "_", f"{owner}.{name}") for name in definitions}

        def moved(node: Any) -> Any:
            if not isinstance(node, dict):
                return node
            name = definition_name(node)
            if name in names:
                node = {**node, "$ref": f"#/components/schemas/{names[name]}"}
            return mapped(node, moved)

        for name, definition in definitions.items():
            self.schemas[names[name]] = moved(definition)
        kept = {keyword: value for keyword, value in schema.items() if keyword != "$defs"}
        moved_schema: dict[str, Any] = moved(kept)
        return moved_schema


def loosened(schema: Any) -> Any:
    """Return a schema that holds for any part of what it describes."""
    if not isinstance(schema, dict):
        return schema
    whole = ("required", "minItems", "minProperties", "prefixItems", "uniqueItems")
    return mapped({name: value for name, value in schema.items() if name not in whole}, loosened)
