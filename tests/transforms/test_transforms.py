"""Transforms: commands in, commands or nothing out, before any surface sees them."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest

from tooli import Tooli, VersionFilter
from tooli.errors import DeclarationError
from tooli.model import Command


def finders(*transforms: Any) -> Tooli:
    app = Tooli(name="demo", version="3.0", transforms=list(transforms))
    for number in ("1.2", "1.10", "2.0"):
        app.command(name="find", version=number, aliases=["f"])(lambda number=number: number)
    app.command(name="greet")(lambda: "hello")
    return app


@pytest.mark.parametrize(
    ("bounds", "newest"),
    [
        (VersionFilter(), "2.0"),
        (VersionFilter(max="1.10"), "1.10"),
        (VersionFilter(below="1.10"), "1.2"),
        (VersionFilter(min="1.3", below="2"), "1.10"),
    ],
)
def test_the_newest_version_within_bounds_has_the_name(bounds: VersionFilter, newest: str) -> None:
    app = finders(bounds)
    assert app.call("find").result == newest
    assert app.call("f").result == newest
    assert app.call("greet").result == "hello"


def test_versions_out_of_bounds_are_not_there() -> None:
    app = finders(VersionFilter(min="1.3", unversioned=False))
    error = app.call("find@1.2").error
    assert error is not None
    assert (error.code, error.details) == ("E3904", {"value": "1.2", "available": ["2.0", "1.10"]})
    assert app.call("find@1.10").result == "1.10"
    unknown = app.call("greet").error
    assert unknown is not None
    assert unknown.code == "E1905"


def test_a_command_may_leave_its_name_and_its_group() -> None:
    def moved(command: Command) -> Command:
        return command.replace(path=("tools", *command.path)) if command.name == "greet" else command

    app = finders(moved)
    assert app.call("tools greet").result == "hello"
    assert app.call("greet").ok is False
    assert [path for path, _ in app.runtime.catalog.walk()] == [("find",), ("tools", "greet")]


def test_transforms_are_applied_in_order_until_one_drops_the_command() -> None:
    seen: list[str] = []

    def drop(command: Command) -> Command | None:
        return None if command.name == "greet" else command

    def note(command: Command) -> Command:
        seen.append(command.name)
        return command

    finders(drop, note).call("find")
    assert seen == ["find", "find", "find"]


def test_what_holds_for_a_group_holds_after_transforms() -> None:
    app = Tooli(name="demo", transforms=[lambda command: command])
    db = app.group("db", help="Data.", tags=["data"], hidden=True)

    @db.command()
    def move() -> str:
        return "moved"

    @app.middleware
    def loud(call: Any) -> Any:
        result = yield
        return f"{result}!"

    group = app.runtime.catalog.group(("db",))
    assert group is not None
    assert (group.help, group.hidden) == ("Data.", True)
    assert app.call("db move").result == "moved!"
    command = app.runtime.catalog.find(("db", "move"))
    assert command is not None
    assert command.tags == ("data",)


def test_lazy_groups_are_transformed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = Tooli(name="inner")
    inner.command(name="old")(lambda: 1)
    module = types.ModuleType("lazily")
    module.app = inner  # type: ignore[attr-defined] # what a module of that name would hold
    monkeypatch.setitem(sys.modules, "lazily", module)
    app = Tooli(name="demo", transforms=[lambda command: command.replace(path=(*command.path[:-1], "new"))])
    app.lazy("more", "lazily:app")
    assert app.call("more new").result == 1


@pytest.mark.parametrize(
    ("transforms", "message"),
    [
        ("upper", "transforms must be a list, not str"),
        ([3], "transforms holds 3, which is no function"),
        (None, "transforms must be a list, not NoneType"),
    ],
)
def test_transforms_that_are_none_are_refused(transforms: Any, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        Tooli(name="demo", transforms=transforms)


def test_a_transform_that_gives_something_else_is_refused() -> None:
    with pytest.raises(DeclarationError, match="neither a command nor None"):
        _ = finders(lambda command: command.name).runtime


def test_two_commands_cannot_get_one_name() -> None:
    with pytest.raises(DeclarationError, match="declared twice"):
        _ = finders(lambda command: command.replace(path=("same",), version=None)).runtime
