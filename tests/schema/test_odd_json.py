"""JSON that a caller gives in text or in a file, and that is odd: nested deep, marked, too short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tooli import Tooli

if TYPE_CHECKING:
    from tests.conftest import RunApp

APP = """
    from typing import Annotated, Any
    from pydantic import BaseModel, Field

    class Tree(BaseModel):
        kids: list["Tree"] = []

    @app.command()
    def tree(t: Tree) -> int: return 1
    @app.command()
    def size(x: dict) -> int: return len(x)
    @app.command()
    def point(t: tuple[Annotated[int, Field(lt=3)], str] = (1, "a")) -> Any: return t
    @app.command()
    def plain(t: tuple[int, str] = (1, "a")) -> Any: return t
"""


@pytest.mark.parametrize("levels", [300, 900, 3000])
def test_what_is_nested_too_deep_for_a_class_is_an_error_that_names_the_param(
    run_app: RunApp, levels: int
) -> None:
    ran = run_app(APP, "tree", '{"kids":[' * levels + "]}" * levels, "--json")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (65, "E1908", "t")
    assert ran.error["message"] == "t: not valid JSON: it is nested too deep"


def test_what_is_nested_too_deep_for_a_dict_is_an_error_that_names_the_param(run_app: RunApp) -> None:
    (run_app.folder / "deep.json").write_text('{"a":' * 3000 + "1" + "}" * 3000)
    ran = run_app(APP, "size", "@deep.json", "--json")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (65, "E1908", "x")


def test_a_file_may_begin_with_a_byte_order_mark(run_app: RunApp) -> None:
    (run_app.folder / "bom.json").write_bytes(b'\xef\xbb\xbf{"a":1}')
    assert run_app(APP, "size", "@bom.json", "--json").result == 1


@pytest.mark.parametrize("command", ["point", "plain"])
def test_a_tuple_of_the_wrong_length_says_how_many_values_it_needs(run_app: RunApp, command: str) -> None:
    ran = run_app(APP, command, "--t", "1", "--json")
    assert (ran.code, ran.error["code"], ran.error["field"]) == (2, "E1903", "t")
    assert ran.error["message"] == "t: needs 2 values, got 1"


def test_a_tuple_with_constraints_says_it_of_data_too() -> None:
    from typing import Annotated

    from pydantic import Field

    app = Tooli("app")

    @app.command()
    def point(t: tuple[Annotated[int, Field(lt=3)], str]) -> Any:
        return t

    error = app.call("point", t=[1, "a", "b"]).error
    assert error is not None
    assert (error.code, error.message) == ("E1903", "t: needs 2 values, got 3")


@pytest.mark.parametrize(
    ("words", "line", "sure"),
    [
        (["size", '{"amount": 10'], """size '{"amount":10}'""", "maybe_incorrect"),
        (["size", "{"], "size '{}'", "maybe_incorrect"),
        (["size", "{amount: 10"], """size '{"amount":10}'""", "maybe_incorrect"),
        (["size", "{amount: 10}"], """size '{"amount":10}'""", "machine_applicable"),
        (["tree", '{"kids": [{"kids": []}'], """tree '{"kids":[{"kids":[]}]}'""", "maybe_incorrect"),
        (["sum", "--n", "[1, 2"], "sum --n 1 --n 2", "maybe_incorrect"),
        (["sum", "--n", "[1, 2]"], "sum --n 1 --n 2", "machine_applicable"),
        (["one", '{"n": 1'], "one 1", "maybe_incorrect"),
        (["one", '{"n": 1}'], "one 1", "machine_applicable"),
    ],
)
def test_what_stood_behind_the_end_of_a_document_cut_short_is_not_known(
    run_app: RunApp, words: list[str], line: str, sure: str
) -> None:
    source = f"""{APP}
    @app.command()
    def sum(n: list[int] = []) -> int: return len(n)
    @app.command()
    def one(n: int) -> int: return n
"""
    suggestion = run_app(source, *words).error["suggestion"]
    assert (suggestion["example"], suggestion["applicability"]) == (f"python app.py {line}", sure)


def test_an_argument_cut_short_is_not_sure_either() -> None:
    app = Tooli("app")

    @app.command()
    def size(x: dict[str, Any]) -> int:
        return len(x)

    error = app.call("size", x='{"amount": 10').error
    assert error is not None
    assert error.suggestion is not None
    assert error.suggestion.arguments == {"x": {"amount": 10}}
    assert error.suggestion.applicability == "maybe_incorrect"
