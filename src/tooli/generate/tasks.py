"""The task a command is for: as declared, else its group, else what running it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tooli.model.behavior import only_reads

if TYPE_CHECKING:
    from tooli.model import Command

READ, CHANGE, REMOVE = "Find and read", "Create and change", "Remove and overwrite"
_READING = (
    *("check", "compare", "count", "describe", "diff", "export", "fetch", "find", "get", "grep", "inspect"),
    *("list", "lookup", "outline", "print", "query", "read", "report", "scan", "search", "show", "stat"),
    *("stats", "status", "summarize", "tail", "test", "validate", "verify", "view"),
)
_REMOVING = (
    *("clean", "clear", "delete", "destroy", "drop", "erase", "kill", "overwrite", "prune", "purge"),
    *("remove", "reset", "wipe"),
)
"""First words of names that say what a command does."""


def task_of(command: Command) -> str:
    """Return the heading under which a command is found."""
    if command.task_group:
        return command.task_group
    if len(command.path) > 1:
        return " ".join(command.path[:-1])
    verb = command.path[-1].replace("_", "-").split("-", 1)[0]
    if command.destructive or verb in _REMOVING:
        return REMOVE
    if only_reads(command.annotations, command.capabilities) or verb in _READING:
        return READ
    return CHANGE
