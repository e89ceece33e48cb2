"""Moves that are written down before they are made, and taken back. Plain Python, without the framework."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TypedDict

NAME = ".imagesort.jsonl"


class Move(TypedDict):
    """A file, and where it goes; both below the folder."""

    source: str
    target: str


class JournalError(ValueError):
    """A journal that nobody can have written like this."""


class Journal:
    """The moves in a folder, run by run: one line of JSON for each run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / NAME
        text = self._file.read_text("utf-8") if self._file.exists() else ""
        try:
            self._runs = [[_checked(move) for move in json.loads(line)] for line in text.splitlines()]
        except (ValueError, TypeError, KeyError) as error:
            raise JournalError(f"{self._file} is damaged") from error

    def last(self) -> list[Move]:
        """Return how the last run is taken back; what it was interrupted before is left out."""
        while self._runs:
            moves = [Move(source=move["target"], target=move["source"]) for move in reversed(self._runs[-1])]
            if left := [move for move in moves if not self._is_back(move)]:
                return left
            self._runs.pop()  # it was interrupted before its first move
        return []

    def move(self, moves: list[Move]) -> None:
        """Note what is about to be moved, then move it."""
        self._write([*self._runs, moves])
        self._make(moves)

    def take_back(self, moves: list[Move], keep_folders: bool) -> None:
        """Make the moves that take the last run back, and forget it."""
        self._make(moves)
        self._write(self._runs[:-1])
        for move in moves if not keep_folders else ():
            with suppress(OSError):  # it is not empty, or gone
                os.removedirs((self._folder / move["source"]).parent)

    def _is_back(self, move: Move) -> bool:
        return (self._folder / move["target"]).exists() and not (self._folder / move["source"]).exists()

    def _make(self, moves: list[Move]) -> None:
        for move in moves:
            target = self._folder / move["target"]
            target.parent.mkdir(parents=True, exist_ok=True)
            (self._folder / move["source"]).rename(target)

    def _write(self, runs: list[list[Move]]) -> None:
        self._runs = runs
        beside = self._file.with_suffix(".new")
        beside.write_text("".join(json.dumps(run) + "\n" for run in runs), "utf-8")
        beside.replace(self._file)


def _checked(move: Move) -> Move:
    """Return a move that stays in its folder: a journal may come with a folder of somebody else's."""
    for name in (move["source"], move["target"]):
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise JournalError(f"{name} is outside")
    return Move(source=move["source"], target=move["target"])
