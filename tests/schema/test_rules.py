"""Rules beyond the type hold from Python and on the command line alike."""

from __future__ import annotations

import datetime
import enum
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from tooli import Annotated, Argument, Option, Tooli
from tooli.model.constraint import one_of, requires

Ways = Callable[..., Any]


@pytest.fixture
def ways(capsys: pytest.CaptureFixture[str]) -> Ways:
    """Run a call from Python and on the command line; return the one answer both give.

    A failure is `(code, field)`; `argv` is the command line, made from the arguments unless given.
    """

    def run(app: Tooli, argv: list[str] | None = None, **arguments: Any) -> Any:
        result = app.call("it", **arguments)
        words = argv if argv is not None else _argv(arguments)
        status = app.main([*words, "--json"], standalone=False)
        document = json.loads(capsys.readouterr().out)
        if result.error is not None:
            assert status == result.error.exit_code
            error = document["error"]
            assert (error["code"], error["field"]) == (result.error.code, result.error.field)
            assert error["message"] == result.error.message
            return error["code"], error["field"]
        assert status == 0, document
        assert document["result"] == result.model_dump()["result"]
        assert document["meta"].get("warnings") == result.meta.get("warnings")
        return document["result"]

    return run


def _argv(arguments: dict[str, Any]) -> list[str]:
    words = []
    for name, value in arguments.items():
        for item in value if isinstance(value, list) else [value]:
            words.append(f"--{name.replace('_', '-')}={item}")
    return words


def app_of(annotation: Any, **settings: Any) -> Tooli:
    """An app with one command that returns its only param `x`."""
    app = Tooli(name="app", **settings)

    def it(x: Any) -> Any:
        return str(x) if isinstance(x, os.PathLike) else x

    it.__annotations__["x"] = annotation
    app.command("it")(it)
    return app


def app_with(annotation: Any, default: Any, **settings: Any) -> Tooli:
    """The same, with a default."""
    app = Tooli(name="app", **settings)

    def it(x: Any = default) -> Any:
        return str(x) if isinstance(x, os.PathLike) else x

    it.__annotations__["x"] = annotation
    app.command("it")(it)
    return app


@pytest.mark.parametrize("cls", [Path, str])
def test_a_path_that_must_exist(cls: type, ways: Ways, tmp_path: Path) -> None:
    app = app_of(Annotated[cls, Option(exists=True)])
    assert ways(app, x=str(tmp_path)) == str(tmp_path)
    assert ways(app, x=str(tmp_path / "no")) == ("E1907", "x")


