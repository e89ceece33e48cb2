"""Help for people, pipes, CI systems and agents: one page, printed for whoever asks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from textwrap import dedent
from typing import Annotated, Any, Literal, NamedTuple, NewType, NotRequired, Required, TypedDict
from uuid import UUID

import pytest
from annotated_types import Ge
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import AnyUrl, BaseModel, ConfigDict, Field
from rich.cells import cell_len
from tests.conftest import RunApp
from typing_extensions import TypeAliasType

from tooli import Argument, Option, Tooli
from tooli.annotations import Destructive, Idempotent, OpenWorld, ReadOnly
from tooli.model.constraint import one_of, requires
from tooli.surfaces.cli.borrowed import CapturedStreams
from tooli.surfaces.cli.flag_help import APP_FLAGS, FLAG_HELP
from tooli.surfaces.cli.flags import FLAGS
from tooli.surfaces.cli.main import main
from tooli.surfaces.cli.type_text import type_text

AGENT = {"TOOLI_CALLER": "codex"}


def shown(
    app: Tooli, *argv: str, tty: bool = False, columns: int = 80, env: dict[str, str] | None = None
) -> str:
    """Return what a command line that asks for help prints on stdout."""
    streams = CapturedStreams(tty=tty, columns=columns)
    runtime = app.runtime.replace(environ=env or {}, program=(app.name,))
    assert main(runtime, list(argv), streams) == 0, streams.stdout.decode() + streams.stderr
    return streams.stdout.decode()


def own(text: str) -> str:
    """Return a page without the framework's flags."""
    return text.partition("\nGlobal options:\n")[0]


