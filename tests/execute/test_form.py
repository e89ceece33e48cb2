"""Forms: what is asked for becomes a flat schema, and an answer becomes the type that was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from tooli.errors import InputError
from tooli.execute.form import Form


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


@dataclass
class Order:
    what: str
    size: Size = Size.SMALL
    note: str | None = None


class Bounded(BaseModel):
    count: int = Field(ge=1, description="How many")


def test_a_dataclass_is_a_flat_object_without_references() -> None:
    assert Form(Order).schema == {
        "type": "object",
        "properties": {
            "what": {"title": "What", "type": "string"},
            "size": {"default": "s", "enum": ["s", "l"], "title": "Size", "type": "string"},
            "note": {"title": "Note", "type": "string"},
        },
        "required": ["what"],
    }
    assert Form(Order).read({"what": "tea", "size": "l"}) == Order("tea", Size.LARGE)


@pytest.mark.parametrize(
    ("wanted", "schema", "answer", "value"),
    [
        (int, {"type": "integer"}, 3, 3),
        (bool, {"type": "boolean"}, True, True),
        (Literal["a", "b"], {"enum": ["a", "b"], "type": "string"}, "b", "b"),
    ],
)
def test_a_single_value_is_the_one_field_of_its_form(
    wanted: Any, schema: Any, answer: Any, value: Any
) -> None:
    form = Form(wanted)
    assert form.schema == {"type": "object", "properties": {"value": schema}, "required": ["value"]}
    assert form.read({"value": answer}) == value


def test_a_schema_is_taken_as_it_is() -> None:
    schema = {"type": "object", "properties": {"x": {"type": "number"}}}
    assert Form(schema).schema == schema
    assert Form(schema).read({"x": 1.5}) == {"x": 1.5}


def test_an_answer_that_does_not_fit_names_the_field() -> None:
    with pytest.raises(InputError, match="count: ") as caught:
        Form(Bounded).read({"count": 0})
    assert caught.value.field == "count"
    with pytest.raises(InputError) as caught:
        Form(int).read({})
    assert caught.value.field == "value"
