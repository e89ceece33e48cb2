"""What a watch allows, and which capability it asks for; and whom the frames of running code blame."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tooli.policy.audit_events import READERS, Use
from tooli.policy.blame import HOSTS
from tooli.policy.watch import Watch


def uses(event: str, *args: Any) -> list[str]:
    return [use.capability for use in READERS[event](args)]


def test_the_files_that_run_the_developers_code_are_where_the_guard_looks_for_them() -> None:
    assert [file for file in sorted(HOSTS) if not os.path.exists(file)] == []


@pytest.mark.parametrize(
    ("flags", "kinds"),
    [
        (os.O_RDONLY, ["fs:read"]),
        (os.O_WRONLY | os.O_CREAT | os.O_TRUNC, ["fs:write"]),
        (os.O_WRONLY | os.O_CREAT | os.O_APPEND, ["fs:write"]),
        (os.O_RDWR, ["fs:read", "fs:write"]),
        (os.O_RDWR | os.O_CREAT, ["fs:read", "fs:write"]),
        (os.O_RDWR | os.O_CREAT | os.O_TRUNC, ["fs:write"]),
        (os.O_RDWR | os.O_CREAT | os.O_EXCL, ["fs:write"]),
    ],
)
def test_how_a_file_is_opened_says_what_it_takes(flags: int, kinds: list[str], tmp_path: Path) -> None:
    real = os.path.realpath(tmp_path / "file")
    assert uses("open", str(tmp_path / "file"), "r", flags) == [f"{kind}:{real}" for kind in kinds]


def test_a_deed_is_done_to_what_a_link_leads_to_or_to_the_link(tmp_path: Path) -> None:
    folder = Path(os.path.realpath(tmp_path))
    (folder / "target").touch()
    (folder / "link").symlink_to("target")
    assert uses("os.chmod", str(folder / "link"), 0o600, -1) == [f"fs:write:{folder}/target"]
    assert uses("os.remove", str(folder / "link"), -1) == [f"fs:delete:{folder}/link"]
    assert uses("os.remove", "..", -1) == [f"fs:delete:{Path.cwd().resolve().parent}"]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        (":memory:", []),
        ("", []),
        ("file::memory:", []),
        ("file:x?mode=memory", []),
        ("/a%20b", ["fs:read:/a%20b", "fs:write:/a%20b"]),
        ("file:/a%20b", ["fs:read:/a b", "fs:write:/a b"]),
        ("file:///a?mode=ro", ["fs:read:/a"]),
        ("file://localhost/a?immutable=1", ["fs:read:/a"]),
    ],
)
def test_databases_are_files_unless_they_are_in_memory(name: str, kinds: list[str]) -> None:
    assert uses("sqlite3.connect", name) == kinds


def test_addresses_are_hosts() -> None:
    assert uses("socket.connect", None, ("Example.ORG", 80)) == ["net:read:example.org"]
    assert uses("socket.connect", None, "/run/x.sock") == ["net:read:unix"]
    assert uses("socket.sendmsg", None, None) == []
    assert uses("socket.bind", None, ("", 0)) == ["net:write:0.0.0.0"]
    assert uses("socket.getaddrinfo", None, 80, 0, 0, 0) == []
    assert uses("socket.getaddrinfo", b"example.org", 80, 0, 0, 0) == ["net:read:example.org"]


@pytest.mark.parametrize(
    ("declared", "use", "allowed"),
    [
        ("fs:read", Use(("fs:read",), "/a"), True),
        ("fs:read:/a", Use(("fs:read",), "/a"), True),
        ("fs:read:/a", Use(("fs:read",), "/a/b"), True),
        ("fs:read:/a", Use(("fs:read",), "/ab"), False),
        ("fs:read:/a", Use(("fs:write",), "/a"), False),
        ("fs:write:/a", Use(("fs:delete",), "/a"), False),
        ("net:write", Use(("net:read", "net:write"), "example.org"), True),
        ("net:read:Example.org", Use(("net:read", "net:write"), "example.org"), True),
        ("net:read:example.org", Use(("net:write",), "example.org"), False),
        ("net:read:*.example.org", Use(("net:read",), "api.example.org"), True),
        ("net:read:*.example.org", Use(("net:read",), "example.org"), False),
        ("net:read:example.org", Use(("net:read",), "badexample.org"), False),
        ("net:read:::1", Use(("net:read",), "::1"), True),
        ("proc:spawn", Use(("proc:spawn",)), True),
        ("none", Use(("proc:spawn",)), False),
    ],
)
def test_a_declaration_allows_what_it_says(declared: str, use: Use, allowed: bool) -> None:
    assert Watch("run", [declared]).allows(use) is allowed