def lines_of(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


class Hit(TypedDict):
    path: str
    size: int


class Kind(Enum):
    FILE = "file"
    FOLDER = "folder"


def files() -> Tooli:
    app = Tooli(name="files", description="File utilities.", version="1.2.0")

    @app.command(
        annotations=ReadOnly | Idempotent,
        aliases=["search"],
        examples=[{"args": ["*.py", "--root", "my project"], "description": "Python files"}],
        error_codes={"E3001": "Nothing matched"},
        epilog="More in the manual.",
    )
    def find(
        pattern: Annotated[str, Argument(help="Glob pattern")],
        root: Annotated[Path, Option("--root", "-r", help="Where to search", file_okay=False)] = Path("."),
        kind: Annotated[Kind, Option(help="What to look for")] = Kind.FILE,
        depth: Annotated[int, Option(min=1, max=9, help="How deep to go", envvar="DEPTH")] = 3,
    ) -> list[Hit]:
        """Find files matching a glob pattern.

        Folders are walked from the root, and links
        are not followed.
        """
        return []

    @app.command(annotations=Destructive, rich_help_panel="Danger")
    def remove(path: Path, *, why: Annotated[str, Option()]) -> None:
        """Remove a file."""

    group = app.group("db", help="Database things.")

    @group.command
    def migrate(name: str) -> None:
        """Run a migration."""

    @group.command(hidden=True)
    def secret() -> None: ...

    return app


def test_plain_help_of_a_command_tells_everything() -> None:
    assert own(shown(files(), "find", "--help")) == dedent("""\
        Usage: files find [OPTIONS] PATTERN

        Find files matching a glob pattern.

        Folders are walked from the root, and links are not followed.

        Arguments:
          PATTERN TEXT  Glob pattern [required]

        Options:
          -r, --root DIRECTORY      Where to search [default: .]
              --kind [file|folder]  What to look for [default: file]
              --depth INTEGER       How deep to go [1<=x<=9] [default: 3] [env: DEPTH]

        Errors:
          E3001 exit 20  Nothing matched

        Examples:
          # Python files
          files find '*.py' --root 'my project'

        Read-only, idempotent.
        Also called search.

        More in the manual.
        """)


@pytest.mark.parametrize("others", [0, 1])
def test_a_command_can_show_its_help_when_it_gets_nothing(others: int) -> None:
    app = Tooli(name="app")
    app.command("count", no_args_is_help=True)(lambda first=1: first)
    for number in range(others):
        app.command(f"other{number}")(lambda: None)
    words = ["count"] * others
    assert shown(app, *words).startswith(f"Usage: {' '.join(['app', *words])} [OPTIONS]\n")
    assert json.loads(shown(app, *words, "--first", "2"))["result"] == 2
    assert json.loads(shown(app, *words, "--json"))["result"] == 1


def test_agents_get_the_fewest_words_that_let_them_call_right() -> None:
    expected = dedent("""\
        files find PATTERN -> [{path: str, size: int}]
        Find files matching a glob pattern.
        PATTERN: Glob pattern
        --root path =.: Where to search
        --kind file|folder =file: What to look for
        --depth int 1<=x<=9 =3 env DEPTH: How deep to go
        Errors: E3001 Nothing matched (exit 20)
        Example: files find '*.py' --root 'my project'
        Read-only; idempotent.
        """)
    assert shown(files(), "find", "--help-agent") == expected
    assert shown(files(), "find", "--help", env=AGENT) == expected
    assert len(expected) / 4 < 110


def test_agents_learn_what_a_command_needs() -> None:
    assert shown(files(), "remove", "--help", env=AGENT) == dedent("""\
        files remove --why TEXT PATH
        Remove a file.
        PATH path
        --why str
        Destructive: needs --yes.
        """)


def test_agents_choose_a_command_from_one_line_each() -> None:
    assert shown(files(), "--help", env=AGENT) == dedent("""\
        files COMMAND
        File utilities.
        find PATTERN: Find files matching a glob pattern.
        db migrate: Database things.
        remove --why TEXT PATH: Remove a file.
        Flags: --help FLAGS
        """).replace("FLAGS", "--limit N --fields A,B --filter EXPR --max-tokens N --timeout S --schema")


def test_plain_help_of_an_app_lists_its_commands_by_panel() -> None:
    assert own(shown(files(), "--help")) == dedent("""\
        Usage: files [OPTIONS] COMMAND [ARGS]...

        File utilities.

        Commands:
          find  Find files matching a glob pattern.
          db    Database things.

        Danger:
          remove  Remove a file.
        """)


def test_plain_help_of_a_group_lists_what_is_in_it() -> None:
    assert own(shown(files(), "db", "--help")) == dedent("""\
        Usage: files db [OPTIONS] COMMAND [ARGS]...

        Database things.

        Commands:
          migrate  Run a migration.
        """)


def test_help_as_json_is_the_page_itself() -> None:
    text = shown(files(), "find", "--help", "--json")
    page = json.loads(text)
    assert text.count("\n") == 1
    assert page["usage"] == "files find [OPTIONS] PATTERN"
    assert page["panels"][1]["rows"][0] == {
        "kind": "option",
        "names": ["-r", "--root"],
        "metavar": "DIRECTORY",
        "takes": "path",
        "help": "Where to search",
        "default": ".",
    }
    assert page["examples"] == [
        {"line": "files find '*.py' --root 'my project'", "description": "Python files"}
    ]
    assert json.loads(shown(files(), "find", "--help", "--json", tty=True)) == page


@pytest.mark.parametrize(
    ("argv", "tty", "env", "start"),
    [
        (["--help"], True, {"TERM": "dumb"}, "\n Usage: files find"),
        (["--help"], False, {}, "Usage: files find"),
        (["--help"], False, {"CI": "true"}, "Usage: files find"),
        (["--help"], True, {"CI": "true"}, "Usage: files find"),
        (["--help"], False, {"TOOLI_OUTPUT": "json"}, "Usage: files find"),
        (["--help", "--text"], True, {}, "Usage: files find"),
        (["--help", "--plain"], True, {}, "Usage: files find"),
        (["--help", "--plain"], False, AGENT, "Usage: files find"),
        (["--help"], True, AGENT, "files find PATTERN"),
        (["--help-agent"], True, {}, "files find PATTERN"),
        (["--help", "--jsonl"], False, {}, "{"),
        (["--help", "--json"], False, AGENT, "{"),
        (["--help-agent", "--json"], False, {}, "{"),
    ],
)
def test_the_reader_decides_the_form(argv: list[str], tty: bool, env: dict[str, str], start: str) -> None:
    assert shown(files(), "find", *argv, tty=tty, env=env).startswith(start)


def test_colour_is_for_those_who_want_it() -> None:
    assert "\x1b[" in shown(files(), "find", "--help", tty=True, env={"TERM": "xterm"})
    assert "\x1b[" not in shown(files(), "find", "--help", "--no-color", tty=True, env={"TERM": "xterm"})
    assert "\x1b[" not in shown(files(), "find", "--help", "--plain", tty=True, env={"FORCE_COLOR": "1"})


class User(BaseModel):
    name: str = Field(description="Full name")
    age: int = 3


@dataclass
class Point:
    x: int
    y: int = 0


class Pair(NamedTuple):
    left: str
    right: str = "r"


def shout(text: str) -> str:
    return text.upper()


def everything() -> Tooli:
    app = Tooli(name="all", version="1.0.0")

    @app.command(
        constraints=[one_of("day", "when"), requires("tags", "labels")],
        capabilities=["fs:delete", "net:write"],
        auth=["files:write"],
        timeout=30,
    )
    def run(
        name: str,
        sure: bool,
        files: list[Path],
        user: User,
        point: Annotated[Point | None, Option()] = None,
        pair: Annotated[Pair | None, Option()] = None,
        numbers: tuple[int, str] = (1, "a"),
        tags: Annotated[list[str] | None, Option("--tag", "-t", help="Tags")] = None,
        labels: dict[str, int] | None = None,
        day: date | None = None,
        when: datetime | None = None,
        stamp: Annotated[datetime | None, Option(formats=["%d.%m.%Y"])] = None,
        at: time | None = None,
        wait: timedelta = timedelta(seconds=5),
        uid: UUID | None = None,
        price: Decimal = Decimal("1.5"),
        ratio: float = 0.5,
        data: bytes | None = None,
        force: bool = False,
        colour: bool = True,
        accept: Annotated[bool, Option("--accept/--reject")] = False,
        verbosity: Annotated[int, Option("--loud", "-l", count=True, help="Say more")] = 0,
        mode: Literal["fast", "slow"] = "fast",
        quiet_mode: Annotated[Literal["a", "b"], Option(show_choices=False)] = "a",
        either: int | str = 1,
        level: Annotated[int, Field(ge=1, lt=5)] = 2,
        least: Annotated[int, Ge(0)] = 2,
        word: Annotated[str, Field(min_length=2, max_length=5)] = "ab",
        clamped: Annotated[int, Option(max=5, clamp=True)] = 1,
        shouted: Annotated[str, Option(parser=shout)] = "x",
        old: Annotated[str, Option(deprecated="use --mode")] = "o",
        older: Annotated[str, Option(deprecated=True)] = "o",
        secret: Annotated[str, Option(hide_input=True, prompt=True)] = "hunter2",
        unseen: Annotated[str, Option(show_default=False)] = "u",
        told: Annotated[str, Option(show_default="the current user")] = "t",
        long: str = "x" * 100,
        made: Annotated[int, Option(default_factory=int)] = ...,
        file: Annotated[Path | None, Option(dir_okay=False)] = None,
        grouped: Annotated[str, Option(rich_help_panel="Fine tuning", metavar="WORD")] = "w",
        nothing: str = "",
        empty: Annotated[str, Option(hidden=True)] = "",
    ) -> None:
        """Take everything."""

    return app


EVERYTHING = [
    "NAME TEXT [required]",
    "SURE BOOLEAN [required]",
    "FILES... PATH [required]",
    "USER JSON [required]",
    "--user.name TEXT Full name [required]",
    "--user.age INTEGER [default: 3]",
    "--point JSON",
    "--point.x INTEGER",
    "--point.y INTEGER [default: 0]",
    "--pair JSON",
    "--pair.left TEXT",
    "--pair.right TEXT [default: r]",
    "--numbers INTEGER TEXT [default: 1, a]",
    "-t, --tag TEXT... Tags",
    "--labels KEY=VALUE...",
    "--day DATE",
    "--when DATETIME",
    "--stamp [%d.%m.%Y]",
    "--at TIME",
    "--wait DURATION [default: PT5S]",
    "--uid UUID",
    "--price DECIMAL [default: 1.5]",
    "--ratio FLOAT [default: 0.5]",
    "--data BASE64",
    "--force / --no-force",
    "--colour / --no-colour [default: on]",
    "--accept / --reject [default: reject]",
    "-l, --loud Say more [repeatable]",
    "--mode [fast|slow] [default: fast]",
    "--quiet-mode TEXT [default: a]",
    "--either INTEGER|TEXT [default: 1]",
    "--level INTEGER [1<=x<5] [default: 2]",
    "--least INTEGER [0<=x] [default: 2]",
    "--word TEXT [length 2..5] [default: ab]",
    "--clamped INTEGER [x<=5, clamped] [default: 1]",
    "--shouted SHOUT [default: x]",
    "--old TEXT [deprecated: use --mode] [default: o]",
    "--older TEXT [deprecated] [default: o]",
    "--secret TEXT",
    "--unseen TEXT",
    "--told TEXT [default: (the current user)]",
    "--long TEXT",
    "--made INTEGER [default: (dynamic)]",
    "--file FILE",
    '--nothing TEXT [default: ""]',
    "--grouped WORD [default: w]",
]


def test_every_kind_of_param_is_told_in_plain_help() -> None:
    text = own(shown(everything(), "--help"))
    rows = [
        line for line in lines_of(text) if line.startswith(("-", *(row.split()[0] for row in EVERYTHING)))
    ]
    assert rows == [*EVERYTHING, "--tag requires --labels."]
    assert "Fine tuning:" in text
    assert "hunter2" not in text
    assert "--empty" not in text


def test_relations_and_behaviour_are_told_below_the_params() -> None:
    text = own(shown(everything(), "--help", columns=100))
    assert text.endswith(
        "\nDestructive: needs --yes, uses the network, needs the scopes files:write, gives up after 30 s.\n"
        "Exactly one of --day, --when.\n"
        "--tag requires --labels.\n"
    )


@pytest.mark.parametrize("columns", [60, 100, 140])
def test_every_kind_of_param_is_told_within_the_terminal(columns: int) -> None:
    text = shown(everything(), "--help", tty=True, columns=columns, env={"TERM": "dumb"})
    assert max(cell_len(line) for line in text.splitlines()) <= min(columns, 100)
    bare = re.sub(r"[│╭╮╰╯─\s]+", " ", text)
    for row in EVERYTHING:
        assert row.split(" [")[0].split()[0].rstrip(",") in bare
    for title in ("Arguments", "Options", "Fine tuning", "Global options"):
        assert f"╭─ {title} ─" in text


def test_agents_are_told_every_kind_of_param() -> None:
    text = shown(everything(), "--help", env=AGENT)
    for line in (
        "all NAME SURE FILES... USER",
        "SURE bool",
        "FILES... path",
        "USER JSON {name: str, age?: int}",
        "--point JSON {x: int, y?: int}",
        "--pair JSON {left: str, right?: str}",
        "--numbers int str =1, a",
        "--tag str...: Tags",
        "--labels key=int...",
        "--wait timedelta =PT5S",
        "--force",
        "--colour/--no-colour =on",
        "--accept/--reject =reject",
        "--loud repeatable: Say more",
        "--mode fast|slow =fast",
        "--either int|str =1",
        "--level int 1<=x<5 =2",
        "--old str =o deprecated",
        "--made int =(dynamic)",
        "--file path",
    ):
        assert line in text.splitlines()
    assert "--empty" not in text
    assert "--user.name" not in text


def test_required_options_stand_in_the_usage_line() -> None:
    app = Tooli(name="app")

    @app.command
    def go(target: str, *rest: Path, mode: Annotated[Literal["a", "b"], Option("-m", "--mode")]) -> None: ...

    assert shown(app, "--help").startswith("Usage: app [OPTIONS] --mode [a|b] TARGET [REST]...\n")


def test_an_argument_is_called_as_the_developer_wants() -> None:
    app = Tooli(name="app")

    @app.command
    def go(
        source: Annotated[Path, Argument(metavar="SRC")], to: Annotated[str, Argument()] = "here"
    ) -> None: ...

    text = shown(app, "--help")
    assert text.startswith("Usage: app [OPTIONS] SRC [TO]\n")
    assert "  SRC PATH   [required]\n  [TO] TEXT  [default: here]\n" in text


def test_variables_that_help_shows_work() -> None:
    app = Tooli(name="app", env_prefix="FT")

    @app.command
    def go(root: Annotated[str, Option(envvar=["ONE", "TWO"])] = "r", other: str = "o") -> str:
        return root + other

    @app.command
    def idle() -> None: ...

    text = shown(app, "go", "--help")
    assert "--root TEXT   [default: r] [env: ONE, TWO, FT_GO_ROOT]" in text
    assert "--other TEXT  [default: o] [env: FT_GO_OTHER]" in text
    assert "FT_NAME in the environment sets the param NAME of any command." in text
    for variable in ("ONE", "TWO", "FT_GO_ROOT", "FT_ROOT"):
        assert json.loads(shown(app, "go", env={variable: "x"}))["result"] == "xo"


def test_a_variable_can_be_kept_out_of_help() -> None:
    app = Tooli(name="app")

    @app.command
    def go(root: Annotated[str, Option(envvar="ONE", show_envvar=False)] = "r") -> None: ...

    assert "ONE" not in shown(app, "--help")


def test_spellings_that_params_take_are_gone_from_the_framework_s_flags() -> None:
    app = Tooli(name="app")

    @app.command
    def go(
        yes: bool = False, color: bool = True, quiet: Annotated[str, Option("--quiet", "-q")] = "", o: int = 1
    ) -> None: ...

    rows = lines_of(shown(app, "--help").split("\nGlobal options:\n")[1])
    assert "-y Go ahead without asking" in rows
    assert "--tooli-no-color Print without colour" in rows
    assert "--tooli-quiet Leave out warnings, hints and progress" in rows
    assert rows[0].startswith("-o, --output MODE How to print the answer")


def test_the_page_of_a_command_leaves_out_the_app_s_own_flags() -> None:
    everywhere = shown(files(), "--help")
    command = shown(files(), "find", "--help")
    for name in APP_FLAGS:
        assert f"--{name}" in everywhere
        assert f"--{name}" not in command


def test_every_flag_of_the_framework_has_a_text_and_a_place() -> None:
    assert set(FLAG_HELP) == {flag[0] for flag in FLAGS}
    assert all(text and not text.endswith(".") for text in FLAG_HELP.values())
    text = shown(files(), "--help")
    assert [flag[0] for flag in FLAGS if f"--{flag[0]}" not in text] == []


def test_an_app_of_one_command_shows_its_command() -> None:
    app = Tooli(name="hello", description="Greets.", version="1.0.0")

    @app.command
    def greet(name: str) -> str:
        return name

    text = shown(app, "--help")
    assert text.startswith("Usage: hello [OPTIONS] NAME\n\nGreets.\n")
    assert "--version" in text


def test_a_lazy_group_is_listed_without_being_imported() -> None:
    app = Tooli(name="app")
    app.lazy("cloud", "there.is.no.such.module:app", help="Cloud things.")

    @app.command
    def here() -> None: ...

    assert "  cloud  Cloud things.\n" in shown(app, "--help")
    assert "\ncloud: Cloud things.\n" in shown(app, "--help-agent")


def test_a_group_without_help_lists_the_names_in_it() -> None:
    app = Tooli(name="app")
    group = app.group("db")
    group.command("up")(lambda: None)
    group.command("down")(lambda: None)
    assert "  db  up, down\n" in shown(app, "--help")


def test_deprecated_and_hidden_commands() -> None:
    app = Tooli(name="app")

    @app.command(deprecated="use new")
    def old() -> None:
        """Do it the old way."""

    @app.command(hidden=True)
    def unseen() -> None: ...

    assert "  old  Do it the old way. [deprecated: use new]\n" in shown(app, "--help")
    assert "unseen" not in shown(app, "--help")
    assert "\nDeprecated: use new\n" in shown(app, "old", "--help")
    assert "Deprecated: use new\n" in shown(app, "old", "--help-agent")
    assert " Deprecated: use new\n" in shown(app, "old", "--help", tty=True, env={"TERM": "dumb"})


def test_help_given_by_keyword_wins_over_the_docstring() -> None:
    app = Tooli(name="app")

    @app.command(help="Given.\n\nMore.", short_help="Short.", when_to_use="In need.")
    def go(name: str) -> None:
        """Documented.

        Args:
            name: Who is meant.

        """

    @app.command
    def other() -> None: ...

    text = shown(app, "go", "--help")
    assert "\nGiven.\n\nMore.\n" in text
    assert "NAME TEXT  Who is meant. [required]" in text
    assert "  go     Short.\n" in shown(app, "--help")
    assert "Use when: In need.\n" in shown(app, "go", "--help-agent")


def test_paragraphs_flow_and_lists_keep_their_lines() -> None:
    app = Tooli(name="app")

    @app.command(
        help="""First line
        goes on.

        - one
        - two

        \b
        kept
        apart

            indented code
        """
    )
    def go() -> None: ...

    text = shown(app, "--help")
    assert "\nFirst line goes on.\n\n- one\n- two\n\nkept\napart\n\n    indented code\n" in text


def test_errors_that_a_group_maps_are_told() -> None:
    app = Tooli(name="app")
    app.map_error(KeyError, code="E3002", exit_code=21)
    app.command("go")(lambda: None)
    assert "Errors:\n  E3002 exit 21  KeyError\n" in shown(app, "--help")
    assert "Errors: E3002 KeyError (exit 21)\n" in shown(app, "--help-agent")


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (str, "str"),
        (list[int], "[int]"),
        (dict[str, Any], "object"),
        (dict[str, list[int]], "{str: [int]}"),
        (tuple[int, str], "[int, str]"),
        (int | None, "int|null"),
        (Path, "path"),
        (datetime, "datetime"),
        (Kind, "file|folder"),
        (User, "{name: str, age?: int}"),
        (list[Point], "[{x: int, y?: int}]"),
    ],
)
def test_agents_are_told_the_type_of_the_result(annotation: Any, text: str) -> None:
    def go() -> None: ...

    go.__annotations__["return"] = annotation
    app = Tooli(name="app")
    app.command(go)
    assert shown(app, "--help-agent").splitlines()[0] == f"app -> {text}"


