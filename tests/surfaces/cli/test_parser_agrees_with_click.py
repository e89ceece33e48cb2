"""On the ground that Click and this parser share, a command line means the same to both.

What differs on purpose, and therefore is not drawn here:
- an option's value is never taken from a known option: `--name --force` lacks a value, Click takes `--force`;
- a single-valued option given twice is a mistake, in Click the last one wins;
- a negative number is a word, in Click it is an unknown option unless it follows `--`;
- `-n=5` gives `5`, in Click `=5`;
- a word that only one of an optional and a later required argument can have goes to the required one;
- long names are never abbreviated; the framework's flags and `--its-name` of arguments are accepted as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tooli import Annotated, Argument, Option, Tooli
from tooli.errors import InputError
from tooli.schema import validate
from tooli.surfaces.cli.parser import parse

OPTIONS: dict[str, tuple[Any, Any, click.Option]] = {
    "name": (
        Annotated[str | None, Option("--name", "-n")],
        None,
        click.Option(["--name", "-n"]),
    ),
    "count": (
        Annotated[int | None, Option("--count", "-c")],
        None,
        click.Option(["--count", "-c"], type=int),
    ),
    "force": (
        Annotated[bool, Option("--force/--no-force", "-f/-F")],
        False,
        click.Option(["--force/--no-force", "-f/-F"], default=False),
    ),
    "keep": (Annotated[bool, Option("--keep", "-k")], False, click.Option(["--keep", "-k"], is_flag=True)),
    "loud": (
        Annotated[int, Option("--loud", "-l", count=True)],
        0,
        click.Option(["--loud", "-l"], count=True),
    ),
    "tag": (Annotated[list[str], Option("--tag", "-t")], [], click.Option(["--tag", "-t"], multiple=True)),
    "level": (
        Annotated[list[int], Option("--level", "-e")],
        [],
        click.Option(["--level", "-e"], multiple=True, type=int),
    ),
    "point": (
        Annotated[tuple[int, str] | None, Option("--point", "-p")],
        None,
        click.Option(["--point", "-p"], type=(int, str)),
    ),
}
FLAGS = {"force": ("f", "F"), "keep": ("k",), "loud": ("l",)}
REPEATABLE = {"tag", "level"}
WORD = st.sampled_from(["a", "b c", "x=y", "", "-", "ünï", "10", "a-b", "@file", "=", "{}"])
NUMBER = st.integers(-99, 99).map(str)
Arguments = tuple[bool, bool, bool, bool]
"""Whether there is a first, a second, a variadic and a last argument."""


@st.composite
def lines(draw: st.DrawFn) -> tuple[list[str], Arguments, list[str]]:
    """Draw a command's options and arguments, and a line made of valid pieces in any order."""
    chosen = draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True))
    arguments = draw(st.tuples(st.booleans(), st.booleans(), st.booleans(), st.booleans()))
    pieces: list[list[str]] = []
    for name in chosen:
        if name in FLAGS:
            spellings = [f"--{name}", *(f"-{letter}" for letter in FLAGS[name])]
            spellings += ["--no-force"] if name == "force" else []
            pieces += [[draw(st.sampled_from(spellings))] for _ in range(draw(st.integers(0, 2)))]
        elif name in REPEATABLE:
            pieces += [draw(option(name)) for _ in range(draw(st.integers(0, 3)))]
        elif draw(st.booleans()):
            pieces.append(draw(option(name)))
    needed = arguments[0] + arguments[1] + arguments[3]
    extra = draw(st.integers(0, 3) if arguments[2] else st.sampled_from([0] * 8 + [-1, 1]))
    count = max(0, needed + extra)
    late = draw(st.integers(0, count))
    pieces += [[draw(WORD)] for _ in range(count - late)]
    letters = "".join(letter for name in chosen if name in FLAGS for letter in FLAGS[name])
    if letters:
        pieces += [
            ["-" + text] for text in draw(st.lists(st.text(letters, min_size=2, max_size=4), max_size=1))
        ]
    argv = [token for piece in draw(st.permutations(pieces)) for token in piece]
    if late or draw(st.booleans()):
        odd = WORD | NUMBER | st.sampled_from(["--name", "-f", "--"])
        argv += ["--", *(draw(odd) for _ in range(late))]
    return chosen, arguments, argv


