"""What can be found in an environment: entries of PATH, commands, variables. Plain Python."""

import os
from collections.abc import Iterator
from typing import Literal, TypedDict

Status = Literal["ok", "warn", "fail"]
Problem = Literal["none", "missing", "duplicate", "not a folder", "empty"]
MASK = "********"
SECRET_NAMES = ("SECRET", "TOKEN", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "APIKEY")
SECRET_ENDINGS = ("KEY", "PASS", "AUTH", "DSN")
SECRET_STARTS = (
    "ghp_",
    "gho_",
    "github_pat_",
    "glpat-",
    "sk-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "eyJ",
    "-----BEGIN",
)


class Finding(TypedDict):
    check: str
    status: Status
    detail: str
    fix: str


class PathEntry(TypedDict):
    position: int
    folder: str
    problem: Problem


class Variable(TypedDict):
    name: str
    value: str
    masked: bool


class Executable(TypedDict):
    name: str
    file: str
    runs: bool
    """Whether it is the one that runs."""


def path_entries(search: str) -> Iterator[PathEntry]:
    """Give each entry of a PATH with its problem."""
    seen: set[str] = set()
    for position, folder in enumerate(search.split(os.pathsep) if search else (), 1):
        key = os.path.normcase(os.path.realpath(folder)) if folder else ""
        yield {"position": position, "folder": folder, "problem": _problem(folder, key in seen)}
        seen.add(key)


def _problem(folder: str, seen: bool) -> Problem:
    if not folder:
        return "empty"  # which means the current folder, and is seldom meant
    if seen:
        return "duplicate"
    if not os.path.exists(folder):
        return "missing"
    return "none" if os.path.isdir(folder) else "not a folder"


def executables(name: str, search: str) -> list[Executable]:
    """Return every file of that command's name, in the order of PATH."""
    found: list[Executable] = []
    for entry in path_entries(search):
        if entry["problem"] != "none":
            continue
        for spelling in _spellings(name):
            file = os.path.join(entry["folder"], spelling)
            if os.path.isfile(file) and os.access(file, os.X_OK):
                found.append({"name": name, "file": file, "runs": not found})
    return found


def command_names(search: str) -> set[str]:
    """Return the names of all commands that can be run."""
    names: set[str] = set()
    for entry in path_entries(search):
        if entry["problem"] == "none":
            try:
                with os.scandir(entry["folder"]) as files:
                    names.update(file.name for file in files if os.access(file.path, os.X_OK))
            except OSError:
                continue  # a folder that may not be listed
    return {os.path.splitext(name)[0] for name in names} if os.name == "nt" else names


def nearest(name: str, search: str) -> str | None:
    """Return the command whose name is most like one that does not exist, or None."""
    from difflib import get_close_matches

    names = sorted(command_names(search))
    swapped = [other for other in names if sorted(other) == sorted(name)]
    return next(iter(swapped or get_close_matches(name, names, n=1)), None)


def _spellings(name: str) -> list[str]:
    """Return a command's name as its file may spell it: on Windows, with an ending."""
    if os.name != "nt" or os.path.splitext(name)[1]:
        return [name]
    return [name + ending for ending in os.environ.get("PATHEXT", ".COM;.EXE;.BAT;.CMD").split(";")]


def variable(name: str, value: str) -> Variable:
    """Return a variable, its value masked if it looks secret."""
    masked = looks_secret(name, value)
    return {"name": name, "value": MASK if masked else value, "masked": masked}


def looks_secret(name: str, value: str) -> bool:
    """Say whether a value should not be shown: by its name, by its start, or for a password in a URL."""
    upper = name.upper()
    if not value or (value.isdigit() and len(value) < 4):
        return False  # an empty value and a switch hide nothing
    if any(word in upper for word in SECRET_NAMES) or upper.endswith(SECRET_ENDINGS):
        return True
    host = value.partition("://")[2].partition("/")[0]
    return value.startswith(SECRET_STARTS) or ":" in host.rpartition("@")[0]