def bare(*argv: str) -> str:
    """Return what a command line without a command prints at a terminal."""
    streams = CapturedStreams(tty=True, columns=60)
    runtime = files().runtime.replace(environ={"TERM": "dumb"}, program=("python", "files.py"))
    assert main(runtime, list(argv), streams) == 2
    assert streams.stdout == b""
    return streams.stderr


def test_without_a_command_people_see_the_apps_own_commands_on_stderr() -> None:
    assert bare() == (
        "\n"
        " Usage: python files.py [OPTIONS] COMMAND [ARGS]...\n"
        "\n"
        " File utilities.\n"
        "\n"
        "╭─ Commands ───────────────────────────────────────────────╮\n"
        "│ find  Find files matching a glob pattern.                │\n"
        "│ db    Database things.                                   │\n"
        "╰──────────────────────────────────────────────────────────╯\n"
        "╭─ Danger ─────────────────────────────────────────────────╮\n"
        "│ remove  Remove a file.                                   │\n"
        "╰──────────────────────────────────────────────────────────╯\n"
        " python files.py --help shows options and built-in commands\n"
        " too.\n"
        "\n"
    )


def test_without_a_command_of_a_group_people_see_those_it_has() -> None:
    assert bare("db", "--text") == dedent("""\
        Usage: python files.py db [OPTIONS] COMMAND [ARGS]...

        Database things.

        Commands:
          migrate  Run a migration.

        python files.py db --help shows options too.
        """)
    assert "Commands" in bare("mcp")
    assert bare("mcp", "--text").endswith("\n\npython files.py mcp --help shows options too.\n")


