"""A calendar: dates, times, titles with spaces, lists of choices.

Not named for what it is: `calendar` is a module of the standard library.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal

from tooli import Annotated, Argument, Option, Tooli, one_of
from tooli.annotations import Destructive, ReadOnly

app = Tooli(name="agenda", description="Plan meetings and book rooms", version="3.0.0")
EventId = Annotated[int, Argument(help="Number of the event")]
Weekday = Literal["mon", "tue", "wed", "thu", "fri"]


@app.command(
    capabilities=["state:mutate"],
    examples=[{"args": ["add", "Planning", "--at", "2026-11-15T09:00:00"], "description": "Plan a meeting"}],
)
def add(
    title: Annotated[str, Argument(help="What it is about")],
    *,
    at: Annotated[datetime, Option(help="When it starts")],
    minutes: Annotated[int, Option("--minutes", "-m", min=5, max=480)] = 30,
    location: str | None = None,
    attendee: Annotated[list[str], Option("--attendee", "-a")] = [],  # noqa: B006 - never changed
    private: bool = False,
) -> dict[str, Any]:
    """Add an event."""
    return {"command": "add", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def move_event(event_id: EventId, new_start: Annotated[datetime, Option()]) -> dict[str, Any]:
    """Move an event to another time."""
    return {"command": "move-event", "arguments": locals()}


@app.command(annotations=Destructive)
def delete_event(event_id: EventId, notify: bool = True) -> dict[str, Any]:
    """Delete an event."""
    return {"command": "delete-event", "arguments": locals()}


@app.command(annotations=ReadOnly)
def list_events(
    from_date: date | None = None,
    to_date: date | None = None,
    calendar: Annotated[Literal["work", "home", "team"], Option("--calendar", "-c")] = "work",
    show_private: bool = False,
) -> dict[str, Any]:
    """List the events of some days."""
    return {"command": "list-events", "arguments": locals()}


@app.command(annotations=ReadOnly, constraints=[one_of("day", "within_days")])
def find_slot(
    minutes: Annotated[int, Option("--minutes", "-m", min=5, max=480)],
    day: date | None = None,
    within_days: Annotated[int | None, Option(min=1, max=90)] = None,
) -> dict[str, Any]:
    """Find a free time."""
    return {"command": "find-slot", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def repeat_event(
    event_id: EventId,
    weekdays: Annotated[list[Weekday], Option("--weekdays", "-w")],
    until: date | None = None,
) -> dict[str, Any]:
    """Repeat an event every week."""
    return {"command": "repeat-event", "arguments": locals()}


@app.command(annotations=ReadOnly)
def export_events(
    target: Path, format: Literal["ics", "csv", "json"] = "ics", year: int | None = None
) -> dict[str, Any]:
    """Write events to a file."""
    return {"command": "export-events", "arguments": locals()}


@app.command("book", group="room", capabilities=["state:mutate"])
def room_book(
    room: str,
    day: Annotated[date, Option()],
    start_hour: Annotated[int, Option(min=0, max=23)] = 9,
    hours: Annotated[float, Option(min=0.5, max=12)] = 1.0,
) -> dict[str, Any]:
    """Book a room."""
    return {"command": "room book", "arguments": locals()}


@app.command("free", group="room", annotations=ReadOnly)
def room_free(day: Annotated[date, Option()], seats: Annotated[int, Option(min=1)] = 1) -> dict[str, Any]:
    """List the rooms that are free."""
    return {"command": "room free", "arguments": locals()}


if __name__ == "__main__":
    app()
