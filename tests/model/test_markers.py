"""What a developer says about a param: Typer's keywords, spellings, and pydantic's `Field`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import annotated_types
import pytest
from pydantic import Field

from tooli import Annotated, Argument, Option, Tooli
from tooli.errors import DeclarationError
from tooli.model import Command, Param
from tooli.model.markers import SETTINGS, ParamInfo
from tooli.model.signature import describe
from tooli.types import UNSET

FIVE: Any = 5
max_of: Any = lambda a, b: max(a, b)  # noqa: E731, PLW0108 - a function of two arguments
one: Any = lambda: 1  # noqa: E731 - a function of none


def command_of(function: Any) -> Command:
    return describe(function, ("it",), {})


def param_of(function: Any) -> Param:
    return command_of(function).params[0]


EVERY_KEYWORD: dict[str, Any] = {
    "default": 5,
    "help": "How many",
    "envvar": ["COUNT"],
    "default_factory": int,
    "callback": abs,
    "parser": int,
    "min": 0,
    "max": 9,
    "clamp": True,
    "exists": True,
    "file_okay": True,
    "dir_okay": False,
    "readable": True,
    "writable": True,
    "resolve_path": True,
    "allow_dash": True,
    "path_type": str,
    "prompt": "Count?",
    "prompt_required": False,
    "confirmation_prompt": True,
    "hide_input": True,
    "count": True,
    "is_flag": False,
    "flag_value": 1,
    "is_eager": True,
    "expose_value": True,
    "metavar": "N",
    "hidden": True,
    "deprecated": "use --number",
    "case_sensitive": False,
    "formats": ["%Y"],
    "show_default": False,
    "show_choices": False,
    "show_envvar": False,
    "allow_from_autoenv": False,
    "autocompletion": list,
    "shell_complete": list,
    "rich_help_panel": "Numbers",
}


@pytest.mark.parametrize("marker", [Option, Argument])
@pytest.mark.parametrize("keyword", sorted(EVERY_KEYWORD))
def test_each_keyword_of_typer_is_accepted(marker: type[ParamInfo], keyword: str) -> None:
    info = marker(**{keyword: EVERY_KEYWORD[keyword]})
    assert info.settings == {keyword: EVERY_KEYWORD[keyword]}


def test_the_table_above_names_every_keyword() -> None:
    assert set(EVERY_KEYWORD) == set(SETTINGS)


@pytest.mark.parametrize(
    ("keyword", "message"),
    [
        ("cls", "Option: cls= is not supported; use a param's class follows from its type"),
        ("click_type", "Option: click_type= is not supported; use parser="),
        ("context_settings", r"Option: context_settings= is not supported; use Tooli\(...\) keywords"),
        ("nargs", "Option: nargs= is not supported; use a tuple type"),
        ("multiple", "Option: multiple= is not supported; use a list type"),
        ("result_callback", "Option: result_callback= is not supported; use @app.middleware"),
        ("chain", "Option: chain= is not supported; use orchestration plans"),
        ("hlep", "Option: unknown keyword 'hlep'; did you mean help=?"),
        ("zzz", "Option: unknown keyword 'zzz'$"),
    ],
)
def test_what_cannot_carry_over_raises_and_names_the_replacement(keyword: str, message: str) -> None:
    wrong: dict[str, Any] = {keyword: None}
    with pytest.raises(DeclarationError, match=message):
        Option(**wrong)


def test_without_a_marker_a_default_decides() -> None:
    def it(name: str, times: int = 1, *, loud: bool = False, path: Path | None = None) -> None: ...

    assert [(param.name, param.positional) for param in command_of(it).params] == [
        ("name", True),
        ("times", False),
        ("loud", False),
        ("path", False),
    ]


def test_a_marker_decides_against_the_default() -> None:
    def it(name: Annotated[str, Option()], times: Annotated[int, Argument()] = 1) -> None: ...

    name, times = command_of(it).params
    assert (name.positional, name.required) == (False, True)
    assert (times.positional, times.required) == (True, False)


def test_typers_older_form_gives_the_default_first() -> None:
    def it(
        a: int = Option(5, "--count", "-c"),  # type: ignore[assignment] # as Typer has it
        b: str = Argument("x"),  # type: ignore[assignment]
        c: int | None = Option(None, help="c"),  # type: ignore[assignment]
        d: str = Option(..., "--dd"),  # type: ignore[assignment]
        e: str = Option(default="y"),  # type: ignore[assignment]
        f: str = Argument(...),  # type: ignore[assignment]
        g: int = Option("--gg"),  # type: ignore[assignment]
    ) -> None: ...

    a, b, c, d, e, f, g = command_of(it).params
    assert (a.default, a.names, a.positional) == (5, ("--count", "-c"), False)
    assert (b.default, b.positional) == ("x", True)
    assert (c.default, c.settings) == (None, {"help": "c"})
    assert (d.default, d.names, d.required) == (UNSET, ("--dd",), True)
    assert e.default == "y"
    assert (f.default, f.positional, f.required) == (UNSET, True, True)
    assert (g.default, g.names) == (UNSET, ("--gg",))


def test_typers_older_form_runs_with_the_default() -> None:
    app = Tooli(name="app")

    @app.command
    def it(a: int = Option(5, "--x", min=1)) -> int:  # type: ignore[assignment] # as Typer has it
        return a

    assert app.call("it").unwrap() == 5
    assert app.call("it", a=7).unwrap() == 7
    assert app.call("it", a=0).error is not None


@pytest.mark.parametrize(
    ("declared", "names", "negatives"),
    [
        ((), ("--loud",), ("--no-loud",)),
        (("--loud", "-l"), ("--loud", "-l"), ()),
        (("--loud/--silent",), ("--loud",), ("--silent",)),
        (("--loud/--silent", "-l/-s"), ("--loud", "-l"), ("--silent", "-s")),
        (("--loud/-S",), ("--loud",), ("-S",)),
        ((" /--silent", " /-s"), ("--loud",), ("--silent", "-s")),
    ],
)
def test_a_flag_is_spelt_as_declared(
    declared: tuple[str, ...], names: tuple[str, ...], negatives: tuple[str, ...]
) -> None:
    def it(loud: bool = False) -> None: ...

    it.__annotations__["loud"] = Annotated[bool, Option(*declared)]
    param = param_of(it)
    assert (param.names, param.negatives) == (names, negatives)


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (Annotated[int, Option("count")], "'count' is not a spelling such as --it; a default follows the ="),
        (Annotated[int, Option(5)], "5 is not a spelling such as --it"),
        (Annotated[int, Option("-count")], "'-count' is neither of the form --name nor -n"),
        (Annotated[int, Option("--")], "'--' is neither of the form --name nor -n"),
        (Annotated[int, Option("---x")], "'---x' is neither of the form --name nor -n"),
        (Annotated[int, Option("--a b")], "'--a b' is neither of the form --name nor -n"),
        (Annotated[int, Option("--a=b")], "'--a=b' is neither of the form --name nor -n"),
        (Annotated[int, Option("--tooli-x")], "--tooli-x is reserved for the framework"),
        (Annotated[int, Option("--on/--off")], "--off turns nothing off: only an option of type bool can be"),
        (Annotated[str, Option(min=1)], "min= needs a number or a date, not str"),
        (Annotated[list[Path], Option(max=1)], "max= needs a number or a date, not path"),
        (Annotated[int, Option(formats=["%Y"])], "formats= needs a datetime, date or time"),
        (Annotated[str, Option(count=True)], "count=True needs an int"),
        (Annotated[int, Option(expose_value=False)], "expose_value=False keeps the value from the function"),
        (Annotated[int, Option(callback=FIVE)], "callback= must be a function"),
        (Annotated[int, Option(callback=max_of)], "callback= must take one argument, the value"),
        (Annotated[int, Option(parser=one)], "parser= must take one argument, the value"),
    ],
)
def test_what_a_marker_cannot_mean_is_refused_where_it_is_declared(annotation: Any, message: str) -> None:
    app = Tooli(name="app")

    def run(it: int) -> None: ...

    run.__annotations__["it"] = annotation
    with pytest.raises(DeclarationError) as caught:
        app.command()(run)
    assert str(caught.value).startswith(f"run: param 'it': {message}")


def test_two_params_cannot_share_a_spelling() -> None:
    app = Tooli(name="app")

    def short(a: Annotated[int, Option("-x")], b: Annotated[int, Option("-x")]) -> None: ...

    with pytest.raises(DeclarationError, match="short: param 'b': -x is taken by 'a'"):
        app.command()(short)

    def negative(color: bool = True, no_color: bool = False) -> None: ...

    with pytest.raises(DeclarationError, match="negative: param 'no_color': --no-color is taken by 'color'"):
        app.command()(negative)

    def reserved(tooli_json: bool = False) -> None: ...

    with pytest.raises(DeclarationError, match="reserved: param 'tooli_json': --tooli-json is reserved"):
        app.command()(reserved)


def test_a_field_in_the_annotation_is_honoured() -> None:
    app = Tooli(name="app")

    @app.command
    def it(
        count: Annotated[int, Field(ge=1, le=9, description="How many")],
        word: Annotated[str, Field(default="hi", max_length=5)],
        items: Annotated[list[int], Field(default_factory=lambda: [1])],
    ) -> Any:
        return count, word, items

    params = command_of(it).params
    assert [(param.required, param.positional) for param in params] == [
        (True, True),
        (False, False),
        (False, False),
    ]
    assert command_of(it).param_help(params[0]) == "How many"
    assert app.call("it", count="3").unwrap() == (3, "hi", [1])
    error = app.call("it", count=0, word="too long").error
    assert error is not None
    assert (error.code, error.field) == ("E1903", "count")
    assert error.details is not None
    assert [one["field"] for one in error.details["errors"]] == ["count", "word"]


def test_a_field_as_the_default_is_honoured() -> None:
    app = Tooli(name="app")

    @app.command
    def it(
        needed: int = Field(ge=1),
        count: int = Field(5, ge=1, description="How many"),
        items: list[int] = Field(default_factory=lambda: [1]),  # noqa: B008 - the form this test is about
        old: str = Field("x", deprecated="use new"),
    ) -> Any:
        return needed, count, items, old

    params = command_of(it).params
    assert [param.required for param in params] == [True, False, False, False]
    assert params[1].default == 5
    assert command_of(it).param_help(params[1]) == "How many"
    assert app.call("it", needed=1).unwrap() == (1, 5, [1], "x")
    error = app.call("it", needed=1, count=0).error
    assert error is not None
    assert (error.code, error.field) == ("E1903", "count")
    assert app.call("it", needed=1, old="y").meta["warnings"] == ["old is deprecated: use new"]


def test_a_field_whose_default_depends_on_other_fields_is_refused() -> None:
    app = Tooli(name="app")

    def it(count: int = Field(default_factory=len)) -> None: ...

    with pytest.raises(DeclarationError, match="it: param 'count': a default_factory that takes the other"):
        app.command()(it)


def test_constraints_of_annotated_types_are_honoured() -> None:
    app = Tooli(name="app")

    @app.command
    def it(
        count: Annotated[int, annotated_types.Gt(0)], tags: Annotated[list[str], annotated_types.Len(1, 2)]
    ) -> int:
        return count

    assert app.call("it", count=1, tags=["a"]).unwrap() == 1
    wrongs: list[dict[str, Any]] = [{"count": 0, "tags": ["a"]}, {"count": 1, "tags": ["a", "b", "c"]}]
    for wrong in wrongs:
        error = app.call("it", **wrong).error
        assert error is not None
        assert error.code == "E1903"


def test_a_marker_shows_what_it_was_given() -> None:
    assert repr(Option("--root", "-r", help="Where")) == "Option('--root', '-r', help='Where')"
    assert repr(Argument(min=1)) == "Argument(min=1)"
