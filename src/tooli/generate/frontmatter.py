"""The head of a SKILL.md: a name and a description that hold the limits of the format."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING

from tooli.render.help_text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tooli.generate.described import DescribedApp

LONGEST_NAME = 64
LONGEST_DESCRIPTION = 1024
_NAMED = 4
"""Commands that a description names when nobody said what the app is for."""
_SUBJECTS = frozenset(
    {
        "you",
        "the",
        "a",
        "an",
        "i",
        "it",
        "one",
        "they",
        "there",
        "this",
        "that",
        "users",
        "people",
        "no",
        "all",
    }
    | {f"{some}{what}" for some in ("no", "some", "any", "every") for what in ("thing", "one", "body")}
)
"""Words that a clause begins with."""
_VERB = re.compile(
    r" (?:is|are|was|were|has|have|needs?|wants?|asks?|should|must|can|cannot|will|does|do|did) "
)
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufffe\uffff]"
)


def skill_name(name: str) -> str:
    """Return a name as a skill has it: lowercase letters, digits and single hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST_NAME].strip("-") or "app"


def frontmatter(app: DescribedApp) -> str:
    """Return the head of a skill, between its lines of hyphens."""
    return "\n".join(
        (
            "---",
            f"name: {quoted(skill_name(app.name))}",
            f"description: {quoted(description(app))}",
            "metadata:",
            f"  version: {quoted(app.version)}",
            "---",
        )
    )


def quoted(text: str) -> str:
    """Return a text as YAML takes it whatever it holds: in double quotes, on one line.

    Three hyphens are two: many readers take them for the end of the head wherever they stand.
    """
    shown = re.sub("-{3,}", "--", _UNPRINTABLE.sub("", one_line(text)))
    return json.dumps(shown, ensure_ascii=False)


def description(app: DescribedApp) -> str:
    """Say what the app does, when to use it and when not, in sentences."""
    sentences = [_ended(app.about)]
    if app.triggers:
        sentences.append(f"Use it when {_listed(map(_condition, app.triggers), 'or')}.")
    else:
        sentences += _uses(app)
    if app.anti_triggers:
        sentences.append(f"Do not use it when {_listed(map(_condition, app.anti_triggers), 'or')}.")
    return _cut(" ".join(sentences), LONGEST_DESCRIPTION)


def _uses(app: DescribedApp) -> Iterable[str]:
    """Say what its first commands are for."""
    wanted = [c.command.when_to_use for c in app.commands if c.command.when_to_use]
    if wanted:
        yield f"Use it when {_listed(map(_condition, wanted[:_NAMED]), 'or')}."
        return
    done = [_short(_phrase(c.command.summary)) for c in app.commands if c.command.summary.strip()]
    if done and not (len(done) == 1 and _phrase(app.about) == done[0]):
        shown = [*done[:_NAMED], "more"] if len(done) > _NAMED else done
        yield f"Use it to {_listed(shown, 'and')}."


def _condition(text: str) -> str:
    """Return a trigger so that it can follow `when`; what is no clause becomes what the task is about."""
    whole = _phrase(text)
    phrase = whole.removeprefix("when ").removeprefix("if ")
    first = phrase.split(" ", 1)[0]
    if phrase != whole or first in _SUBJECTS or _VERB.search(phrase):
        return phrase
    if first == "to":
        return f"you want {phrase}"
    return f"the task is about {phrase}" if not first.endswith("ing") else f"{phrase} is wanted"


def _short(phrase: str) -> str:
    """Return the first part of a phrase, where it says enough: within a list, commas and stops end items."""
    first = re.split(r"[,;:(]| - |[.!?] ", phrase, maxsplit=1)[0].strip()
    return first if first.count(" ") else phrase


def _phrase(text: str) -> str:
    """Return a text so that it can stand within a sentence."""
    shown = one_line(text).strip().rstrip(".!:;, ")
    acronym = shown[1:2].isupper() or shown[1:2] == ""
    return shown if acronym else shown[:1].lower() + shown[1:]


def _ended(text: str) -> str:
    shown = one_line(text).strip()
    return shown if shown[-1:] in ".!?" else f"{shown}."


def _listed(parts: Iterable[str], word: str) -> str:
    *most, last = list(parts)
    return f"{', '.join(most)} {word} {last}" if most else last


def _cut(text: str, longest: int) -> str:
    """Return as much of a text as fits, ended at a word."""
    shown = _UNPRINTABLE.sub("", one_line(text))
    if len(shown) <= longest:
        return shown
    return f"{shown[: longest - 1].rsplit(' ', 1)[0].rstrip(',;')[: longest - 1]}…"
