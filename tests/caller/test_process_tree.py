"""Agents found by the processes above this one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.caller.worlds import world
from tests.conftest import RunApp

from tooli.caller.caller import around
from tooli.caller.execution_context import examine
from tooli.caller.process_tree import Process, agent_process, parse_ps, read_proc, reader
from tooli.caller.windows_processes import snapshot

GREET = """
@app.command()
def greet(name: str) -> str:
    return f"hello {name}"
"""
ANYBODY: dict[str, str | None] = {"TOOLI_AGENT_MODE": None}


def line(*processes: Process) -> dict[int, Process]:
    """Return processes, the outermost first, each the parent of the next."""
    return {10 + at: process.replace(parent=9 + at if at else 1) for at, process in enumerate(processes)}


def process(name: str, *words: str) -> Process:
    return Process(name=name, parent=0, words=words)


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        (process("claude", "claude"), "claude-code"),
        (process("codex", "codex", "exec"), "codex"),
        (process("node", "node", "/usr/bin/gemini"), "gemini-cli"),
        (process("MainThread", "node", "--no-warnings", "/lib/gemini-cli/bundle/gemini.js"), "gemini-cli"),
        (process("python3.12", "/usr/bin/python3.12", "/home/user/.local/bin/aider"), "aider"),
        (process("aider", "python", "/home/user/.local/bin/aider"), "aider"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_an_agent_above_is_likely_to_be_the_caller(agent: Process, expected: str) -> None:
    processes = line(process("systemd"), agent, process("bash", "bash", "-c", "app greet"), process("make"))
    found = examine(world({}, processes=processes))
    assert (found.category, found.caller_id, found.confidence) == ("ai_agent", expected, 0.7)
    assert found.signals[0].startswith("process ")
    assert found.is_interactive is False


@pytest.mark.parametrize(
    "other",
    [
        process("bash", "bash", "claude"),
        process("node", "node", "/srv/app/server.js", "claude"),
        process("node", "node"),
        process("vim", "vim", "codex"),
        process("goose", "goose", "up"),
        process("claude-notes", "claude-notes"),
    ],
    ids=lambda value: " ".join(value.words),
)
def test_other_programs_are_no_agents(other: Process) -> None:
    assert examine(world({}, processes=line(other, process("bash")))).category == "unknown_automation"


def test_a_ring_of_processes_ends_the_search() -> None:
    ring = {10: Process(name="a", parent=11), 11: Process(name="b", parent=10)}
    assert agent_process(11, ring.get) is None


def test_the_environment_can_say_that_no_agent_is_calling() -> None:
    processes = line(process("claude", "claude"), process("bash"))
    found = examine(world({"TOOLI_AGENT_MODE": "off"}, processes=processes, interactive=True))
    assert found.category == "human"


def test_a_machine_that_belongs_to_an_agent_is_known_by_a_file() -> None:
    found = examine(world({}, files={"/opt/.devin": ""}))
    assert (found.caller_id, found.agent_name, found.confidence) == ("devin", "Devin", 0.9)


def test_what_ps_prints_is_read() -> None:
    table = parse_ps(
        "    1     0 /sbin/launchd\n"
        "  501     1 /opt/homebrew/bin/python3.12 /opt/homebrew/bin/aider --yes\n"
        "  502   501 -zsh\n"
        "not a process\n"
    )
    assert table[502] == Process(name="-zsh", parent=501, words=("-zsh",))
    found = agent_process(502, table.get)
    assert found is not None
    assert found.caller_id == "aider"


class Kernel:
    """What a snapshot asks of the Windows kernel."""

    def __init__(self, *rows: tuple[int, int, str]) -> None:
        self.rows = list(rows)
        self.closed = False

    class _Function:
        restype: object = None

        def __call__(self, *arguments: object) -> int:
            return 7

    CreateToolhelp32Snapshot = _Function()

    def Process32FirstW(self, handle: object, entry: Any) -> int:
        return self.Process32NextW(handle, entry)

    def Process32NextW(self, handle: object, entry: Any) -> int:
        if not self.rows:
            return 0
        record = entry._obj
        record.process, record.parent, record.file = self.rows.pop(0)
        return 1

    def CloseHandle(self, handle: object) -> None:
        self.closed = True


def test_a_snapshot_of_windows_gives_names_and_parents() -> None:
    kernel = Kernel((4, 0, "System"), (70, 4, "Claude.exe"), (71, 70, "cmd.exe"))
    table = snapshot(kernel)
    assert table[70] == Process(name="claude", parent=4)
    assert kernel.closed
    found = agent_process(71, table.get)
    assert found is not None
    assert found.caller_id == "claude-code"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_this_process_is_read_from_proc() -> None:
    read = reader("linux")
    assert read is read_proc
    found = read(os.getpid())
    assert found is not None
    assert found.parent == os.getppid()
    assert "python" in found.words[0]
    assert read(2**22 + 1) is None
    assert around(2**22 + 1) is None


def agent(folder: Path, name: str) -> Path:
    """Make a program of that name, which runs what it is given."""
    path = folder / name
    path.write_text('#!/bin/sh\n"$@"\nexit $?\n')
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_command_line_under_an_agent_gets_what_agents_get(run_app: RunApp) -> None:
    run_app.write(GREET)
    agent(run_app.folder, "aider")
    under = run_app.shell("./aider $APP --help", env=ANYBODY)
    assert under.stdout == run_app.again("--help-agent").stdout
    assert run_app.shell("./aider $APP --help").stdout == run_app.again("--help").stdout


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_hint_to_name_oneself_appears_under_v_only(run_app: RunApp) -> None:
    run_app.write(GREET)
    agent(run_app.folder, "aider")
    told = run_app.shell("./aider $APP bob -v", env=ANYBODY)
    assert told.result == "hello bob"
    assert told.stderr == (
        "This looks like Aider (process aider; confidence 0.7). Set TOOLI_CALLER=aider to say so.\n"
    )
    assert "caller_id" not in told.document["meta"]
    for more in ("", "-v -q"):
        assert run_app.shell(f"./aider $APP bob {more}", env=ANYBODY).stderr == ""
    assert run_app.again("bob", "-v", env={"TOOLI_CALLER": "aider"}).stderr == ""
