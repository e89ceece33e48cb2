"""The documents of commands and apps: complete, exact, and the same on every run."""

import datetime
import enum
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field
from tests.schema.echoed import app_of, command_of, identity, valid

from tooli import AgentContext, Argument, Depends, Option, Tooli
from tooli.annotations import Destructive, Idempotent
from tooli.model.constraint import one_of, requires
from tooli.schema import from_environ
from tooli.schema.json_schema import app_schema, command_schema, env_variables, input_schema, output_schema

INTEGER, NULL = {"type": "integer"}, {"type": "null"}


class Color(enum.Enum):
    red = "r"
    blue = "b"


class User(BaseModel):
    """A person."""

    name: str
    age: int = Field(default=0, ge=0, description="In years")


class Node(BaseModel):
    value: int
    children: "list[Node]" = []


@dataclass
class Point:
    x: int
    y: int = 0


NODE = {
    "type": "object",
    "properties": {
        "value": {"type": "integer"},
        "children": {"type": "array", "default": [], "items": {"$ref": "#/$defs/Node"}},
    },
    "required": ["value"],
}


def test_the_document_of_a_command_is_complete() -> None:
    def find(
        pattern: Annotated[str, Argument(help="Glob pattern")],
        root: Annotated[Path, Option("--root", "-r", exists=True, envvar="ROOT")] = Path(),
        depth: Annotated[int, Option(min=0, max=9, clamp=True, help="How deep")] = 3,
        mode: Color = Color.red,
        old: Annotated[bool, Option(deprecated="use mode", hidden=True)] = False,
        token: Annotated[str, Option(hide_input=True)] = "secret",
        stamp: Annotated[datetime.date, Option(default_factory=datetime.date.today)] = ...,  # type: ignore[assignment]
        tags: frozenset[str] = frozenset({"b", "a"}),
        *files: Path,
        ctx: AgentContext,
        db: int = Depends(lambda: 1),  # type: ignore[assignment]
    ) -> list[Point]:
        """Find files.

        Looks everywhere.

        :param mode: What to look for.
        """
        return []

    command = command_of(
        find,
        title="Find",
        aliases=["f"],
        annotations=Destructive | Idempotent,
        capabilities=["fs:write"],
        cost_hint="low",
        danger_level="critical",
        auth=["files"],
        examples=[{"args": ["*.py"], "description": "Python files"}],
        error_codes={"E3001": "locked"},
        version="2.0.0",
        deprecated="use search",
        constraints=[one_of("depth", "mode"), requires("old", "token")],
    )
    document = command_schema(command, env_prefix="FT")
    assert document == {
        "contract": 1,
        "name": "echo",
        "title": "Find",
        "aliases": ["f"],
        "version": "2.0.0",
        "description": "Find files.\n\nLooks everywhere.",
        "deprecated": "use search",
        "input": {
            "type": "object",
            "properties": {
                "pattern": {"type": "string", "description": "Glob pattern"},
                "root": {"type": "string", "format": "path", "default": "."},
                "depth": {
                    "type": "integer",
                    "description": "How deep. Values outside 0 to 9 are moved to the bound.",
                    "default": 3,
                },
                "mode": {
                    "type": "string",
                    "enum": ["r", "b"],
                    "description": "What to look for.",
                    "default": "r",
                },
                "old": {
                    "type": "boolean",
                    "deprecated": True,
                    "description": "Deprecated: use mode",
                    "default": False,
                },
                "token": {"type": "string"},
                "stamp": {"type": "string", "format": "date"},
                "tags": {
                    "type": "array",
                    "items": {"type": "string"},
                    "uniqueItems": True,
                    "default": ["a", "b"],
                },
                "files": {"type": "array", "items": {"type": "string", "format": "path"}},
            },
            "required": ["pattern"],
            "additionalProperties": False,
            "oneOf": [{"required": ["depth"]}, {"required": ["mode"]}],
            "dependentRequired": {"old": ["token"]},
        },
        "output": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
                "required": ["x", "y"],
            },
        },
        "annotations": {
            "readOnlyHint": False,
            "destructiveHint": True,
            "idempotentHint": True,
            "openWorldHint": False,
        },
        "capabilities": ["fs:write"],
        "auth": ["files"],
        "cost_hint": "low",
        "danger_level": "critical",
        "requires_approval": True,
        "constraints": ["exactly one of depth, mode", "old requires token"],
        "env": {
            "pattern": ["FT_ECHO_PATTERN", "FT_PATTERN"],
            "root": ["ROOT", "FT_ECHO_ROOT", "FT_ROOT"],
            "depth": ["FT_ECHO_DEPTH", "FT_DEPTH"],
            "mode": ["FT_ECHO_MODE", "FT_MODE"],
            "old": ["FT_ECHO_OLD", "FT_OLD"],
            "token": ["FT_ECHO_TOKEN", "FT_TOKEN"],
            "stamp": ["FT_ECHO_STAMP", "FT_STAMP"],
            "tags": ["FT_ECHO_TAGS", "FT_TAGS"],
            "files": ["FT_ECHO_FILES", "FT_FILES"],
        },
        "examples": [{"args": ["*.py"], "description": "Python files"}],
        "error_codes": {"E3001": "locked"},
    }
    assert list(document)[:3] == ["contract", "name", "title"]


