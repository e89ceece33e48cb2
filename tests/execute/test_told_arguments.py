"""What a person sees of a call before agreeing to it."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

from tooli import Option, SecretInput, StdinOr, Tooli
from tooli.annotations import Destructive
from tooli.caller.caller import Caller
from tooli.execute import Call, CallOptions
from tooli.execute.pipeline import run


class Asked:
    """Keeps the question, and says no."""

    is_async = False
    begins_anew = False
    loop = None
    asks_people = True

    def confirm(self, question: str, *, key: str | None = None) -> bool:
        self.question = question
        return False


def question(function: Any, *, textual: bool = False, **arguments: Any) -> str:
    """Return what is asked before a function that destroys is called."""
    app = Tooli("app")
    asked: Any = Asked()
    app.command("drop", annotations=Destructive)(function)
    command = app.runtime.catalog.find(("drop",))
    assert command is not None
    caller = Caller(category="python_api", confidence=1.0)
    error = run(
        Call(app.runtime, command, arguments, CallOptions(), caller, asker=asked, textual=textual)
    ).error
    assert error is not None
    assert error.code == "E4904", error.message
    return str(asked.question)


def test_the_question_tells_what_is_given_and_what_holds_by_default() -> None:
    def drop(
        id: int, at: Path, price: Decimal, tags: list[str], why: str | None = None, deep: bool = True
    ) -> None: ...

    said = question(drop, id=7, at=Path("a b"), price=Decimal("1.50"), tags=["x", "ü"])
    assert said == ('drop is destructive: id=7, at="a b", price="1.50", tags=["x","ü"], deep=true. Go on?')


def test_a_command_without_arguments_is_asked_about_by_its_name() -> None:
    def drop() -> None: ...

    assert question(drop) == "drop is destructive. Go on?"


def test_secrets_are_not_told() -> None:
    def drop(
        key: SecretInput[str], pin: Annotated[str, Option(hide_input=True)] = "1234", note: str = ""
    ) -> None: ...

    said = question(drop, key=SecretInput("hunter2"), note="with hunter2")
    assert said == 'drop is destructive: key="**********", pin="**********", note="with **********". Go on?'


def test_what_is_hidden_in_a_value_is_not_printed() -> None:
    def drop(name: str) -> None: ...

    assert question(drop, name="a\x1b[2J\u202eb\nc") == 'drop is destructive: name="ab\\nc". Go on?'


def test_long_values_and_long_lines_are_cut() -> None:
    def drop(a: str, b: str, c: str, d: str) -> None: ...

    said = question(drop, a="x" * 999, b="y" * 999, c="z" * 999, d="w")
    assert said.startswith(f'drop is destructive: a="{"x" * 76}..., b="{"y" * 76}..., c="zz')
    assert said.endswith("z.... Go on?")
    assert len(said) == len("drop is destructive: . Go on?") + 240


def test_data_that_is_read_once_is_told_by_its_name() -> None:
    def drop(data: StdinOr[str], id: int) -> None: ...

    assert question(drop, textual=True, data="-", id="1") == "drop is destructive: id=1, data. Go on?"
