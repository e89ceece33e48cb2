"""A mistake in an option never makes a command that changes things run twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

import pytest
from pydantic import BaseModel

from tooli import CallOptions, Tooli
from tooli.annotations import Destructive, ReadOnly
from tooli.surfaces.python import TooliResult


class Receipt(TypedDict):
    receipt: str


class Line(BaseModel):
    sku: str
    parts: list[Line] = []


class Loose(BaseModel, extra="allow"):
    sku: str


RUNS: list[str] = []


def shop(behavior: Any = Destructive) -> Tooli:
    app = Tooli(name="shop", version="1.0.0")

    @app.command(annotations=behavior)
    def charge() -> dict[str, str]:
        RUNS.append("charge")
        return {"receipt": "R-17"}

    @app.command(annotations=behavior)
    def declared() -> Receipt:
        RUNS.append("declared")
        return {"receipt": "R-17"}

    @app.command(annotations=behavior)
    def lines() -> list[Line]:
        RUNS.append("lines")
        return [Line(sku="a", parts=[Line(sku="b")]), Line(sku="c")]

    @app.command(annotations=behavior)
    def loose() -> Loose:
        RUNS.append("loose")
        return Loose(sku="a", extra=1)  # type: ignore[call-arg] # it takes any field

    @app.command(annotations=behavior)
    def anything() -> Any:
        RUNS.append("anything")
        return {"receipt": "R-17"}

    @app.command(annotations=behavior)
    def rows() -> list[dict[str, Any]]:
        RUNS.append("rows")
        return [{"n": 1}, {"n": "two"}, {"n": 3}]

    @app.command(annotations=behavior)
    def each() -> Iterator[dict[str, Any]]:
        RUNS.append("each")
        yield {"n": 1}
        yield {"n": "two"}

    return app


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    RUNS.clear()


def called(command: str, **options: Any) -> TooliResult[Any]:
    return shop().call(command, options=CallOptions(yes=True, **options))


@pytest.mark.parametrize(
    ("command", "options", "code", "field"),
    [
        ("declared", {"fields": "recipt"}, "E1910", "fields"),
        ("lines", {"fields": "parts.parts.skv"}, "E1910", "fields"),
        ("each", {"filter": "n >"}, "E1912", "filter"),
        ("declared", {"filter": "n > 3"}, "E1912", "filter"),
        ("charge", {"filter": "n > 3"}, "E1912", "filter"),
        ("charge", {"spill": "/nowhere/at/all"}, "E4906", "spill"),
    ],
)
def test_what_the_declared_result_tells_is_refused_before_the_run(
    command: str, options: dict[str, Any], code: str, field: str
) -> None:
    done = called(command, **options)
    assert done.error is not None
    assert (done.error.code, done.error.field) == (code, field)
    assert RUNS == []


def test_a_field_that_the_declared_result_has_or_leaves_open_is_given() -> None:
    assert called("lines", fields="parts.sku").unwrap() == [{"parts": [{"sku": "b"}]}, {"parts": []}]
    assert called("loose", fields="extra").unwrap() == {"extra": 1}


def test_a_store_that_takes_nothing_is_told_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "tooli" / "shop" / "store.db").mkdir(parents=True)
    done = called("rows", limit=1)
    assert done.error is not None
    assert done.error.code == "E4902"
    assert RUNS == []


@pytest.mark.parametrize(
    ("command", "options", "result", "warning"),
    [
        (
            "charge",
            {"fields": "recipt"},
            {"receipt": "R-17"},
            "fields: the result has no field recipt; the command has run, so here is its whole result."
            " Use receipt.",
        ),
        (
            "anything",
            {"filter": "n > 3"},
            {"receipt": "R-17"},
            "filter: the result of anything is not a list; the command has run, so here is its whole result."
            " Leave out filter.",
        ),
        (
            "rows",
            {"fields": "m"},
            [{"n": 1}, {"n": "two"}, {"n": 3}],
            "fields: the result has no field m; the command has run, so here is its whole result."
            " Use fields of: n.",
        ),
        (
            "each",
            {"fields": "m"},
            [{"n": 1}, {"n": "two"}],
            "fields: the result has no field m; the command has run, so here is its whole result."
            " Use fields of: n.",
        ),
    ],
)
def test_what_only_the_result_shows_is_a_warning_beside_it(
    command: str, options: dict[str, Any], result: Any, warning: str
) -> None:
    done = called(command, **options)
    assert done.unwrap() == result
    assert done.meta["warnings"] == [warning]
    assert [command] == RUNS


@pytest.mark.parametrize(("command", "result"), [("rows", [1, "two", 3]), ("each", [1, "two"])])
def test_a_filter_that_cannot_be_asked_of_an_item_keeps_it(command: str, result: list[Any]) -> None:
    done = called(command, filter="n > `0`")
    assert [item["n"] for item in done.unwrap()] == result
    assert [text.partition(":")[0] for text in done.meta["warnings"]] == ["filter"]


def test_a_full_disk_does_not_take_the_result(tmp_path: Path) -> None:
    done = called("charge", spill="/dev/full")
    assert done.unwrap() == {"receipt": "R-17"}
    assert done.meta["warnings"] == [
        "spill: /dev/full cannot be written: No space left on device;"
        " the command has run, so here is its whole result."
    ]
    assert "artifact" not in done.meta


@pytest.mark.parametrize(
    ("options", "code"),
    [({"fields": "recipt"}, "E1910"), ({"filter": "n > 3"}, "E1912"), ({"spill": "/dev/full"}, "E4906")],
)
def test_a_command_that_only_reads_is_refused_as_before(options: dict[str, Any], code: str) -> None:
    done = shop(ReadOnly).call("charge", options=CallOptions(**options))
    assert done.error is not None
    assert done.error.code == code


def test_a_rest_that_cannot_be_stored_comes_with_the_page(tmp_path: Path) -> None:
    app = Tooli(name="shop", version="1.0.0")

    @app.command(annotations=Destructive)
    def rows() -> list[int]:
        (tmp_path / "tooli" / "shop" / "store.db").unlink()
        (tmp_path / "tooli" / "shop" / "store.db").mkdir()
        return [1, 2, 3]

    done = app.call("rows", options=CallOptions(yes=True, limit=1))
    assert done.unwrap() == [1, 2, 3]
    assert "next_cursor" not in done.meta
    assert json.dumps(done.meta["warnings"]).count("the command has run, so here is its whole result") == 1
