"""The framework's own flags: the same on every command, and under `--tooli-NAME` always.

A command's params come first: where one needs a spelling, the flag keeps its other spellings. Loaded on every
start, so the table is plain tuples; what help says of each flag stands in `flag_help`.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple

    class Flag(NamedTuple):
        """One flag of the framework."""

        name: str
        kind: str
        """`switch`, `value`, `count`, or `choice`: a value that may be left out."""
        sets: str
        """The option it sets: its own name, or the one it is short for."""
        value: object
        """What it sets when no value is given."""
        choices: tuple[str, ...]
        spellings: tuple[str, ...]

else:
    Flag = tuple

MODES = ("auto", "json", "jsonl", "columns", "text", "plain", "toon")
SCHEMA_FORMATS = ("json", "openai", "anthropic", "gemini", "mcp")
TRANSPORTS = ("stdio", "http", "sse")
SHELLS = ("bash", "zsh", "fish", "powershell")

_TABLE: tuple[tuple[str, str, str, object, tuple[str, ...], tuple[str, ...]], ...] = (
    ("output", "value", "output", None, MODES, ("--output", "-o")),
    ("json", "switch", "output", "json", (), ("--json",)),
    ("jsonl", "switch", "output", "jsonl", (), ("--jsonl",)),
    ("columns", "switch", "output", "columns", (), ("--columns",)),
    ("text", "switch", "output", "text", (), ("--text",)),
    ("plain", "switch", "output", "plain", (), ("--plain",)),
    ("toon", "switch", "output", "toon", (), ("--toon",)),
    ("quiet", "switch", "quiet", True, (), ("--quiet", "-q")),
    ("verbose", "count", "verbose", None, (), ("--verbose", "-v")),
    ("arguments", "value", "arguments", None, (), ("--arguments",)),
    ("dry-run", "switch", "dry-run", True, (), ("--dry-run",)),
    ("idempotency-key", "value", "idempotency-key", None, (), ("--idempotency-key",)),
    ("no-color", "switch", "no-color", True, (), ("--no-color",)),
    ("timeout", "value", "timeout", None, (), ("--timeout",)),
    ("yes", "switch", "yes", True, (), ("--yes", "-y")),
    ("approval", "value", "approval", None, (), ("--approval",)),
    ("no-input", "switch", "no-input", True, (), ("--no-input",)),
    ("response-format", "value", "response-format", None, ("concise", "detailed"), ("--response-format",)),
    ("limit", "value", "limit", None, (), ("--limit",)),
    ("cursor", "value", "cursor", None, (), ("--cursor",)),
    ("fields", "value", "fields", None, (), ("--select", "--fields")),
    ("filter", "value", "filter", None, (), ("--filter",)),
    ("max-items", "value", "max-items", None, (), ("--max-items",)),
    ("max-bytes", "value", "max-bytes", None, (), ("--max-bytes",)),
    ("max-tokens", "value", "max-tokens", None, (), ("--max-tokens",)),
    ("token-count", "switch", "token-count", True, (), ("--token-count",)),
    ("spill", "value", "spill", None, (), ("--spill",)),
    ("write", "value", "write", None, (), ("--write",)),
    ("print0", "switch", "print0", True, (), ("--print0",)),
    ("null", "switch", "null", True, (), ("--null",)),
    ("no-untrusted", "switch", "no-untrusted", True, (), ("--no-untrusted",)),
    ("events", "value", "events", None, (), ("--events",)),
    ("schema", "choice", "schema", "json", SCHEMA_FORMATS, ("--schema",)),
    ("inline", "switch", "inline", True, (), ("--inline",)),
    ("help-agent", "switch", "help-agent", True, (), ("--help-agent",)),
    ("help", "switch", "help", True, (), ("--help", "-h")),
    ("version", "switch", "version", True, (), ("--version",)),
    ("agent-manifest", "switch", "agent-manifest", True, (), ("--agent-manifest",)),
    ("agent-bootstrap", "switch", "agent-bootstrap", True, (), ("--agent-bootstrap",)),
    ("serve-mcp", "choice", "serve-mcp", "auto", TRANSPORTS, ("--serve-mcp",)),
    ("install-completion", "choice", "install-completion", "auto", SHELLS, ("--install-completion",)),
    ("show-completion", "choice", "show-completion", "auto", SHELLS, ("--show-completion",)),
)
FLAGS: tuple[Flag, ...] = _TABLE  # type: ignore[assignment] # the same tuples, under their names

BY_SPELLING: dict[str, Flag] = {
    spelling: flag for flag in FLAGS for spelling in (*flag[5], "--tooli-" + flag[0])
}
