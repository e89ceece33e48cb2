"""Tool definitions of Anthropic, Gemini and MCP obey the rules of each."""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import Field
from tests.schema.every_type import KINDS, LOOSE, Cat, Dog, Node, User, command_of, taking

from tooli import Tooli
from tooli.annotations import Destructive, OpenWorld
from tooli.model.constraint import one_of, requires
from tooli.schema.dialects import DIALECTS, anthropic, gemini, mcp, openai, wraps_result
from tooli.schema.gemini import FORMATS, KEYWORDS
from tooli.schema.subschemas import everywhere


@pytest.mark.parametrize("kind", [*KINDS, *(kind for kind, _ in LOOSE)], ids=str)
def test_gemini_declarations_use_only_what_gemini_knows(kind: Any) -> None:
    declaration = gemini(command_of(taking(kind)))
    assert declaration.keys() == {"name", "description", "parameters"}
    for node in everywhere(declaration["parameters"]):
        assert node.keys() <= KEYWORDS
        assert ("type" in node) != ("anyOf" in node)
        assert isinstance(node.get("type", ""), str)
        assert node.get("type") != "null"
        assert "format" not in node or node["format"] in FORMATS[node["type"]]
        assert "enum" not in node or all(isinstance(choice, str) for choice in node["enum"])
        assert node.get("type") != "array" or "items" in node
        assert set(node.get("required", ())) <= node.get("properties", {}).keys()


def test_gemini_says_in_words_what_it_has_no_keyword_for() -> None:
    def take(
        n: Annotated[int, Field(gt=0, multiple_of=2, description="How many")],
        f: Annotated[float, Field(gt=0)],
        level: Literal[1, 2],
        pair: tuple[int, str],
        scores: dict[str, int],
        node: Node,
        when: datetime.datetime,
        choice: Literal["a", None] = None,
        day: datetime.date | None = None,
    ) -> None:
        """Take."""

    properties = gemini(command_of(take))["parameters"]["properties"]
    assert properties["n"] == {
        "type": "integer",
        "minimum": 1,
        "description": "How many. A multiple of 2.",
    }
    assert properties["f"] == {"type": "number", "description": "More than 0."}
    assert properties["level"] == {"type": "integer", "description": "One of 1, 2."}
    assert properties["pair"]["items"] == {"anyOf": [{"type": "integer"}, {"type": "string"}]}
    assert properties["pair"]["description"] == "In this order: integer, string."
    assert properties["scores"] == {
        "type": "object",
        "description": "A map of names to values (integer).",
    }
    assert properties["node"]["properties"]["children"]["items"] == {
        "type": "object",
        "description": "Another Node.",
    }
    assert properties["when"] == {"type": "string", "format": "date-time"}
    assert properties["choice"] == {"type": "string", "enum": ["a"], "nullable": True}
    assert properties["day"] == {
        "type": "string",
        "description": "A date such as 2026-11-15.",
        "nullable": True,
    }


def test_a_gemini_declaration_without_params_has_no_parameters() -> None:
    def ping() -> None:
        """Ping."""

    assert gemini(command_of(ping)) == {"name": "take", "description": "Ping."}


def test_relations_of_params_move_into_the_description() -> None:
    def take(a: int = 0, b: int = 0, c: int = 0) -> None:
        """Take."""

    command = command_of(take, constraints=[one_of("a", "b"), requires("c", "a")], deprecated=True)
    text = "Take.\n\nParams: exactly one of a, b.\n\nParams: c requires a.\n\nDeprecated."
    for form, key in (("anthropic", "input_schema"), ("gemini", "parameters"), ("mcp", "inputSchema")):
        tool = DIALECTS[form](command)
        assert tool["description"] == text
        assert not tool[key].keys() & {"oneOf", "anyOf", "allOf", "dependentRequired"}
    assert openai(command)["function"]["description"] == text


def test_an_anthropic_tool_has_a_name_a_description_and_a_schema() -> None:
    def ping() -> None: ...

    assert anthropic(command_of(ping, help="Ping it.", deprecated="use pong")) == {
        "name": "take",
        "description": "Ping it.\n\nDeprecated: use pong",
        "input_schema": {"type": "object", "properties": {}, "additionalProperties": False},
    }


def test_an_mcp_tool_is_complete() -> None:
    app = Tooli("demo")
    db = app.group("db")

    @db.command("clean-up", annotations=Destructive | OpenWorld)
    def clean_up(root: Path, keep: list[Path] = []) -> list[Path]:  # noqa: B006 - never changed
        """Clean up."""
        return keep

    command = app.runtime.catalog.find(("db", "clean-up"))
    assert command is not None
    assert mcp(command) == {
        "name": "db_clean_up",
        "title": "Db clean up",
        "description": "Clean up.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "root": {"type": "string"},
                "keep": {"type": "array", "items": {"type": "string"}, "default": []},
            },
            "required": ["root"],
            "additionalProperties": False,
        },
        "outputSchema": {
            "type": "object",
            "properties": {"result": {"type": "array", "items": {"type": "string"}}},
            "required": ["result"],
        },
        "annotations": {
            "readOnlyHint": False,
            "destructiveHint": True,
            "idempotentHint": False,
            "openWorldHint": True,
        },
    }


@pytest.mark.parametrize(
    ("returns", "wrapped"),
    [
        (int, True),
        (None, True),
        (list[Node], True),
        (Cat | Dog, True),
        (Iterator[int], True),
        (User, False),
        (Node, False),
        (dict[str, int], False),
        (dict, False),
    ],
    ids=str,
)
def test_results_in_mcp_are_objects(returns: Any, wrapped: bool) -> None:
    def give() -> Any: ...

    give.__annotations__ = {"return": returns}
    command = command_of(give, title="Give")
    tool = mcp(command)
    assert tool["title"] == "Give"
    schema = tool["outputSchema"]
    assert wraps_result(command) is wrapped
    assert schema["type"] == "object"
    assert (list(schema["properties"]) == ["result"]) is wrapped
    assert not schema.keys() & {"$ref", "anyOf", "oneOf"}
    Draft202012Validator.check_schema(schema)


def test_mcp_says_nothing_of_a_result_that_nothing_is_known_about() -> None:
    def give():  # type: ignore[no-untyped-def] # the point of the test
        return 1

    assert "outputSchema" not in mcp(command_of(give))


def test_definitions_are_plain_data() -> None:
    for kind in KINDS:
        for dialect in DIALECTS.values():
            tool = dialect(command_of(taking(kind)))
            assert json.loads(json.dumps(tool)) == tool