def test_a_document_says_nothing_that_says_nothing() -> None:
    def ping() -> None: ...

    assert command_schema(command_of(ping)) == {
        "contract": 1,
        "name": "echo",
        "input": {"type": "object", "properties": {}, "additionalProperties": False},
        "output": {"type": "null"},
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": False,
            "openWorldHint": False,
        },
    }


def test_the_variables_shown_are_those_that_are_read() -> None:
    def show(root: Annotated[str, Option(envvar=["A", "B"])] = "x") -> None: ...

    command = command_of(show)
    param = command.params[0]
    shown = env_variables(command, param, "FT")
    assert shown == ["A", "B", "FT_ECHO_ROOT", "FT_ROOT"]
    for variable in shown:
        assert from_environ(command, param, {variable: "text"}, "FT", {}) == "text"


def test_params_that_callers_cannot_fill_are_not_in_the_schema() -> None:
    def show(
        name: str, ctx: AgentContext, seen: Annotated[bool, Option(expose_value=False)] = False
    ) -> None: ...

    assert list(input_schema(command_of(show))["properties"]) == ["name"]


def test_params_with_a_parser_are_text() -> None:
    def show(
        when: Annotated[Any, Option(parser=str.upper)], *more: Annotated[Any, Argument(parser=str.upper)]
    ) -> None: ...

    assert input_schema(command_of(show))["properties"] == {
        "when": {"type": "string"},
        "more": {"type": "array", "items": {"type": "string"}},
    }


def test_a_null_default_is_told_only_where_null_is_no_value_of_the_type() -> None:
    def show(a: int | None = None, b: Any = None, c: int = None) -> None: ...  # type: ignore[assignment] # noqa: RUF013 - the point

    properties = input_schema(command_of(show))["properties"]
    assert properties == {"a": {"anyOf": [INTEGER, NULL]}, "b": {}, "c": {**INTEGER, "default": None}}


def test_defaults_are_written_by_the_rules_of_the_encoder() -> None:
    def show(
        a: bytes = b"\xff\xfe",
        b: Decimal = Decimal("1.50"),
        c: datetime.timedelta = datetime.timedelta(minutes=90),
        d: set[int | str] = {"b", 1, "a"},  # noqa: B006 - never changed
        e: User = User(name="Ann"),  # noqa: B008 - never changed
        f: Point = Point(1),  # noqa: B008 - never changed
        g: dict[int, Path] = {1: Path("x")},  # noqa: B006 - never changed
        h: float = float("nan"),
        i: tuple[UUID, Color] = (UUID(int=1), Color.red),
    ) -> None: ...

    properties = input_schema(command_of(show))["properties"]
    assert {name: schema.get("default") for name, schema in properties.items()} == {
        "a": "//4=",
        "b": "1.50",
        "c": "PT1H30M",
        "d": ["a", "b", 1],
        "e": {"name": "Ann", "age": 0},
        "f": {"x": 1, "y": 0},
        "g": {"1": "x"},
        "h": None,
        "i": ["00000000-0000-0000-0000-000000000001", "r"],
    }


