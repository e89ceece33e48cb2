"""`detect_execution_context()`: beyond the environment, and for this process."""

from __future__ import annotations

import subprocess
import sys
import types
from collections.abc import Iterator

import pytest
from tests.caller.worlds import world

import tooli
from tooli import CallerCategory, ExecutionContext, Tooli, detect_execution_context
from tooli.caller.call_stack import running_modules
from tooli.caller.labels import client_caller, known_agent
from tooli.detect import cache_clear


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start without what was found out before, in an environment that says nothing of agents."""
    monkeypatch.setenv("TOOLI_AGENT_MODE", "0")
    cache_clear()
    yield
    cache_clear()


@pytest.mark.parametrize(
    ("environ", "files", "signal"),
    [
        ({}, {"/.dockerenv": ""}, "/.dockerenv"),
        ({}, {"/run/.containerenv": ""}, "/run/.containerenv"),
        ({"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, {}, "KUBERNETES_SERVICE_HOST=10.0.0.1"),
        ({"container": "podman"}, {}, "container=podman"),
        ({}, {"/proc/1/cgroup": "12:cpu:/docker/3f\n0::/docker/3f\n"}, "/proc/1/cgroup: docker"),
        ({}, {"/proc/1/cgroup": "0::/kubepods/burstable/pod1\n"}, "/proc/1/cgroup: kubepods"),
    ],
)
def test_a_container_is_known_by_what_its_engine_leaves(
    environ: dict[str, str], files: dict[str, str], signal: str
) -> None:
    found = detect_execution_context(world(environ, files=files))
    assert (found.category, found.confidence, found.signals) == (CallerCategory.CONTAINER, 0.9, (signal,))
    assert not found.is_agent
    assert not found.is_ci


def test_a_container_says_nothing_about_who_is_calling() -> None:
    files = {"/.dockerenv": "", "/proc/1/cgroup": "0::/docker/1"}
    assert detect_execution_context(world({}, files=files, interactive=True)).category == "human"
    assert detect_execution_context(world({"CI": "1"}, files=files)).category == "ci_cd"
    found = detect_execution_context(world({}, files=files, modules=["crewai.tools.base_tool"]))
    assert (found.category, found.caller_id) == ("ai_agent", "crewai")
    assert found.signals == ("running crewai.tools.base_tool", "/.dockerenv")


def test_a_machine_without_a_container_is_none() -> None:
    groups = {"/proc/1/cgroup": "0::/init.scope\n"}
    assert detect_execution_context(world({}, files=groups)).category == "unknown_automation"


@pytest.mark.parametrize(
    ("module", "caller", "name"),
    [
        ("langchain_core.tools.base", "langchain", "LangChain"),
        ("google.adk.flows", "google-adk", "Google ADK"),
        ("pydantic_ai._agent_graph", "pydantic-ai", "Pydantic AI"),
        ("agents.tool", "openai-agents", "OpenAI Agents SDK"),
    ],
)
def test_a_framework_in_this_process_is_known_by_its_functions(module: str, caller: str, name: str) -> None:
    found = detect_execution_context(world({}, modules=["app", module, "__main__"]))
    assert (found.category, found.caller_id, found.agent_name) == ("ai_agent", caller, name)
    assert (found.confidence, found.signals) == (0.85, (f"running {module}",))


@pytest.mark.parametrize("module", ["agents", "agents.mine", "google.cloud", "langchainy", "crew"])
def test_modules_of_other_names_are_no_frameworks(module: str) -> None:
    assert detect_execution_context(world({}, modules=[module])).category == "unknown_automation"


def test_the_functions_that_are_running_are_found_by_their_modules() -> None:
    code = "def call(inner):\n    return inner()\n"
    framework = types.ModuleType("langchain_core.tools.base")
    exec(code, framework.__dict__)  # a function that runs in a module of that name
    names = framework.call(lambda: list(running_modules()))
    assert names.index(__name__) < names.index("langchain_core.tools.base")


def test_a_command_called_from_python_knows_it() -> None:
    app = Tooli(name="demo")

    @app.command()
    def who() -> str:
        return detect_execution_context().category

    assert app.call("who").result == "python_api"


def test_what_was_found_out_is_kept_until_it_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLI_CALLER", "first")
    assert detect_execution_context().caller_id == "first"
    monkeypatch.setenv("TOOLI_CALLER", "second")
    assert detect_execution_context().caller_id == "first"
    cache_clear()
    assert detect_execution_context().caller_id == "second"


@pytest.mark.parametrize(
    ("platform", "name"), [("linux", "Linux"), ("darwin", "Darwin"), ("win32", "Windows"), ("plan9", "plan9")]
)
def test_the_platform_is_told_by_its_usual_name(platform: str, name: str) -> None:
    assert detect_execution_context(world({}, platform=platform)).platform == name


def test_the_context_is_plain_data_and_frozen() -> None:
    found = detect_execution_context(world({"TOOLI_CALLER": "claude-code", "TOOLI_SESSION_ID": "s"}))
    assert isinstance(found, ExecutionContext)
    assert found.to_dict() == {
        "category": "ai_agent",
        "agent_name": "Claude Code",
        "caller_id": "claude-code",
        "caller_version": None,
        "session_id": "s",
        "ci_name": None,
        "confidence": 1.0,
        "is_agent": True,
        "is_ci": False,
        "is_interactive": False,
        "identified_via_convention": True,
        "platform": "Linux",
        "signals": ["TOOLI_CALLER=claude-code"],
    }
    with pytest.raises(AttributeError, match="frozen"):
        found.confidence = 0.0  # type: ignore[misc] # that is what is tried


def test_clients_are_known_by_the_names_they_give() -> None:
    names = {
        "claude-code": "claude-code",
        "codex-mcp-client": "codex",
        "gemini-cli-mcp-client": "gemini-cli",
        "copilot-cli": "copilot-cli",
        "opencode": "opencode",
        "qwen-cli-mcp-client-files": "qwen-code",
    }
    assert {name: client_caller(name, "").caller_id for name in names} == names
    other = client_caller("My Client: ünusual", "2.0")
    assert (other.caller_id, other.caller_version, other.confidence) == ("My-Client---nusual", "2.0", 0.9)
    nobody = client_caller("", "not a version")
    assert (nobody.caller_id, nobody.caller_version, nobody.confidence) == (None, None, 0.7)


@pytest.mark.parametrize("label", ["", "pirate", "cursory", "claude", "ampere", "1"])
def test_names_that_only_begin_like_an_agents_are_not_its(label: str) -> None:
    assert known_agent(label) is None


def test_importing_tooli_looks_at_nothing() -> None:
    code = "import sys, tooli; sys.exit(any(name.startswith('tooli.caller') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert {"CallerCategory", "ExecutionContext", "detect_execution_context"} <= set(tooli.__all__)
