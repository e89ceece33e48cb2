"""The sandbox of paths: links and `..` are followed before a path is judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from tooli.policy.sandbox import paths_in, read_sandbox


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder `in` with a file, a secret beside it and one inside, and links that lead out."""
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "file").write_text("x")
    (tmp_path / "in" / "private").mkdir()
    (tmp_path / "secret").write_text("x")
    (tmp_path / "in" / "link").symlink_to(tmp_path / "secret")
    (tmp_path / "in" / "up").symlink_to("..")
    (tmp_path / "in" / "fine").symlink_to("file")
    (tmp_path / "inner").mkdir()
    return tmp_path


INSIDE = ["in/file", "in", "in/new", "in/deep/../file", "in/fine", "in/deep/none/such", "in/./file"]
OUTSIDE = [
    "secret",
    "in/../secret",
    "in/link",
    "in/up/secret",
    "inner",
    "in/private/x",
    "in/deep/../../secret",
]
OUTSIDE += ["in/link/..", "in/up", "in/deep/../private", "in/file\0"]


@pytest.mark.parametrize("path", INSIDE)
def test_paths_inside_are_held(place: Path, path: str) -> None:
    sandbox = read_sandbox({"allowed": [place / "in"], "denied": [place / "in" / "private"]})
    assert sandbox.holds(str(place / path) if path != "in/./file" else f"{place}/in/./file")


@pytest.mark.parametrize("path", OUTSIDE)
def test_paths_that_lead_out_are_not(place: Path, path: str) -> None:
    sandbox = read_sandbox({"allowed": [place / "in"], "denied": [place / "in" / "private"]})
    assert not sandbox.holds(f"{place}/{path}")


def test_relative_paths_start_at_the_root(place: Path) -> None:
    sandbox = read_sandbox(place / "in")
    assert sandbox.place("file") == str(place / "in" / "file")
    assert sandbox.holds(sandbox.place("file"))
    assert not sandbox.holds(sandbox.place("../secret"))
    assert not sandbox.holds(sandbox.place("/etc/passwd"))


def test_only_denied_paths_leave_the_rest_allowed(place: Path) -> None:
    sandbox = read_sandbox({"denied": [place / "in"]})
    assert sandbox.holds(str(place / "secret"))
    assert not sandbox.holds(str(place / "in" / "file"))


def test_a_root_that_is_a_link_is_followed(place: Path) -> None:
    (place / "alias").symlink_to(place / "in")
    sandbox = read_sandbox({"root": place / "alias"})
    assert sandbox.holds(str(place / "in" / "file"))


@dataclass
class Copy:
    source: Path
    others: list[Path]


class Model(BaseModel):
    target: Path
    nested: dict[str, Path] = {}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (Path("a"), ["a"]),
        ("a", []),
        ([Path("a"), {"k": Path("b")}], ["a", "b"]),
        ({Path("k"): 1}, ["k"]),
        (Copy(Path("a"), [Path("b")]), ["a", "b"]),
        (Model(target=Path("a"), nested={"x": Path("b")}), ["a", "b"]),
        (None, []),
    ],
)
def test_paths_are_found_wherever_they_stand(value: Any, found: list[str]) -> None:
    assert list(paths_in(value)) == found