def test_bounds_that_are_no_numbers_are_said_in_words() -> None:
    day = datetime.date(2026, 1, 1)

    def show(when: Annotated[datetime.date, Option(min=day, help="When")]) -> None: ...

    expected = {"type": "string", "format": "date", "description": "When. At least 2026-01-01."}
    assert input_schema(command_of(show))["properties"] == {"when": expected}


def test_the_tighter_of_two_bounds_holds() -> None:
    def show(n: Annotated[int, Field(ge=2, le=8), Option(min=1, max=5)]) -> None: ...

    assert input_schema(command_of(show))["properties"]["n"] == {**INTEGER, "minimum": 2, "maximum": 5}


def test_relations_hold_in_the_schema_as_in_a_call() -> None:
    def show(
        a: int | None = None, b: int | None = None, c: int | None = None, d: int | None = None
    ) -> None: ...

    relations = [one_of("a", "b"), one_of("c", "d"), requires("a", "c")]
    app = app_of(show, constraints=relations)
    command = app.runtime.catalog.find(("echo",))
    assert command is not None
    schema = valid(input_schema(command))
    cases: list[dict[str, Any]] = [
        {},
        {"a": 1},
        {"a": 1, "c": 1},
        {"b": 1, "d": 1},
        {"a": 1, "b": 1, "c": 1},
        {"a": 1, "d": 1},
    ]
    for arguments in cases:
        assert schema.is_valid(arguments) is app.call("echo", **arguments).ok, arguments


def test_recursive_types_stay_definitions() -> None:
    command = command_of(identity(Node))
    assert input_schema(command) == {
        "type": "object",
        "properties": {"value": {"$ref": "#/$defs/Node"}},
        "required": ["value"],
        "additionalProperties": False,
        "$defs": {"Node": NODE},
    }
    output = output_schema(command)
    assert output["type"] == "object"
    assert output["$defs"]["Node"]["required"] == ["value", "children"]
    tree = {"value": 1, "children": [{"value": 2, "children": []}]}
    valid(output).validate(tree)
    assert not valid(output).is_valid({"value": 1, "children": [{"value": "x"}]})


def test_the_schema_of_an_app_lists_what_is_not_hidden() -> None:
    app = Tooli("demo", description="Does things", version="1.2.0", env_prefix="DM")

    @app.command
    def one(a: int = 1) -> int:
        return a

    @app.command(hidden=True)
    def two() -> None: ...

    db = app.group("db", help="The database")

    @db.command
    def migrate() -> None: ...

    secret = app.group("secret", hidden=True)

    @secret.command
    def three() -> None: ...

    document = app_schema(app.runtime)
    assert {key: value for key, value in document.items() if key != "commands"} == {
        "contract": 1,
        "name": "demo",
        "version": "1.2.0",
        "description": "Does things",
    }
    assert [command["name"] for command in document["commands"]] == ["one", "db migrate"]
    assert document["commands"][0]["env"] == {"a": ["DM_ONE_A", "DM_A"]}
    assert "contract" not in document["commands"][0]
    group = app_schema(app.runtime, ("db",))
    assert (group["name"], group["group"], group["description"]) == ("demo", "db", "The database")
    assert [command["name"] for command in group["commands"]] == ["db migrate"]


MANY = """
from enum import Enum
from pydantic import BaseModel
from tooli import Tooli
class Color(Enum):
    red = "r"
    blue = "b"
class Item(BaseModel):
    name: str
    tags: set[str] = {"x", "y", "z"}
    color: Color = Color.red
    items: "list[Item]" = []
app = Tooli("many", env_prefix="M")
def make(number):
    def command(a: str, b: int = number, c: frozenset[str] = frozenset({"p", "q", "r"}),
                item: Item | None = None, more: dict[str, Item] = {}) -> list[Item]:
        "Do one thing."
        return []
    app.command(f"command-{number}")(command)
for number in range(50):
    make(number)
for form in ("json", "openai", "gemini"):
    app.main([f"--schema={form}", "--json"], standalone=False)
"""


def test_fifty_commands_have_the_same_schema_on_every_run(tmp_path: Path) -> None:
    script = tmp_path / "many.py"
    script.write_text(MANY)
    texts = {
        subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "42")
    }
    assert len(texts) == 1
    plain, *dialects = map(json.loads, texts.pop().splitlines())
    assert [len(plain["commands"]), *map(len, dialects)] == [50, 50, 50]
