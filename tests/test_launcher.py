"""The `tooli` program: apps and files of functions, run, called, described and served by name."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import Ran, RunApp

FUNCTIONS = '''
"""Sums and such."""
from os.path import join

def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    print("stray")
    return a + b

def odd(**words: str) -> None: ...

def _private() -> None: ...
'''
APP = """
from tooli import Tooli
print("loading")
app = Tooli()
@app.command()
def greet(name: str, times: int = 1) -> str:
    return " ".join([name] * times)
@app.group("db")
def db(): ...
@db.command()
def migrate() -> int:
    return 1
if __name__ == "__main__":
    app()
"""
Launch = Callable[..., Ran]


@pytest.fixture
def tooli(tmp_path: Path, run_app: RunApp) -> Launch:
    """Run the launcher beside a file of functions and an app."""
    (tmp_path / "functions.py").write_text(FUNCTIONS)
    (tmp_path / "greeter.py").write_text(APP)

    def launch(*args: str) -> Ran:
        process = subprocess.Popen(
            [sys.executable, "-m", "tooli", *args],
            cwd=tmp_path,
            env=run_app.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        return run_app.finish(process, b"")

    return launch


def test_run_is_the_command_line_of_an_app(tooli: Launch) -> None:
    ran = tooli("run", "greeter.py", "greet", "Ann", "--times", "2")
    assert ran.result == "Ann Ann"
    assert ran.document["meta"]["tool"] == "greeter.greet"
    assert "loading" in ran.stderr


def test_a_file_of_functions_is_an_app(tooli: Launch) -> None:
    ran = tooli("run", "functions.py:add", "1")
    assert ran.result == 3
    ran = tooli("call", "functions.py", "add", "1", "--b", "4")
    assert ran.result == 5
    assert ran.document["meta"]["tool"] == "functions.add"
    assert "left out: odd: param 'words'" in ran.stderr


def test_repaired_lines_run_as_they_stand(tooli: Launch) -> None:
    error = tooli("call", "greeter.py", "greet", "Ann", "--tmes", "2").error
    assert error["suggestion"]["example"] == "python -m tooli run greeter.py greet Ann --times 2"
    error = tooli("run", "greter.py", "greet", "Ann").error
    assert (error["code"], error["field"]) == ("E1907", "app")
    assert error["suggestion"]["example"] == "python -m tooli run greeter.py greet Ann"


def test_a_version_that_is_not_there_is_asked_for_anew_with_the_target(tooli: Launch, tmp_path: Path) -> None:
    text = APP.replace("@db.command()", '@app.command("show", version="1.0.0")')
    (tmp_path / "versions.py").write_text(text)
    error = tooli("run", "versions.py", "show@9").error
    assert error["suggestion"]["example"] == "python -m tooli run versions.py show@1.0.0"


def test_two_apps_in_a_module_have_to_be_named(tooli: Launch, tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text("from tooli import Tooli\na = Tooli('a')\nb = Tooli('b')\n")
    error = tooli("mcp", "export", "two.py").error
    assert error["message"] == "app: two.py has several apps (a, b): name one"
    assert error["suggestion"]["example"] == "python -m tooli mcp export two.py:a"


def test_an_app_that_another_one_holds_is_not_a_second_one(tooli: Launch) -> None:
    assert tooli("run", "greeter.py", "db", "migrate").result == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "app: m.py holds no app and no public function"),
        ("x = 1", "app: m.py:x is neither an app nor a function"),
    ],
)
def test_a_file_without_commands_is_no_target(tooli: Launch, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "m.py").write_text(text)
    target = "m.py:x" if ":x" in message else "m.py"
    assert tooli("run", target).error["message"] == message


def test_a_script_that_runs_at_once_is_refused_with_one_document(tooli: Launch, tmp_path: Path) -> None:
    (tmp_path / "eager.py").write_text(APP.replace('if __name__ == "__main__":\n    app()', "app()"))
    ran = tooli("run", "eager.py", "greet", "x")
    assert ran.error["suggestion"]["fix"] == 'Call the app under `if __name__ == "__main__":` only.'


def test_where_a_target_failed_is_shown_twice_verbose(tooli: Launch, tmp_path: Path) -> None:
    (tmp_path / "fails.py").write_text("def inner():\n    1 / 0\ninner()\n")
    for words in (("run", "fails.py"), ("mcp", "export", "fails.py")):
        assert "Traceback" not in tooli(*words).stderr
        assert "in inner" in tooli(*words, "-vv").stderr


def test_flags_stand_after_the_target(tooli: Launch) -> None:
    error = tooli("run", "--json", "greeter.py", "greet", "x").error
    assert (error["code"], error["suggestion"]["example"]) == ("E1900", "tooli run greeter.py greet x")


def test_a_missing_target_and_a_misspelt_command_are_told(tooli: Launch) -> None:
    assert tooli("mcp", "export").error["code"] == "E1901"
    assert tooli("run").error["field"] == "app"
    assert tooli("rn", "greeter.py").error["suggestion"]["example"] == "python -m tooli run greeter.py"


def test_schema_is_that_of_a_command_or_of_all(tooli: Launch) -> None:
    assert json.loads(tooli("schema", "greeter.py", "greet").stdout)["name"] == "greet"
    whole = json.loads(tooli("schema", "greeter.py").stdout)
    assert [command["name"] for command in whole["commands"]] == ["greet", "db migrate"]
    tool = json.loads(tooli("schema", "functions.py", "--format", "openai").stdout)
    assert tool["function"]["name"] == "add"
    error = tooli("schema", "greeter.py", "gret").error
    assert (error["code"], error["details"]["commands"]) == ("E1905", ["greet", "db"])


def test_a_built_in_command_that_needs_no_app_takes_no_target(tooli: Launch, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_bytes(tooli("schema", "greeter.py").out)
    assert tooli("schema", "diff", "old.json", "old.json").result == []


def test_options_may_stand_before_the_target(tooli: Launch) -> None:
    assert (
        json.loads(tooli("schema", "show", "--format", "mcp", "greeter.py", "greet").stdout)["name"]
        == "greet"
    )


def test_help_lists_what_can_be_done(tooli: Launch) -> None:
    page = tooli("--help").stdout
    for name in ("run", "call", "serve", "schema", "mcp"):
        assert f"\n  {name} " in page
    assert "TARGET" in tooli("serve", "--help").stdout
    assert tooli("--version").stdout.startswith("tooli ")


def test_serve_speaks_the_protocol_whatever_the_target_prints(tooli: Launch, tmp_path: Path) -> None:
    import anyio
    from mcp.client.session import ClientSession
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async def talk() -> tuple[list[str], object]:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "tooli", "serve", "functions.py"], cwd=tmp_path
        )
        with (tmp_path / "log").open("w") as log:
            async with stdio_client(server, errlog=log) as streams, ClientSession(*streams) as session:
                await session.initialize()
                tools = await session.list_tools()
                answer = await session.call_tool("add", {"a": 1})
                return [tool.name for tool in tools.tools], answer.structured_content

    assert anyio.run(talk) == (["add"], {"result": 3})


def test_a_file_of_functions_is_served_anew_when_it_changes(tooli: Launch, tmp_path: Path) -> None:
    import anyio
    from mcp.client.session import ClientSession
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async def talk() -> list[str]:
        changed = anyio.Event()

        async def hear(message: object) -> None:
            if "list_changed" in repr(message):
                changed.set()

        server = StdioServerParameters(
            command=sys.executable, args=["-m", "tooli", "serve", "functions.py", "--reload"], cwd=tmp_path
        )
        with (tmp_path / "log").open("w") as log, anyio.fail_after(30):
            async with (
                stdio_client(server, errlog=log) as streams,
                ClientSession(*streams, message_handler=hear) as session,
            ):
                await session.initialize()
                await session.list_tools()
                (tmp_path / "functions.py").write_text(FUNCTIONS + "\ndef more() -> int:\n    return 1\n")
                await changed.wait()
                return [tool.name for tool in (await session.list_tools()).tools]

    assert anyio.run(talk) == ["add", "more"]
