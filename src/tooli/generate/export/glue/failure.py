"""Why a command failed, said for a model, and the check of what a model gives."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any


class CommandError(Exception):
    """Why a command failed; its text says what to do about it."""

    def __init__(self, error: dict[str, Any]) -> None:
        suggestion = error.get("suggestion") or {}
        arguments = suggestion.get("arguments")
        is_for_people = suggestion.get("action") == "ask_human"
        line = suggestion.get("example") if is_for_people else None
        request = (error.get("details") or {}).get("request")
        parts = (
            f"{error['message']} ({error['code']}).",
            suggestion.get("fix"),
            f"For example: {json.dumps(arguments)}" if arguments else None,
            f"A person can run: {line}" if line else None,
            f"REQUEST is {request}" if request else None,
        )
        super().__init__(" ".join(part for part in parts if part))
        self.error = error

    @property
    def is_retryable(self) -> bool:
        """Whether another try, with other arguments or later, may succeed."""
        return bool(self.error.get("is_retryable"))


def check_arguments(function: Callable[..., Any], arguments: dict[str, Any]) -> None:
    """Raise `CommandError` when arguments are missing or too many."""
    try:
        inspect.signature(function).bind(**arguments)
    except TypeError as error:
        wrong = {"code": "E1900", "message": str(error), "is_retryable": True}
        raise CommandError(wrong) from None


def describe(function: Callable[..., Any]) -> str:
    """Return what a command does: its docstring up to the arguments."""
    return (inspect.getdoc(function) or "").partition("\n\nArgs:\n")[0]
