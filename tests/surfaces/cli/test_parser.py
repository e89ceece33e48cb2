"""The grammar of the command line, rule by rule: what each token comes to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tooli import Annotated, Argument, Option, Tooli
from tooli.surfaces.cli.parser import Parsed, parse


def single(function: Any) -> Any:
    """Return a reader of command lines for an app with one command."""
    app = Tooli(name="app")
    app.command("it")(function)
    catalog = app.runtime.catalog
    return lambda *argv: parse(catalog, list(argv))


def told(parsed: Parsed) -> list[tuple[str, str, str]]:
    return [(mistake.code, mistake.field, mistake.token) for mistake in parsed.mistakes]


def copy(
    source: str,
    target: str = "here",
    force: Annotated[bool, Option("--force/--gentle", "-f/-g")] = False,
    level: Annotated[int, Option("--level", "-l")] = 1,
    loud: Annotated[int, Option("-L", "--loud", count=True)] = 0,
    tag: Annotated[list[str], Option("--tag", "-t")] = [],  # noqa: B006 - never changed
    quick: bool = True,
    size: tuple[int, int] = (1, 1),
) -> None: ...


@pytest.mark.parametrize(
    ("argv", "raw"),
    [
        (["a"], {"source": "a"}),
        (["a", "--target", "b"], {"source": "a", "target": "b"}),
        (["a", "--target=b"], {"source": "a", "target": "b"}),
        (["a", "--target="], {"source": "a", "target": ""}),
        (["a", "--target=b=c"], {"source": "a", "target": "b=c"}),
        (["--target", "b", "a"], {"source": "a", "target": "b"}),
        (["--source", "a"], {"source": "a"}),
        (["--source=--odd"], {"source": "--odd"}),
        (["a", "--force"], {"source": "a", "force": True}),
        (["a", "--gentle"], {"source": "a", "force": False}),
        (["a", "-f"], {"source": "a", "force": True}),
        (["a", "-g"], {"source": "a", "force": False}),
        (["a", "-f", "--gentle"], {"source": "a", "force": False}),
        (["a", "--no-quick"], {"source": "a", "quick": False}),
        (["a", "-l", "5"], {"source": "a", "level": "5"}),
        (["a", "-l5"], {"source": "a", "level": "5"}),
        (["a", "-l=5"], {"source": "a", "level": "5"}),
        (["a", "-l-5"], {"source": "a", "level": "-5"}),
        (["a", "--level", "-5"], {"source": "a", "level": "-5"}),
        (["a", "-fl", "5"], {"source": "a", "force": True, "level": "5"}),
        (["a", "-fLLl5"], {"source": "a", "force": True, "loud": 2, "level": "5"}),
        (["a", "-L", "--loud", "-LL"], {"source": "a", "loud": 4}),
        (["a", "--tag", "x", "-t", "y", "-tz"], {"source": "a", "tag": ["x", "y", "z"]}),
        (["a", "--size", "3", "4"], {"source": "a", "size": ["3", "4"]}),
        (["a", "--size=3", "4"], {"source": "a", "size": ["3", "4"]}),
        (["a", "--size", "3", "--size", "4"], {"source": "a", "size": ["3", "4"]}),
        (["a", "--size", "-3", "-4"], {"source": "a", "size": ["-3", "-4"]}),
        (["-5"], {"source": "-5"}),
        (["-1.5e-3"], {"source": "-1.5e-3"}),
        (["-inf"], {"source": "-inf"}),
        (["-"], {"source": "-"}),
        (["--", "--force"], {"source": "--force"}),
        (["--force", "--", "-x"], {"source": "-x", "force": True}),
        (["--target", "--", "a"], {"source": "a", "target": "--"}),
        ([""], {"source": ""}),
        (["a", "--target", "-x"], {"source": "a", "target": "-x"}),
    ],
    ids=" ".join,
)
def test_a_right_line_becomes_raw_values(argv: list[str], raw: dict[str, Any]) -> None:
    parsed = single(copy)(*argv)
    assert (parsed.raw, told(parsed), parsed.flags) == (raw, [], {})


@pytest.mark.parametrize(
    ("argv", "mistakes"),
    [
        (["a", "--froce"], [("E1902", "froce", "--froce")]),
        (["a", "-x"], [("E1902", "-x", "-x")]),
        (["a", "-fx"], [("E1902", "-x", "-fx")]),
        (["a", "--force=yes"], [("E1903", "force", "--force=yes")]),
        (["a", "--level"], [("E1901", "level", "--level")]),
        (["a", "--level", "--force"], [("E1901", "level", "--level")]),
        (["a", "--level", "--json"], [("E1901", "level", "--level")]),
        (["a", "-l"], [("E1901", "level", "-l")]),
        (["a", "--level", "1", "-l", "2"], [("E1909", "level", "--level")]),
        (["a", "--size", "1", "2", "--size", "3", "4"], [("E1909", "size", "--size")]),
        (["a", "b"], [("E1900", "arguments", "b")]),
        (
            ["a", "b", "-5", "--nope"],
            [("E1902", "nope", "--nope"), ("E1900", "arguments", "b"), ("E1900", "arguments", "-5")],
        ),
        (["--source", "a", "b"], [("E1900", "arguments", "b")]),
        (
            ["a", "--target.name", "x"],
            [("E1902", "target.name", "--target.name"), ("E1900", "arguments", "x")],
        ),
    ],
    ids=lambda value: " ".join(value) if value and isinstance(value[0], str) else "",
)
def test_what_cannot_be_understood_is_told_all_together(
    argv: list[str], mistakes: list[tuple[str, str, str]]
) -> None:
    assert told(single(copy)(*argv)) == mistakes


def test_a_value_knows_where_it_came_from() -> None:
    parsed = single(copy)("a", "--level", "5", "-f")
    assert parsed.sources == {"source": "argument", "level": "flag", "force": "flag"}


@pytest.mark.parametrize(
    ("argv", "raw"),
    [
        (["a", "b"], {"first": "a", "last": "b"}),
        (["a", "x", "y", "b"], {"first": "a", "middle": ["x", "y"], "last": "b"}),
        (["a", "--last", "b", "x"], {"first": "a", "middle": ["x"], "last": "b"}),
        (["--first", "a", "x", "b"], {"first": "a", "middle": ["x"], "last": "b"}),
        (["--middle", "m", "a", "b"], {"first": "a", "middle": ["m"], "last": "b"}),
    ],
    ids=" ".join,
)
def test_a_list_in_the_middle_takes_what_the_others_leave(argv: list[str], raw: dict[str, Any]) -> None:
    def it(
        first: str,
        middle: Annotated[list[str] | None, Argument()] = None,
        *,
        last: Annotated[str, Argument()],
    ) -> None: ...

    parsed = single(it)(*argv)
    assert (parsed.raw, told(parsed)) == (raw, [])


def test_an_optional_argument_leaves_its_word_to_a_required_one() -> None:
    def it(first: Annotated[str, Argument()] = "x", *, last: Annotated[str, Argument()]) -> None: ...

    read = single(it)
    assert read("a").raw == {"last": "a"}
    assert read("a", "b").raw == {"first": "a", "last": "b"}


def test_a_tuple_takes_as_many_words_as_it_has_places() -> None:
    def it(point: tuple[int, int], *rest: str) -> None: ...

    read = single(it)
    assert read("1", "2", "a", "b").raw == {"point": ["1", "2"], "rest": ["a", "b"]}
    assert read("1").raw == {"point": ["1"]}


def test_dotted_options_keep_their_path() -> None:
    def it(user: dict[str, Any], n: int = 1) -> None: ...

    parsed = single(it)("--user.name", "Ann", "--user.address.zip=1", "--user", '{"a": 1}')
    assert parsed.raw == {"user": [(("name",), "Ann"), (("address", "zip"), "1"), '{"a": 1}']}
    assert told(single(it)("--n", "--user.name", "Ann")) == [("E1901", "n", "--n")]


def test_a_value_of_several_types_is_given_once() -> None:
    def it(x: int | str) -> None: ...

    assert told(single(it)("--x", "1", "--x", "2")) == [("E1909", "x", "--x")]


def test_an_option_whose_value_may_be_left_out() -> None:
    def it(
        color: Annotated[str, Option(is_flag=False, flag_value="always")] = "auto", n: int = 1
    ) -> None: ...

    read = single(it)
    assert read("--color").raw == {"color": "always"}
    assert read("--color", "never").raw == {"color": "never"}
    assert read("--color", "--n", "2").raw == {"color": "always", "n": "2"}


def shop() -> Any:
    app = Tooli(name="shop")

    def work(name: str = "", n: Annotated[int, Option("-n")] = 1) -> None: ...

    database = app.group("db")
    database.command("migrate", aliases=["up"])(work)
    app.command("hello")(work)
    catalog = app.runtime.catalog
    return lambda *argv: parse(catalog, list(argv))


@pytest.mark.parametrize(
    ("argv", "path", "raw", "flags"),
    [
        (["hello"], ("hello",), {}, {}),
        (["db", "migrate", "--name", "x"], ("db", "migrate"), {"name": "x"}, {}),
        (["db", "up"], ("db", "migrate"), {}, {}),
        (
            ["--json", "db", "-q", "migrate", "-n", "2"],
            ("db", "migrate"),
            {"n": "2"},
            {"output": "json", "quiet": True},
        ),
        (["--output", "text", "hello"], ("hello",), {}, {"output": "text"}),
        (["-o", "text", "hello", "--json"], ("hello",), {}, {"output": "json"}),
        (["hello", "-vv", "--verbose"], ("hello",), {}, {"verbose": 3}),
        (["hello", "--tooli-quiet"], ("hello",), {}, {"quiet": True}),
        (["--", "hello"], ("hello",), {}, {}),
        (["hello", "--schema"], ("hello",), {}, {"schema": "json"}),
        (["hello", "--schema", "openai"], ("hello",), {}, {"schema": "openai"}),
        (["hello", "--schema=mcp", "--help"], ("hello",), {}, {"schema": "mcp", "help": True}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_flags_stand_anywhere_around_the_commands_name(
    argv: list[str], path: tuple[str, ...], raw: dict[str, Any], flags: dict[str, Any]
) -> None:
    parsed = shop()(*argv)
    assert (parsed.path, parsed.raw, parsed.flags, told(parsed)) == (path, raw, flags, [])
    assert parsed.command is not None


@pytest.mark.parametrize(
    ("argv", "path", "unknown", "flags"),
    [
        ([], (), None, {}),
        (["db"], ("db",), None, {}),
        (["db", "--help"], ("db",), None, {"help": True}),
        (["helo", "--json", "x"], (), "helo", {"output": "json"}),
        (["db", "hello"], ("db",), "hello", {}),
        (["-5"], (), "-5", {}),
        ([""], (), "", {}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_line_without_a_command_keeps_its_flags(
    argv: list[str], path: tuple[str, ...], unknown: str | None, flags: dict[str, Any]
) -> None:
    parsed = shop()(*argv)
    assert (parsed.command, parsed.path, parsed.unknown, parsed.flags) == (None, path, unknown, flags)


def test_a_param_takes_the_spelling_it_needs_and_the_flag_keeps_the_others() -> None:
    def it(output: str = "", json: bool = False, verbose: Annotated[bool, Option("-v")] = False) -> None: ...

    parsed = single(it)("--output", "x", "--json", "-v", "-o", "text", "--tooli-json", "--verbose")
    assert parsed.raw == {"output": "x", "json": True, "verbose": True}
    assert parsed.flags == {"output": "json", "verbose": 1}


TOKENS = st.lists(
    st.text(max_size=6)
    | st.sampled_from(
        [
            "--",
            "-",
            "--=",
            "-=",
            "--a=",
            "a",
            "--source",
            "--level",
            "--level=1",
            "-l",
            "-fl",
            "-LLx",
            "--size",
            "-5",
            "--no-quick",
            "--json",
            "--output",
            "--schema",
            "-o",
            "-vq",
            "--source.x",
            "--tag.",
            "--.",
            "-é",
            "�",
            "db",
            "migrate",
            "hello",
            "--user.name",
            "--user.",
            "--user..x",
            "--x",
            "--help",
            "--tooli-",
            "--tooli-json",
        ]
    ),
    max_size=8,
)


def anything(user: dict[str, Any], x: int | str = 1, point: tuple[int, int] = (1, 2), *rest: str) -> None: ...


@settings(max_examples=150, deadline=None)
@given(TOKENS)
def test_no_line_makes_the_parser_fail(argv: list[str]) -> None:
    for read in (single(copy), shop(), single(anything)):
        parsed = read(*argv)
        assert set(parsed.raw) <= {"source", "target", "force", "level", "loud", "tag", "quick", "size"} | {
            *("name", "n", "user", "x", "point", "rest")
        }
        assert all(mistake.code.startswith("E19") for mistake in parsed.mistakes)
