"""A command line that asks for a version its command does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tooli.execute.failure import shorten
from tooli.model.versions import unavailable
from tooli.surfaces.cli.program import line, program_words

if TYPE_CHECKING:
    from tooli.errors import ToolError
    from tooli.surfaces.cli.main import Session


def version_error(session: Session) -> ToolError | None:
    """Return the error, with the line that asks for the newest version; None when it is another mistake."""
    parsed = session.parsed
    assert parsed.unknown is not None  # the caller asked
    error = unavailable(session.runtime.catalog, (*parsed.path, parsed.unknown))
    if error is None or error.suggestion is None:
        return error
    newest = str(error.suggestion.example).split()[-1]
    words = [newest if word == parsed.unknown else word for word in session.argv]
    whole = line([*program_words(session.runtime), *words])
    error.suggestion = error.suggestion.replace(example=whole)
    if parsed.flags.get("response-format") != "detailed":
        shorten(error, session.caller)
    return error
