"""`--schema` on a command, a group and an app, in every dialect."""

import json
from typing import Annotated, Any

import pytest
from tests.conftest import RunApp

from tooli import Option, Tooli
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained
from tooli.surfaces.cli.flags import FLAGS


def make_app() -> Tooli:
    app = Tooli("demo", description="Does things", version="1.2.0", env_prefix="DM")

    @app.command
    def show(name: str, output: Annotated[str, Option("--output", "-o")] = "x", yes: bool = False) -> str:
        """Show it."""
        return name + output

    db = app.group("db", help="The database")

    @db.command
    def migrate(to: int) -> None:
        """Migrate."""

    return app


def run(argv: list[str], *, tty: bool = False, app: Tooli | None = None) -> tuple[int, str]:
    streams = CapturedStreams(tty=tty)
    status = run_contained((app or make_app()).runtime, argv, streams)
    return status, streams.stdout.decode()


def document(argv: list[str]) -> Any:
    status, text = run(argv)
    assert status == 0
    assert text.endswith(("}\n", "]\n"))
    return json.loads(text)


def test_the_schema_of_a_command_needs_none_of_its_arguments() -> None:
    schema = document(["show", "--schema"])
    assert schema["contract"] == 1
    assert schema["name"] == "show"
    assert schema["input"]["required"] == ["name"]
    assert schema["output"] == {"type": "string"}
    assert schema["env"]["name"] == ["DM_SHOW_NAME", "DM_NAME"]


def test_the_flag_may_stand_before_the_command() -> None:
    assert document(["--schema", "show"]) == document(["show", "--schema=json"])


def test_flags_are_listed_as_they_can_be_spelt() -> None:
    schema = document(["show", "--schema"])
    flags = schema["framework_flags"]
    assert list(flags) == [flag[0] for flag in FLAGS]
    assert flags["output"] == ["--tooli-output"]
    assert flags["yes"] == ["-y", "--tooli-yes"]
    assert flags["quiet"] == ["--quiet", "-q"]
    assert schema["flag_clashes"] == {
        "--output": {"param": "output", "use": ["--tooli-output"]},
        "-o": {"param": "output", "use": ["--tooli-output"]},
        "--yes": {"param": "yes", "use": ["-y", "--tooli-yes"]},
    }


def test_every_listed_spelling_of_a_flag_works() -> None:
    for spelling in document(["show", "--schema"])["framework_flags"]["output"]:
        status, text = run(["show", "a", spelling, "json"])
        assert (status, json.loads(text)["result"]) == (0, "ax")


def test_the_schema_of_an_app_has_all_commands_and_says_the_flags_once() -> None:
    schema = document(["--schema"])
    assert [command["name"] for command in schema["commands"]] == ["show", "db migrate"]
    assert schema["framework_flags"]["output"] == ["--output", "-o"]
    assert list(schema["commands"][0]["flag_clashes"]) == ["--output", "-o", "--yes"]
    assert "framework_flags" not in schema["commands"][0]
    assert "flag_clashes" not in schema["commands"][1]


def test_the_schema_of_a_group_has_the_commands_below_it() -> None:
    schema = document(["db", "--schema"])
    assert (schema["group"], schema["description"]) == ("db", "The database")
    assert [command["name"] for command in schema["commands"]] == ["db migrate"]


@pytest.mark.parametrize("form", ["openai", "anthropic", "gemini", "mcp"])
def test_tool_definitions_of_a_command_and_of_all(form: str) -> None:
    tool = document(["db", "migrate", "--schema", form])
    assert (tool["function"] if form == "openai" else tool)["name"] == "db_migrate"
    assert document(["db", "--schema", form]) == [tool]
    assert document(["--schema", form])[1] == tool


def test_an_app_of_one_command_has_its_schema() -> None:
    app = Tooli("demo")

    @app.command
    def only(a: int) -> None: ...

    status, text = run(["--schema"], app=app)
    assert (status, json.loads(text)["name"]) == (0, "only")


def test_schemas_are_compact_when_piped_and_indented_on_a_terminal() -> None:
    compact, indented = run(["show", "--schema"])[1], run(["show", "--schema"], tty=True)[1]
    assert compact.count("\n") == 1
    assert indented.startswith('{\n  "contract": 1,\n')
    assert json.loads(compact) == json.loads(indented)


def test_text_is_written_as_it_is() -> None:
    app = Tooli("demo")

    @app.command(help="Größe")
    def only() -> None: ...

    assert '"description":"Größe"' in run(["--schema"], app=app)[1]


@pytest.mark.parametrize("argv", [["--schema=foo"], ["show", "--schema=foo"], ["show", "x", "--schema=foo"]])
def test_an_unknown_dialect_is_an_error(argv: list[str]) -> None:
    status, text = run(argv)
    error = json.loads(text)["error"]
    assert (status, error["code"], error["field"]) == (2, "E1904", "schema")
    assert error["details"]["choices"] == ["json", "openai", "anthropic", "gemini", "mcp"]


def test_large_schemas_keep_their_definitions_unless_told_otherwise() -> None:
    from pydantic import BaseModel, create_model

    inner: type[BaseModel] = create_model("M0", a=(int, 1))
    for level in range(1, 9):
        inner = create_model(f"M{level}", a=(inner, ...), b=(inner, ...), c=(inner, ...))
    app = Tooli("demo")

    def only(value: Any) -> None: ...

    only.__annotations__ = {"value": inner, "return": None}
    app.command(only)
    kept = json.loads(run(["--schema"], app=app)[1])["input"]
    assert kept["x-defs"] == "kept: larger than 32 kB"
    whole = json.loads(run(["--schema", "--inline"], app=app)[1])["input"]
    assert "$defs" not in whole
    assert "x-defs" not in whole


def test_no_listing_imports_what_a_hidden_group_holds_lazily(run_app: RunApp) -> None:
    source = """
    inner = Tooli("inner")
    inner.lazy("never", "no.such.module:app")
    app.add_tooli(inner, hidden=True)

    @app.command
    def seen() -> int:
        return 1
    """
    ran = run_app(source, "--schema")
    assert [command["name"] for command in ran.document["commands"]] == ["seen"]
    for line in (["--schema=openai"], ["--agent-manifest"], ["export", "--target", "json-anthropic"]):
        ran = run_app.again(*line)
        assert (ran.code, "seen" in ran.stdout, "never" in ran.stdout) == (0, True, False), line
    # Nor is it looked into for what was meant.
    assert run_app.again("purge", "--json").error["code"] == "E1905"
