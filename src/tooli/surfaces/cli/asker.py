"""Asks the person at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tooli.execute.asking import nobody
from tooli.surfaces.cli.prompt import approve, ask_value, confirm


class TerminalAsker:
    """Puts a command's questions to a person, one line at a time."""

    is_async = False
    begins_anew = False
    loop = None
    asks_people = True

    def __init__(self, ask: Callable[[str, bool], str], make_way: Callable[[], None]) -> None:
        self._ask = ask
        self._make_way = make_way

    def confirm(self, question: str, *, key: str | None = None) -> bool:
        """Ask until the answer is yes or no."""
        self._make_way()
        return confirm(question, self._ask)

    def approve(self, question: str, *, key: str | None = None) -> bool:
        """Ask for a word that only this question shows: no habit and no script types it."""
        self._make_way()
        return approve(question, self._ask)

    def elicit(
        self, message: str, schema: Mapping[str, Any], *, key: str | None = None
    ) -> dict[str, Any] | None:
        """Ask for one field after the other; nothing typed leaves out one that may be left out."""
        self._make_way()
        required = schema.get("required", ())
        given: dict[str, Any] = {}
        for name, field in schema.get("properties", {}).items():
            told = field.get("title") or name.replace("_", " ").capitalize()
            default = field.get("default")
            label = f"{message}\n{told}" if not given else told
            text = ask_value(
                f"{label}{_choices(field)}",
                self._ask,
                hide=False,
                confirmation=False,
                default=None if name in required and default is None else _shown(default),
            )
            if text is not None:
                given[name] = _value(text, field)
        return given

    def sample(self, prompt: str, **options: Any) -> str:
        """Say that a terminal has no model."""
        raise nobody("a question for the caller's model", "sampling")

    def roots(self, *, key: str | None = None) -> list[str]:
        """Return the folder the command was started in."""
        from pathlib import Path

        return [Path.cwd().as_uri()]


def _choices(field: Mapping[str, Any]) -> str:
    kind = field.get("type")
    choices = field.get("enum") or (("yes", "no") if kind == "boolean" else ())
    return f" ({'|'.join(map(str, choices))})" if choices else ""


def _shown(default: Any) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    return "" if default is None else str(default)


def _value(text: str, field: Mapping[str, Any]) -> Any:
    """Return what was typed as the field's type; what does not fit stays text, and is refused by the form."""
    kind = field.get("type")
    if kind == "boolean":
        return {"y": True, "yes": True, "true": True, "n": False, "no": False, "false": False}.get(
            text.strip().lower(), text
        )
    if kind == "array":
        return [part.strip() for part in text.split(",")]
    return text
