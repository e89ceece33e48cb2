"""A module's own public functions become commands."""

from __future__ import annotations

from types import ModuleType

from tooli.sources.functions import public_functions

SOURCE = """
import functools
from os.path import join
from tooli import Annotated, Option

def add(a: int, b: int = 2) -> int:
    return a + b

plus = add

@functools.cache
def cached(x: int) -> int:
    return x

async def later(x: str) -> str:
    return x

def _private(x: int) -> int:
    return x

class Thing:
    def method(self) -> None: ...

def takes_thing(thing: Thing) -> None: ...

def takes_anything(**words: str) -> None: ...

def takes_nowhere(thing: list["Nowhere"]) -> None: ...

value = 3
"""


def made(source: str) -> ModuleType:
    module = ModuleType("made")
    exec(source, vars(module))
    return module


def test_private_imported_and_unsupported_ones_are_left_out() -> None:
    functions, left_out = public_functions(made(SOURCE))
    assert [function.__name__ for function in functions] == ["add", "cached", "later"]
    assert [reason.partition(":")[0] for reason in left_out] == [
        "takes_thing",
        "takes_anything",
        "takes_nowhere",
    ]


def test_a_module_that_says_what_is_public_is_believed() -> None:
    functions, _ = public_functions(made(SOURCE + '__all__ = ["later", "_private", "join"]'))
    assert [function.__name__ for function in functions] == ["later", "_private"]
