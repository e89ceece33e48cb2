"""Behaviour hints and capabilities: what they may say, what they imply, how they contradict each other."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tooli.annotations import Destructive, Idempotent, OpenWorld, ReadOnly
from tooli.model.behavior import Behavior, infer, kind_of
from tooli.model.capability import (
    behavior_mistake,
    capability_mistake,
    hints,
    permission_mistake,
    permissions_mistake,
)


@pytest.mark.parametrize(
    "capability",
    [
        "fs:read",
        "fs:write",
        "fs:delete",
        "fs:read:./data",
        "fs:write:C:\\data",
        "net:read",
        "net:write:example.org",
        "proc:spawn",
        "env:read",
        "env:write",
        "state:mutate",
        "none",
    ],
)
def test_a_known_capability_is_right(capability: str) -> None:
    assert capability_mistake(capability) is None


@pytest.mark.parametrize(
    ("capability", "mistake"),
    [
        (
            "disk:read",
            "capability 'disk:read': no area 'disk'; use one of fs, net, proc, env, state, or none",
        ),
        ("", "capability '': no area ''; use one of fs, net, proc, env, state, or none"),
        ("fs", "capability 'fs': use one of fs:delete, fs:read, fs:write"),
        ("fs:reed", "capability 'fs:reed': use one of fs:delete, fs:read, fs:write"),
        ("proc:spawn:ls", "capability 'proc:spawn:ls': only fs and net take a scope"),
    ],
)
def test_an_unknown_capability_is_told(capability: str, mistake: str) -> None:
    assert capability_mistake(capability) == mistake


@pytest.mark.parametrize(
    ("behavior", "capabilities", "mistake"),
    [
        (None, ["fs:write"], None),
        (Destructive, ["fs:write"], None),
        (ReadOnly, [], None),
        (ReadOnly, ["fs:read", "net:read", "env:read", "none", "proc:spawn"], None),
        (ReadOnly | Destructive, [], "ReadOnly and Destructive exclude each other"),
        (ReadOnly, ["fs:read", "fs:write:./x"], "ReadOnly, but it declares fs:write:./x"),
        (
            ReadOnly | Idempotent,
            ["state:mutate", "env:write"],
            "ReadOnly, but it declares state:mutate, env:write",
        ),
    ],
)
def test_hints_may_not_contradict_capabilities(
    behavior: Behavior | None, capabilities: list[str], mistake: str | None
) -> None:
    assert behavior_mistake(behavior, capabilities) == mistake


@pytest.mark.parametrize(
    ("behavior", "capabilities", "inferred"),
    [
        (None, [], ReadOnly),
        (None, ["none"], ReadOnly),
        (None, ["fs:read:./a", "env:read"], ReadOnly),
        (None, ["net:read"], ReadOnly | OpenWorld),
        (None, ["fs:write"], Destructive),
        (None, ["fs:delete:./a", "net:write"], Destructive | OpenWorld),
        (None, ["state:mutate"], Behavior()),
        (None, ["proc:spawn"], Behavior()),
        (Idempotent, ["fs:write"], Idempotent),
    ],
)
def test_without_hints_the_capabilities_decide(
    behavior: Behavior | None, capabilities: list[str], inferred: Behavior
) -> None:
    assert infer(behavior, capabilities) == inferred


def test_all_four_hints_are_always_stated() -> None:
    assert hints(ReadOnly | Idempotent) == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }


@pytest.mark.parametrize(
    ("permissions", "capabilities", "mistake"),
    [
        ({}, ["fs:write", "net:write"], None),
        ({"fs": "read"}, ["fs:read", "net:write"], None),
        ({"fs": "read-write"}, ["fs:delete", "fs:write"], None),
        ({"fs": "read"}, ["fs:write"], "capability 'fs:write' is above the app's permissions (fs: read)"),
        (
            {"filesystem": "none"},
            ["fs:read:."],
            "capability 'fs:read:.' is above the app's permissions (fs: none)",
        ),
        (
            {"network": "read"},
            ["net:write"],
            "capability 'net:write' is above the app's permissions (net: read)",
        ),
        (
            {"proc": "none"},
            ["proc:spawn"],
            "capability 'proc:spawn' is above the app's permissions (proc: none)",
        ),
        ({"env": "read"}, ["env:write"], "capability 'env:write' is above the app's permissions (env: read)"),
    ],
)
def test_a_capability_stays_below_the_ceiling_of_the_app(
    permissions: Mapping[str, str], capabilities: list[str], mistake: str | None
) -> None:
    assert permission_mistake(permissions, capabilities) == mistake


def test_permissions_name_known_areas_and_levels() -> None:
    assert permissions_mistake({"filesystem": "read-write", "net": "none"}) is None
    assert permissions_mistake({"disk": "read"}) == (
        "permissions: no area 'disk'; use one of fs, net, proc, env"
    )
    assert permissions_mistake({"fs": "write"}) == (
        "permissions: fs must be one of none, read, read-write, not 'write'"
    )


def test_hints_combine_and_compare_as_sets() -> None:
    both = ReadOnly | Idempotent
    assert both == Idempotent | ReadOnly
    assert hash(both) == hash(Idempotent | ReadOnly)
    assert ReadOnly in both
    assert OpenWorld not in both
    assert repr(both) == "Idempotent | ReadOnly"
    with pytest.raises(AttributeError, match="combine hints with"):
        both.hints = frozenset()


def test_a_capabilitys_kind_is_without_its_scope() -> None:
    assert kind_of("fs:read:./data:x") == "fs:read"
    assert kind_of("none") == "none"
