"""Which capabilities a list of allowed ones covers."""

from __future__ import annotations

import pytest

from tooli.policy.allowance import covered


@pytest.mark.parametrize(
    ("capability", "allowed"),
    [
        ("none", []),
        ("fs:read", ["fs:read"]),
        ("fs:read:./data", ["fs:read"]),
        ("fs:read:./data", ["fs:read:data"]),
        ("fs:read:./data/deep/er", ["fs:read:./data"]),
        ("fs:read:/data/x", ["net:read", "fs:read:/"]),
        ("net:read:api.example.com", ["net:read:*.example.com"]),
        ("net:read:example.com", ["net:read:example.com"]),
        ("proc:spawn", ["proc:spawn"]),
    ],
)
def test_what_is_allowed_is_covered(capability: str, allowed: list[str]) -> None:
    assert covered(capability, allowed)


@pytest.mark.parametrize(
    ("capability", "allowed"),
    [
        ("fs:read", []),
        ("fs:read", ["none"]),
        ("fs:write", ["fs:read"]),
        ("fs:read", ["fs:read:./data"]),
        ("fs:read:./database", ["fs:read:./data"]),
        ("fs:read:./data/../secret", ["fs:read:./data"]),
        ("net:write:example.com", ["net:read"]),
        ("net:read:badexample.com", ["net:read:*.example.com"]),
        ("net:read:example.com.evil.org", ["net:read:example.com"]),
    ],
)
def test_what_is_wider_or_elsewhere_is_not_covered(capability: str, allowed: list[str]) -> None:
    assert not covered(capability, allowed)
