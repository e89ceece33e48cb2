"""Notes down mistakes: what was given, and the call that was meant."""

from __future__ import annotations

import shlex
from typing import Any

from benchmarks.repair.mistake import Given, Mistake, Surface
from benchmarks.repair.valid_calls import call

GUESS: dict[str, bool] = {"unique": False}
"""The meaning cannot be derived from the description and what was given."""
MISSING: dict[str, bool] = {"unique": False, "placeholder": True}
"""The caller has to supply a value."""


class Notebook:
    """Collects the mistakes with one command set and numbers them."""

    def __init__(self, app: str) -> None:
        self.app = app
        self.mistakes: list[Mistake] = []

    def line(self, kind: str, line: str, meant: str, arguments: dict[str, Any], **flags: bool) -> None:
        """Note a command line, and the command and arguments that were meant."""
        self._note(
            "cli", kind, Given(argv=tuple(shlex.split(line))), call(self.app, meant, "", **arguments), flags
        )

    def call(
        self,
        kind: str,
        command: str,
        given: dict[str, Any],
        meant: str,
        arguments: dict[str, Any],
        **flags: bool,
    ) -> None:
        """Note a command with an object of arguments, and the command and arguments that were meant."""
        self._note(
            "python",
            kind,
            Given(command=command, arguments=given),
            call(self.app, meant, "", **arguments),
            flags,
        )

    def _note(self, surface: Surface, kind: str, given: Given, meant: Any, flags: dict[str, bool]) -> None:
        name = f"hand-{'py-' if surface == 'python' else ''}{self.app}-{len(self.mistakes) + 1}"
        self.mistakes.append(
            Mistake(
                name,
                self.app,
                kind,
                surface,
                given,
                meant.received,
                unique=flags.get("unique", True),
                placeholder=flags.get("placeholder", False),
            )
        )
