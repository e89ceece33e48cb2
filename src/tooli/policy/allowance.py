"""Which capabilities a list of allowed ones covers: `fs:read` covers `fs:read:./data`, not the other way."""

from __future__ import annotations

import os

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def covered(capability: str, allowed: Iterable[str]) -> bool:
    """Whether an allowed capability is this one, or one without a scope or with a wider one."""
    return capability == "none" or any(_covers(one, capability) for one in allowed)


def _covers(wide: str, narrow: str) -> bool:
    area, action, scope = _parts(wide)
    if (area, action) != _parts(narrow)[:2]:
        return False
    inner = _parts(narrow)[2]
    if not scope or scope == inner:
        return True
    if not inner:
        return False
    return _holds(scope, inner) if area == "fs" else _names(scope, inner)


def _parts(capability: str) -> tuple[str, str, str]:
    area, _, rest = capability.partition(":")
    action, _, scope = rest.partition(":")
    return area, action, scope


def _holds(folder: str, path: str) -> bool:
    outer, inner = (os.path.abspath(os.path.expanduser(one)) for one in (folder, path))
    return inner == outer or inner.startswith(outer.rstrip(os.sep) + os.sep)


def _names(hosts: str, host: str) -> bool:
    """Whether `*.example.com` stands for a host."""
    return hosts.startswith("*.") and host.lower().endswith(hosts[1:].lower())