def test_without_a_command_agents_and_pipes_get_an_error_that_names_the_commands() -> None:
    for tty, env in ((True, AGENT), (False, {})):
        streams = CapturedStreams(tty=tty)
        assert main(files().runtime.replace(environ=env), [], streams) == 2
        error = json.loads(streams.stdout)["error"]
        assert (error["code"], error["details"]) == ("E1901", {"commands": ["find", "remove", "db"]})


def test_whole_help_ends_with_options_and_built_in_commands() -> None:
    text = shown(files(), "--help")
    assert text.index("Commands:") < text.index("Global options:") < text.index("Built-in commands:")
    assert "--help shows" not in text


def test_open_world_is_told() -> None:
    app = Tooli(name="app")
    app.command(annotations=OpenWorld)(lambda: None)
    assert "\nUses the network.\n" in shown(app, "--help")


MARKUP = "[bold red]not[/] markup [/nope] :smile: [link=x]"


@pytest.mark.parametrize("form", [(), ("--plain",)])
def test_text_of_the_developer_is_never_markup(form: tuple[str, ...]) -> None:
    app = Tooli(name="app")

    @app.command(help=MARKUP, epilog=MARKUP, examples=[{"args": "x", "description": MARKUP}])
    def go(name: Annotated[str, Option(help=MARKUP, rich_help_panel=MARKUP)] = MARKUP) -> None: ...

    text = shown(app, "--help", *form, tty=True, columns=100, env={"TERM": "dumb"})
    assert text.count(MARKUP) >= 5


