"""Secrets on the command line: how they come in, and that they come out nowhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pexpect
import pytest

if TYPE_CHECKING:
    from tests.conftest import Ran, RunApp

SECRET = "s3cret-Kq7"
APP = """
    from tooli import SecretInput, StdinOr

    @app.command
    def login(user: str, password: SecretInput[str], host: str = "local"):
        if user == "fails":
            raise ToolError(f"wrong password {password.reveal()}", details={"tried": password.reveal()})
        if user == "breaks":
            try:
                {}[password.reveal()]
            except KeyError:
                raise ValueError(f"cannot log in with {password.reveal()}")
        if user == "logs":
            print(password, repr(password), f"{password}")
        return {"user": user, "password": password, "length": len(password.reveal())}

    @app.command
    def connect(
        token: Annotated[SecretInput[str], Option("--token", "-t", envvar="APP_TOKEN", help="The token")],
    ):
        return token.reveal()[::-1]

    @app.command
    def upload(key: SecretInput[str], data: StdinOr[str]):
        return [len(key.reveal()), data.text()]

    @app.command
    def maybe(key: SecretInput[str] | None = None):
        return key is None
"""


def shown(ran: Ran) -> str:
    return ran.stdout + ran.stderr


@pytest.fixture
def app(run_app: RunApp) -> RunApp:
    """The app, beside a file that holds the secret."""
    run_app.write(APP)
    (run_app.folder / "password").write_text(f"{SECRET}\n")
    return run_app


def test_a_secret_is_read_from_its_file(app: RunApp) -> None:
    expected = {"user": "ann", "password": "**********", "length": len(SECRET)}
    assert app.again("login", "ann", "--password-file", "password").result == expected
    assert app.again("login", "ann", "--password-file=password").result == expected
    assert app.again("connect", "-t", "password").result == SECRET[::-1]


def test_a_secret_is_read_from_stdin(app: RunApp) -> None:
    ran = app.again("login", "ann", "--password-file", "-", stdin=f"{SECRET}\r\n")
    assert ran.result["length"] == len(SECRET)
    assert SECRET not in shown(ran)


def test_a_secret_is_read_from_a_pipe_that_the_shell_names(app: RunApp) -> None:
    ran = app.shell("$APP login ann --password-file <(cat password)")
    assert ran.result["length"] == len(SECRET)


def test_a_secret_comes_from_a_variable_only_if_that_was_declared(app: RunApp) -> None:
    assert app.again("connect", env={"APP_TOKEN": SECRET}).result == SECRET[::-1]
    prefixed = """
    app = Tooli(name="app", version="1.0.0", env_prefix="APP")
    """
    ran = app(prefixed + APP, "login", "ann", env={"APP_PASSWORD": SECRET, "APP_LOGIN_PASSWORD": SECRET})
    assert (ran.code, ran.error["code"], ran.error["message"]) == (2, "E1901", "password is required")
    assert SECRET not in shown(ran)


@pytest.mark.parametrize(
    "args",
    [
        ("--password", SECRET),
        (f"--password={SECRET}",),
        ("--pasword", SECRET),
        (f"--passwd={SECRET}",),
        ("--password", f"-{SECRET}"),
        ("--password", f"--{SECRET}"),
        ("--password", SECRET, "--host", "there"),
    ],
)
def test_a_secret_in_the_open_is_refused_and_not_repeated(app: RunApp, args: tuple[str, ...]) -> None:
    ran = app.again("login", "ann", *args, "-vv")
    error = ran.error
    assert (ran.code, error["code"], error["field"]) == (2, "E1903", "password")
    assert error["suggestion"]["applicability"] == "has_placeholders"
    assert "--password-file '<password>'" in error["suggestion"]["example"]
    assert SECRET not in shown(ran)


@pytest.mark.parametrize(
    "args",
    [
        ("login", "ann", SECRET),
        ("login", "ann", SECRET, "--password-file", "password"),
        ("login", "ann", "--password-file", SECRET),
        ("login", "ann", "-p", SECRET),
        ("login", "ann", f"-p{SECRET}"),
        ("login", "ann", f"--nothing={SECRET}"),
        ("connect", "-t", SECRET),
        ("connect", f"-t{SECRET}"),
        ("connect", "--token", SECRET),
        ("connect", SECRET),
        ("--password", SECRET, "login", "ann"),
        (f"--password={SECRET}", "login", "ann"),
        (f"--password={SECRET}", "logon", "ann"),
        ("--password", SECRET),
    ],
)
@pytest.mark.parametrize("mode", ["--json", "--text"])
def test_a_misplaced_secret_is_not_repeated(app: RunApp, args: tuple[str, ...], mode: str) -> None:
    ran = app.again(*args, mode, "-vv")
    assert ran.code in (2, 10)
    assert SECRET not in shown(ran)


@pytest.mark.parametrize("user", ["ann", "fails", "breaks", "logs"])
@pytest.mark.parametrize("mode", ["--json", "--text", "--plain", "--jsonl"])
def test_a_secret_comes_out_nowhere(app: RunApp, user: str, mode: str) -> None:
    ran = app.again(
        "login", user, "--password-file", "password", mode, "-vv", "--response-format", "detailed"
    )
    assert ran.code == (0 if user in ("ann", "logs") else 70)
    assert SECRET not in shown(ran)


def test_a_failure_keeps_what_is_not_secret(app: RunApp) -> None:
    ran = app.again("login", "fails", "--password-file", "password")
    assert ran.error["message"] == "wrong password **********"
    assert ran.error["details"] == {"tried": "**********"}


def test_help_and_schema_name_the_file(app: RunApp) -> None:
    page = app.again("connect", "--help", "--plain", env={"APP_TOKEN": SECRET})
    assert "--token-file PATH|-" in page.stdout
    assert "The token" in page.stdout
    schema = app.again("connect", "--schema", env={"APP_TOKEN": SECRET})
    assert schema.document["input"]["properties"]["token"] == {
        "type": "string",
        "writeOnly": True,
        "description": "The token. A secret; on the command line --token-file PATH, where - is stdin.",
    }
    assert schema.document["env"] == {"token": ["APP_TOKEN"]}
    assert SECRET not in shown(page) + shown(schema)


def test_a_missing_secret_is_asked_for_with_a_placeholder(app: RunApp) -> None:
    ran = app.again("login", "ann")
    assert (ran.code, ran.error["code"]) == (2, "E1901")
    assert ran.error["suggestion"]["example"] == "python app.py login ann --password-file '<password>'"


def test_a_secret_may_be_left_out_when_it_has_a_default(app: RunApp) -> None:
    assert app.again("maybe").result is True
    assert app.again("maybe", "--key-file", "password").result is False


def test_stdin_holds_a_secret_or_data_but_not_both(app: RunApp) -> None:
    ran = app.again("upload", "-", "--key-file", "-", stdin=SECRET)
    assert (ran.code, ran.error["code"]) == (2, "E1909")
    assert app.again("upload", "--key-file", "password", stdin="data").result == [len(SECRET), "data"]
    ran = app.again("upload", "--key-file", "-", stdin=SECRET)
    assert (ran.error["code"], ran.error["field"]) == ("E1906", "data")


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe"])
def test_a_file_without_a_secret_is_refused(app: RunApp, content: bytes) -> None:
    (app.folder / "password").write_bytes(content)
    ran = app.again("login", "ann", "--password-file", "password")
    assert (ran.code, ran.error["code"]) == ((65, "E1908") if content.startswith(b"\xff") else (2, "E1906"))


def terminal(app: RunApp, line: str) -> pexpect.spawn[str]:
    """Run a line of bash at a terminal."""
    return pexpect.spawn(
        "bash",
        ["-c", line.replace("$APP", f"{sys.executable} app.py")],
        cwd=str(app.folder),
        env=app.environment(TERM="dumb"),
        encoding="utf-8",
        timeout=20,
    )


@pytest.mark.parametrize(
    "line",
    ["$APP login ann --json", "printf 1234 | $APP upload --json", "printf 1234 | $APP upload - --json"],
)
def test_a_person_is_asked_and_what_is_typed_stays_hidden(app: RunApp, line: str) -> None:
    child = terminal(app, line)
    child.expect("(Password|Key): ")
    child.sendline(SECRET)
    child.expect(pexpect.EOF)
    seen = child.before or ""
    child.close()
    assert child.exitstatus == 0
    assert f'"length": {len(SECRET)}' in seen or f"{len(SECRET)},\r\n" in seen
    assert SECRET not in seen


def test_nobody_is_asked_with_no_input(app: RunApp) -> None:
    child = terminal(app, "$APP login ann --json --no-input")
    child.expect("E1901")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2


def test_a_terminal_is_no_file_of_secrets(app: RunApp) -> None:
    child = terminal(app, "$APP login ann --password-file - --json")
    child.expect("where a secret would be seen")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2
