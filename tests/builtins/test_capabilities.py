"""`capabilities infer`: a command is run, and what it would have to declare is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

APP = """
    import subprocess, tempfile
    from pathlib import Path
    from collections.abc import Iterator
    from tooli.annotations import Destructive

    @app.command(capabilities=["fs:read:./data", "proc:spawn"])
    def merge(folder: Path, *, into: Path) -> int:
        with tempfile.TemporaryDirectory(dir=".") as scratch:
            (Path(scratch) / "x").write_text("x")
        return into.write_text("".join(path.read_text() for path in sorted(folder.iterdir())))
    @app.command()
    def plain(n: int) -> int:
        return n
    @app.command()
    def lines(path: Path) -> Iterator[str]:
        yield from open(path)
    @app.command(isolate=True)
    def apart() -> None:
        subprocess.run(["true"], env=os.environ)
    @app.command(annotations=Destructive)
    def wipe(path: Path) -> None:
        path.unlink()
    @app.command()
    def broken(path: Path) -> None:
        path.read_text()
        raise ValueError("broken")
    @app.command()
    def lookup() -> str:
        import socket, urllib.request
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(("localhost", server.getsockname()[1])).close()
"""


@pytest.fixture
def app(run_app: RunApp) -> RunApp:
    (run_app.folder / "data").mkdir()
    for name in "ab":
        (run_app.folder / "data" / name).write_text(name)
    run_app.write(APP)
    return run_app


def test_an_example_is_run_and_the_least_declaration_told(app: RunApp) -> None:
    assert app.again("capabilities", "infer", "--", "merge", "data", "--into", "data/c").result == {
        "command": "merge",
        "capabilities": ["fs:read:./data", "fs:write:."],
        "missing": ["fs:write:."],
        "unused": ["proc:spawn"],
    }
    assert (app.folder / "data" / "c").read_text() == "ab"


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (["plain", "1"], ["none"]),
        (["lines", "data/a"], ["fs:read:./data/a"]),
        (["apart"], ["proc:spawn"]),
        (["lookup"], ["net:read:localhost", "net:write:127.0.0.1"]),
    ],
)
def test_every_kind_of_command_can_be_observed(app: RunApp, words: list[str], needed: list[str]) -> None:
    assert app.again("capabilities", "infer", "--", *words).result["capabilities"] == needed


def test_a_destructive_command_needs_a_yes(app: RunApp) -> None:
    refused = app.again("capabilities", "infer", "wipe", "data/a")
    assert (refused.error["code"], refused.error["field"]) == ("E1010", "yes")
    assert (app.folder / "data" / "a").exists()
    allowed = app.again("capabilities", "infer", "wipe", "data/a", "--yes")
    assert allowed.result["capabilities"] == ["fs:delete:./data/a"]


def test_what_a_command_did_before_it_failed_is_told_with_a_warning(app: RunApp) -> None:
    told = app.again("capabilities", "infer", "broken", "data/a")
    assert told.result["capabilities"] == ["fs:read:./data/a"]
    assert told.document["meta"]["warnings"] == ["broken failed (E5001: unexpected ValueError: broken)"]


def test_mistakes_are_told_as_the_command_itself_would(app: RunApp) -> None:
    unknown = app.again("capabilities", "infer", "plan", "1")
    assert (unknown.code, unknown.error["code"]) == (2, "E1905")
    wrong = app.again("capabilities", "infer", "plain", "x")
    assert (wrong.code, wrong.error["code"], wrong.error["field"]) == (2, "E1903", "n")
    assert app.again("capabilities", "infer").error["code"] == "E1901"


def test_strict_does_not_let_a_command_run_unwatched(app: RunApp) -> None:
    env: dict[str, str | None] = {"TOOLI_SECURITY_POLICY": "strict"}
    refused = app.again("capabilities", "infer", "plain", "1", env=env)
    assert (refused.code, refused.error["code"]) == (30, "E2900")