def test_control_characters_of_the_developer_are_made_visible() -> None:
    app = Tooli(name="app")
    app.command("go", help="one\x1b[2Jtwo\x07")(lambda: None)
    for form in ("--help", "--help-agent"):
        text = shown(app, form, tty=True, env={"TERM": "dumb"})
        assert "one\\u001b[2Jtwo\\u0007" in text


anything = st.text(max_size=80) | st.text(
    st.sampled_from("ab [/]\n\t-*`\\\"':é日\u200d\ue000\x1b"), max_size=80
)


@settings(max_examples=40, deadline=None)  # of twelve pages each
@given(anything, anything, anything, anything, st.integers(1, 140))
def test_no_text_breaks_any_form(doc: str, help: str, epilog: str, default: str, columns: int) -> None:
    app = Tooli(name="app", description=doc)

    def go(name: str = default) -> None: ...

    go.__annotations__["name"] = Annotated[str, Option(help=help, rich_help_panel=help, metavar=epilog)]
    go.__doc__ = doc
    app.command("go", epilog=epilog)(go)
    app.command("other", help=help, deprecated=doc)(lambda: None)
    for path in ((), ("go",), ("other",)):
        for form in (("--help",), ("--help", "--plain"), ("--help-agent",), ("--help", "--json")):
            text = shown(app, *path, *form, tty=True, columns=columns, env={"TERM": "dumb"})
            assert text.endswith("\n")
            assert "\x1b" not in text or form[-1] == "--json"


