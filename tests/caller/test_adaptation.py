"""What changes with the caller: output, help, errors, deadlines and what the answer says of it."""

from __future__ import annotations

import json

import pytest
from tests.conftest import RunApp

from tooli import AgentContext, Tooli
from tooli.caller.caller import Caller
from tooli.execute import Call, CallOptions
from tooli.execute.pipeline import run
from tooli.surfaces.cli.borrowed import CapturedStreams
from tooli.surfaces.cli.main import main

GREET = """
@app.command()
def greet(name: str, times: int = 1) -> str:
    return f"hello {name}" * times

@app.command()
def left(ctx: AgentContext) -> bool:
    return ctx.deadline is not None and 100 < ctx.deadline <= 120
"""
CLAUDE: dict[str, str | None] = {"CLAUDE_CODE_CHILD_SESSION": "1", "TOOLI_AGENT_MODE": None}
ACTIONS: dict[str, str | None] = {"GITHUB_ACTIONS": "true", "CI": "true"}


def demo() -> Tooli:
    app = Tooli(name="demo", description="Demonstrates.", version="1.0.0")

    @app.command()
    def greet(name: str, times: int = 1) -> dict[str, str]:
        """Greet."""
        return {"greeting": name * times}

    @app.command(danger_level="high")
    def wipe() -> None:
        """Wipe."""

    return app


def shown(environ: dict[str, str], *argv: str, tty: bool = True) -> tuple[str, int]:
    streams = CapturedStreams(tty=tty)
    status = main(demo().runtime.replace(environ=environ), list(argv), streams)
    return streams.stdout.decode() or streams.stderr, status


def test_an_agent_that_did_not_name_itself_is_told_in_meta(run_app: RunApp) -> None:
    ran = run_app(GREET, "greet", "bob", env=CLAUDE)
    assert ran.result == "hello bob"
    meta = ran.document["meta"]
    assert (meta["caller_id"], meta["execution_context"]) == ("claude-code", "ai_agent")


def test_a_ci_system_is_told_in_meta(run_app: RunApp) -> None:
    meta = run_app(GREET, "greet", "bob", env=ACTIONS).document["meta"]
    assert (meta["ci_name"], meta["execution_context"]) == ("github-actions", "ci_cd")
    assert "caller_id" not in meta


def test_nothing_is_told_of_a_caller_that_is_only_guessed(run_app: RunApp) -> None:
    env: dict[str, str | None] = {"FACTORY_EXEC_TARGET_AUTONOMY": "low", "TOOLI_AGENT_MODE": None}
    meta = run_app(GREET, "greet", "bob", env=env).document["meta"]
    assert sorted(meta) == ["duration_ms", "tool", "version"]


def test_agents_have_two_minutes_and_others_as_long_as_it_takes(run_app: RunApp) -> None:
    assert run_app(GREET, "left", env=CLAUDE).result is True
    assert run_app.again("left", env={"TOOLI_AGENT_MODE": "1"}).result is True
    assert run_app.again("left", env={**CLAUDE, "TOOLI_TIMEOUT": "300"}).result is False
    assert run_app.again("left", "--timeout", "50", env=CLAUDE).result is False
    assert run_app.again("left", env=ACTIONS).result is False
    assert run_app.again("left").result is False


@pytest.mark.parametrize("environ", [{"GEMINI_CLI": "1"}, {"GITHUB_ACTIONS": "true"}, {"AI_AGENT": "x"}])
def test_agents_and_ci_get_json_even_at_a_terminal(environ: dict[str, str]) -> None:
    text, status = shown(environ, "greet", "bob")
    assert json.loads(text)["result"] == {"greeting": "bob"}
    assert status == 0


def test_an_agent_gets_compact_help_and_a_ci_system_the_full_one_without_colour() -> None:
    compact = shown({}, "--help-agent")[0]
    plain = shown({}, "--help", "--plain")[0]
    assert compact != plain
    assert shown({"CODEX_CI": "1"}, "--help")[0] == compact
    assert shown({"BUILDKITE": "true"}, "--help")[0] == plain
    assert shown({"container": "podman"}, "--help", tty=False)[0] == plain


