"""Worlds for tests: an environment, processes and files that are not this machine's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tooli.caller.execution_context import World
from tooli.caller.process_tree import Process


def world(
    environ: Mapping[str, str],
    *,
    interactive: bool = False,
    platform: str = "linux",
    processes: Mapping[int, Process] | None = None,
    files: Mapping[str, str] | None = None,
    modules: Sequence[str] = (),
) -> World:
    """Return a world in which there is only what is said."""
    return World(
        environ=environ,
        interactive=interactive,
        platform=platform,
        parent=max(processes, default=0) if processes else 0,
        processes=lambda: (processes or {}).get,
        exists=lambda path: path in (files or {}),
        read=lambda path: (files or {}).get(path, ""),
        modules=lambda: modules,
    )
