"""A repaired call, made as it stands, is the call that was meant: on every surface, options and all."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import RunApp

from tooli import CallOptions, Tooli, dry_run_support
from tooli.annotations import Destructive

Surface = Callable[..., dict[str, Any]]
PLANNED = {"actions": [], "result": {"name": "disk", "done": False}}


def again(surface: Surface, command: str, error: dict[str, Any]) -> dict[str, Any]:
    """Make the call that an error suggests, word by word."""
    suggestion = error["suggestion"]
    if "arguments" in suggestion:
        return surface(command, suggestion["arguments"])
    words = shlex.split(suggestion["example"])
    run = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True, check=False)
    envelope: dict[str, Any] = json.loads(run.stdout)
    return envelope


def test_the_repair_of_a_dry_run_stays_dry(surface: Surface) -> None:
    error = surface("plan", {"nam": "disk"}, dry_run=True)["error"]
    assert (error["code"], error["suggestion"]["applicability"]) == ("E1902", "machine_applicable")
    assert again(surface, "plan", error)["result"] == PLANNED


def test_the_repair_of_a_dry_run_among_the_arguments_stays_dry(surface: Surface) -> None:
    error = surface("plan", {"nam": "disk", "dry_run": True})["error"]
    assert error["suggestion"]["applicability"] == "machine_applicable"
    assert again(surface, "plan", error)["result"] == PLANNED


def test_the_repair_of_a_call_with_a_yes_keeps_it(surface: Surface) -> None:
    error = surface("wipe", {"nam": "disk", "yes": True})["error"]
    assert again(surface, "wipe", error)["result"] == "disk is gone"


def test_a_command_with_a_yes_of_its_own_is_confirmed_as_the_error_says(surface: Surface) -> None:
    error = surface("answered", {"name": "disk", "yes": True})["error"]
    assert (error["code"], error["suggestion"]["action"]) == ("E1010", "ask_human")
    beside = " with options=CallOptions(yes=True)." in error["suggestion"]["fix"]
    if beside or " with the header X-Tooli-Yes: true." in error["suggestion"]["fix"]:
        confirmed = surface("answered", error["suggestion"]["arguments"], yes=True)
    else:
        confirmed = again(surface, "answered", error)
    assert confirmed["result"] == ["disk", True]


def test_the_repaired_object_of_a_line_has_no_flags_of_the_line(run_app: RunApp) -> None:
    source = """
    @app.command
    def plan(name: str, ctx: AgentContext) -> bool:
        return ctx.dry_run
    """
    suggestion = run_app(source, "--arguments", '{"nam":"disk"}', "--dry-run").error["suggestion"]
    assert suggestion["arguments"] == {"name": "disk"}


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
def test_over_mcp_the_repair_keeps_the_options_of_the_call(
    served: Callable[[str], Surface], era: str
) -> None:
    surface = served(era)
    error = surface("count", {"too": 5, "_tooli": {"max_items": 2}})["error"]
    assert error["suggestion"]["arguments"] == {"to": 5, "_tooli": {"max_items": 2}}
    assert again(surface, "count", error)["result"] == [{"number": 0}, {"number": 1}]
    refused = surface("wipe", {"name": "disk", "_tooli": {"response_format": "detailed"}})["error"]
    assert refused["suggestion"]["arguments"] == {
        "name": "disk",
        "_tooli": {"response_format": "detailed"},
        "yes": True,
    }


@pytest.mark.parametrize("name", ["legacy", "http"])
def test_a_switch_given_as_text_is_repaired(served: Callable[[str], Surface], name: str) -> None:
    surface = served(name)
    error = surface("plan", {"nam": "disk", "dry_run": "true"})["error"]
    assert error["suggestion"]["arguments"] == {"name": "disk", "dry_run": True}
    assert error["suggestion"]["fix"] == "Write dry_run as true, not as text. Use name instead of nam."
    assert error["suggestion"]["applicability"] == "maybe_incorrect"
    assert again(surface, "plan", error)["result"] == PLANNED


@pytest.mark.parametrize("name", ["legacy", "http"])
def test_nothing_is_suggested_while_an_option_is_wrong(served: Callable[[str], Surface], name: str) -> None:
    surface = served(name)
    assert "suggestion" not in surface("plan", {"nam": "disk", "dry_run": [1]})["error"]
    if name != "http":
        assert "suggestion" not in surface("echo", {"txt": "hi", "_tooli": {"max_items": "x"}})["error"]


def test_a_call_of_a_misspelt_command_keeps_its_dry_run() -> None:
    app = Tooli("pages")

    @app.command()
    @dry_run_support
    def publish(page: str) -> str:
        return page

    @app.command()
    def other() -> None: ...

    told = app.call("publsh", pag="home", dry_run=True).error
    assert told is not None
    assert told.suggestion is not None
    assert told.suggestion.arguments == {"page": "home", "dry_run": True}


def test_the_call_without_a_dry_run_that_a_command_lacks_keeps_the_yes() -> None:
    app = Tooli("disks")

    @app.command(annotations=Destructive)
    def wipe(name: str) -> str:
        return name

    told = app.call("wipe", name="disk", yes=True, dry_run=True, options=CallOptions()).error
    assert told is not None
    assert told.suggestion is not None
    assert told.suggestion.arguments == {"name": "disk", "yes": True}
