"""How every Python value becomes JSON."""

from __future__ import annotations

import array
import collections
import datetime as dt
import decimal
import enum
import ipaddress
import json
import math
import os
import pathlib
import subprocess
import sys
import types
import uuid
from collections.abc import Iterator
from dataclasses import InitVar, dataclass, field
from typing import Any, ClassVar, NamedTuple, TypedDict

import pydantic
import pydantic_core
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic.dataclasses import dataclass as pydantic_dataclass

from tooli.errors import InternalError, NotFoundError
from tooli.execute import encode as encode_module
from tooli.execute.encode import encode
from tooli.execute.plain import to_plain

NAN = float("nan")
SOURCES = str(pathlib.Path(encode_module.__file__).parents[2])


class Color(enum.Enum):
    RED = "red"
    DEEP = (1, 2)


class Level(enum.IntEnum):
    LOW = 1


class Word(str):
    __slots__ = ()


class Count(int):
    pass


class Ratio(float):
    pass


@dataclass
class Point:
    x: float
    label: str = "p"
    kind: ClassVar[str] = "not a field"
    given: InitVar[int] = 0
    hidden: list[int] = field(default_factory=list, repr=False)


@dataclass(frozen=True, order=True)
class Version:
    major: int


class Pair(NamedTuple):
    left: int
    right: int


class Row(TypedDict):
    name: str


