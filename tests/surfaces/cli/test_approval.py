"""Approval at a real terminal: the word that is shown has to be typed, and nothing else will do."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tooli.policy.approval import check, read_request

if TYPE_CHECKING:
    from tests.conftest import RunApp

pexpect = pytest.importorskip("pexpect")

PAYING = """
    app = Tooli(name="shop", version="1.0.0", approval_keys="keys")

    @app.command(requires_approval=True)
    def pay(amount: int, note: str = "") -> int: return amount

    from tooli import StdinOr

    @app.command(danger_level="critical")
    def load(data: StdinOr[str]) -> str: return data.text()
"""
WORD = r"To approve, type ([a-z]{6}): "


class Terminal:
    """The app at a terminal."""

    def __init__(self, run_app: RunApp) -> None:
        self._app = run_app
        self._children: list[Any] = []
        run_app.write(PAYING)

    def __call__(self, line: str, **variables: str) -> Any:
        env = self._app.environment(TERM="xterm", APP=f"{sys.executable} app.py", **variables)
        child = pexpect.spawn(
            "bash", ["-c", line], env=env, cwd=str(self._app.folder), encoding="utf-8", timeout=20, echo=False
        )
        self._children.append(child)
        return child

    def close(self) -> None:
        for child in self._children:
            child.close(force=True)


@pytest.fixture
def terminal(run_app: RunApp) -> Iterator[Terminal]:
    made = Terminal(run_app)
    yield made
    made.close()


def ended(child: Any) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the envelope that stands last on the terminal."""
    child.expect(pexpect.EOF)
    child.wait()
    found = re.findall(r"^\{.*\}\s*$", child.before.replace("\r\n", "\n"), re.MULTILINE | re.DOTALL)
    return child.exitstatus, json.loads(found[-1])


def test_the_word_that_is_shown_approves(terminal: Terminal) -> None:
    child = terminal("$APP pay 3 --json | cat")
    child.expect(r'pay needs the approval of a person: shop pay \{"amount": 3, "note": ""\}')
    child.expect(WORD)
    child.sendline(child.match.group(1))
    status, envelope = ended(child)
    assert (status, envelope["result"]) == (0, 3)


@pytest.mark.parametrize("answer", ["y", "yes", "", "tomato"])
def test_anything_else_does_not(terminal: Terminal, answer: str) -> None:
    child = terminal("set -o pipefail; $APP pay 3 --yes --json | cat")
    child.expect(WORD)
    child.sendline(answer)
    status, envelope = ended(child)
    assert (status, envelope["error"]["code"]) == (101, "E2903")


def test_the_word_is_typed_at_the_terminal_while_data_is_piped_in(terminal: Terminal) -> None:
    child = terminal("echo data | $APP load --json | cat")
    child.expect(WORD)
    child.sendline(child.match.group(1))
    status, envelope = ended(child)
    assert (status, envelope["result"]) == (0, "data\n")


@pytest.mark.parametrize(
    ("line", "variables"),
    [
        ("$APP pay 3 --json --no-input", {}),
        ("$APP pay 3 --json", {"TOOLI_CALLER": "claude-code"}),
        ("$APP pay 3 --json --no-input", {"TOOLI_YES": "1"}),
        ("yes | $APP pay 3 --json --yes", {}),
        ("$APP pay 3 --json 2>/dev/null </dev/null", {}),
    ],
)
def test_who_cannot_be_asked_is_told_what_a_person_has_to_do(
    terminal: Terminal, line: str, variables: dict[str, str]
) -> None:
    status, envelope = ended(terminal(f"set -o pipefail; {line} | cat", **variables))
    error = envelope["error"]
    assert (status, error["code"], error["suggestion"]["action"]) == (101, "E2903", "ask_human")
    assert "pay 3" in error["suggestion"]["example"]
    assert error["suggestion"]["example"].endswith(" --approval '<token>'")
    assert error["suggestion"]["applicability"] == "has_placeholders"
    assert read_request(error["details"]["request"]).arguments == {"amount": 3, "note": ""}


def test_ci_is_not_asked_either(terminal: Terminal) -> None:
    status, envelope = ended(terminal("set -o pipefail; $APP pay 3 --json --yes | cat", CI="true"))
    assert (status, envelope["error"]["code"]) == (101, "E2903")


def test_a_person_grants_what_a_session_asked_for(terminal: Terminal, run_app: RunApp) -> None:
    keys = run_app.folder / "keys"
    made = run_app.again("approvals", "init")
    assert made.result == {"private": "keys/approval.key", "public": "keys/approval.pub"}
    assert (keys / "approval.key").stat().st_mode & 0o777 == 0o600
    assert (keys / "approval.pub").stat().st_mode & 0o777 == 0o644
    assert run_app.again("approvals", "init").error["code"] == "E3900"
    request = run_app.again("pay", "3").error["details"]["request"]

    assert run_app.again("approvals", "grant", request).code == 101
    child = terminal(f"$APP approvals grant {request} --json | cat")
    child.expect(r"Approve one run of shop\.pay 1\.0\.0\?\s+amount: 3\s+note: \"\"\s+")
    child.expect(WORD)
    child.sendline(child.match.group(1))
    status, envelope = ended(child)
    token = envelope["result"]["token"]
    assert status == 0
    assert envelope["result"]["tool"] == "shop.pay"
    assert check((keys / "approval.pub").read_bytes(), token, read_request(request).digest, 0)

    # The session that calls can read this key: the token proves nobody.
    refused = run_app.again("pay", "3", "--approval", token)
    assert (refused.code, refused.error["code"], refused.error["field"]) == (101, "E2903", "approval")
    assert "can read the private key" in refused.error["message"]


def test_a_request_that_is_none_or_for_another_app_is_told(terminal: Terminal, run_app: RunApp) -> None:
    assert run_app.again("approvals", "grant", "nonsense").error["field"] == "request"
    from tooli.policy.approval import Request

    other = Request(tool="bank.pay", version="1.0.0", arguments={}).text
    error = run_app.again("approvals", "grant", other).error
    assert error["message"] == "request: it is for bank.pay, not for shop"


def test_what_is_added_to_a_line_stands_before_its_double_dash(run_app: RunApp) -> None:
    source = """
    @app.command(requires_approval=True)
    def pay(whom: str) -> str:
        return whom

    @app.command(danger_level="high")
    def wipe(name: str) -> str:
        return name
    """
    paid, wiped = run_app(source, "pay", "--", "-x"), run_app.again("wipe", "--", "-x")
    assert paid.error["suggestion"]["example"] == "python app.py pay --approval '<token>' -- -x"
    assert wiped.error["suggestion"]["example"] == "python app.py wipe --yes -- -x"
