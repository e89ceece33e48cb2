"""Which configuration files have something to say: found by a few looks at the disk, scanned as bytes.

Loaded on every start, so nothing is parsed here: a pyproject.toml without a word for us costs one read.
"""

from __future__ import annotations

import os
import sys

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PROJECT = ".tooli.yaml"
DOTENV = ".env"
MOST = 1 << 20
"""Bytes of a file that are looked at: its reader refuses what is larger."""


def config_files(environ: Mapping[str, str], prefix: str | None) -> tuple[list[tuple[str, str]], str | None]:
    """Return the kind and path of each file that says something, the strongest first; and the `.env`, if any.

    prefix: what the variables of the app's own params begin with.
    """
    chosen = environ.get("TOOLI_CONFIG")
    if chosen:
        return ([] if chosen == "none" else [("chosen", chosen)]), None
    home = environ.get("HOME") or environ.get("USERPROFILE")
    found: list[tuple[str, str]] = []
    dotenv = None
    root = project_root(home)
    if root is not None:
        words = (b"TOOLI_",) if prefix is None else (b"TOOLI_", prefix.encode() + b"_")
        for kind, name, marks in (
            ("dotenv", DOTENV, words),
            ("project", PROJECT, (b":",)),
            ("pyproject", "pyproject.toml", (b"tool.tooli", b"\ntooli")),
        ):
            path = root + os.sep + name
            said = says(path, marks)
            if said:
                found.append((kind, path))
            if kind == "dotenv" and said is not None:
                dotenv = path
    for kind, place in (("user", user_file(environ, home)), ("system", system_file(environ))):
        if place and says(place, (b":",)):
            found.append((kind, place))
    if found and dotenv and found[0][0] != "dotenv":
        found.insert(0, ("dotenv", dotenv))  # something will be read anyway
    return found, dotenv


def project_root(home: str | None) -> str | None:
    """Return the nearest folder with a mark of a project, not above the home or the mounted disk."""
    try:
        folder = os.getcwd()
        device = os.stat(folder).st_dev
    except OSError:  # the folder is gone
        return None
    while True:
        for mark in (PROJECT, "pyproject.toml", ".git"):
            if os.path.exists(folder + os.sep + mark):
                return folder
        above = os.path.dirname(folder)
        if folder in (above, home):
            return None
        try:
            if os.stat(above).st_dev != device:
                return None
        except OSError:
            return None
        folder = above


def says(path: str, marks: tuple[bytes, ...]) -> bool | None:
    """Whether a file has one of these words in it; None when there is no file.

    One that cannot be read has: its reader will complain.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return None if os.path.isdir(path) else True
    try:
        data = os.read(descriptor, MOST)
    except OSError:
        return os.path.isfile(path) or None
    finally:
        os.close(descriptor)
    return len(data) == MOST or any(mark in data for mark in marks)


def user_file(environ: Mapping[str, str], home: str | None) -> str | None:
    """Return the file of the person who runs the app."""
    if sys.platform == "win32":
        base = environ.get("APPDATA")
    elif sys.platform == "darwin":
        base = home and home + "/Library/Application Support"
    else:
        base = environ.get("XDG_CONFIG_HOME") or (home and home + "/.config")
    return os.path.join(base, "tooli", "config.yaml") if base else None


def system_file(environ: Mapping[str, str]) -> str:
    """Return the file of the machine."""
    if sys.platform == "win32":
        return os.path.join(environ.get("PROGRAMDATA", r"C:\ProgramData"), "tooli", "config.yaml")
    return "/etc/tooli/config.yaml"
