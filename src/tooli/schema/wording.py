"""Keywords said in words, for readers whose schema dialect does not have them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

_FORMATS: Mapping[str, str] = {
    "path": "",
    "file-path": "",
    "directory-path": "",
    "decimal": "A decimal number.",
    "duration": "An ISO 8601 duration such as PT1H30M.",
    "date": "A date such as 2026-11-15.",
    "time": "A time such as 08:30:00.",
    "uuid": "A UUID.",
}
_WORDS: Mapping[str, Callable[[Any], str]] = {
    "minLength": lambda value: f"At least {value} characters.",
    "maxLength": lambda value: f"At most {value} characters.",
    "pattern": lambda value: f"Matches {value}",
    "minimum": lambda value: f"At least {value}.",
    "maximum": lambda value: f"At most {value}.",
    "exclusiveMinimum": lambda value: f"More than {value}.",
    "exclusiveMaximum": lambda value: f"Less than {value}.",
    "multipleOf": lambda value: f"A multiple of {value}.",
    "minItems": lambda value: f"At least {value} items.",
    "maxItems": lambda value: f"At most {value} items.",
    "minProperties": lambda value: f"At least {value} entries.",
    "maxProperties": lambda value: f"At most {value} entries.",
    "uniqueItems": lambda value: "No item twice." if value else "",
    "contentEncoding": lambda value: f"In {value}.",
    "enum": lambda value: f"One of {', '.join(map(_shown, value))}.",
    "const": lambda value: f"Always {_shown(value)}.",
    "default": lambda value: f"Default: {_shown(value)}.",
    "deprecated": lambda value: "Deprecated." if value else "",
    "format": lambda value: _FORMATS.get(value, f"Format: {value}."),
}


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def in_words(schema: Mapping[str, Any], keywords: frozenset[str] | set[str]) -> str:
    """Say in words what these keywords of a schema say."""
    told = (_WORDS[keyword](schema[keyword]) for keyword in _WORDS if keyword in keywords & schema.keys())
    return " ".join(words for words in told if words)


def described(schema: dict[str, Any], *words: str) -> dict[str, Any]:
    """Return a schema with words added to its description."""
    parts = [schema.get("description", ""), *words]
    sentences = [part.strip() for part in parts if part and part.strip()]
    ended = [text if text[-1] in ".!?:;" else text + "." for text in sentences[:-1]]
    text = " ".join([*ended, *sentences[-1:]])
    return {**schema, "description": text} if text else schema


def looks_around(pattern: str) -> bool:
    """Whether a pattern looks ahead or behind, which constrained decoders cannot."""
    return any(mark in pattern for mark in ("(?=", "(?!", "(?<=", "(?<!"))
