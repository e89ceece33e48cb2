"""An app's entry in an agent's file: planned from the bytes that are there, and nothing written here."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from tooli.errors import ConflictError, DataFormatError, InputError, Suggestion
from tooli.generate.clients import json_edit, toml_edit
from tooli.generate.clients.malformed import MalformedError
from tooli.generate.clients.table import CLIENTS, Client, Scope, Surroundings
from tooli.types import Record

Action = Literal["add", "update", "remove", "none"]
STARTING = ("type", "command", "cmd", "args")
VARIABLES = ("env", "envs")
"""Keys of an entry, whatever the agent."""


class Plan(Record):
    """What would become of an agent's file."""

    file: Path
    action: Action
    before: bytes | None
    """None when there is no file yet."""
    after: bytes


def file_of(client: Client, scope: Scope, around: Surroundings) -> Path:
    """Return the file of an agent; raise an error when it has none for the scope."""
    file = client.file(scope, around)
    if file is None:
        raise InputError(
            f"scope: {client.name} has no file for a project",
            code="E1909",
            field="scope",
            suggestion=Suggestion("Use --scope user.", arguments={"client": [client.name], "scope": "user"}),
        )
    return file


def found_clients(scope: Scope, around: Surroundings) -> list[str]:
    """Return the agents that have left traces: their file, or the folder it belongs into."""
    homes = {around.home, around.project, around.settings}
    found = []
    for client in CLIENTS.values():
        file = client.file(scope, around)
        if file is not None and (file.exists() or (file.parent not in homes and file.parent.is_dir())):
            found.append(client.name)
    return found


def plan_entry(
    client: Client, file: Path, name: str, words: list[str], variables: Mapping[str, str], *, remove: bool
) -> Plan:
    """Return what becomes of a file when an app's entry is put into it, or taken out of it."""
    before = _present(file)
    text = _decoded(file, before or b"")
    editor = _editor(client)
    data = _read(editor, file, text)
    path = (client.key, name)
    servers = data.get(client.key, {}) if isinstance(data, dict) else None
    if servers is None and isinstance(data, dict) and client.format == "yaml":
        servers = {}  # `extensions:` with nothing behind it
    if not isinstance(servers, dict):
        raise _malformed(file, 1, f"{client.key} is not a table of servers")
    present = servers.get(name)
    _check_ours(client, file, name, present)
    expected = copy.deepcopy(data)
    action: Action = "none"
    if remove and present is not None:
        action = "remove"
        text = editor.remove(text, path)
        del expected[client.key][name]
        if not expected[client.key] and client.format == "toml":
            del expected[client.key]  # where only headers make tables, an empty one is none
    elif not remove:
        entry = _wanted(client.entry(name, words, variables), present)
        action, text = _put(editor, text, path, entry, present)
        expected[client.key] = {**servers, name: {**(present or {}), **entry}}
    _check_written(editor, file, text, expected, action)
    after = before if action == "none" and before is not None else text.encode()
    return Plan(file=file, action=action, before=before, after=after)


def _present(file: Path) -> bytes | None:
    """Return what a file holds; None when there is none. A pipe or a folder in its place is refused."""
    if not file.exists():
        return None
    if not file.is_file():
        raise ConflictError(
            f"{file} is not a regular file",
            field="client",
            details={"file": str(file)},
            suggestion=Suggestion("Move it away, or choose another --scope.", action="fix"),
        )
    return file.read_bytes()


def _wanted(entry: dict[str, Any], present: Any) -> dict[str, Any]:
    """Return what an entry has to hold; of one that is there only how it starts the server is ours."""
    if present is None:
        return entry
    kept = {key: value for key, value in entry.items() if key in STARTING}
    merged = {key: {**present.get(key, {}), **entry[key]} for key in VARIABLES if entry.get(key)}
    return {**kept, **merged}


def _put(
    editor: ModuleType, text: str, path: tuple[str, str], entry: dict[str, Any], present: Any
) -> tuple[Action, str]:
    """Put an entry in, or what is different in one that is there."""
    if present is None:
        return "add", editor.put(text, path, entry)
    changed = {key: value for key, value in entry.items() if present.get(key) != value}
    for key, value in changed.items():
        text = editor.put(text, (*path, key), value)
    return ("update" if changed else "none"), text


def _editor(client: Client) -> ModuleType:
    if client.format == "yaml":
        from tooli.generate.clients import yaml_edit

        return yaml_edit
    return toml_edit if client.format == "toml" else json_edit


def _decoded(file: Path, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _malformed(file, data.count(b"\n", 0, error.start) + 1, "it is not UTF-8") from None


def _read(editor: ModuleType, file: Path, text: str) -> Any:
    """Return what a file holds; one that its agent could not read either is left alone."""
    try:
        return editor.get(text)
    except MalformedError as error:
        raise _malformed(file, error.line, str(error)) from None


def _malformed(file: Path, line: int, reason: str) -> DataFormatError:
    return DataFormatError(
        f"{file}, line {line}: {reason}",
        field="client",
        details={"file": str(file), "line": line},
        suggestion=Suggestion("Correct the file; it was left as it is.", action="fix"),
    )


def _check_ours(client: Client, file: Path, name: str, present: Any) -> None:
    """Refuse to touch an entry of that name that starts something else."""
    if present is None:
        return
    words = client.words(present) if isinstance(present, dict) else []
    pairs = list(pairwise(words))
    if ("mcp", "serve") not in pairs and ("tooli", "serve") not in pairs:
        raise ConflictError(
            f"{file} has another server named {name!r}",
            field="name",
            suggestion=Suggestion("Give another name with --name.", arguments={"name": f"{name}-tools"}),
        )


def _check_written(editor: ModuleType, file: Path, text: str, expected: Any, action: Action) -> None:
    """Make sure that the new text says what it should, and nothing else changed."""
    if action == "none":
        return
    try:
        written = editor.get(text)
    except MalformedError as error:
        written = error
    if written != expected:
        raise ConflictError(
            f"{file} is written in a form that cannot be changed without writing it anew",
            suggestion=Suggestion("Change the file by hand; it was left as it is.", action="fix"),
        )
