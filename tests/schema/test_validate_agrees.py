"""Simple types are validated without pydantic, and yet accept exactly what its lax mode accepts.

Differences that are meant, each with a test of its own below:
- text for `bytes` is base64, on every surface;
- an `Iterable` or `Collection` is checked at once and becomes a list;
- on the command line, where everything is text, a choice that is not text is chosen by how it is written.
"""

from __future__ import annotations

import datetime
import decimal
import enum
import math
import pathlib
import uuid
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from tooli.errors import InputError
from tooli.model import Command
from tooli.model.signature import describe
from tooli.schema import is_simple, validate


class Word(str, enum.Enum):  # noqa: UP042 - the spelling of older code
    A = "a"
    B = "b"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Mixed(enum.Enum):
    RED = "r"
    ONE = 1
    HALF = 0.5


SCALARS: list[Any] = [
    *(str, int, float, bool, pathlib.Path, pathlib.PurePosixPath, Word, Level, Mixed, None),
    *(Literal["a", "b"], Literal[1, "x"], Literal[True, "t"]),
    *(datetime.date, datetime.datetime, datetime.time, uuid.UUID, decimal.Decimal),
]
CONTAINERS: list[Any] = [
    *(list, set, tuple, dict, frozenset, list[int], list[str], list[float], set[int], frozenset[str]),
    *(tuple[int, ...], tuple[int, str], dict[str, int], dict[int, float], int | None, Word | None),
    *(list[int | None], list[list[int]], dict[str, list[int]], set[datetime.date], list[tuple[int, bool]]),
    *(Sequence[int], Set[int], Mapping[str, int], list[float] | None, dict[str, Any], set[Any]),
]

WORDS = st.sampled_from(
    [
        "1",
        "1.0",
        " 1 ",
        "1_000",
        "1__0",
        "_1",
        "1_",
        "+1",
        "-0",
        "１２",
        "١",
        "²",
        "1e3",
        "inf",
        "nan",
        "-Infinity",
        "true",
        "TRUE",
        "yes",
        "Y",
        "on",
        "off",
        "0",
        "1.5",
        "0x10",
        "",
        "  ",
        "a",
        "b",
        "r",
        "x",
        "T",
        "F",
        "null",
        "2026-11-15",
        "2026-11-15T08:30:00",
        "2026-11-15T08:30",
        "2026-11-15 08:30:00Z",
        "2026-02-30",
        "20261115",
        "2026-11-15T08:30:00+01:00",
        "0000-01-01",
        "08:30",
        "08:30:00",
        "08:30:00.123",
        "24:00:00",
        "00:00:60",
        "12345678-1234-5678-1234-567812345678",
        "12345678123456781234567812345678",
        "1700000000",
        "9" * 400,
        "{12345678-1234-5678-1234-567812345678}",
        "9" * 5000,
        "1." + "0" * 20,
        "00012",
        "--1",
        "1.",
        ".5",
        "1e400",
        "\n1",
        "1\n",
        "\xa01",
        "1\x00",
        "�",
        "[1]",
        "1,2",
        "0.5",
        "1e-400",
        "sNaN",
        "1_000.5",
        "P1D",
    ]
)
NUMERIC = st.from_regex(r"[+-]?[ _0-9.eE１٣infa-]{0,8}", fullmatch=True)
TEXT = WORDS | NUMERIC | st.text(max_size=6)
NUMBERS = (
    st.integers() | st.floats() | st.booleans() | st.sampled_from([1.0, -0.0, 2**63, 10**400, 2**53 + 1])
)
OTHERS = (
    st.none()
    | st.binary(max_size=4)
    | st.decimals().filter(lambda value: not value.is_snan())
    | st.dates()
    | st.datetimes()
    | st.times()
    | st.timedeltas()
    | st.uuids()
    | st.sampled_from([b"1", b"a", b"\xff", Word.A, Level.LOW, Mixed.RED, pathlib.Path("x"), 1j, object, int])
)
HASHABLE = TEXT | NUMBERS | OTHERS
SCALAR = HASHABLE | st.sampled_from([bytearray(b"a"), bytearray(b"1")])
NESTED = (
    st.lists(SCALAR, max_size=3)
    | st.lists(WORDS, max_size=3)
    | st.lists(st.lists(st.integers(), max_size=2), max_size=2)
    | st.tuples(SCALAR, SCALAR)
    | st.sets(HASHABLE, max_size=2)
    | st.frozensets(HASHABLE, max_size=2)
    | st.dictionaries(HASHABLE, SCALAR, max_size=2)
    | st.dictionaries(WORDS, st.integers() | st.lists(WORDS, max_size=2), max_size=2)
    | st.builds(range, st.integers(0, 3))
    | st.lists(st.integers(), max_size=2).map(lambda items: dict.fromkeys(items).keys())
)


def command_of(annotation: Any) -> Command:
    def it(x: Any) -> None: ...

    it.__annotations__ = {"x": annotation}
    return describe(it, ("it",), {})


def ours(command: Command, value: Any, *, textual: bool = False) -> tuple[bool, Any]:
    try:
        arguments = validate(
            command, {"x": value}, textual=textual, environ={}, prefix=None, sources={}, warnings=[]
        )
    except InputError:
        return False, None
    return True, arguments["x"]