class Account(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(serialize_by_alias=True)

    owner: str = pydantic.Field(serialization_alias="ownedBy")
    balance: decimal.Decimal
    tags: set[str]
    key: bytes
    home: pydantic.AnyUrl
    address: ipaddress.IPv4Address
    password: pydantic.SecretStr
    score: float

    @pydantic.computed_field
    def initial(self) -> str:
        return self.owner[0]

    @pydantic.field_serializer("balance")
    def show_balance(self, balance: decimal.Decimal) -> str:
        return f"{balance} EUR"


class Numbers(pydantic.RootModel[list[int]]):
    pass


@pydantic_dataclass
class Celsius:
    degrees: float

    @pydantic.field_serializer("degrees")
    def show_degrees(self, degrees: float) -> str:
        return f"{degrees} °C"


class PathOfBytes:
    def __fspath__(self) -> bytes:
        return b"a/b"


class LazyMapping(collections.abc.Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        return len(key)

    def __iter__(self) -> Iterator[str]:
        return iter(["ab", "c"])

    def __len__(self) -> int:
        return 2


class ReadOnce:
    """Iterable, not an iterator, and yet empty at the second reading."""

    def __init__(self) -> None:
        self.rest = iter([1, 2])

    def __iter__(self) -> Iterator[int]:
        return self.rest


class Broken(collections.abc.Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        raise OSError("the disk is gone")

    def __iter__(self) -> Iterator[str]:
        return iter("a")

    def __len__(self) -> int:
        return 1


class BrokenDict(dict[str, int]):
    def items(self) -> Any:
        raise KeyError("lost")


def hours(count: float) -> dt.timezone:
    return dt.timezone(dt.timedelta(hours=count))


def refused(value: object) -> InternalError:
    with pytest.raises(InternalError) as caught:
        encode(value, [])
    error = caught.value
    assert error.code == "E5902"
    assert error.details is not None
    assert error.details.keys() == {"path", "type"}
    assert error.message.startswith(f"{error.details['path']}: this {error.details['type']} ")
    with pytest.raises(InternalError) as again:
        to_plain(value, [])
    assert again.value.details == error.details
    return error


def run(code: str, *options: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *options, "-c", code],
        env={**os.environ, "PYTHONPATH": SOURCES, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


VALUES: list[tuple[object, str]] = [
    (None, "null"),
    (True, "true"),
    (10**4000, "1" + "0" * 4000),
    (1e22, "1e+22"),
    ('é\u2028"\\\n\x00', '"é\u2028\\"\\\\\\n\\u0000"'),
    ({"a": [1, {"b": ()}]}, '{"a":[1,{"b":[]}]}'),
    (Word("w"), '"w"'),
    (Count(3), "3"),
    (Ratio(0.5), "0.5"),
    (b"\xfb\xff", '"+/8="'),
    (bytearray(b"ab"), '"YWI="'),
    (memoryview(b"abcd")[::2], '"YWM="'),
    ({3, 1, 2}, "[1,2,3]"),
    (frozenset({"b", "a"}), '["a","b"]'),
    (set(), "[]"),
    ({decimal.Decimal(10), decimal.Decimal(9)}, '["9","10"]'),
    ({decimal.Decimal("NaN"), decimal.Decimal(1)}, '["1","NaN"]'),
    ({1, "a", None}, '["a",1,null]'),
    ({frozenset({2, 1}), frozenset({3})}, "[[1,2],[3]]"),
    ({Version(10), Version(9)}, '[{"major":9},{"major":10}]'),
    ({Color.RED, Color.DEEP}, '["red",[1,2]]'),
    (decimal.Decimal("1.10"), '"1.10"'),
    (decimal.Decimal("1E+3"), '"1E+3"'),
    (dt.date(2024, 2, 29), '"2024-02-29"'),
    (dt.datetime(2024, 1, 2, 3, 4, 5), '"2024-01-02T03:04:05"'),
    (dt.datetime(2024, 1, 2, 3, 4, 5, 600000, dt.UTC), '"2024-01-02T03:04:05.600000Z"'),
    (dt.datetime(2024, 1, 2, tzinfo=hours(-5.5)), '"2024-01-02T00:00:00-05:30"'),
    (dt.datetime(1800, 1, 2, tzinfo=hours(3661 / 3600)), '"1800-01-02T00:00:00+01:01"'),
    (dt.time(1, 2, tzinfo=hours(1)), '"01:02:00+01:00"'),
    (dt.timedelta(0), '"PT0S"'),
    (dt.timedelta(days=400, hours=3, microseconds=10), '"P1Y35DT3H0.00001S"'),
    (dt.timedelta(days=-1, seconds=5), '"-PT23H59M55S"'),
    (dt.timedelta(days=-999999999), '"-P2739726Y9D"'),
    (pathlib.PurePosixPath("a/é"), '"a/é"'),
    (PathOfBytes(), '"a/b"'),
    (uuid.UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
    (Color.RED, '"red"'),
    (Color.DEEP, "[1,2]"),
    (Level.LOW, "1"),
    (Point(1.5), '{"x":1.5,"label":"p","hidden":[]}'),
    (Pair(1, 2), "[1,2]"),
    (Row(name="n"), '{"name":"n"}'),
    (Numbers([1, 2]), "[1,2]"),
    (Celsius(20), '{"degrees":"20.0 °C"}'),
    (collections.deque([1, 2]), "[1,2]"),
    (range(3), "[0,1,2]"),
    (array.array("i", [1, 2]), "[1,2]"),
    ((number for number in (1, 2)), "[1,2]"),
    (map(str, [1]), '["1"]'),
    ({"b": 1, "a": 2}.keys(), '["b","a"]'),
    ({"b": 1}.items(), '[["b",1]]'),
    (types.MappingProxyType({"a": 1}), '{"a":1}'),
    (collections.OrderedDict(a=1), '{"a":1}'),
    (LazyMapping(), '{"ab":2,"c":1}'),
    (collections.UserString("ab"), '"ab"'),
    (ipaddress.ip_network("10.0.0.0/8"), '"10.0.0.0/8"'),
    ({1: 0, 1.5: 0, None: 0}, '{"1":0,"1.5":0,"null":0}'),
    ({True: 1, False: 0}, '{"true":1,"false":0}'),
    ({Color.RED: 1}, '{"red":1}'),
    ({Level.LOW: 1}, '{"1":1}'),
    ({pathlib.PurePosixPath("a"): 1}, '{"a":1}'),
    ({uuid.UUID(int=1): 1}, '{"00000000-0000-0000-0000-000000000001":1}'),
    ({dt.date(2024, 1, 2): 1, decimal.Decimal("1.0"): None}, '{"2024-01-02":1,"1.0":null}'),
    ("\ud83d\ude00", '"😀"'),
]


@pytest.mark.parametrize(("value", "text"), VALUES, ids=lambda part: type(part).__name__)
def test_each_value_has_one_form_and_no_warning(value: object, text: str) -> None:
    warnings: list[str] = []
    assert encode(value, warnings) == text
    assert warnings == []


def test_the_two_roads_agree() -> None:
    for value, text in VALUES:
        if not isinstance(value, Iterator):
            # NaN cannot take the quick road, and so sends its neighbour along the other one.
            assert encode([value, NAN], []) == f"[{text},null]"


def test_a_model_gives_its_aliases_computed_fields_and_serialisers_then_our_rules() -> None:
    warnings: list[str] = []
    account = Account(
        owner="Ada",
        balance=decimal.Decimal("1.50"),
        tags={"b", "a"},
        key=b"\xff",
        home=pydantic.AnyUrl("https://example.org/"),
        address=ipaddress.IPv4Address("1.2.3.4"),
        password=pydantic.SecretStr("sesame"),
        score=NAN,
    )
    assert json.loads(encode([account], warnings)) == [
        {
            "ownedBy": "Ada",
            "balance": "1.50 EUR",
            "tags": ["a", "b"],
            "key": "/w==",
            "home": "https://example.org/",
            "address": "1.2.3.4",
            "password": "**********",
            "score": None,
            "initial": "A",
        }
    ]
    assert warnings == ["result[0].score: NaN became null"]


def test_what_is_lost_is_said_with_its_path() -> None:
    warnings: list[str] = []
    value = {
        "items": [1, Point(NAN), {"odd key": math.inf}],
        "low": -math.inf,
        "name": "a\udcff",
        "b\ud800": Ratio("nan"),
        NAN: 1,
        "set": {(Version(2), NAN), (Version(1), "\udc80")},
    }
    assert encode(value, warnings) == (
        '{"items":[1,{"x":null,"label":"p","hidden":[]},{"odd key":null}],"low":null,"name":"a\ufffd",'
        '"b\ufffd":null,"null":1,"set":[[{"major":1},"\ufffd"],[{"major":2},null]]}'
    )
    assert warnings == [
        "result.items[1].x: NaN became null",
        'result.items[2]["odd key"]: Infinity became null',
        "result.low: -Infinity became null",
        "result.name: a lone surrogate became U+FFFD",
        "result.<key>: a lone surrogate became U+FFFD",
        'result["b\ufffd"]: NaN became null',
        "result.<key>: NaN became null",
        "result.set[0][1]: a lone surrogate became U+FFFD",
        "result.set[1][1]: NaN became null",
    ]


def test_many_losses_are_counted() -> None:
    warnings = ["earlier"]
    encode([NAN] * 1000, warnings)
    assert warnings[:3] == ["earlier", "result[0]: NaN became null", "result[1]: NaN became null"]
    assert warnings[11:] == ["result: 990 more values were changed likewise"]


def test_keys_with_one_text_are_said() -> None:
    warnings: list[str] = []
    assert encode({Color.RED: 1, "red": 2}, warnings) == '{"red":2}'
    assert warnings == ["result.red: two keys have this text; the last one stays"]


def test_the_path_starts_where_the_caller_says() -> None:
    warnings: list[str] = []
    assert to_plain([NAN], warnings, path="item[4]") == [None]
    assert warnings == ["item[4][0]: NaN became null"]


def test_plain_values_are_exact_builtins() -> None:
    plain = to_plain([Word("w"), Count(3), Ratio(0.5), Level.LOW, Pair(1, 2), {Word("k"): 1}], [])
    assert plain == ["w", 3, 0.5, 1, [1, 2], {"k": 1}]
    assert isinstance(plain, list)
    assert [type(part) for part in plain] == [str, int, float, int, list, dict]
    assert type(next(iter(plain[5]))) is str


@pytest.mark.parametrize("lazy", [lambda: (n for n in (1, 2)), ReadOnce, lambda: iter([1, 2])])
def test_a_value_that_is_read_once_survives_the_slow_road(lazy: Any) -> None:
    assert encode([lazy(), NAN], []) == "[[1,2],null]"
    assert encode([{"a": lazy()}, {1: lazy()}], []) == '[{"a":[1,2]},{"1":[1,2]}]'


@pytest.mark.parametrize(
    ("value", "path", "kind"),
    [
        (1j, "result", "complex"),
        ({"a": [0, len]}, "result.a[1]", "builtin_function_or_method"),
        ([Color], "result[0]", "enum.EnumType"),
        ([object()], "result[0]", "object"),
        (Point(1, hidden=[object()]), "result.hidden[0]", "object"),  # type: ignore[list-item]
        ({"x": {(1, 2): 1}}, "result.x.<key>", "tuple"),
        ({"x": {1j}}, "result.x[]", "complex"),
        ([Broken()], "result[0]", f"{__name__}.Broken"),
        ({"a b": BrokenDict(a=1)}, 'result["a b"]', f"{__name__}.BrokenDict"),
        ([1, 10**5000], "result[1]", "int"),
    ],
)
def test_what_has_no_form_is_refused_by_path_and_type(value: object, path: str, kind: str) -> None:
    assert refused(value).details == {"path": path, "type": kind}


def test_a_refusal_says_what_the_value_itself_raised() -> None:
    error = refused([Broken()])
    assert error.message.endswith("cannot be read: OSError: the disk is gone")
    assert isinstance(error.__cause__, OSError)


def test_a_lazy_value_may_raise_an_error_of_its_own() -> None:
    def rows() -> Iterator[int]:
        yield 1
        raise NotFoundError("no second row")

    with pytest.raises(NotFoundError, match="no second row"):
        encode({"rows": rows()}, [])


def test_a_failing_generator_is_refused_at_its_own_path() -> None:
    def rows() -> Iterator[int]:
        yield 1
        raise KeyError("lost")

    with pytest.raises(InternalError) as caught:
        encode({"rows": rows()}, [])
    assert caught.value.details == {"path": "result.rows", "type": "generator"}


def test_cycles_are_refused() -> None:
    ring: list[Any] = [0]
    ring.append({"again": ring})
    loop: dict[str, Any] = {}
    loop["self"] = loop
    point = Point(1.0)
    point.hidden = [point]  # type: ignore[list-item]
    assert refused(ring).details == {"path": "result[1].again", "type": "list"}
    assert refused(loop).details == {"path": "result.self", "type": "dict"}
    assert refused(point).details == {"path": "result.hidden[0]", "type": f"{__name__}.Point"}
    assert "contains itself" in refused(ring).message


def test_a_value_in_two_places_is_no_cycle() -> None:
    shared = [1]
    assert encode([shared, shared, NAN], []) == "[[1],[1],null]"


@pytest.mark.parametrize("bottom", [0, NAN, Color.RED])
def test_nesting_beyond_the_recursion_limit_is_refused(bottom: object) -> None:
    value = [bottom]
    for _ in range(100_000):
        value = [value]
    error = refused(value)
    assert error.message.endswith("is nested too deep")
    assert len(error.message) < 250


@pytest.mark.parametrize("bottom", [0, NAN])
def test_nesting_within_the_limit_is_written(bottom: object) -> None:
    value = [bottom]
    for _ in range(200):
        value = [value]
    assert encode(value, []).startswith("[" * 201)


def test_fifty_megabytes_are_written() -> None:
    line = "é" + "x" * 48
    text = encode([line] * 1_000_000, [])
    assert len(text) == 1_000_000 * 52 + 1
    assert text.startswith(f'["{line}","{line}",')


PROGRAM = """
import sys
from tooli.execute.encode import encode
sys.stdout.reconfigure(encoding="utf-8")
"""


def test_a_plain_run_loads_nothing_heavy() -> None:
    code = PROGRAM + "encode({'a': [1, 2.5, 'é', None]}, []); print(*sys.modules)"
    loaded = set(run(code, "-S").split())
    assert "tooli.execute.encode" in loaded
    heavy = {"re", "json", "enum", "typing", "functools", "dataclasses", "datetime", "collections"}
    assert loaded & {*heavy, "tooli.execute.plain", "tooli.errors"} == set()


def test_the_slow_road_loads_only_what_its_values_use() -> None:
    code = PROGRAM + "encode([float('nan'), b'', {'a', 1}, '\\ud800', {None: 1}], []); print(*sys.modules)"
    loaded = set(run(code, "-S").split())
    assert "tooli.execute.plain" in loaded
    assert loaded & {"re", "json", "enum", "typing", "dataclasses", "datetime", "decimal", "base64"} == set()


def test_sets_have_one_order_whatever_the_hash_seed() -> None:
    code = PROGRAM + (
        "n = lambda: float('nan')\n"
        "print(encode([set('abcdefgh'), {'a', 1, None, (2, 'b')}, {n(), 1.0, 3.0, n(), 2.0},\n"
        "  {frozenset(s) for s in ('ab', 'bc', 'abc', 'd', '')}], []))"
    )
    outputs = {run(code, PYTHONHASHSEED=str(seed)) for seed in range(5)}
    assert len(outputs) == 1


def test_without_the_c_encoder_the_text_is_the_same() -> None:
    expression = "[{'a': (1, 2.5, 'é\\n'), 3: None, True: b'ab'}, range(2), float('nan'), {1: '\\ud800'}]"
    code = f"print(encode({expression}, w := []), w)"
    assert run("import sys; sys.modules['_json'] = None" + PROGRAM + code) == run(PROGRAM + code)


# A loaded machine says nothing about the rules.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
json_leaves = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
json_values = st.recursive(
    json_leaves,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@unhurried
@given(json_values)
def test_json_values_are_written_as_the_standard_library_does(value: object) -> None:
    text = encode(value, [])
    assert text == json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    assert json.loads(text) == value
    assert to_plain(value, []) == value


zones = st.none() | st.integers(-1439, 1439).map(lambda minutes: dt.timezone(dt.timedelta(minutes=minutes)))
shared_leaves = (
    json_leaves
    | st.decimals()
    | st.dates()
    | st.datetimes(timezones=zones)
    | st.times(timezones=zones)
    | st.timedeltas()
    | st.uuids()
    | st.text(st.characters(codec="utf-8", exclude_characters="\0")).map(pathlib.Path)
    | st.ip_addresses()
    | st.sampled_from([*Color, *Level])
    | st.builds(Version, st.integers())
)
shared = st.recursive(
    shared_leaves,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.text() | st.dates() | st.uuids() | st.timedeltas(), inner, max_size=5)
        | st.tuples(inner, inner)
        | st.lists(inner, max_size=5).map(collections.deque)
        | st.builds(Point, inner)
    ),
    max_leaves=10,
)


@unhurried
@given(shared)
def test_where_the_rules_agree_the_answer_is_pydantics(value: object) -> None:
    assert json.loads(encode(value, [])) == json.loads(pydantic_core.to_json(value))


@unhurried
@given(st.binary())
def test_bytes_are_pydantics_base64_in_the_standard_alphabet(value: bytes) -> None:
    theirs = pydantic_core.to_json(value, bytes_mode="base64").decode()
    assert encode(value, []) == theirs.replace("-", "+").replace("_", "/")


hashable = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.binary()
    | st.decimals(allow_nan=False)
    | st.datetimes(timezones=zones)
    | st.uuids()
    | st.sampled_from([*Color, *Level]),
    lambda inner: st.frozensets(inner, max_size=4) | st.tuples(inner, inner) | st.builds(Word, st.text()),
    max_leaves=5,
)
anything = st.recursive(
    shared_leaves | hashable | st.floats() | st.binary().map(bytearray) | st.text(st.characters()),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.sets(hashable, max_size=5)
        | st.dictionaries(st.text(st.characters()) | st.floats() | st.none() | st.dates(), inner, max_size=5)
        | st.dictionaries(st.text(), inner, max_size=5).map(types.MappingProxyType)
        | st.builds(Point, inner)
    ),
    max_leaves=10,
)


@unhurried
@given(anything)
def test_any_mixture_gives_valid_json_twice_the_same(value: object) -> None:
    warnings: list[str] = []
    text = encode(value, warnings)
    again: list[str] = []
    assert encode(value, again) == text
    assert again == warnings
    assert all(warning.startswith("result") for warning in warnings)

    def refuse(word: str) -> None:
        raise AssertionError(word)

    parsed = json.loads(text.encode(), parse_constant=refuse)
    assert json.loads(encode(parsed, [])) == parsed
    assert to_plain(value, []) == parsed
