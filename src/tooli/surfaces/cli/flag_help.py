"""What help says of the framework's flags, and which of their spellings a command leaves them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tooli.render.help_page import HelpPanel, HelpRow
from tooli.surfaces.cli.flags import FLAGS

if TYPE_CHECKING:
    from tooli.surfaces.cli.flags import Flag

FLAG_HELP: Mapping[str, str] = {
    "output": "How to print the answer",
    "json": "Print one JSON envelope",
    "jsonl": "Print one JSON item a line, as they are produced",
    "columns": "Print uniform rows as columns and rows, in the envelope",
    "text": "Print text without colour or boxes",
    "plain": "Print one value or tab-separated row a line",
    "toon": "Print TOON, which needs tooli[toon]",
    "quiet": "Leave out warnings, hints and progress",
    "verbose": "Say more; twice: also where errors came from",
    "arguments": "All arguments as one JSON object: its text, @FILE, or - for stdin",
    "dry-run": "Say what would be done, and do nothing",
    "idempotency-key": "Do this piece of work once, however often it is called",
    "no-color": "Print without colour",
    "timeout": "Give up after so many seconds",
    "yes": "Go ahead without asking",
    "approval": "The token by which a person approved this call",
    "no-input": "Never ask for anything",
    "response-format": "How much the envelope says",
    "limit": "Give at most so many items, and a cursor for the rest",
    "cursor": "Go on where an answer with this cursor ended",
    "fields": "Keep only these fields, such as name,owner.id",
    "filter": "Keep only items for which this is true, such as size > 10",
    "max-items": "Cut the result to so many items",
    "max-bytes": "Cut the result to so many bytes",
    "max-tokens": "Cut the result to about so many tokens",
    "token-count": "Say what the answer would cost, instead of giving it",
    "spill": "Also write the whole result to a file",
    "write": "Save a result that is a file or document; - is stdout",
    "print0": "Print one value a record, each ended by NUL",
    "null": "Read records that end with NUL instead of lines",
    "no-untrusted": "Leave out what was written by others, as the schema marks it",
    "events": "Write progress and log lines as JSON lines to a file or descriptor",
    "schema": "Show the schema of input and result",
    "inline": "With --schema: a schema without references",
    "help-agent": "Show help in few words, for agents",
    "help": "Show this page",
    "version": "Show the version",
    "agent-manifest": "Show what the app can do, as data for agents",
    "agent-bootstrap": "Show what an agent has to know, in the form it reads",
    "serve-mcp": "Serve the commands as MCP tools; takes the options of mcp serve",
    "install-completion": "Set up completion in your shell",
    "show-completion": "Show the completion script",
}
"""What each flag does."""
APP_FLAGS = frozenset(
    {"version", "agent-manifest", "agent-bootstrap", "serve-mcp", "install-completion", "show-completion"}
)
"""Flags that the page of an app shows, and pages of its commands do not."""
METAVARS: Mapping[str, str] = {
    "output": "MODE",
    "arguments": "JSON",
    "idempotency-key": "KEY",
    "timeout": "SECONDS",
    "approval": "TOKEN",
    "response-format": "FORMAT",
    "limit": "N",
    "cursor": "CURSOR",
    "fields": "FIELDS",
    "filter": "EXPR",
    "max-items": "N",
    "max-bytes": "N",
    "max-tokens": "N",
    "spill": "FILE",
    "write": "FILE",
    "events": "FILE",
    "schema": "[FORMAT]",
    "serve-mcp": "[TRANSPORT]",
    "install-completion": "[SHELL]",
    "show-completion": "[SHELL]",
}
FOR_AGENTS: Mapping[str, str] = {
    "dry-run": "",
    "limit": " N",
    "fields": " A,B",
    "filter": " EXPR",
    "max-tokens": " N",
    "timeout": " S",
    "schema": "",
}
"""Flags that the form for agents names, with what stands for their value; JSON they get anyway."""
EVERYWHERE = ("limit", "fields", "filter", "max-tokens", "timeout", "schema")
"""Those that hold for every command: the first page names them once."""


def usable(flag: Flag, taken: Iterable[str]) -> tuple[str, ...]:
    """Return the spellings a command's params leave to a flag: at least `--tooli-NAME`."""
    name, *_, spellings = flag
    left = tuple(spelling for spelling in spellings if spelling not in set(taken))
    return tuple(sorted(left, key=lambda spelling: spelling.startswith("--"))) or (f"--tooli-{name}",)


def spelling_of(name: str, taken: Iterable[str]) -> str:
    """Return the spelling under which a flag can be used: the long one where it is free."""
    flag = next(flag for flag in FLAGS if flag[0] == name)
    return usable(flag, taken)[-1]


def global_panel(taken: Iterable[str], *, app: bool) -> HelpPanel:
    """Return the panel of the framework's flags; `taken` are the spellings of the command's own params."""
    taken = frozenset(taken)
    rows: dict[str, HelpRow] = {}
    for flag in FLAGS:
        name, kind, sets, _, choices, _ = flag
        if name in APP_FLAGS and not app:
            continue
        names = usable(flag, taken)
        if sets != name:
            row = rows.get(sets + " aliases")
            known = row.names if row is not None else ()
            rows[sets + " aliases"] = HelpRow(
                kind="flag", names=(*known, *names), help=f"Short for --{sets} {METAVARS.get(sets, 'VALUE')}"
            )
            continue
        help = FLAG_HELP.get(name, "")
        rows[name] = HelpRow(
            kind="flag",
            names=names,
            metavar=METAVARS.get(name, name.upper() if kind in ("value", "choice") else ""),
            help=f"{help}: {', '.join(choices)}" if choices else help,
        )
    return HelpPanel(title="Global options", rows=tuple(rows.values()))


def agent_flags(taken: Iterable[str], leave_out: Iterable[str]) -> tuple[str, ...]:
    """Return the flags an agent may need, as it would write them."""
    known = {flag[0] for flag in FLAGS}
    left = [name for name in FOR_AGENTS if name in known and name not in set(leave_out)]
    return tuple(spelling_of(name, taken) + FOR_AGENTS[name] for name in left)
