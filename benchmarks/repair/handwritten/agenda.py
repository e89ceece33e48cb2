"""Mistakes with the calendar: dates and times as people write them."""

from __future__ import annotations

from benchmarks.repair.handwritten.notebook import GUESS, MISSING, Notebook

STANDUP = {"title": "Standup", "at": "2026-11-15T09:00:00"}
AT = "--at 2026-11-15T09:00:00"

book = Notebook("agenda")
note = book.line

note("date-written", "add Standup --at '2026-11-15 9am'", "add", STANDUP)
note("date-written", "add Standup --at 2026-11-15T9:00", "add", STANDUP)
note("option-synonym", "add Standup --date 2026-11-15 --time 09:00", "add", STANDUP, **GUESS)
note(
    "option-synonym",
    f"add Standup {AT} --duration 30",
    "add",
    {**STANDUP, "minutes": 30},
    **GUESS,
)
note("number-unit", f"add Standup {AT} --minutes 1h", "add", {**STANDUP, "minutes": 60})
note("number-unit", f"add Standup {AT} --minutes 45min", "add", {**STANDUP, "minutes": 45})
note("number-unit", f"add Standup {AT} --minutes '45 minutes'", "add", {**STANDUP, "minutes": 45})
note(
    "option-plural",
    f"add Standup {AT} --attendees ann --attendees bob",
    "add",
    {**STANDUP, "attendee": ["ann", "bob"]},
)
note(
    "words-unquoted",
    f"add Daily standup of the team {AT}",
    "add",
    {**STANDUP, "title": "Daily standup of the team"},
)
note("words-unquoted", "add Standup --at 2026-11-15 09:00:00", "add", STANDUP)
note("command-part", "delete 17 --yes", "delete-event", {"event_id": 17})
note("command-swapped", "events list", "list-events", {})
note("command-spaced", "list events --calendar home", "list-events", {"calendar": "home"})
november = {"from_date": "2026-11-01", "to_date": "2026-11-30"}
note("two-mistakes", "list-events --from 2026-11-01 --to 2026-11-30", "list-events", november)
note(
    "option-synonym",
    "list-events --start-date 2026-11-01",
    "list-events",
    {"from_date": "2026-11-01"},
    **GUESS,
)
note(
    "choice-unknown",
    "list-events --calendar personal",
    "list-events",
    {"calendar": "home"},
    **GUESS,
)
slot = {"minutes": 45, "day": "2026-11-18"}
note("option-synonym", "find-slot --minutes 45 --on 2026-11-18", "find-slot", slot, **GUESS)
repeated = {"event_id": 17, "weekdays": ["mon", "thu"]}
note(
    "choice-part",
    "repeat-event 17 --weekdays monday --weekdays thursday",
    "repeat-event",
    repeated,
)
note("list-greedy", "repeat-event 17 --weekdays mon thu", "repeat-event", repeated)
note("option-plural", "repeat-event 17 --weekday mon --weekday thu", "repeat-event", repeated)
booked = {"room": "Aurora", "day": "2026-11-15"}
note("command-joined", "book-room Aurora --day 2026-11-15", "room book", booked)
note(
    "number-unit",
    "room book Aurora --day 2026-11-15 --start-hour 2pm",
    "room book",
    {**booked, "start_hour": 14},
    **GUESS,
)
note(
    "number-unit",
    "room book Aurora --day 2026-11-15 --start-hour 14:00",
    "room book",
    {**booked, "start_hour": 14},
    **GUESS,
)
note("date-impossible", "room book Aurora --day 2026-11-31", "room book", booked, **MISSING)
note(
    "choice-unknown",
    "export-events events.csv --format excel",
    "export-events",
    {"target": "events.csv", "format": "csv"},
    **GUESS,
)
