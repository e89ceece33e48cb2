"""Questions to a person at a real terminal, and none to anybody else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

pexpect = pytest.importorskip("pexpect")

ASKING = """
    @app.command
    def login(
        user: Annotated[str, Option(prompt=True)],
        password: Annotated[str, Option(prompt="Secret word", hide_input=True, confirmation_prompt=True)],
    ) -> list[str]: return [user, password]

    @app.command
    def region(
        where: Annotated[str, Option(prompt=True, envvar="WHERE")] = "eu",
        count: Annotated[int, Option(prompt=True, prompt_required=False)] = 3,
    ) -> list: return [where, count]

    @app.command
    def tagged(tags: Annotated[list[str], Option(prompt=True)]) -> list[str]: return tags

    @app.command(capabilities=["fs:delete"])
    def delete(name: str) -> str: return f"deleted {name}"

    from tooli import StdinOr

    @app.command(capabilities=["fs:delete"])
    def upload(data: StdinOr[str], name: Annotated[str, Option(prompt=True)]) -> list[str]:
        return [name, data.text().strip()]

    @app.command
    def asks(ctx: AgentContext) -> bool: return ctx.confirm("Really?")
"""


class Terminal:
    """An app at a terminal of 100 columns."""

    def __init__(self, run_app: RunApp) -> None:
        self._app = run_app
        self._children: list[Any] = []
        run_app.write(ASKING)

    def __call__(self, *args: str, shell: str | None = None, **variables: str) -> Any:
        env = self._app.environment(TERM="xterm", APP=f"{sys.executable} app.py", **variables)
        program, line = (sys.executable, ["app.py", *args]) if shell is None else ("bash", ["-c", shell])
        child = pexpect.spawn(
            program,
            line,
            cwd=str(self._app.folder),
            env=env,
            dimensions=(40, 100),
            timeout=20,
            encoding="utf-8",
        )
        self._children.append(child)
        return child

    def close(self) -> None:
        for child in self._children:
            child.close(force=True)


@pytest.fixture
def terminal(run_app: RunApp) -> Iterator[Terminal]:
    """Run the app at a terminal."""
    made = Terminal(run_app)
    yield made
    made.close()


def ended(child: Any) -> tuple[int, str]:
    """Wait for the end of an app; return its status and what is left on its screen."""
    child.expect(pexpect.EOF)
    rest = child.before
    child.close()
    return child.exitstatus, rest.replace("\r\n", "\n").strip()


def document(shown: str) -> dict[str, Any]:
    """Return the envelope on a screen; the terminal shows what was typed before it."""
    envelope: dict[str, Any] = json.loads(shown[shown.index("{") :])
    return envelope


def test_missing_values_are_asked_for_and_secrets_are_not_shown(terminal: Terminal) -> None:
    child = terminal("login", "--json")
    child.expect("User: ")
    child.sendline("")
    child.expect("User: ")
    child.sendline("ann")
    child.expect("Secret word: ")
    child.sendline("pässword")
    child.expect("Repeat secret word: ")
    child.sendline("other")
    child.expect("differ")
    child.expect("Secret word: ")
    child.sendline("pässword")
    child.expect("Repeat secret word: ")
    before = child.before
    child.sendline("pässword")
    status, rest = ended(child)
    assert status == 0
    assert "pässword" not in before
    assert json.loads(rest)["result"] == ["ann", "pässword"]


def test_given_values_are_not_asked_for(terminal: Terminal) -> None:
    status, rest = ended(terminal("login", "--user", "ann", "--password", "p", "--json"))
    assert (status, json.loads(rest)["result"]) == (0, ["ann", "p"])
    whole = '{"user": "bo", "password": "q"}'
    status, rest = ended(terminal("login", "--arguments", whole, "--json"))
    assert (status, json.loads(rest)["result"]) == (0, ["bo", "q"])


def test_a_default_is_offered_and_taken_by_enter(terminal: Terminal) -> None:
    child = terminal("region", "--json")
    child.expect_exact("Where [eu]: ")
    child.sendline("")
    assert document(ended(child)[1])["result"] == ["eu", 3]
    child = terminal("region", "--json")
    child.expect_exact("Where [eu]: ")
    child.sendline("us")
    assert document(ended(child)[1])["result"] == ["us", 3]
    assert json.loads(ended(terminal("region", "--json", WHERE="asia"))[1])["result"] == ["asia", 3]


def test_a_list_takes_what_was_typed_as_its_item(terminal: Terminal) -> None:
    child = terminal("tagged", "--json")
    child.expect("Tags: ")
    child.sendline("a")
    assert document(ended(child)[1])["result"] == ["a"]


def test_questions_are_asked_beside_a_stdin_that_holds_data(terminal: Terminal) -> None:
    child = terminal(shell="echo payload | $APP upload --json")
    child.expect("Name: ")
    child.sendline("ann")
    child.expect_exact("[y/N]: ")
    child.sendline("y")
    status, rest = ended(child)
    assert (status, document(rest)["result"]) == (0, ["ann", "payload"])


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("YES", 0), ("n", 130), ("", 130)])
def test_a_destructive_command_asks_first(terminal: Terminal, answer: str, status: int) -> None:
    child = terminal("delete", "x", "--json")
    child.expect_exact('delete is destructive: name="x". Go on? [y/N]: ')
    child.sendline(answer)
    code, rest = ended(child)
    assert code == status
    if status:
        assert document(rest)["error"]["code"] == "E4904"
        assert document(rest)["error"]["message"] == "not confirmed"
    else:
        assert document(rest)["result"] == "deleted x"


def test_an_unclear_answer_is_asked_again(terminal: Terminal) -> None:
    child = terminal("delete", "x", "--json")
    child.expect_exact("[y/N]: ")
    child.sendline("maybe")
    child.expect_exact("[y/N]: ")
    child.sendline("y")
    assert ended(child)[0] == 0


@pytest.mark.parametrize("line", [["delete", "x"], ["login"], ["login", "--user", "u"], ["asks"]])
def test_an_interrupt_at_a_question_is_130(terminal: Terminal, line: list[str]) -> None:
    child = terminal(*line, "--json")
    child.expect(": ")
    child.sendintr()
    status, rest = ended(child)
    assert status == 130
    assert document(rest)["error"]["code"] == "E4904"
    assert "Traceback" not in rest


@pytest.mark.parametrize("line", [["delete", "x"], ["login"], ["login", "--user", "u"], ["asks"]])
def test_the_end_of_input_at_a_question_is_130_too(terminal: Terminal, line: list[str]) -> None:
    child = terminal(*line, "--json")
    child.expect(": ")
    child.sendeof()
    status, rest = ended(child)
    assert status == 130
    assert document(rest)["error"]["code"] == "E4904"


def test_a_question_of_the_command_reaches_the_person(terminal: Terminal) -> None:
    for answer, result in (("y", True), ("n", False)):
        child = terminal("asks", "--json")
        child.expect_exact("Really? [y/N]: ")
        child.sendline(answer)
        assert document(ended(child)[1])["result"] is result


def test_yes_answers_before_it_is_asked(terminal: Terminal) -> None:
    for line in (["delete", "x", "--yes"], ["delete", "x", "-y"], ["asks", "--yes"]):
        status, rest = ended(terminal(*line, "--json"))
        assert (status, json.loads(rest)["ok"]) == (0, True)
    assert ended(terminal("delete", "x", "--json", TOOLI_YES="1"))[0] == 0


@pytest.mark.parametrize(
    ("line", "code", "status"),
    [(["delete", "x"], "E1010", 2), (["login"], "E1901", 2), (["asks"], "E4905", 101)],
)
@pytest.mark.parametrize("how", ["--no-input", "agent", "ci", "piped stdin", "piped stderr"])
def test_nobody_else_is_asked_even_at_a_terminal(
    terminal: Terminal, line: list[str], code: str, status: int, how: str
) -> None:
    words = " ".join(line)
    if how == "--no-input":
        child = terminal(*line, "--json", how)
    elif how == "agent":
        child = terminal(*line, "--json", TOOLI_CALLER="agent")
    elif how == "ci":
        child = terminal(*line, "--json", CI="true")
    elif how == "piped stdin":
        child = terminal(shell=f"echo y | $APP {words} --json")
    else:
        child = terminal(shell=f"$APP {words} --json 2> >(cat >&2); exit $?")
    got, rest = ended(child)
    if line == ["asks"] and how in ("agent", "ci"):
        assert (got, document(rest)["result"]) == (0, True)  # what is not critical is taken to be agreed
    else:
        assert (got, document(rest)["error"]["code"]) == (status, code)


@pytest.mark.parametrize("stdin", ["/dev/null", "closed", "silent"])
@pytest.mark.parametrize(
    ("line", "code", "status"),
    [(["delete", "x"], "E1010", 2), (["login"], "E1901", 2), (["asks"], "E4905", 101)],
)
def test_nothing_hangs_without_a_terminal(
    run_app: RunApp, line: list[str], code: str, status: int, stdin: str
) -> None:
    run_app.write(ASKING)
    if stdin == "closed":
        ran = run_app.shell(f"$APP {' '.join(line)} --json <&-")
    elif stdin == "silent":
        reader, writer = os.pipe()
        try:
            ran = run_app.again(*line, "--json", stdin=reader)
        finally:
            os.close(reader)
            os.close(writer)
    else:
        ran = run_app.again(*line, "--json", stdin=subprocess.DEVNULL)
    assert (ran.code, ran.error["code"]) == (status, code)


def test_a_progress_bar_is_drawn_for_a_person_and_taken_away(run_app: RunApp, terminal: Terminal) -> None:
    run_app.write("""
        from collections.abc import Iterator

        @app.command
        def work(ctx: AgentContext) -> str:
            for _ in ctx.track(range(2), message="Working"): pass
            ctx.log("line", level="warning", size=3)
            ctx.progress(1, 2)
            return "done"

        @app.command
        def items(ctx: AgentContext) -> Iterator[int]:
            for number in ctx.track(range(2)): yield number
    """)
    status, screen = ended(terminal("work", "--text"))
    assert status == 0
    assert "Working ━" in screen
    assert "warning: line size=3" in screen
    assert screen.endswith("\r\x1b[Kdone")
    status, screen = ended(terminal("items", "--jsonl"))
    assert "\r\x1b[K0\n" in screen
    assert "━" not in ended(terminal("work", "--text", "--quiet"))[1]
    ran = run_app.again("work", "--text")
    assert (ran.stdout, ran.stderr) == ("done\n", "warning: line size=3\n")
