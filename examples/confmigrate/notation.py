"""Settings in INI, JSON and TOML. Plain Python: it knows nothing of the framework."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

_PAIR = re.compile(r"([^=:\s][^=:]*?)\s*[=:]\s*(.*)")
_BARE = re.compile(r"[\w-]+", re.ASCII)


class Setting(NamedTuple):
    """A value under a dotted key, and its line where the notation tells."""

    key: str
    value: Any
    line: int | None = None


class MalformedError(ValueError):
    """A text that is not in its notation."""

    def __init__(self, problem: str, line: int | None) -> None:
        super().__init__(problem)
        self.line = line


def read(text: str, suffix: str) -> list[Setting]:
    """Return the settings of a text; a file's suffix tells its notation."""
    if suffix == ".ini":
        return list(_ini(text))
    try:
        if suffix == ".toml":
            return list(_flat(tomllib.loads(text)))
        data = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise MalformedError(error.msg, error.lineno) from error
    except tomllib.TOMLDecodeError as error:
        at = re.search(r" \(at line (\d+).*", str(error))
        raise MalformedError(re.sub(r" \(at .*", "", str(error)), int(at[1]) if at else None) from error
    if not isinstance(data, dict):
        raise MalformedError("it is not an object", 1)
    return list(_flat(data))


def write(settings: list[Setting], suffix: str) -> str:
    """Return settings as a text."""
    tree: dict[str, Any] = {}
    for setting in settings:
        *groups, name = setting.key.split(".")
        at = tree
        for group in groups:
            at = at.setdefault(group, {})
        at[name] = setting.value
    if suffix == ".json":
        return json.dumps(tree, indent=2, ensure_ascii=False) + "\n"
    return "\n".join(_toml(tree)).lstrip("\n") + "\n"


def _ini(text: str) -> Iterator[Setting]:
    section = ""
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line[0] in "#;":
            continue
        if line.startswith("["):
            if not line.endswith("]") or len(line) == 2:
                raise MalformedError(f"{line!r} is no [section]", number)
            section = line[1:-1].strip() + "."
        elif pair := _PAIR.fullmatch(line):
            yield Setting(section + pair[1], pair[2], number)
        else:
            raise MalformedError(f"{line!r} is neither [section] nor key = value", number)


def _flat(tree: dict[str, Any], before: str = "") -> Iterator[Setting]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield Setting(before + name, value)


def _toml(tree: dict[str, Any], before: str = "") -> Iterator[str]:
    """Give the lines of a table: its values first, for what follows a heading belongs to that."""
    for name, value in tree.items():
        if not isinstance(value, dict):
            yield f"{_key(name)} = {_text(value)}"
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from ("", f"[{before}{_key(name)}]")
            yield from _toml(value, f"{before}{_key(name)}.")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _no_number(name: str) -> float:
    raise MalformedError(f"{name} is not JSON", None)