@st.composite
def option(draw: st.DrawFn, name: str) -> list[str]:
    """Draw one use of an option that takes a value."""
    short = {"name": "n", "count": "c", "tag": "t", "level": "e", "point": "p"}[name]
    value = draw(NUMBER if name in ("count", "level", "point") else WORD)
    attached = bool(value) and not value.startswith("=")
    forms = [[f"--{name}", value], [f"--{name}={value}"], [f"-{short}", value]]
    forms += [[f"-{short}{value}"]] if attached else []
    chosen = draw(st.sampled_from(forms))
    return [*chosen, draw(WORD)] if name == "point" else chosen


def ours(chosen: list[str], arguments: Arguments, argv: list[str]) -> Mapping[str, Any] | None:
    names = [
        name for name, there in zip(("first", "second", "rest", "last"), arguments, strict=True) if there
    ]

    source = ", ".join(["*", *names, *(f"{name}=defaults[{name!r}]" for name in chosen)])
    scope: dict[str, Any] = {"defaults": {name: OPTIONS[name][1] for name in chosen}}
    exec(f"def it({source if names or chosen else ''}): pass", scope)
    it: Any = scope["it"]
    it.__annotations__ = {name: Annotated[str, Argument()] for name in names}
    if "rest" in names:
        it.__annotations__["rest"] = Annotated[list[str], Argument(default_factory=list)]
    it.__annotations__ |= {name: OPTIONS[name][0] for name in chosen}
    app = Tooli(name="app")
    app.command("it")(it)
    parsed = parse(app.runtime.catalog, argv)
    assert parsed.command is not None
    if parsed.mistakes:
        return None
    try:
        return validate(
            parsed.command, parsed.raw, textual=True, environ={}, prefix=None, sources={}, warnings=[]
        )
    except InputError:
        return None


def clicks(chosen: list[str], arguments: Arguments, argv: list[str]) -> Mapping[str, Any] | None:
    first, second, rest, last = arguments
    params: list[click.Parameter] = [OPTIONS[name][2] for name in chosen]
    params += [click.Argument(["first"])] if first else []
    params += [click.Argument(["second"])] if second else []
    params += [click.Argument(["rest"], nargs=-1)] if rest else []
    params += [click.Argument(["last"])] if last else []
    command = click.Command("it", params=params, add_help_option=False)
    try:
        with command.make_context("it", list(argv)) as context:
            return context.params
    except click.UsageError:
        return None


def comparable(value: Any) -> Any:
    return [comparable(item) for item in value] if isinstance(value, (list, tuple)) else value


def compared(values: Mapping[str, Any] | None) -> Any:
    return None if values is None else {name: comparable(value) for name, value in sorted(values.items())}


@settings(max_examples=200, deadline=None)
@given(lines())
def test_a_line_of_valid_pieces_means_what_it_means_to_click(
    drawn: tuple[list[str], Arguments, list[str]],
) -> None:
    chosen, arguments, argv = drawn
    expected = compared(clicks(chosen, arguments, argv))
    event("accepted" if expected is not None else "refused")
    assert compared(ours(chosen, arguments, argv)) == expected


NO_ARGUMENTS = (False, False, False, False)
ONE_ARGUMENT = (True, False, False, False)


@pytest.mark.parametrize(
    ("chosen", "arguments", "argv", "here", "in_click"),
    [
        (["keep", "name"], NO_ARGUMENTS, ["--name", "--keep"], None, {"keep": False, "name": "--keep"}),
        (["name"], NO_ARGUMENTS, ["--name", "a", "--name", "b"], None, {"name": "b"}),
        ([], ONE_ARGUMENT, ["-5"], {"first": "-5"}, None),
        (["name"], NO_ARGUMENTS, ["-n=5"], {"name": "5"}, {"name": "=5"}),
        ([], ONE_ARGUMENT, ["--first", "a"], {"first": "a"}, None),
        ([], ONE_ARGUMENT, ["a", "--json"], {"first": "a"}, None),
    ],
)
def test_the_differences_are_these(
    chosen: list[str], arguments: Arguments, argv: list[str], here: Any, in_click: Any
) -> None:
    assert compared(ours(chosen, arguments, argv)) == here
    assert compared(clicks(chosen, arguments, argv)) == in_click
