"""The command line with the token that is wrong underlined, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.render.text import breadth, visible
from tooli.surfaces.cli.program import program_words, quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.surfaces.cli.main import Session


def pointed(session: Session, error: Mapping[str, Any]) -> str:
    """Return the line that was given and a mark under its mistake; nothing when the place is not known."""
    at = _place(session, error)
    if at is None:
        return ""
    program = program_words(session.runtime)
    words = [visible(quote(word)) for word in (*program, *session.argv)]
    at += len(words) - len(session.argv)
    before = breadth(" ".join(words[:at])) + (1 if at else 0)
    return f"  {' '.join(words)}\n  {' ' * before}{'^' * max(1, breadth(words[at]))}\n"


def _place(session: Session, error: Mapping[str, Any]) -> int | None:
    """Return which word of the command line an error is about."""
    details = error.get("details") or {}
    token = details.get("token", details.get("value"))
    places = session.parsed.places.get(str(error.get("field", "")).split("[")[0].split(".")[0], [])
    for at, offset in places:
        if session.argv[at][offset:] == str(token):
            return at
    if len(places) == 1:
        return places[0][0]
    return session.argv.index(str(token)) if str(token) in session.argv else None
