"""The framework's own flags: the same on every command, under `--tooli-NAME` always.

A command's params come first: where one needs a spelling, the flag keeps its other spellings. Pure data.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Mapping

MODES = ("auto", "json", "jsonl", "text", "plain")
SCHEMA_FORMATS = ("json", "openai", "anthropic", "gemini", "mcp")


class Flag(Record):
    """One flag of the framework."""

    name: str
    spellings: tuple[str, ...]
    help: str
    kind: str = "switch"
    """`switch`, `value`, `count`, or `choice`: a value that may be left out."""
    value: object = True
    """What a switch sets."""
    sets: str = ""
    """The name it sets, when it is an alias of another flag."""
    choices: tuple[str, ...] = ()
    metavar: str = ""
    app: bool = False
    """Whether it belongs to the app rather than to a command."""


FLAGS: tuple[Flag, ...] = (
    Flag(
        name="output",
        spellings=("--output", "-o"),
        kind="value",
        choices=MODES,
        help="How to print the result",
    ),
    *(
        Flag(name=mode, spellings=(f"--{mode}",), sets="output", value=mode, help=f"Same as --output {mode}")
        for mode in MODES[1:]
    ),
    Flag(name="quiet", spellings=("--quiet", "-q"), help="No progress, hints or warnings"),
    Flag(name="verbose", spellings=("--verbose", "-v"), kind="count", help="Say more; -vv adds tracebacks"),
    Flag(name="dry-run", spellings=("--dry-run",), help="Say what would be done, and do nothing"),
    Flag(name="no-color", spellings=("--no-color",), help="No colour"),
    Flag(
        name="timeout", spellings=("--timeout",), kind="value", metavar="SECONDS", help="End the call after that time"
    ),
    Flag(name="yes", spellings=("--yes", "-y"), help="Go ahead without asking"),
    Flag(name="no-input", spellings=("--no-input",), help="Never ask"),
    Flag(
        name="response-format",
        spellings=("--response-format",),
        kind="value",
        choices=("concise", "detailed"),
        help="How much the envelope tells",
    ),
    Flag(
        name="schema",
        spellings=("--schema",),
        kind="choice",
        choices=SCHEMA_FORMATS,
        value="json",
        help="Print the JSON Schema",
    ),
    Flag(name="inline", spellings=("--inline",), help="With --schema: no $defs unless recursive"),
    Flag(name="help-agent", spellings=("--help-agent",), help="Show help for agents"),
    Flag(name="help", spellings=("--help", "-h"), help="Show this help"),
    Flag(name="version", spellings=("--version",), app=True, help="Show the version"),
    Flag(
        name="install-completion",
        spellings=("--install-completion",),
        kind="choice",
        value="auto",
        choices=("bash", "zsh", "fish", "powershell"),
        app=True,
        help="Install shell completion",
    ),
    Flag(
        name="show-completion",
        spellings=("--show-completion",),
        kind="choice",
        value="auto",
        choices=("bash", "zsh", "fish", "powershell"),
        app=True,
        help="Print the shell completion script",
    ),
)

BY_SPELLING: Mapping[str, Flag] = {
    spelling: flag for flag in FLAGS for spelling in (*flag.spellings, f"--tooli-{flag.name}")
}