def theirs(adapter: TypeAdapter[Any], value: Any) -> tuple[bool, Any]:
    try:
        return True, adapter.validate_python(value)
    except ValidationError:
        return False, None


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal in type and in every part; NaN equals NaN."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, (set, frozenset)):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    if isinstance(one, dict):
        return same(list(one.items()), list(other.items()))
    if isinstance(one, float):
        return repr(one) == repr(other) or (math.isnan(one) and math.isnan(other))
    return str(one) == str(other) and (one == other or "NaN" in str(one))


def agree(command: Command, adapter: TypeAdapter[Any], value: Any, *, textual: bool = False) -> None:
    (accepted, got), (expected, wanted) = ours(command, value, textual=textual), theirs(adapter, value)
    assert accepted == expected, (value, got, wanted)
    assert same(got, wanted), (value, got, wanted)


@pytest.mark.parametrize("annotation", SCALARS, ids=str)
def test_a_simple_type_accepts_what_pydantic_accepts(annotation: Any) -> None:
    command, adapter = command_of(annotation), TypeAdapter(annotation)
    assert is_simple(command.params[0])

    @settings(max_examples=100, deadline=None)
    @given(SCALAR | SCALAR | NESTED)
    def check(value: Any) -> None:
        agree(command, adapter, value)

    check()


@pytest.mark.parametrize("annotation", CONTAINERS, ids=str)
def test_a_container_accepts_what_pydantic_accepts(annotation: Any) -> None:
    command, adapter = command_of(annotation), TypeAdapter(annotation)
    assert is_simple(command.params[0])

    @settings(max_examples=50, deadline=None)
    @given(NESTED | NESTED | SCALAR)
    def check(value: Any) -> None:
        agree(command, adapter, value)

    check()


@pytest.mark.parametrize(
    "annotation",
    [
        annotation
        for annotation in SCALARS
        if annotation not in (Level, Mixed, None, Literal[1, "x"], Literal[True, "t"])
    ],
    ids=str,
)
def test_text_from_the_command_line_is_read_as_pydantic_reads_text(annotation: Any) -> None:
    command, adapter = command_of(annotation), TypeAdapter(annotation)

    @settings(max_examples=50, deadline=None)
    @given(TEXT)
    def check(text: str) -> None:
        agree(command, adapter, text, textual=True)

    check()


@given(st.binary() | st.binary().map(bytearray) | NUMBERS | st.none())
@settings(max_examples=100, deadline=None)
def test_bytes_that_are_not_text_are_accepted_as_pydantic_accepts_them(value: Any) -> None:
    accepted, got = ours(command_of(bytes), value)
    expected, wanted = theirs(TypeAdapter(bytes), value)
    assert accepted == expected, value
    assert same(got, wanted)


@given(st.binary())
def test_text_for_bytes_is_base64(data: bytes) -> None:
    from base64 import b64encode, urlsafe_b64encode

    for text in (
        b64encode(data).decode(),
        urlsafe_b64encode(data).decode(),
        b64encode(data).decode().rstrip("="),
    ):
        for textual in (True, False):
            assert ours(command_of(bytes), text, textual=textual) == (True, data)


@pytest.mark.parametrize("text", ["a", "a b c d", "é", "====", "YQ=Q"])
def test_text_that_is_no_base64_is_refused_for_bytes(text: str) -> None:
    assert ours(command_of(bytes), text) == (False, None)


def test_any_iterable_is_checked_at_once_and_becomes_a_list() -> None:
    assert ours(command_of(Iterable[int]), ("1", 2)) == (True, [1, 2])
    assert ours(command_of(Iterable[int]), (item for item in "12")) == (True, [1, 2])
    assert ours(command_of(Iterable[int]), ["x"]) == (False, None)
    assert ours(command_of(Iterable[int]), "12") == (False, None)


@pytest.mark.parametrize(
    ("annotation", "text", "value"),
    [
        (Level, "1", Level.LOW),
        (Mixed, "1", Mixed.ONE),
        (Mixed, "0.5", Mixed.HALF),
        (Mixed, "r", Mixed.RED),
        (Literal[1, 2], "2", 2),
        (Literal[1, "1"], "1", "1"),
        (Literal["a", True], "true", True),
        (Literal[Level.HIGH], "2", Level.HIGH),
        (Literal[1, 2] | None, "2", 2),
        (list[Level], ["1", "2"], [Level.LOW, Level.HIGH]),
    ],
    ids=str,
)
def test_on_the_command_line_a_choice_is_named_by_how_it_is_written(
    annotation: Any, text: Any, value: Any
) -> None:
    accepted, got = ours(command_of(annotation), text, textual=True)
    assert accepted
    assert same(got, value)


@pytest.mark.parametrize("annotation", [Mixed, Literal[1, 2], Literal["a", True]], ids=str)
def test_data_has_to_have_the_type_of_the_choice(annotation: Any) -> None:
    for text in ("1", "2", "true", "True"):
        assert ours(command_of(annotation), text) == (False, None)
