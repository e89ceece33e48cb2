"""Dates as people write them: `2026/11/15`, `15 Nov 2026`, `11/15/2026`, with or without a time."""

from __future__ import annotations

import re
from datetime import date, time

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_ISO = re.compile(r"(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})(?![\d])")
_ENDING_IN_YEAR = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_NAMED = re.compile(
    r"(?:([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))"
    r"|(?:(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4}))"
)
_TIME = re.compile(
    r"[ tT,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)? ?(am|pm)?(z|[+-]\d\d:?\d\d)?$", re.IGNORECASE
)


def read_date(text: str, *, with_time: bool) -> tuple[str, str] | None:
    """Return a date in ISO form, and whether its form says it all (`format`) or leaves a choice (`guess`)."""
    clock = _TIME.search(text)
    day = _day(text[: clock.start()] if clock else text)
    if day is None:
        return None
    iso, kind = day
    if not with_time:
        return iso, "guess" if clock and clock.group(1) not in ("0", "00") else kind
    if clock is None:
        return f"{iso}T00:00:00", kind
    read = _clock(clock)
    return None if read is None else (f"{iso}T{read}", kind)


def _day(text: str) -> tuple[str, str] | None:
    text = text.strip(" \"',").lower()
    if found := _ISO.fullmatch(text):
        return _checked(*found.groups())
    if found := _ENDING_IN_YEAR.fullmatch(text):
        first, second, year = found.groups()
        if int(first) > 12:
            return _checked(year, second, first)
        sure = "format" if int(second) > 12 or first == second else "guess"
        month_first = _checked(year, first, second)
        return (month_first[0], sure) if month_first else None
    if found := _NAMED.fullmatch(text):
        month, day, year = found.group(1, 2, 3) if found.group(1) else found.group(5, 4, 6)
        if month[:3] in MONTHS:
            return _checked(year, str(MONTHS.index(month[:3]) + 1), day)
    return None


def _checked(year: str, month: str, day: str) -> tuple[str, str] | None:
    try:
        return date(int(year), int(month), int(day)).isoformat(), "format"
    except ValueError:
        return None


def _clock(found: re.Match[str]) -> str | None:
    hour, minute, second, half, zone = found.groups()
    hours = int(hour) % 12 + 12 * (half.lower() == "pm") if half else int(hour)
    try:
        read = time(hours, int(minute), int(second or 0)).isoformat()
    except ValueError:
        return None
    return read + (zone.upper() if zone else "")
