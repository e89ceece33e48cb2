"""The words that settings may be, each list in one place. The flags of a command line have their own copy."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

MODES = ("auto", "json", "jsonl", "columns", "text", "plain", "toon")
"""How an answer is printed."""
TRANSPORTS = ("stdio", "http", "sse")
"""How MCP is served."""
POLICIES = ("off", "standard", "strict")
"""How strict an app is, from the loosest."""
TRUE = ("1", "true", "yes", "on")
FALSE = ("", "0", "false", "no", "off")


def listed(value: Any) -> tuple[str, ...]:
    """Return a list that may be written as text, split at commas and spaces."""
    if isinstance(value, str):
        return tuple(value.replace(",", " ").split())
    return tuple(value or ())
