"""Whether this process lives in a container, by what container engines leave there."""

from __future__ import annotations

import os

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tooli.caller.caller import Caller

VARIABLES = ("KUBERNETES_SERVICE_HOST", "container")
"""Kubernetes sets the first in every pod; podman, LXC and systemd-nspawn set the second to their name."""
FILES = ("/.dockerenv", "/run/.containerenv")
"""Docker leaves the first, podman the second."""
GROUPS = ("docker", "kubepods", "containerd", "libpod", "lxc")
"""Parts of the control group's path of a container's first process."""


def read_text(path: str) -> str:
    """Return a file's text; nothing where it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(65536)
    except OSError:
        return ""


def placed(
    caller: Caller,
    environ: Mapping[str, str],
    exists: Callable[[str], bool] = os.path.exists,
    read: Callable[[str], str] = read_text,
) -> Caller:
    """Return a caller of whom nothing is known with the place: a container, if this process lives in one."""
    if caller.category != "unknown_automation":
        return caller
    signal = _signal(environ, exists, read)
    return (
        caller if signal is None else caller.replace(category="container", confidence=0.9, signals=(signal,))
    )


def _signal(
    environ: Mapping[str, str], exists: Callable[[str], bool], read: Callable[[str], str]
) -> str | None:
    """Return what says that this is a container; None when nothing does."""
    for variable in VARIABLES:
        if environ.get(variable):
            return f"{variable}={environ[variable][:64]}"
    for path in FILES:
        if exists(path):
            return path
    groups = read("/proc/1/cgroup")
    return next((f"/proc/1/cgroup: {name}" for name in GROUPS if f"/{name}" in groups), None)
