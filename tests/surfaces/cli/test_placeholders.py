"""What stands in a repaired line where a value has to be given."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest

from tooli import Option, Tooli
from tooli.surfaces.cli.repair import repair_line

Kind = Literal["food", "travel"]


def repaired(annotation: Any, *argv: str, **default: Any) -> str:
    """Return the line that is suggested for one with a mistake in the option --it."""

    def go(*, it: Any) -> None: ...

    go.__annotations__["it"] = Annotated[annotation, Option()]
    go.__kwdefaults__ = {"it": default["default"]} if default else None
    app = Tooli("app")
    app.command(go)
    suggestion = repair_line(app.runtime.replace(program=("app",)), list(argv))
    assert suggestion is not None
    return str(suggestion.example)


@pytest.mark.parametrize(
    ("annotation", "default", "shown"),
    [
        (list[Kind], {"default": []}, "<it: food|travel>"),
        (list[Kind], {"default": ["food"]}, "<it: food|travel>"),
        (tuple[str, ...], {"default": ()}, "<it: TEXT e.g. text>"),
        (list[int], {"default": [3, 4]}, "<it: INTEGER e.g. 3>"),
        (set[int], {"default": set()}, "<it: INTEGER e.g. 1>"),
        (tuple[int, str], {"default": (7, "x")}, "<it: INTEGER TEXT e.g. 7 x>"),
        (tuple[int, Kind], {}, "<it: INTEGER food|travel e.g. 1 food>"),
        (int, {"default": 5}, "<it: INTEGER e.g. 5>"),
    ],
)
def test_an_example_is_a_value_that_can_be_typed(annotation: Any, default: Any, shown: str) -> None:
    assert repaired(annotation, "--it", **default) == f"app '--it={shown}'"


def test_a_part_that_does_not_fit_is_asked_for_alone() -> None:
    assert repaired(tuple[int, str], "--it", "x", "y", default=(7, "x")) == "app --it '<it.0: INTEGER>' y"


def test_a_choice_that_is_not_near_is_asked_for() -> None:
    assert repaired(list[Kind], "--it", "zzzzz", default=[]) == "app --it '<it: food|travel>'"
