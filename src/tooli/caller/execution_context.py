"""All that can be found out about who is calling: `detect_execution_context()`.

The command line asks `detect`, which stops where looking further would change nothing that it does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache, partial
from typing import Any

from tooli.caller.call_stack import running_modules, stack_caller
from tooli.caller.caller import DEVIN_FILE, Caller, devin, unnamed
from tooli.caller.container import placed, read_text
from tooli.caller.environment import from_environment, guesses_off, in_session
from tooli.caller.process_tree import Process, agent_process, reader
from tooli.types import Record

PLATFORMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}


class CallerCategory(StrEnum):
    """The kinds of callers."""

    HUMAN = "human"
    AI_AGENT = "ai_agent"
    CI_CD = "ci_cd"
    CONTAINER = "container"
    UNKNOWN_AUTOMATION = "unknown_automation"
    PYTHON_API = "python_api"


class ExecutionContext(Caller):
    """Who is calling, where, and what says so."""

    category: CallerCategory
    platform: str = ""

    @property
    def is_interactive(self) -> bool:
        """Whether a person can be asked on a terminal."""
        return self.interactive

    @property
    def identified_via_convention(self) -> bool:
        """Whether the caller named itself, rather than being found out."""
        return any(
            signal.startswith(("TOOLI_CALLER=", "TOOLI_AGENT_MODE=", "AI_AGENT=")) for signal in self.signals
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "category": self.category.value,
            "agent_name": self.agent_name,
            "caller_id": self.caller_id,
            "caller_version": self.caller_version,
            "session_id": self.session_id,
            "ci_name": self.ci_name,
            "confidence": self.confidence,
            "is_agent": self.is_agent,
            "is_ci": self.is_ci,
            "is_interactive": self.is_interactive,
            "identified_via_convention": self.identified_via_convention,
            "platform": self.platform,
            "signals": list(self.signals),
        }


class World(Record):
    """What can be looked at to find out who is calling."""

    environ: Mapping[str, str]
    interactive: bool
    """Whether stdin and stderr are a terminal."""
    platform: str
    """As in `sys.platform`."""
    parent: int
    """The process that started this one."""
    processes: Callable[[], Callable[[int], Process | None]]
    """Gives what reads a process; asked only when processes are looked at."""
    exists: Callable[[str], bool]
    read: Callable[[str], str]
    """Gives a file's text; nothing where it cannot be read."""
    modules: Callable[[], Iterable[str]]
    """Gives the modules of the functions that are running, the innermost first."""


def this_world() -> World:
    """Return the surroundings of this process."""
    return World(
        environ=os.environ,
        interactive=os.isatty(0) and os.isatty(2),
        platform=sys.platform,
        parent=os.getppid(),
        processes=partial(reader, sys.platform),
        exists=os.path.exists,
        read=read_text,
        modules=running_modules,
    )


def examine(world: World) -> ExecutionContext:
    """Find out who is calling; the first signal that settles it ends the search."""
    return _context(world, _from_outside(world))


def _from_outside(world: World) -> Caller:
    """Return the caller that the process's surroundings tell: environment, processes, terminal, container."""
    caller = from_environment(world.environ, world.interactive)
    if caller is None and not guesses_off(world.environ):
        caller = agent_process(world.parent, world.processes())
        if caller is None and world.exists(DEVIN_FILE):
            caller = devin()
    if caller is None:
        caller = placed(unnamed(world.interactive), world.environ, world.exists, world.read)
    return in_session(caller, world.environ)


def _context(world: World, caller: Caller) -> ExecutionContext:
    """Return the whole answer; a caller in this process is told where the surroundings name none."""
    if caller.category in ("container", "unknown_automation"):  # a container says where, not who
        inside = stack_caller(world.modules())
        if inside is not None:
            caller = inside.replace(session_id=caller.session_id, signals=(*inside.signals, *caller.signals))
    values = {name: getattr(caller, name) for name in Caller.__fields__}
    return ExecutionContext(
        **{**values, "category": CallerCategory(caller.category)},
        platform=PLATFORMS.get(world.platform, world.platform),
    )


@cache
def _from_outside_this_process() -> Caller:
    return _from_outside(this_world())


def detect_execution_context(world: World | None = None) -> ExecutionContext:
    """Say who is calling, where from, and how sure that is.

    What this process's surroundings tell is found out once; `cache_clear()` forgets it.

    world: what to look at instead of this process.
    """
    if world is not None:
        return examine(world)
    return _context(this_world(), _from_outside_this_process())


def cache_clear() -> None:
    """Forget what was found out about this process's caller."""
    _from_outside_this_process.cache_clear()
