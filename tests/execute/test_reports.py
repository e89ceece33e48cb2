"""What a command reports: levels that are known, and values that every surface can tell."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.conftest import RunApp

from tooli import AgentContext, CallOptions, Tooli
from tooli.execute.reports import LEVELS, known_level

SOURCE = """
from datetime import date

class Thing:
    def __str__(self) -> str:
        return "a thing\\x1b[31m"

@app.command
def work(ctx: AgentContext) -> int:
    rest = iter([7])
    ctx.log("seen", when=date(2026, 1, 2), what=Thing(), parts={2, 1}, share=float("nan"), rest=rest)
    ctx.log("pair", pair=[Thing()])
    ctx.log({"loose": Thing()})
    ctx.log("late", level="WARN")
    return next(rest)
"""


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_known_in_any_case(name: str) -> None:
    assert [known_level(name), known_level(name.upper()), known_level(name.title())] == [name] * 3
    assert known_level("Warn") == "warning"


@pytest.mark.parametrize(("level", "named"), [("loud", "'loud'"), ("", "''"), (30, "30"), (None, "None")])
def test_whoever_writes_a_level_that_there_is_not_is_told_on_every_surface(level: Any, named: str) -> None:
    app = Tooli("app")

    @app.command
    def work(ctx: AgentContext) -> None:
        ctx.log("line", level=level)

    for options in (CallOptions(), CallOptions(timeout=60)):
        error = app.call("work", options=options).error
        assert error is not None
        assert (error.code, error.message) == ("E5001", f"ctx.log(): {named} is no level")
        assert error.suggestion is not None
        assert error.suggestion.fix == f"Use one of {', '.join(LEVELS)}."


def test_what_json_does_not_have_is_told_as_text_and_fails_no_call(run_app: RunApp) -> None:
    ran = run_app(SOURCE, "--events", "events.jsonl")
    assert ran.result == 7  # which was not taken out of its iterator
    seen, pair, loose, late = map(json.loads, (run_app.folder / "events.jsonl").read_text().splitlines())
    assert seen.pop("rest").startswith("<list_iterator object at ")
    assert pair["pair"].startswith("[<__main__.Thing object at ")
    assert seen == {
        "event": "log",
        "level": "info",
        "message": "seen",
        "when": "2026-01-02",
        "what": "a thing",
        "parts": [1, 2],
        "share": None,
    }
    assert loose["message"] == {"loose": "a thing"}
    assert late == {"event": "log", "level": "warning", "message": "late"}


def test_lines_for_people_say_the_same(run_app: RunApp) -> None:
    first, _, third, fourth = run_app(SOURCE).stderr.splitlines()
    assert first.startswith("seen when=2026-01-02 what=a thing parts=[1, 2] share=None rest=<list_iterator")
    assert (third, fourth) == ("{'loose': 'a thing'}", "warning: late")
