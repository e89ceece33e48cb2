"""The text of `--fields` and the paths it names.

Paths stand between commas: `name,owner.mail,items[0].id`. A step is

- a name; one that holds a dot, comma, bracket or quote is quoted: `"a.b"`, `'a,b'` or `["a.b"]`; in quotes, a
  backslash takes the next character as it is;
- an index, `[0]` or `[-1]` from the end;
- `[*]` or `[]`, each item of a list. It is implied before a name: `items[*].id` is `items.id`.

Spaces around names, empty places between commas and a leading dot mean nothing.
"""

from __future__ import annotations

import re

from tooli.errors import InputError
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    Step = str | int | None
    Path = tuple[Step, ...]

__all__ = ["fields_text", "parse_fields", "path_text"]

EACH = None
"""The step into every item of a list."""

DEEPEST = 64
"""A path may have so many steps."""

_DOUBLE = r"""(?:[^"\\]|\\.)*"""
_SINGLE = r"""(?:[^'\\]|\\.)*"""
_TOKEN = re.compile(
    rf"""\s*(?:
        (?P<comma>,)
      | \[\s*(?:
            (?P<index>-?[0-9]{{1,18}}) | "(?P<key>{_DOUBLE})" | '(?P<word>{_SINGLE})' | (?P<each>\*?)
        )\s*\]
      | (?P<dot>\.)\s*(?=[^\s.,\[\]])
      | "(?P<double>{_DOUBLE})" | '(?P<single>{_SINGLE})'
      | (?P<name>[^\s.,\[\]"'](?:[^.,\[\]]*[^\s.,\[\]])?)
    )\s*""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN = re.compile(r"""[^\s.,\[\]"'](?:[^.,\[\]]*[^\s.,\[\]])?""")


def parse_fields(text: str) -> tuple[Path, ...]:
    """Return the paths that a `--fields` text names; a text that names none, or cannot be read, is E1903."""
    paths: list[Path] = []
    steps: list[Step] = []
    at, joined = 0, True  # whether a name may follow: at the start of a path, or after a dot
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None and not text[at:].strip():
            break
        if token is None:
            raise _unreadable(text, at)
        kind = str(token.lastgroup)
        if kind == "comma":
            paths += [tuple(steps)] if steps else []
            steps, joined = [], True
        elif kind == "dot":
            joined = True
        else:
            if kind in ("name", "double", "single") and not joined:
                raise _unreadable(text, at)
            steps.append(_step(kind, token[kind]))
            joined = False
        if len(steps) > DEEPEST:
            raise InputError(f"a path of fields has more than {DEEPEST} steps", "E1903", field="fields")
        at = token.end()
    paths += [tuple(steps)] if steps else []
    if not paths:
        raise InputError("fields names no field", "E1903", field="fields", details={"value": text})
    return tuple(dict.fromkeys(paths))


def _step(kind: str, found: str) -> Step:
    if kind == "index":
        return int(found)
    if kind == "each":
        return EACH
    return found if kind == "name" else re.sub(r"\\(.)", r"\1", found, flags=re.DOTALL)


def _unreadable(text: str, at: int) -> InputError:
    rest = text[at:].strip()
    shown = rest if len(rest) <= 40 else rest[:39] + "…"
    return InputError(
        f"fields cannot be read at {shown!r}",
        "E1903",
        field="fields",
        suggestion="Write fields as name,owner.mail,items[0].id; quote a name that holds a dot or a comma.",
        details={"value": text},
    )


def path_text(path: Iterable[Step]) -> str:
    """Return a path as it is written: `items[0].id`."""
    text = ""
    for step in path:
        if isinstance(step, str):
            text += ("." if text else "") + (step if _PLAIN.fullmatch(step) else _quoted(step))
        else:
            text += "[*]" if step is EACH else f"[{step}]"
    return text


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def fields_text(paths: Iterable[Path]) -> str:
    """Return paths as one text for `--fields`."""
    return ",".join(map(path_text, paths))