def test_help_through_a_pipe_is_readable(run_app: RunApp) -> None:
    ran = run_app(
        """
        @app.command()
        def greet(name: str) -> str:
            "Greet somebody."
        """,
        "--help",
    )
    assert ran.code == 0
    assert ran.stdout.startswith("Usage: python app.py [OPTIONS] NAME\n\nGreet somebody.\n")


def test_usage_and_examples_begin_with_the_words_that_started_the_program(run_app: RunApp) -> None:
    script = """
        @app.command(examples=[{"args": ["bob"]}])
        def greet(name: str) -> str:
            "Greet somebody."

        @app.command
        def part() -> None: ...
        """
    text = run_app(script, "greet", "--help").stdout
    assert text.startswith("Usage: python app.py greet [OPTIONS] NAME\n")
    assert "\nExamples:\n  python app.py greet bob\n" in text
    assert run_app(script, "greet", "--help-agent").stdout == (
        "python app.py greet NAME -> str\nGreet somebody.\nExample: python app.py greet bob\n"
    )
    assert json.loads(run_app(script, "--help", "--json").stdout)["usage"] == (
        "python app.py [OPTIONS] COMMAND [ARGS]..."
    )


class Node(BaseModel):
    """Refers to itself."""

    value: int
    children: list[Node] = []