def test_a_ci_system_gets_errors_without_ways_to_try_again() -> None:
    for environ, more in (({}, True), ({"CI": "1"}, False), ({"QWEN_CODE": "1"}, True)):
        error = json.loads(shown(environ, "greet", "bob", "--times", "x", "--json")[0])["error"]
        assert {"code", "category", "message", "field", "is_retryable"} <= set(error)
        assert ("suggestion" in error, "details" in error) == (more, more)
        error = json.loads(shown(environ, "gret", "bob", "--json")[0])["error"]
        assert error["message"] == "there is no command 'gret'"
        assert ("suggestion" in error, "details" in error) == (more, more)


def test_a_ci_system_gets_the_whole_error_when_it_asks_for_details() -> None:
    line = ("greet", "bob", "--times", "x", "--response-format", "detailed", "--json")
    assert json.loads(shown({"CI": "1"}, *line)[0])["error"]["details"] == {"value": "x"}


def test_what_a_person_has_to_do_is_told_to_a_ci_system_too() -> None:
    error = json.loads(shown({"CI": "1"}, "wipe")[0])["error"]
    assert (error["code"], error["suggestion"]["action"]) == ("E1010", "ask_human")


def test_errors_of_the_app_itself_stay_whole_in_ci() -> None:
    from tooli import ToolError

    app = Tooli(name="demo")

    @app.command()
    def fail() -> None:
        raise ToolError("no", code="E3001", details={"row": 3}, suggestion="Look at row 3.")

    command = app.runtime.catalog.find(("fail",))
    assert command is not None
    caller = Caller(category="ci_cd", confidence=1.0)
    error = run(Call(app.runtime, command, {}, CallOptions(), caller)).error
    assert error is not None
    assert error.details == {"row": 3}
    assert error.suggestion is not None


def test_a_container_alone_changes_only_what_details_say() -> None:
    pod = {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}
    plain = json.loads(shown(pod, "greet", "bob", tty=False)[0])
    assert sorted(plain["meta"]) == ["duration_ms", "tool", "version"]
    detailed = json.loads(shown(pod, "greet", "bob", "--response-format", "detailed", tty=False)[0])
    assert detailed["meta"]["execution_context"] == "container"
    at_a_terminal = shown(pod, "greet", "bob")[0]
    assert at_a_terminal == shown({}, "greet", "bob")[0]


def test_agents_and_ci_agree_to_questions_that_are_not_critical() -> None:
    app = Tooli(name="demo")

    @app.command()
    def ask(ctx: AgentContext, critical: bool = False) -> bool:
        return ctx.confirm("Go on?", critical=critical)

    @app.command(agent_auto_confirm=False)
    def careful(ctx: AgentContext) -> bool:
        return ctx.confirm("Go on?")

    def code(name: str, category: str, **raw: object) -> str | None:
        command = app.runtime.catalog.find((name,))
        assert command is not None
        caller = Caller(category=category, confidence=1.0)
        outcome = run(Call(app.runtime, command, raw, CallOptions(), caller))
        return outcome.error.code if outcome.error is not None else None

    for category in ("ai_agent", "ci_cd"):
        assert code("ask", category) is None
        assert code("ask", category, critical=True) == "E4905"
        assert code("careful", category) == "E4905"
    assert code("ask", "container") == "E4905"


def test_detect_context_prints_who_is_calling(run_app: RunApp) -> None:
    env: dict[str, str | None] = {"TOOLI_CALLER": "claude-code", "TOOLI_CALLER_VERSION": "2.1"}
    found = run_app(GREET, "detect-context", env=env).result
    assert (found["category"], found["agent_name"]) == ("ai_agent", "Claude Code")
    assert (found["caller_id"], found["caller_version"]) == ("claude-code", "2.1")
    assert found["signals"] == ["TOOLI_CALLER=claude-code"]
    assert run_app.again("tooli", "detect-context", env=CLAUDE).result["confidence"] == 0.95
