"""From the functions that are running to a caller in this process: an agent framework, or a program."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tooli.caller.caller import Caller
from tooli.caller.known_agents import FRAMEWORKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PYTHON_SURFACE = "tooli.surfaces.python"


def running_modules() -> Iterator[str]:
    """Give the modules of the functions that are running in this thread, the innermost first."""
    frame = sys._getframe(1)
    while frame is not None:
        yield str(frame.f_globals.get("__name__", ""))
        frame = frame.f_back  # type: ignore[assignment] # the loop ends there


def stack_caller(modules: Iterable[str]) -> Caller | None:
    """Return the framework, else the program, that called a command from within this process."""
    program = None
    for module in modules:
        parts = module.split(".")
        for width in (1, 2):
            framework = FRAMEWORKS.get(".".join(parts[:width]))
            if framework is not None:
                return Caller(
                    category="ai_agent",
                    confidence=0.85,
                    caller_id=framework[0],
                    signals=(f"running {module}",),
                )
        if module == PYTHON_SURFACE:
            program = Caller(category="python_api", confidence=0.9, signals=("app.call",))
    return program
