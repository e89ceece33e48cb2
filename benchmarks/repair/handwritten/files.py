"""Mistakes with the file tools."""

from __future__ import annotations

from benchmarks.repair.handwritten.notebook import GUESS, MISSING, Notebook

book = Notebook("files")
note = book.line

py = {"pattern": "*.py"}
src = {**py, "root": "src"}
note("habit", "find . -name '*.py'", "find", py, **GUESS)
note("option-synonym", "find '*.py' --path src", "find", src, **GUESS)
note("option-part", "find '*.py' --depth 3", "find", {**py, "max_depth": 3})
note("option-undashed", "find '*.py' --maxdepth 3", "find", {**py, "max_depth": 3})
note("short-case", "find '*.py' -R src", "find", src)
note("path-home", "find '*.py' --root=~/src", "find", {**py, "root": "~/src"})
note(
    "date-written",
    "find '*.py' --newer-than 15.11.2026",
    "find",
    {**py, "newer_than": "2026-11-15"},
)
note(
    "date-written",
    "find '*.py' --newer-than 'Nov 15, 2026'",
    "find",
    {**py, "newer_than": "2026-11-15"},
)
note(
    "date-written",
    "find '*.py' --newer-than 2026-11-15T09:30:00Z",
    "find",
    {**py, "newer_than": "2026-11-15"},
)
note(
    "date-written",
    "find '*.py' --newer-than 20261115",
    "find",
    {**py, "newer_than": "2026-11-15"},
)
note(
    "date-relative",
    "find '*.py' --newer-than yesterday",
    "find",
    {**py, "newer_than": "2026-11-14"},
    **MISSING,
)
note("switch-valued", "find '*.py' --hidden=1", "find", {**py, "hidden": True})
note("switch-valued", "find '*.py' --json true", "find", py)
note("option-single-dash", "find '*.py' -json", "find", py)
note("flag-misspelt", "find '*.py' --outptu json", "find", py)
note("option-synonym", "find '*.py' --format=json", "find", py, **GUESS)
note("dash-typographic", "find '*.py' \N{EN DASH}root src", "find", src)
note("dash-typographic", "find '*.py' \N{EM DASH}root src", "find", src)
note("command-synonym", "ls photos", "list-files", {"folder": "photos"}, **GUESS)
note("command-part", "list photos", "list-files", {"folder": "photos"})
note("command-undashed", "listfiles photos", "list-files", {"folder": "photos"})
note("habit", "rm -rf photos", "remove", {"path": "photos", "recursive": True}, **GUESS)
note("habit", "cat notes.txt", "read-lines", {"file": "notes.txt"}, **GUESS)
note(
    "habit",
    "head -n 20 notes.txt",
    "read-lines",
    {"file": "notes.txt", "line_count": 20},
    **GUESS,
)
note(
    "option-synonym",
    "read-lines notes.txt --lines 20",
    "read-lines",
    {"file": "notes.txt", "line_count": 20},
    **GUESS,
)
note("choice-form", "checksum backup.zip --algorithm SHA-256", "checksum", {"file": "backup.zip"})
note(
    "option-part",
    "checksum backup.zip --algo md5",
    "checksum",
    {"file": "backup.zip", "algorithm": "md5"},
)
note(
    "option-synonym",
    "copy notes.txt copy.txt --force",
    "copy",
    {"source": "notes.txt", "target": "copy.txt", "overwrite": True},
    **GUESS,
)
note(
    "option-synonym",
    "copy --src notes.txt --dest copy.txt",
    "copy",
    {"source": "notes.txt", "target": "copy.txt"},
    **GUESS,
)
pack = {"name": "pack.zip", "files": ["src/main.py"]}
note(
    "option-part",
    "archive create pack.zip src/main.py --compression-level 9",
    "archive create",
    {**pack, "level": 9},
)
note("command-joined", "archive-create pack.zip src/main.py", "archive create", pack)
note("command-joined", "archive_create pack.zip src/main.py", "archive create", pack)
note("command-joined", "archive.extract backup.zip", "archive extract", {"file": "backup.zip"})
note("habit", "archive create --output pack.zip src/main.py", "archive create", pack, **GUESS)
note(
    "habit",
    "archive extract backup.zip -C out",
    "archive extract",
    {"file": "backup.zip", "into": "out"},
    **GUESS,
)
note("list-commas", "search todo src,data", "search", {"text": "todo", "paths": ["src", "data"]})
note(
    "list-greedy",
    "search todo --paths src data",
    "search",
    {"text": "todo", "paths": ["src", "data"]},
)
