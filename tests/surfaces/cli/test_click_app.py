"""The app as a Click command: mounted into another program, and read by Click's completion."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import click
import pytest
from click.shell_completion import BashComplete, CompletionItem
from click.testing import CliRunner

from tooli import Argument, Exit, Option, ToolError, Tooli


class Shade(Enum):
    LIGHT = "light"
    DARK = "dark"


@dataclass
class Person:
    name: str


def names(incomplete: str) -> list[Any]:
    return ["anna", ("bert", "a colleague"), "anton"]


def towns(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(f"{incomplete}-town", help="made up")]


def words(ctx: click.Context, args: list[str], incomplete: str) -> list[str]:
    return [f"{type(ctx).__name__}{args}"] if not incomplete else []


def demo() -> Tooli:
    app = Tooli(name="demo", description="A demo.", version="1.0.0")

    @app.command(aliases=["hi"])
    def greet(
        name: Annotated[str, Argument(autocompletion=names)],
        shade: Annotated[Shade, Option("--shade", "-s", help="How dark")] = Shade.LIGHT,
        folder: Annotated[Path | None, Option(file_okay=False)] = None,
        loud: bool = False,
        town: Annotated[str, Option(shell_complete=towns)] = "",
        word: Annotated[str, Option(autocompletion=words)] = "",
        count: Annotated[int, Option("--count", "-c", count=True)] = 0,
        person: Annotated[Person | None, Option()] = None,
        where: Path | int = 0,
        item: Annotated[str, Option(autocompletion=lambda incomplete: [CompletionItem("it")])] = "",
        quiet: Annotated[bool, Option("--quiet", "-q")] = False,
        unseen: Annotated[str, Option(hidden=True)] = "",
    ) -> dict[str, Any]:
        """Greet somebody."""
        return {"name": name, "shade": shade.value, "loud": loud}

    @app.command
    def move(files: list[Path], pair: tuple[int, int], yes: bool) -> list[Path]:
        return files

    @app.command(hidden=True)
    def unlisted() -> None: ...

    @app.command
    def fail(code: int = 0) -> None:
        if code:
            raise Exit(code)
        raise ToolError("no", code="E3001")

    db = app.group("db", help="Database things.")

    @db.command
    def migrate(name: str) -> str:
        """Run a migration."""
        return name

    app.lazy("cloud", "there.is.no.such.module:app", help="Cloud things.")
    return app


@pytest.fixture
def mounted() -> click.Group:
    @click.group()
    def cli() -> None: ...

    cli.add_command(demo().to_click(), "tools")
    return cli


@pytest.fixture(autouse=True)
def nobody_in_particular(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "TOOLI_CALLER", "AI_AGENT"):
        monkeypatch.delenv(name, raising=False)


def complete(cli: click.Command, *args: str) -> list[str]:
    """Return what Click offers for the last of the words."""
    items = BashComplete(cli, {}, "demo", "_DEMO_COMPLETE").get_completions(list(args[:-1]), args[-1])
    return [item.value if item.type == "plain" else item.type for item in items]


def test_a_mounted_app_runs_as_it_does_alone(mounted: click.Group) -> None:
    ran = CliRunner().invoke(mounted, ["tools", "greet", "Ann", "-s", "dark", "--loud", "--json"])
    assert json.loads(ran.stdout)["result"] == {"name": "Ann", "shade": "dark", "loud": True}
    assert ran.exit_code == 0


def test_options_that_click_does_not_know_reach_our_own_parser(mounted: click.Group) -> None:
    ran = CliRunner().invoke(mounted, ["tools", "--json", "db", "migrate", "--tooli-quiet", "--name=x"])
    assert json.loads(ran.stdout)["result"] == "x"
    ran = CliRunner().invoke(mounted, ["tools", "greet", "--nmae", "x", "--json"])
    assert json.loads(ran.stdout)["error"]["code"] == "E1902"
    assert ran.exit_code == 2


@pytest.mark.parametrize(("args", "status"), [((), 20), (("--code", "7"), 7)])
def test_the_status_of_a_mounted_app_is_the_program_s(
    mounted: click.Group, args: tuple[str, ...], status: int
) -> None:
    assert CliRunner().invoke(mounted, ["tools", "fail", *args]).exit_code == status


def test_help_of_a_mounted_app_is_its_own(mounted: click.Group) -> None:
    assert "  tools  A demo.\n" in CliRunner().invoke(mounted, ["--help"]).output
    assert "Greet somebody." in CliRunner().invoke(mounted, ["tools", "greet", "--help"]).output


def test_a_command_can_be_taken_out_of_the_app() -> None:
    group = demo().to_click()
    ctx = click.Context(group)
    migrate = group.get_command(ctx, "db").get_command(ctx, "migrate")
    assert json.loads(CliRunner().invoke(migrate, ["x", "--json"]).stdout)["result"] == "x"
    assert group.get_command(ctx, "hi").name == "greet"
    assert group.get_command(ctx, "nothing") is None
    assert group.list_commands(ctx) == ["greet", "move", "fail", "db", "cloud"]


def test_an_app_of_one_command_is_that_command() -> None:
    app = Tooli(name="one")

    @app.command
    def double(number: int) -> int:
        return number * 2

    ran = CliRunner().invoke(app.to_click(), ["21", "--json"])
    assert json.loads(ran.stdout)["result"] == 42
    assert "--version" in complete(app.to_click(), "--v")


@pytest.mark.parametrize(
    ("args", "offered"),
    [
        (("",), ["greet", "move", "fail", "db", "cloud"]),
        (("g",), ["greet"]),
        (("--json", "g"), ["greet"]),
        (("-o", "json", "db", ""), ["migrate"]),
        (("--output", "j"), ["json", "jsonl"]),
        (("--vers",), ["--version"]),
        (("greet", "--vers"), []),
        (("greet", "--s"), ["--shade", "--select", "--spill", "--schema"]),
        (("greet", "-"), None),
        (("greet", "--shade", ""), ["light", "dark"]),
        (("greet", "-s", "d"), ["dark"]),
        (
            (
                "greet",
                "--shade=d",
            ),
            ["dark"],
        ),
        (("greet", "--folder", ""), ["dir"]),
        (("greet", "a"), ["anna", "anton"]),
        (("greet", "b"), ["bert"]),
        (("greet", "--name", "b"), ["bert"]),
        (("greet", "x", "--town", "Old"), ["Old-town"]),
        (("greet", "x", "--word", ""), ["Context[]"]),
        (("greet", "--no-l"), ["--no-loud"]),
        (("greet", "--person"), ["--person", "--person.name"]),
        (("greet", "--unseen"), []),
        (("greet", "--where", ""), ["file"]),
        (("greet", "--item", ""), ["it"]),
        (("greet", "--qui"), ["--quiet"]),
        (("greet", "--tooli-"), ["--tooli-quiet"]),
        (("move", "--tooli-"), []),
        (("greet", "--tooli-output", "t"), ["text"]),
        (("hi", "--shade", "l"), ["light"]),
        (("move", ""), ["file"]),
        (("move", "a", "b"), ["file"]),
        (("nothing", ""), ["greet", "move", "fail", "db", "cloud"]),
    ],
)
def test_click_completes_what_the_catalog_has(args: tuple[str, ...], offered: list[str] | None) -> None:
    found = complete(demo().to_click(), *args)
    if offered is None:
        assert {"--shade", "-s", "--no-loud", "--count", "-c", "--help", "-h"} <= set(found)
    else:
        assert [item for item in found if item != "toon"] == offered


def test_completion_goes_through_the_program_an_app_is_mounted_into(mounted: click.Group) -> None:
    assert complete(mounted, "tools", "greet", "--shade", "d") == ["dark"]
    assert complete(mounted, "tools", "db", "") == ["migrate"]


def test_listing_names_imports_no_lazy_group() -> None:
    items = BashComplete(demo().to_click(), {}, "demo", "X").get_completions([], "cl")
    assert [(item.value, item.help) for item in items] == [("cloud", "Cloud things.")]
    assert "there" not in sys.modules
