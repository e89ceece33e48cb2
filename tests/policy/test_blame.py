"""What needs no capability, and whose doing something is; called directly, as hooks are not traced."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tooli.policy.audit_events import Use, real_path
from tooli.policy.blame import is_blameless, is_free

INSTALLED = os.path.realpath(json.__file__)


@pytest.mark.parametrize(
    ("use", "free"),
    [
        (Use(("fs:read",), INSTALLED), True),
        (Use(("fs:write",), INSTALLED), False),
        (Use(("fs:write",), os.devnull), True),
        (Use(("fs:read",), "/etc/passwd"), False),
        (Use(("net:read", "net:write"), "example.com"), False),
        (Use(("proc:exec",)), False),
    ],
)
def test_what_is_installed_may_be_read_and_empty_devices_used(use: Use, free: bool) -> None:
    assert is_free(use) is free


def test_a_function_is_to_blame_for_what_it_does_itself(tmp_path: Path) -> None:
    use = Use(("fs:read",), str(tmp_path / "notes.txt"))
    assert not is_blameless(sys._getframe(), "open", use)
    assert not is_blameless(None, "open", use)


def test_the_source_of_a_loaded_module_may_be_read_but_not_written() -> None:
    assert is_blameless(sys._getframe(), "open", Use(("fs:read",), INSTALLED))
    assert not is_blameless(sys._getframe(), "open", Use(("fs:write",), INSTALLED))


def test_a_source_that_is_not_loaded_is_a_file_as_any(tmp_path: Path) -> None:
    assert not is_blameless(sys._getframe(), "open", Use(("fs:read",), str(tmp_path / "other.py")))


def test_a_path_leads_where_its_links_lead_unless_the_link_itself_is_meant(tmp_path: Path) -> None:
    place = Path(os.path.realpath(tmp_path))
    (place / "file").touch()
    (place / "link").symlink_to("file")
    assert real_path(place / "link") == str(place / "file")
    assert real_path(place / "link", follow=False) == str(place / "link")
    folder = os.open(place, os.O_RDONLY)
    try:
        assert real_path(folder) == str(place)
        assert real_path("link", folder) == str(place / "file")
    finally:
        os.close(folder)


@pytest.mark.parametrize(
    ("use", "capability"),
    [(Use(("fs:read",), "/a"), "fs:read:/a"), (Use(("proc:exec",)), "proc:exec")],
)
def test_a_use_names_the_capability_to_declare(use: Use, capability: str) -> None:
    assert use.capability == capability
