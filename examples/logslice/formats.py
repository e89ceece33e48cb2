"""Three formats of log lines: a line that starts with an ISO time, syslog (old and new), and JSON.

Loaded when the first log is read.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from entries import Entry, Level, in_utc

ISO = re.compile(
    r"\[?(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)\]?"
    r"[ \t]+(?P<rest>.*)"
)
SYSLOG = re.compile(
    r"(?:<(?P<priority>\d{1,3})>)?(?P<day>[A-Z][a-z]{2} [ \d]\d) (?P<clock>\d\d:\d\d:\d\d) "
    r"\S+ (?P<source>[^\s:\[]+)(?:\[\d+\])?: ?(?P<rest>.*)"
)
SYSLOG_NEW = re.compile(
    r"<(?P<priority>\d{1,3})>1 (?P<time>\S+) \S+ (?P<source>\S+) \S+ \S+ (?:-|(?:\[[^\]]*\])+) ?(?P<rest>.*)"
)
LEVEL_FIRST = re.compile(r"(?:- )?(?:[\[<(](\w+)[\])>]:?|(\w+):|([A-Z]+))(?: -)?\s+(.*)")
SOURCE_FIRST = re.compile(r"(?:- )?\[?([\w./-]+)\]?(?: -)? \[?([A-Z]+)\]?:?(?: -)? (.*)")
SOURCE = re.compile(r"(?:\S+ (?=\S+\[\d+\]:))?\[?([\w./@-]+)\]?(?:\[\d+\])?: (.*)")

LEVELS: dict[str, Level] = {
    **dict.fromkeys(("critical", "crit", "fatal", "emerg", "alert", "panic", "60"), "critical"),
    **dict.fromkeys(("error", "err", "50"), "error"),
    **dict.fromkeys(("warning", "warn", "40"), "warning"),
    **dict.fromkeys(("info", "notice", "log", "30"), "info"),
    **dict.fromkeys(("debug", "trace", "20", "10"), "debug"),
}
PRIORITIES: tuple[Level, ...] = (
    *("critical", "critical", "critical", "error", "warning", "info", "info", "debug"),
)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
TIME_KEYS = ("time", "timestamp", "@timestamp", "ts", "datetime", "date")
LEVEL_KEYS = ("level", "severity", "levelname", "lvl", "log.level")
SOURCE_KEYS = ("source", "logger", "name", "service", "app", "module")
MESSAGE_KEYS = ("message", "msg", "event", "text")


class Parser:
    """Reads the lines of one log; times of syslog, which have no year, get the latest one that fits."""

    def __init__(self, year: int | None, now: datetime) -> None:
        self._year = year
        self._latest = now + timedelta(days=1)

    def parse(self, line: str) -> Entry | None:
        """Return the entry a line is, or None."""
        try:
            if line.startswith("{"):
                return _json_entry(json.loads(line))
            if found := ISO.match(line):
                return _text_entry(found["time"], found["rest"])
            if found := SYSLOG.match(line):
                time = self._with_year(found["day"], found["clock"])
                return _syslog_entry(time, found)
            if found := SYSLOG_NEW.match(line):
                return _syslog_entry(_iso(found["time"]), found)
        except (ValueError, OverflowError, OSError, RecursionError):
            pass  # it looks like an entry, but its time or its JSON is broken
        return None

    def _with_year(self, day: str, clock: str) -> datetime:
        month, number = MONTHS.index(day[:3]) + 1, int(day[4:])
        hour, minute, second = map(int, clock.split(":"))
        if self._year is not None:
            return datetime(self._year, month, number, hour, minute, second, tzinfo=UTC)
        newest = self._latest.year
        for year in range(newest, newest - 9, -1):  # the 29th of February may be eight years back
            try:
                time = datetime(year, month, number, hour, minute, second, tzinfo=UTC)
            except ValueError:
                continue
            if time <= self._latest:
                return time
        raise ValueError(day)


def _iso(text: str) -> datetime:
    """Return the time an ISO text says; without a zone it is UTC."""
    time = datetime.fromisoformat(text.replace(" Z", "Z").replace(" +", "+").replace(" -", "-"))
    return in_utc(time) or time


def _json_entry(data: Any) -> Entry | None:
    if not isinstance(data, dict):
        return None
    time = _first(data, TIME_KEYS)
    if isinstance(time, (int, float)) and not isinstance(time, bool):
        when = datetime.fromtimestamp(time / 1000 if time > 1e11 else time, UTC)
    elif isinstance(time, str):
        when = _iso(time)
    else:
        return None
    level = LEVELS.get(str(_first(data, LEVEL_KEYS)).lower(), "unknown")
    source, message = _first(data, SOURCE_KEYS), _first(data, MESSAGE_KEYS)
    return {"time": when, "level": level, "source": str(source or ""), "message": str(message or "")}


def _first(data: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((data[key] for key in keys if data.get(key) is not None), None)


def _syslog_entry(time: datetime, found: re.Match[str]) -> Entry:
    level, message = _leveled(found["rest"])
    if found["priority"] is not None:
        level = PRIORITIES[int(found["priority"]) % 8]
    return {"time": time, "level": level, "source": found["source"], "message": message}


def _text_entry(time: str, rest: str) -> Entry:
    """Return the entry behind an ISO time: level and source come in either order, or not at all."""
    level, message = _leveled(rest)
    source = ""
    if level == "unknown" and (found := SOURCE_FIRST.match(rest)) and found[2].lower() in LEVELS:
        source, level, message = found[1], LEVELS[found[2].lower()], found[3]
    elif found := SOURCE.match(message):
        source, message = found.groups()
        if level == "unknown":
            level, message = _leveled(message)
    return {"time": _iso(time), "level": level, "source": source, "message": message}


def _leveled(text: str) -> tuple[Level, str]:
    """Take the level off the front of a text: `[warn] …`, `error: …`, `INFO …`."""
    found = LEVEL_FIRST.match(text)
    if found is not None:
        level = LEVELS.get((found[1] or found[2] or found[3]).lower())
        if level is not None:
            return level, found[4]
    return "unknown", text
