"""People see where a command line is wrong: the token is underlined."""

from __future__ import annotations

import pytest

from tooli import Tooli
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained


def demo() -> Tooli:
    app = Tooli(name="demo", version="1.0.0")

    @app.command()
    def deploy(env: str, replicas: int = 1) -> str:
        return env

    @app.command()
    def other() -> None: ...

    return app


@pytest.mark.parametrize(
    ("words", "line", "mark"),
    [
        (["deploy", "web", "--replcas", "3"], "demo deploy web --replcas 3", "                ^^^^^^^^^"),
        (["deploy", "web", "--replicas=x"], "demo deploy web --replicas=x", "                ^^^^^^^^^^^^"),
        (["deplyo", "web"], "demo deplyo web", "     ^^^^^^"),
        (["deploy", "日本", "b c"], "demo deploy '日本' 'b c'", "                   ^^^^^"),
    ],
)
def test_the_wrong_token_is_underlined(words: list[str], line: str, mark: str) -> None:
    streams = CapturedStreams(tty=True, columns=100)
    run_contained(demo().runtime.replace(environ={}), words, streams)
    shown = streams.stderr.splitlines()
    assert shown[0].endswith(line.removeprefix("demo"))
    assert shown[1].strip() == mark.strip()
    assert len(shown[1]) - len(mark.strip()) >= 2


def test_a_missing_value_has_no_place() -> None:
    streams = CapturedStreams(tty=True, columns=100)
    run_contained(demo().runtime.replace(environ={}), ["deploy"], streams)
    assert "^" not in streams.stderr
