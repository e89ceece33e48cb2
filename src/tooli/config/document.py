"""One configuration file as data, with the line of every key. What cannot be read is an error naming both."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tooli.errors import DataFormatError, Suggestion
from tooli.types import Record

Path = tuple[str, ...]
MOST = 1 << 20
"""Bytes of a file; no more are looked at when files are found."""


class Document(Record):
    """What a file says, and where it says it."""

    kind: str
    """dotenv, project, pyproject, user, system or chosen."""
    path: str
    values: Mapping[str, Any]
    lines: Mapping[Path, int]

    @property
    def trusted(self) -> bool:
        """Whether the person or the machine wrote it; what stands in a project may be anybody's."""
        return self.kind in ("user", "system", "chosen")

    def line(self, *path: str) -> int | None:
        """Return the line of a key."""
        return self.lines.get(path)

    def place(self, *path: str) -> str:
        """Return the file and line of a key, as tools print it."""
        line = self.line(*path)
        return self.path if line is None else f"{self.path}:{line}"


def read_document(kind: str, path: str) -> Document:
    """Read a file of configuration; it is told as it lies from here, when it lies below."""
    text = _text(path)
    path = _from_here(path)
    read = _dotenv if kind == "dotenv" else _toml if path.endswith(".toml") else _yaml
    try:
        values, lines = read(path, text)
    except RecursionError as error:
        raise broken(path, None, "it is nested too deeply, or holds itself") from error
    if not isinstance(values, dict):
        raise broken(path, 1, "it must hold keys and values")
    return Document(kind=kind, path=path, values=values, lines=lines)


def _text(path: str) -> str:
    try:
        if os.path.exists(path) and not os.path.isfile(path) and path != os.devnull:  # a pipe may never end
            raise broken(path, None, "it is not a file")
        with open(path, encoding="utf-8-sig") as stream:
            text = stream.read(MOST)
    except UnicodeDecodeError as error:
        raise broken(path, None, f"it is not UTF-8: {error.reason} at byte {error.start}") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise broken(path, None, f"it cannot be read: {reason}") from error
    if len(text.encode()) >= MOST:
        raise broken(path, None, f"it is larger than {MOST} bytes")
    return text


def _from_here(path: str) -> str:
    try:
        return path.removeprefix(os.getcwd() + os.sep)
    except OSError:  # the folder is gone
        return path


def broken(path: str, line: int | None, reason: str) -> DataFormatError:
    """Return the error of a file that says nothing sensible."""
    place = path if line is None else f"{path}:{line}"
    details: dict[str, Any] = {"file": path}
    if line is not None:
        details["line"] = line
    return DataFormatError(
        f"{place}: {reason}",
        code="E1908",
        field="config",
        suggestion=Suggestion(
            "Mend the file, or set TOOLI_CONFIG=none to leave configuration files out.", action="fix"
        ),
        details=details,
    )


def _yaml(path: str, text: str) -> tuple[Mapping[str, Any], Mapping[Path, int]]:
    import yaml

    try:
        loader = _loader()(text)
        node = loader.get_single_node()
        values = None if node is None else loader.construct_document(node)
        loader.dispose()
    except yaml.MarkedYAMLError as error:
        line = None if error.problem_mark is None else error.problem_mark.line + 1
        raise broken(path, line, str(error.problem or "it is not YAML")) from error
    except (yaml.YAMLError, ValueError) as error:
        raise broken(path, None, f"it is not YAML: {error}") from error
    if values is None:
        return {}, {}
    return values, dict(_yaml_lines(node, ())) if isinstance(values, dict) else {}


def _loader() -> Any:
    """Return a loader for which `off` and `yes` are words: YAML 1.1 takes them for truth values."""
    import yaml

    class Loader(yaml.SafeLoader):
        """YAML as people mean it."""

    bools = "tag:yaml.org,2002:bool"
    kept = {
        start: [(tag, form) for tag, form in rows if tag != bools]
        for start, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    Loader.yaml_implicit_resolvers = kept
    Loader.add_implicit_resolver(bools, re.compile("^(?:true|True|false|False)$"), list("tTfF"))
    return Loader


def _yaml_lines(node: Any, at: Path) -> Iterator[tuple[Path, int]]:
    for key, value in node.value:
        path = (*at, str(key.value))
        yield path, key.start_mark.line + 1
        if value.id == "mapping":
            yield from _yaml_lines(value, path)


def _toml(path: str, text: str) -> tuple[Mapping[str, Any], Mapping[Path, int]]:
    import tomllib

    try:
        values: Any = tomllib.loads(text)
    except ValueError as error:  # also of a number with too many digits
        at = re.search(r"at line (\d+)", str(error))
        raise broken(path, int(at[1]) if at else None, str(error)) from error
    if path.endswith("pyproject.toml"):
        tool = values.get("tool", {})
        values = tool.get("tooli", {}) if isinstance(tool, dict) else {}
        return values, dict(_toml_lines(text, ("tool", "tooli")))
    return values, dict(_toml_lines(text, ()))


_HEADER = re.compile(r"^\s*\[+\s*([^\]]+?)\s*\]+\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def _toml_lines(text: str, below: Path) -> Iterator[tuple[Path, int]]:
    """Give the lines of keys that stand alone on one: the parser itself tells none."""
    table: Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            table = path = _parts(header[1])
        elif key:
            path = (*table, *_parts(key[1]))
        else:
            continue
        if path[: len(below)] == below and len(path) > len(below):
            yield path[len(below) :], number


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _dotenv(path: str, text: str) -> tuple[Mapping[str, Any], Mapping[Path, int]]:
    from io import StringIO

    from dotenv.parser import parse_stream

    values: dict[str, Any] = {}
    lines: dict[Path, int] = {}
    for binding in parse_stream(StringIO(text)):
        if binding.error:
            raise broken(path, binding.original.line, "it is not of the form NAME=VALUE")
        if binding.key is not None and binding.value is not None:
            values[binding.key] = binding.value
            lines[binding.key,] = binding.original.line
    return values, lines
