"""What the default level does to what is printed: terminal sequences go, hidden characters go or are told.

Cold: most answers have neither, which `encode.is_suspect` sees from their text.
"""

from __future__ import annotations

import json
from typing import Any

from tooli.execute.encode import dump
from tooli.policy.sanitize import Sanitizer

MOST_WARNINGS = 10
"""A result full of hidden characters must not cost its reader a line each."""


def clean_envelope(text: str) -> str:
    """Return an envelope, or a stream's last line, without terminal sequences; its meta tells of the rest."""
    document = json.loads(text)
    body = document.get("$tooli", document)
    warnings: list[str] = []
    for name in ("result", "error", "meta"):
        if name in body:
            body[name] = clean(body[name], warnings, name)
    if warnings:
        body["meta"]["warnings"] = [*body["meta"].get("warnings", ()), *warnings]
    return dump(document)


def clean_line(text: str, warnings: list[str]) -> str:
    """Return a JSON line without terminal sequences; what else is hidden is added to `warnings`."""
    return dump(clean(json.loads(text), warnings, "item"))


def clean(plain: Any, warnings: list[str], name: str = "result") -> Any:
    """Return data without terminal sequences; what else is hidden is added to `warnings`."""
    sanitizer = Sanitizer(strips=False)
    plain = sanitizer.rewrite(plain, (name,))
    warnings += sanitizer.warnings[:MOST_WARNINGS]
    if len(sanitizer.warnings) > MOST_WARNINGS:
        warnings.append(
            f"{name}: {len(sanitizer.warnings) - MOST_WARNINGS} more texts have hidden characters"
        )
    return plain


def bare(value: Any) -> Any:
    """Return data, or a text, without anything hidden, as text modes show it."""
    return Sanitizer(strips=True).rewrite(value)
