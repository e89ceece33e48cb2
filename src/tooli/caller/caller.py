"""Who is calling: the data, and the cheapest way to it.

Loaded on every start; may import `types` only. What reads the environment closely, the tables, and whatever
looks further are imported when a variable or a process gives a reason to.
"""

from __future__ import annotations

import os

from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Mapping

MARKERS = frozenset(
    """
    TOOLI_CALLER TOOLI_CALLER_VERSION TOOLI_SESSION_ID TOOLI_AGENT_MODE AI_AGENT AGENT
    CLAUDE_CODE_IS_COWORK CLAUDE_CODE_CHILD_SESSION CLAUDECODE CLAUDE_CODE_ENTRYPOINT
    CODEX_THREAD_ID CODEX_CI CODEX_SANDBOX CODEX_SANDBOX_NETWORK_DISABLED QWEN_CODE GEMINI_CLI
    COPILOT_CLI COPILOT_AGENT_SESSION_ID COPILOT_AGENT COPILOT_AGENT_JOB_ID OPENCODE PI_CODING_AGENT
    CURSOR_AGENT CURSOR_EXTENSION_HOST_ROLE AUGMENT_AGENT CLINE_ACTIVE CLINE_CONNECTOR_CLI_LAUNCH
    GOOSE_TERMINAL AMP_CURRENT_THREAD_ID CRUSH ANTIGRAVITY_AGENT WINDSURF_CASCADE_TERMINAL
    KILOCODE_FEATURE ROO_ACTIVE ROO_CLI_RUNTIME JUNIE_DATA JUNIE_SHIM_PATH TRAE_AI_SHELL_ID IFLOW_CLI
    OPENCLAW_SHELL HERMES_SESSION_ID VTCODE GROK_AGENT KIMI_PLUGIN_ROOT KIRO_AGENT_PATH
    AWS_EXECUTION_ENV REPLIT_MODE FACTORY_EXEC_TARGET_AUTONOMY
    CI GITHUB_ACTIONS GITLAB_CI CIRCLECI BUILDKITE JENKINS_URL BUILD_ID TF_BUILD TEAMCITY_VERSION TRAVIS
    BITBUCKET_BUILD_NUMBER CODEBUILD_BUILD_ID DRONE APPVEYOR CIRRUS_CI SEMAPHORE BITRISE_IO CF_BUILD_ID
    BUILDER_OUTPUT GITEA_ACTIONS NETLIFY PROW_JOB_ID HARNESS_BUILD_ID TASK_ID RUN_ID
    CI_XCODE_PROJECT
    """.split()  # noqa: SIM905 - one string loads faster than a hundred
)
"""The variables that are a reason to look closer."""
SUSPECTS = frozenset(
    b"""
    claude codex qwen gemini copilot opencode cursor-agent auggie cline kilocode openclaw droid aider
    openhands node MainThread bun deno
    """.split()
)
"""Names of processes that are a reason to look closer: agents, and what runs those written in JavaScript."""
DEVIN_FILE = "/opt/.devin"
"""Stands on the machines of an agent that sets nothing else."""


class Caller(Record):
    """Who is calling, and how sure we are."""

    category: str
    """human, ai_agent, ci_cd, container, unknown_automation or python_api."""
    confidence: float = 0.0
    caller_id: str | None = None
    caller_version: str | None = None
    session_id: str | None = None
    ci_name: str | None = None
    interactive: bool = False
    """Whether a person can be asked on a terminal."""
    principal: str | None = None
    """Whom a server's token names; None for whoever uses this machine."""
    signals: tuple[str, ...] = ()
    """What said so."""

    @property
    def is_agent(self) -> bool:
        """Whether an AI agent is calling."""
        return self.category == "ai_agent"

    @property
    def is_ci(self) -> bool:
        """Whether a CI system is calling."""
        return self.category == "ci_cd"

    @property
    def agent_name(self) -> str | None:
        """What people call the agent: `Claude Code`; an unknown one is called what it calls itself."""
        if self.caller_id is None or not self.is_agent:
            return None
        from tooli.caller.labels import display_name

        return display_name(self.caller_id)

    def meta(self, detailed: bool) -> dict[str, str]:
        """Return what the envelope's meta says about the caller."""
        if self.confidence < 0.8 or not (detailed or self.caller_id or self.session_id or self.ci_name):
            return {}
        shown = {
            "caller_id": self.caller_id,
            "caller_version": self.caller_version,
            "session_id": self.session_id,
            "execution_context": self.category,
            "ci_name": self.ci_name,
        }
        return {name: value for name, value in shown.items() if value}


def detect(environ: Mapping[str, str], interactive: bool, parent: int = 0) -> Caller:
    """Say who is calling, by the cheapest signal that settles it.

    parent: the process that started this one, when its line may be looked at.
    """
    if not MARKERS.isdisjoint(environ):
        from tooli.caller.environment import marked_caller

        return marked_caller(environ, interactive, parent)
    return (around(parent) if parent else None) or unnamed(interactive)


def unnamed(interactive: bool) -> Caller:
    """Return the caller of whom nothing is known but whether there is a terminal."""
    if interactive:
        return Caller(category="human", confidence=0.7, interactive=True, signals=("terminal",))
    return Caller(category="unknown_automation", confidence=0.3)


def around(process: int) -> Caller | None:
    """Return the agent that this machine belongs to, or that is at or above a process.

    Only where there is /proc: elsewhere looking would cost more than it tells.
    """
    try:
        while process > 1:
            file = os.open(f"/proc/{process}/stat", os.O_RDONLY)
            data = os.read(file, 64)  # number, name of at most 15 bytes in brackets, state, parent
            os.close(file)
            end = data.rindex(b")")
            if data[data.index(b"(") + 1 : end] in SUSPECTS:
                from tooli.caller.process_tree import agent_process, read_proc

                return agent_process(process, read_proc)
            process = int(data[end + 4 :].split(b" ", 1)[0])
    except (OSError, ValueError):
        pass  # hidden from us, gone, or not Linux
    return devin() if os.access(DEVIN_FILE, os.F_OK) else None


def devin() -> Caller:
    """Return the agent that is known by a file."""
    return Caller(category="ai_agent", confidence=0.9, caller_id="devin", signals=(DEVIN_FILE,))