class Wide(BaseModel):
    f1: int
    f2: int
    f3: int
    f4: int
    f5: int
    f6: int
    f7: int
    f8: int
    f9: int
    f10: int
    f11: int
    f12: int
    f13: int


class Postponed(TypedDict):
    known: Required[int]
    unknown: NotRequired[NowhereToBeFound]  # type: ignore[name-defined] # noqa: F821 - that is the point


class Marked(TypedDict, total=False):
    needed: Required[int]
    left_out: NotRequired[str]
    other: bool


Meters = NewType("Meters", float)


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (Annotated[int, "said"], "int"),
        (Meters, "float"),
        (Iterator[int], "[int]"),
        (list[Any], "[any]"),
        (Node, "{value: int, children?: [object]}"),
        (Wide, "{" + "".join(f"f{n}: int, " for n in range(1, 13)) + "...}"),
        (Postponed, "{known: Required[int], unknown: NotRequired[NowhereToBeFound]}"),
        (Marked, "{needed: int, left_out?: str, other?: bool}"),
        (TypeAliasType("Names", list[str]), "[str]"),
        (re.Pattern, "Pattern"),
        (CapturedStreams, "CapturedStreams"),
    ],
)
def test_types_are_told_in_few_words(annotation: Any, text: str) -> None:
    assert type_text(annotation) == text


def test_what_cannot_be_told_in_few_words_is_left_out() -> None:
    app = Tooli(name="app")

    class Model(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)
        stream: CapturedStreams | None = None
        table: dict[str, int] = {}

    @app.command(requires_approval=True)
    def go(
        *,
        model: Annotated[Model, Option()] = Model(),  # noqa: B008 - a default that is not plain
        even: Annotated[int, Field(multiple_of=2)] = 2,
        word: Annotated[str, Field(pattern="^a")] = "a",
        nested: Annotated[dict[str, list[int]], Option()] = {"a": [1]},  # noqa: B006 - only shown
        site: Annotated[AnyUrl | None, Option()] = None,
        level: Annotated[int, Option(count=True)] = 2,
    ) -> None: ...

    rows = lines_of(own(shown(app, "--help")))
    assert "--model.stream JSON" in rows
    assert "--model.table JSON" in rows
    assert "--even INTEGER [multiple of 2] [default: 2]" in rows
    assert "--word TEXT [pattern ^a] [default: a]" in rows
    assert '--nested KEY=VALUE... [default: {"a": [1]}]' in rows
    assert "--site ANYURL" in rows
    assert "--level [repeatable] [default: 2]" in rows
    assert "Needs a person's approval." in rows
