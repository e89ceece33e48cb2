"""A docstring taken apart: summary, description, help of each param (Google, NumPy, Sphinx).

Cold: only help, schema and documents need it. Uses docstring-parser.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc

from tooli.types import Record


class Doc(Record):
    """What a docstring says."""

    summary: str = ""
    description: str = ""
    """The summary and all prose after it."""
    params: Mapping[str, str] = {}
    returns: str = ""


def read_docstring(text: str) -> Doc:
    """Take a docstring apart; one that cannot be parsed is all description."""
    cleaned = cleandoc(text)
    if not cleaned:
        return Doc()
    from docstring_parser import ParseError, parse

    try:
        parsed = parse(cleaned)
    except ParseError:
        return Doc(summary=cleaned.split("\n", 1)[0], description=cleaned)
    summary = parsed.short_description or ""
    prose = [part for part in (summary, parsed.long_description) if part]
    return Doc(
        summary=summary,
        description="\n\n".join(prose),
        params={item.arg_name: " ".join((item.description or "").split()) for item in parsed.params},
        returns=" ".join((parsed.returns.description or "").split()) if parsed.returns else "",
    )
