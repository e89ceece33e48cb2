"""Capabilities and permissions: what they may say, and how they contradict each other.

Cold: checked while an app is declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tooli.model.behavior import READING, Behavior, Destructive, Idempotent, OpenWorld, ReadOnly, kind_of

ACTIONS: Mapping[str, frozenset[str]] = {
    "fs": frozenset({"read", "write", "delete"}),
    "net": frozenset({"read", "write"}),
    "proc": frozenset({"spawn"}),
    "env": frozenset({"read", "write"}),
    "state": frozenset({"mutate"}),
}
SCOPED = frozenset({"fs", "net"})
"""Areas whose capabilities may name a path or a host."""

LEVELS: Mapping[str, tuple[str, ...]] = {
    "fs": ("none", "read", "read-write"),
    "net": ("none", "read", "write"),
    "proc": ("none", "spawn"),
    "env": ("none", "read", "write"),
}
"""What an app's `permissions` may say of each area, loosest last."""
AREA_NAMES = {"filesystem": "fs", "network": "net"}


def capability_mistake(capability: str) -> str | None:
    """Say what is wrong with a capability such as `fs:read:./data`, or None."""
    if capability == "none":
        return None
    area, _, rest = capability.partition(":")
    action, _, scope = rest.partition(":")
    if area not in ACTIONS:
        return f"capability {capability!r}: no area {area!r}; use one of {', '.join(ACTIONS)}, or none"
    if action not in ACTIONS[area]:
        choices = ", ".join(f"{area}:{name}" for name in sorted(ACTIONS[area]))
        return f"capability {capability!r}: use one of {choices}"
    if scope and area not in SCOPED:
        return f"capability {capability!r}: only fs and net take a scope"
    return None


def behavior_mistake(behavior: Behavior | None, capabilities: Iterable[str]) -> str | None:
    """Say how hints and capabilities contradict each other, or None."""
    if behavior is None or ReadOnly not in behavior:
        return None
    if Destructive in behavior:
        return "ReadOnly and Destructive exclude each other"
    writing = [name for name in capabilities if kind_of(name) not in READING and name != "proc:spawn"]
    if writing:
        return f"ReadOnly, but it declares {', '.join(writing)}"
    return None


def hints(behavior: Behavior) -> dict[str, bool]:
    """Return all four hints under their MCP names."""
    return {
        "readOnlyHint": ReadOnly in behavior,
        "destructiveHint": Destructive in behavior,
        "idempotentHint": Idempotent in behavior,
        "openWorldHint": OpenWorld in behavior,
    }


def permission_mistake(permissions: Mapping[str, str], capabilities: Iterable[str]) -> str | None:
    """Say which capability lies above the app's ceiling, or None. Areas not named are unlimited."""
    ceilings = {AREA_NAMES.get(area, area): level for area, level in permissions.items()}
    for capability in capabilities:
        area, _, rest = capability.partition(":")
        action = rest.partition(":")[0]
        ceiling = ceilings.get(area)
        if ceiling is None:
            continue
        needed = (
            {"delete": "read-write", "write": "read-write"}.get(action, action) if area == "fs" else action
        )
        levels = LEVELS[area]
        if levels.index(needed) > levels.index(ceiling):
            return f"capability {capability!r} is above the app's permissions ({area}: {ceiling})"
    return None


def permissions_mistake(permissions: Mapping[str, str]) -> str | None:
    """Say what is wrong with an app's `permissions`, or None."""
    for area, level in permissions.items():
        levels = LEVELS.get(AREA_NAMES.get(area, area))
        if levels is None:
            return f"permissions: no area {area!r}; use one of {', '.join(LEVELS)}"
        if level not in levels:
            return f"permissions: {area} must be one of {', '.join(levels)}, not {level!r}"
    return None