def test_a_path_that_must_be_a_file_or_a_directory(ways: Ways, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    only_file = app_of(Annotated[Path, Option(dir_okay=False)])
    only_directory = app_of(Annotated[Path, Option(file_okay=False)])
    assert ways(only_file, x=str(file)) == str(file)
    assert ways(only_file, x=str(tmp_path)) == ("E1903", "x")
    assert ways(only_directory, x=str(tmp_path)) == str(tmp_path)
    assert ways(only_directory, x=str(file)) == ("E1903", "x")
    assert ways(only_directory, x=str(tmp_path / "new")) == str(tmp_path / "new")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs permissions that hold")
def test_a_path_that_must_be_readable_or_writable_as_a_user(ways: Ways, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.touch(mode=0)
    assert ways(app_of(Annotated[Path, Option(readable=True)]), x=str(locked)) == ("E1903", "x")
    assert ways(app_of(Annotated[Path, Option(writable=True)]), x=str(locked)) == ("E1903", "x")


def test_a_path_that_is_readable_and_writable_is_accepted(ways: Ways, tmp_path: Path) -> None:
    app = app_of(Annotated[Path, Option(readable=True, writable=True)])
    assert ways(app, x=str(tmp_path)) == str(tmp_path)


def test_a_path_can_be_resolved_and_given_another_type(ways: Ways, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "real").touch()
    app = app_of(Annotated[Path, Option(resolve_path=True, path_type=str, exists=True)])
    assert ways(app, x=str(tmp_path / "link")) == str((tmp_path / "real").resolve())
    assert isinstance(app.call("it", x=str(tmp_path)).result, str)


def test_a_dash_can_stand_for_a_stream(ways: Ways) -> None:
    assert ways(app_of(Annotated[Path, Option(exists=True, allow_dash=True)]), x="-") == "-"
    assert ways(app_of(Annotated[Path, Option(exists=True)]), x="-") == ("E1907", "x")


def test_every_path_of_a_list_is_checked_and_all_mistakes_are_told(ways: Ways, tmp_path: Path) -> None:
    app = app_of(Annotated[list[Path], Option(exists=True)])
    assert ways(app, x=[str(tmp_path)]) == [str(tmp_path)]
    assert ways(app, x=[str(tmp_path), "no-1", "no-2"]) == ("E1907", "x[1]")
    error = app.call("it", x=["no-1", str(tmp_path), "no-2"]).error
    assert error is not None
    assert error.details is not None
    assert [one["field"] for one in error.details["errors"]] == ["x[0]", "x[2]"]


def test_a_default_path_has_to_hold_too(ways: Ways, tmp_path: Path) -> None:
    app = app_with(Annotated[Path, Option(exists=True)], tmp_path / "gone")
    assert ways(app) == ("E1907", "x")
    assert ways(app_with(Annotated[Path | None, Option(exists=True)], None)) is None


@pytest.mark.parametrize(
    ("value", "result"),
    [(1, 1), (9, 9), (0, ("E1903", "x")), (10, ("E1903", "x")), ("5", 5), ("y", ("E1903", "x"))],
)
def test_a_number_within_bounds(value: Any, result: Any, ways: Ways) -> None:
    assert ways(app_of(Annotated[int, Option(min=1, max=9)]), x=value) == result


def test_a_number_moved_to_its_bound(ways: Ways) -> None:
    app = app_of(Annotated[float, Option(min=0, max=1.5, clamp=True)])
    assert [ways(app, x=value) for value in (-3, 0.5, 9)] == [0, 0.5, 1.5]


def test_bounds_hold_for_every_item_and_for_dates(ways: Ways) -> None:
    assert ways(app_of(Annotated[list[int], Option(min=1)]), x=[1, 0]) == ("E1903", "x[1]")
    dates = app_of(Annotated[datetime.date, Option(min=datetime.date(2026, 1, 1))])
    assert ways(dates, x="2026-11-15") == "2026-11-15"
    assert ways(dates, x="2025-11-15") == ("E1903", "x")


def test_a_callback_changes_the_value_and_refuses_it(ways: Ways) -> None:
    def even(value: int) -> int:
        if value % 2:
            raise ValueError(f"{value} is odd")
        return value // 2

    app = app_of(Annotated[int, Option(callback=even)])
    assert ways(app, x=4) == 2
    assert ways(app, x=3) == ("E1903", "x")
    error = app.call("it", x=3).error
    assert error is not None
    assert error.message == "x: 3 is odd"
    assert ways(app_with(Annotated[int, Option(callback=even)], 8)) == 4


def test_a_callback_that_breaks_is_not_the_callers_mistake(ways: Ways) -> None:
    def broken(value: int) -> int:
        raise KeyError("oops")

    error = app_of(Annotated[int, Option(callback=broken)]).call("it", x=1).error
    assert error is not None
    assert error.category == "internal"


class Version:
    def __init__(self, text: str) -> None:
        self.parts = [int(part) for part in text.split(".")]


def test_a_parser_reads_text_and_other_values_must_be_of_the_type(ways: Ways) -> None:
    app = Tooli(name="app")

    @app.command("it")
    def it(x: Annotated[Version, Option(parser=Version)]) -> list[int]:
        return x.parts

    assert ways(app, x="1.2") == [1, 2]
    assert ways(app, x="1.b") == ("E1903", "x")
    assert app.call("it", x=Version("3")).unwrap() == [3]
    error = app.call("it", x=5).error
    assert error is not None
    assert error.message == "x: 5 is neither text nor Version"


def test_a_parser_reads_every_item_of_a_list(ways: Ways) -> None:
    app = Tooli(name="app")

    @app.command("it")
    def it(x: Annotated[list[Version], Option(parser=Version)]) -> list[list[int]]:
        return [version.parts for version in x]

    assert ways(app, x=["1.2", "3"]) == [[1, 2], [3]]
    assert ways(app, x=["1.2", "b"]) == ("E1903", "x[1]")


@pytest.mark.parametrize(
    ("cls", "text", "result"),
    [
        (datetime.datetime, "15/11/2026", "2026-11-15T00:00:00"),
        (datetime.datetime, "Nov 2026", "2026-11-01T00:00:00"),
        (datetime.date, "15/11/2026", "2026-11-15"),
        (datetime.date | None, "15/11/2026", "2026-11-15"),
        (datetime.datetime, "2026-11-15", ("E1903", "x")),
        (datetime.date, "32/11/2026", ("E1903", "x")),
    ],
)
def test_dates_in_the_formats_of_the_developer(cls: Any, text: str, result: Any, ways: Ways) -> None:
    app = app_of(Annotated[cls, Option(formats=["%d/%m/%Y", "%b %Y"])])
    assert ways(app, x=text) == result


def test_formats_hold_for_items_and_leave_dates_alone(ways: Ways) -> None:
    app = app_of(Annotated[list[datetime.date], Option(formats=["%d.%m.%y"])])
    assert ways(app, x=["01.02.26", "03.04.27"]) == ["2026-02-01", "2027-04-03"]
    assert app.call("it", x=[datetime.date(2026, 1, 1)]).unwrap() == [datetime.date(2026, 1, 1)]
    times = app_of(Annotated[datetime.time, Option(formats=["%H.%M"])])
    assert ways(times, x="08.30") == "08:30:00"


class Mode(enum.Enum):
    FAST = "fast"
    NONE = "None"


@pytest.mark.parametrize("annotation", [Mode, Mode | None, Literal["fast", "None"]])
def test_choices_without_regard_to_case(annotation: Any, ways: Ways) -> None:
    app = app_of(Annotated[annotation, Option(case_sensitive=False)])
    assert ways(app, x="FAST") == "fast"
    assert ways(app, x="none") == "None"
    assert ways(app, x="slow") == ("E1904", "x")
    assert ways(app_of(Annotated[annotation, Option()]), x="FAST") == ("E1904", "x")


def test_choices_in_a_list_and_no_choice_at_all(ways: Ways) -> None:
    app = app_with(Annotated[list[Mode], Option(case_sensitive=False)], [])
    assert ways(app, x=["Fast", "fast"]) == ["fast", "fast"]
    optional = app_with(Annotated[Mode | None, Option(case_sensitive=False)], None)
    assert optional.call("it", x=None).unwrap() is None


def test_a_default_is_made_anew_for_each_call(ways: Ways) -> None:
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    app = app_of(Annotated[int, Option(default_factory=make)])
    assert app.call("it").unwrap() == 1
    assert app.call("it").unwrap() == 2
    assert app.call("it", x=9).unwrap() == 9
    assert len(made) == 2


def test_a_variable_fills_what_was_not_given(ways: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_with(Annotated[int, Option(envvar=["FIRST_X", "SECOND_X"], max=9)], 1)
    assert ways(app) == 1
    monkeypatch.setenv("SECOND_X", "2")
    assert ways(app) == 2
    monkeypatch.setenv("FIRST_X", "3")
    assert ways(app) == 3
    assert ways(app, x=4) == 4
    monkeypatch.setenv("FIRST_X", "")
    assert ways(app) == 2
    monkeypatch.setenv("SECOND_X", "99")
    assert ways(app) == ("E1903", "x")


@pytest.mark.parametrize(
    ("annotation", "text", "result"),
    [
        (list[int], "1 2  3", [1, 2, 3]),
        (tuple[int, str], "1 b", [1, "b"]),
        (list[Path], os.pathsep.join(["a b", "c"]), ["a b", "c"]),
        (dict[str, int], '{"a": 1}', {"a": 1}),
        (dict[str, int], "a=1", {"a": 1}),
        (bool, "yes", True),
        (Mode | None, "fast", "fast"),
        (int | str, "5", 5),
    ],
    ids=str,
)
def test_a_variable_is_read_as_the_command_line_is(
    annotation: Any, text: str, result: Any, ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VALUE_X", text)
    assert ways(app_of(Annotated[annotation, Option(envvar="VALUE_X")])) == result


def test_a_prefix_gives_every_param_its_variables(ways: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_with(int, 1, env_prefix="FT")
    monkeypatch.setenv("FT_X", "2")
    assert ways(app) == 2
    monkeypatch.setenv("FT_IT_X", "3")
    assert ways(app) == 3
    private = app_with(Annotated[int, Option(allow_from_autoenv=False)], 1, env_prefix="FT")
    assert ways(private) == 1


def test_a_counted_flag(ways: Ways) -> None:
    app = app_with(Annotated[int, Option("-x", "--loud", count=True, max=3)], 0)
    assert ways(app) == 0
    assert ways(app, ["-xx", "--loud"], x=3) == 3
    assert ways(app, ["-xxxx"], x=4) == ("E1903", "x")


def test_a_flag_with_a_value_of_its_own(ways: Ways) -> None:
    app = app_with(Annotated[str, Option("--fast", flag_value="fast")], "slow")
    assert ways(app, []) == "slow"
    assert ways(app, ["--fast"], x="fast") == "fast"


def test_an_option_whose_value_may_be_left_out(ways: Ways) -> None:
    app = app_with(Annotated[str, Option("--color", is_flag=False, flag_value="always")], "auto")
    assert ways(app, []) == "auto"
    assert ways(app, ["--color"], x="always") == "always"
    assert ways(app, ["--color", "never"], x="never") == "never"
    assert ways(app, ["--color=never"], x="never") == "never"


def test_a_value_that_is_checked_and_not_handed_over(ways: Ways) -> None:
    app = Tooli(name="app")
    seen: list[int] = []

    def see(value: int) -> int:
        seen.append(value)
        return value

    @app.command("it")
    def it(x: Annotated[int, Option(expose_value=False, callback=see)] = 5) -> int:
        return x

    assert ways(app, x=7) == 5
    assert seen == [7, 7]


def test_a_deprecated_param_warns_when_it_is_given(ways: Ways) -> None:
    noted = app_with(Annotated[int, Option(deprecated="use --y")], 1)
    assert noted.call("it", x=2).meta["warnings"] == ["x is deprecated: use --y"]
    assert app_with(Annotated[int, Option(deprecated=True)], 1).call("it", x=2).meta["warnings"] == [
        "x is deprecated"
    ]
    assert "warnings" not in noted.call("it").meta
    assert ways(noted, x=2) == 2


def related(*constraints: Any) -> Tooli:
    app = Tooli(name="app")

    @app.command("it", constraints=constraints)
    def it(a: int = 0, b: int | None = None, c: bool = False) -> list[Any]:
        return [a, b, c]

    return app


@pytest.mark.parametrize(
    ("constraint", "argv", "arguments", "result"),
    [
        (one_of("a", "b"), ["--a", "1"], {"a": 1}, [1, None, False]),
        (one_of("a", "b"), ["--b", "1"], {"b": 1}, [0, 1, False]),
        (one_of("a", "b"), [], {}, ("E1901", "a")),
        (one_of("a", "b"), ["--a", "1", "--b", "2"], {"a": 1, "b": 2}, ("E1909", "b")),
        (requires("a", "b", "c"), [], {}, [0, None, False]),
        (requires("a", "b", "c"), ["--b", "2"], {"b": 2}, [0, 2, False]),
        (requires("a", "b", "c"), ["--a", "1", "--b", "2", "--c"], {"a": 1, "b": 2, "c": True}, [1, 2, True]),
        (requires("a", "b", "c"), ["--a", "1", "--b", "2"], {"a": 1, "b": 2}, ("E1901", "c")),
    ],
)
def test_relations_between_params(
    constraint: Any, argv: list[str], arguments: Any, result: Any, ways: Ways
) -> None:
    assert ways(related(constraint), argv, **arguments) == result


def test_rules_hold_for_arguments_as_for_options(ways: Ways) -> None:
    app = app_of(Annotated[int, Argument(min=1)])
    assert ways(app, ["3"], x=3) == 3
    assert ways(app, ["0"], x=0) == ("E1903", "x")
