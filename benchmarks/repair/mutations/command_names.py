"""Commands that do not exist: misspelt, written another way, in the wrong group or without one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.repair.command_sets import commands_of
from benchmarks.repair.line import Draft, Line
from benchmarks.repair.spelling import camel, is_closest, other_number, snake, typos


def mutations(line: Line, random: Random) -> Iterator[Draft]:
    """Give every draft with another command name."""
    for index, word in enumerate(line.words):
        siblings = _siblings(line, index)
        for how, misspelt in typos(word, random):
            if is_closest(misspelt, word, siblings):
                yield _renamed(f"command-{how}", line, index, misspelt)
        forms = {
            "command-snake": snake(word),
            "command-camel": camel(word),
            "command-plural": other_number(word),
        }
        for kind, form in forms.items():
            if is_closest(form, word, siblings):
                yield _renamed(kind, line, index, form)
        if word.count("-") == 1:
            yield _renamed("command-swapped", line, index, "-".join(reversed(word.split("-"))))
    if len(line.words) > 1:
        yield Draft("command-swapped", line.with_words(*line.words[:-2], line.words[-1], line.words[-2]))
        yield from _other_groups(line, random)


def _renamed(kind: str, line: Line, index: int, word: str) -> Draft:
    words = list(line.words)
    words[index] = word
    return Draft(kind, line.with_words(*words))


def _siblings(line: Line, index: int) -> set[str]:
    """The names that may stand where a word of the command's name stands."""
    before = line.words[:index]
    paths = [name.split() for name in commands_of(line.call.app)]
    return {path[index] for path in paths if tuple(path[:index]) == before and len(path) > index}


def _other_groups(line: Line, random: Random) -> Iterator[Draft]:
    """Leave a group out, or name another one; the repair is unique when only one command ends so."""
    names = list(commands_of(line.call.app))
    for count in range(1, len(line.words)):
        rest = line.words[count:]
        unique = sum(tuple(name.split()[-len(rest) :]) == rest for name in names) == 1
        yield Draft("group-missing", line.with_words(*rest), unique=unique)
    if len(line.words) > 2:
        shorter = (line.words[0], *line.words[2:])
        unique = sum(name.split()[-1] == line.words[-1] for name in names) == 1
        yield Draft("group-missing", line.with_words(*shorter), unique=unique)
    groups = sorted({name.split()[0] for name in names if " " in name} - {line.words[0]})
    if groups:
        wrong = (random.choice(groups), *line.words[1:])
        unique = sum(tuple(name.split()[1:]) == wrong[1:] for name in names) == 1
        yield Draft("group-wrong", line.with_words(*wrong), unique=unique)
