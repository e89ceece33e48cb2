"""How an answer is printed: for people, as text, as rows, as JSON; who decides, and in which encoding."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

pexpect = pytest.importorskip("pexpect")

ROWS = """
    @app.command
    def rows() -> list[dict]: return [{"name": "äpfel", "count": 5}, {"name": "fig", "count": 1200}]

    @app.command
    def warn() -> float: return float("nan")

    @app.command
    def fail(): raise ToolError("nö", code="E3001", suggestion="Try again.")

    @app.command
    def crash(): raise ValueError("bad")
"""
TEXT = "name   count\näpfel      5\nfig     1200\n"
PLAIN = "äpfel\t5\nfig\t1200\n"


def screen(run_app: RunApp, *args: str, **variables: str) -> tuple[int, str]:
    """Return the status of an app at a terminal of 100 columns, and what it shows."""
    env = run_app.environment(TERM="xterm", **variables)
    child: Any = pexpect.spawn(
        sys.executable,
        ["app.py", *args],
        cwd=str(run_app.folder),
        env=env,
        dimensions=(40, 100),
        timeout=20,
        encoding="utf-8",
    )
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before.replace("\r\n", "\n")


def test_a_person_sees_a_table_within_the_terminals_width(run_app: RunApp) -> None:
    run_app.write(ROWS)
    status, shown = screen(run_app, "rows")
    bare = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert status == 0
    assert bare != shown  # with colour
    lines = bare.rstrip("\n").split("\n")
    assert all(len(line) <= 100 for line in lines)
    assert [word for word in ("name", "count", "äpfel", "1200") if word in bare] == [
        "name",
        "count",
        "äpfel",
        "1200",
    ]
    assert len(lines) > 3


def test_colour_obeys_flags_and_variables(run_app: RunApp) -> None:
    run_app.write(ROWS)
    assert "\x1b[" not in screen(run_app, "rows", "--no-color")[1]
    assert "\x1b[" not in screen(run_app, "rows", NO_COLOR="1")[1]
    assert "\x1b[" in screen(run_app, "rows", FORCE_COLOR="1")[1]
    assert "\x1b[" not in screen(run_app, "rows", FORCE_COLOR="1", NO_COLOR="1")[1]
    assert "\x1b[" not in run_app.again("rows", "--text", env={"FORCE_COLOR": "1"}).stdout


def test_a_person_gets_indented_json_and_a_pipe_compact(run_app: RunApp) -> None:
    run_app.write(ROWS)
    status, shown = screen(run_app, "rows", "--json")
    assert status == 0
    assert shown.startswith('{\n  "ok": true,\n')
    assert json.loads(shown)["result"][0]["name"] == "äpfel"
    assert run_app.again("rows", "--json").stdout.startswith('{"ok":true,"result":[{"name":"äpfel"')


def test_a_persons_errors_are_shown_without_a_traceback(run_app: RunApp) -> None:
    run_app.write(ROWS)
    status, shown = screen(run_app, "crash")
    assert status == 70
    assert "unexpected ValueError: bad" in shown
    assert "Traceback" not in shown
    status, shown = screen(run_app, "crash", "-vv")
    assert "Traceback" in shown


def test_each_mode_prints_its_form(run_app: RunApp) -> None:
    run_app.write(ROWS)
    assert run_app.again("rows", "--text").stdout == TEXT
    assert run_app.again("rows", "--plain").stdout == PLAIN
    assert run_app.again("rows", "--jsonl").lines[1] == {"name": "fig", "count": 1200}
    assert run_app.again("rows", "-o", "plain").stdout == PLAIN
    assert run_app.again("rows", "--output=text").stdout == TEXT
    assert run_app.again("--plain", "rows").stdout == PLAIN
    assert run_app.again("rows").result == [{"name": "äpfel", "count": 5}, {"name": "fig", "count": 1200}]


EXACT = """
    from dataclasses import dataclass
    from decimal import Decimal

    @dataclass
    class Cost:
        what: str
        sum: Decimal | None
        code: str

    @app.command
    def costs() -> list[Cost]:
        rent, tea = Decimal("1200.00"), Decimal("3.5")
        return [Cost("rent", rent, "007"), Cost("tea", tea, "1"), Cost("gift", None, "2")]
"""


@pytest.mark.parametrize("shaped", [(), ("--limit", "3"), ("--select", "what,sum,code")])
def test_exact_numbers_stand_at_the_right_and_texts_that_look_like_some_do_not(
    run_app: RunApp, shaped: tuple[str, ...]
) -> None:
    assert run_app(EXACT, "--text", *shaped).stdout == (
        "what      sum  code\nrent  1200.00  007\ntea       3.5  1\ngift           2\n"
    )
    assert json.loads(run_app(EXACT, "--json", *shaped).stdout)["result"][0] == {
        "what": "rent",
        "sum": "1200.00",
        "code": "007",
    }


def test_the_last_flag_wins(run_app: RunApp) -> None:
    run_app.write(ROWS)
    assert run_app.again("rows", "--json", "--text").stdout == TEXT
    assert run_app.again("rows", "--text", "-o", "plain").stdout == PLAIN
    assert run_app.again("--text", "rows", "--json").result
    assert run_app.again("rows", "--plain", "-o", "auto").result


def test_flag_then_variable_then_app_then_caller_then_terminal_decide(run_app: RunApp) -> None:
    run_app.write(ROWS)
    assert run_app.again("rows", env={"TOOLI_OUTPUT": "plain"}).stdout == PLAIN
    assert run_app.again("rows", "--text", env={"TOOLI_OUTPUT": "plain"}).stdout == TEXT
    for variables in ({"TOOLI_CALLER": "agent"}, {"CI": "1"}, {"GITHUB_ACTIONS": "true"}):
        assert json.loads(screen(run_app, "rows", **variables)[1])["ok"] is True
    assert screen(run_app, "rows", TOOLI_CALLER="agent", TOOLI_OUTPUT="plain")[1] == PLAIN
    run_app.write('app = Tooli(name="app", default_output="plain")\n' + ROWS.replace("\n    ", "\n"))
    assert run_app.again("rows").stdout == PLAIN
    assert screen(run_app, "rows", TOOLI_CALLER="agent")[1] == PLAIN
    assert run_app.again("rows", env={"TOOLI_OUTPUT": "text"}).stdout == TEXT
    assert run_app.again("rows", "--json").result


def test_warnings_and_errors_go_to_stderr_in_text_modes(run_app: RunApp) -> None:
    run_app.write(ROWS)
    for mode in ("--text", "--plain"):
        ran = run_app.again("warn", mode)
        assert ran.code == 0
        assert "NaN became null" in ran.stderr
        assert run_app.again("warn", mode, "--quiet").stderr == ""
        for quiet in ([], ["-q"]):
            ran = run_app.again("fail", mode, *quiet)
            assert (ran.code, ran.out) == (20, b"")
            assert ran.stderr.startswith("error: nö\n")
            assert "Try again." in ran.stderr
    assert run_app.again("warn", "--json").stderr == ""


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1:strict"},
    ],
)
def test_output_is_utf_8_whatever_the_locale(run_app: RunApp, env: dict[str, str | None]) -> None:
    run_app.write(ROWS)
    assert run_app.again("rows", "--json", env=env).result[0]["name"] == "äpfel"
    assert run_app.again("rows", "--text", env=env).stdout == TEXT
    assert run_app.again("rows", "--plain", env=env).stdout == PLAIN
    assert run_app.again("fail", "--text", env=env).stderr.startswith("error: nö\n")
