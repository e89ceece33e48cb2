"""The errors of a command under codes of its app's own have the status that a call ends with."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.conftest import RunApp

from tooli import Tooli
from tooli.errors import ConflictError, NotFoundError, StateError, ToolError
from tooli.model.raised import own_errors

CODES = {"E3001": "gone", "E3002": "taken", "E3003": "ended", "E3004": "either", "E3005": "never raised"}


def fail(how: str) -> None:
    if how == "gone":
        raise NotFoundError("gone", code="E3001")
    if how == "taken":
        raise ConflictError("taken", "E3002")
    if how == "ended":
        raise ToolError("ended", code="E3003", exit_code=9)
    if how == "neither":
        raise NotFoundError("either", code="E3004")
    raise StateError("either", code="E3004")


def statuses(app: Tooli) -> dict[str, int]:
    return {error.code: error.exit_code for error in own_errors(next(app.runtime.catalog.commands()))}


def test_a_declared_code_has_the_status_of_what_is_raised_with_it() -> None:
    app = Tooli("app")
    app.command(error_codes=CODES)(fail)
    assert statuses(app) == {"E3001": 10, "E3002": 20, "E3003": 9, "E3004": 20, "E3005": 20}


def test_a_declared_code_that_an_exception_is_mapped_to_has_the_status_of_the_mapping() -> None:
    app = Tooli("app")
    app.map_error(KeyError, code="E3005", exit_code=21)
    app.map_error(ValueError, code="E3006", message="odd")
    app.command(error_codes={"E3005": "no such key"})(fail)
    command = next(app.runtime.catalog.commands())
    told = [(error.code, error.message, error.exit_code) for error in own_errors(command)]
    assert told == [("E3005", "no such key", 21), ("E3006", "odd", 20)]


def test_a_function_without_a_source_has_the_status_of_the_codes_category() -> None:
    app = Tooli("app")
    names: dict[str, Any] = {"__name__": "nowhere"}
    exec("def go() -> None: ...", names)
    app.command(error_codes={"E3001": "gone"})(names["go"])
    assert statuses(app) == {"E3001": 20}


def test_help_and_openapi_tell_how_a_call_really_ends(run_app: RunApp) -> None:
    source = """
    from tooli.errors import NotFoundError

    @app.command(error_codes={"E3001": "there is no such note"})
    def show(name: str) -> str:
        raise NotFoundError("no note", code="E3001")

    @app.command
    def other() -> int:
        return 1
    """
    assert run_app(source, "show", "x").code == 10
    assert re.search(r"E3001 exit 10 +there is no such note", run_app.again("show", "--help").stdout)
    paths = json.loads(run_app.again("api", "export-openapi").out)["paths"]
    responses = paths["/commands/show"]["post"]["responses"]
    assert responses["404"]["description"].startswith("E3001 there is no such note")
