"""An app whose server lists four tools, whatever it has."""

from __future__ import annotations

from typing import Any

from tooli import AgentContext, Tooli
from tooli.annotations import Destructive, ReadOnly
from tooli.errors import NotFoundError

app = Tooli("notes", "Notes of a team", version="1.0.0", defer_loading=True)
archive = app.group("archive", help="Old notes")


@app.command(annotations=ReadOnly)
def show(title: str) -> dict[str, str]:
    """Show a note."""
    if title == "lost":
        raise NotFoundError("there is no note 'lost'", field="title")
    return {"title": title}


@app.command(annotations=ReadOnly, version="2.0")
def words(limit: int = 3) -> list[int]:
    """Count the words of the notes."""
    return list(range(limit))


@app.command(annotations=ReadOnly)
def caller(ctx: AgentContext) -> str | None:
    """Say who calls."""
    return ctx.caller.caller_id


@app.command(capabilities=["state:mutate"])
def write(title: str, text: str = "") -> dict[str, Any]:
    """Write a note."""
    return {"title": title, "text": text}


@archive.command(annotations=Destructive)
def wipe(year: int) -> str:
    """Delete the notes of a year."""
    return f"{year} is gone"


@app.command(hidden=True, annotations=ReadOnly)
def unlisted() -> str:
    """Run, though nobody finds it."""
    return "ran"


if __name__ == "__main__":
    app()
