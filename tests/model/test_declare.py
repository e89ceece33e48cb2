"""Each mistake of a declaration raises where it is made, naming command and param."""

from __future__ import annotations

from typing import Any

import pytest

from tooli import Annotated, Depends, Option, Tooli
from tooli.annotations import Destructive, ReadOnly
from tooli.errors import DeclarationError
from tooli.model.constraint import one_of, requires
from tooli.model.declare import check_handoffs


def copy(source: str, force: bool = False) -> None:
    """Copy a file."""


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"titel": "x"}, "command 'copy': unknown keyword 'titel'; did you mean title=?"),
        ({"cls": object}, "command 'copy': cls= is not supported; use transforms"),
        (
            {"context_settings": {}},
            r"command 'copy': context_settings= is not supported; use Tooli\(...\) keywords",
        ),
        ({"chain": True}, "command 'copy': chain= is not supported; use orchestration plans"),
        (
            {"result_callback": print},
            "command 'copy': result_callback= is not supported; use @app.middleware",
        ),
        ({"cost_hint": "huge"}, "command 'copy': cost_hint='huge' is not one of low, medium, high"),
        (
            {"danger_level": "none"},
            "command 'copy': danger_level='none' is not one of low, medium, high, critical",
        ),
        ({"capabilities": "fs:read"}, "command 'copy': capabilities must be a list, not str"),
        ({"tags": 5}, "command 'copy': tags must be a list, not int"),
        ({"tags": [5]}, "command 'copy': tags holds 5, which is not a string"),
        ({"capabilities": ["fs:reed"]}, "command 'copy': capability 'fs:reed': use one of fs:delete"),
        (
            {"annotations": "ReadOnly"},
            "command 'copy': annotations must be hints such as ReadOnly | Idempotent",
        ),
        (
            {"annotations": ReadOnly | Destructive},
            "command 'copy': ReadOnly and Destructive exclude each other",
        ),
        (
            {"annotations": ReadOnly, "capabilities": ["fs:delete"]},
            "command 'copy': ReadOnly, but it declares fs:delete",
        ),
        ({"timeout": 0}, "command 'copy': timeout must be a positive number of seconds"),
        ({"timeout": "5"}, "command 'copy': timeout must be a positive number of seconds"),
        ({"timeout": True}, "command 'copy': timeout must be a positive number of seconds"),
        ({"examples": [{"description": "x"}]}, "command 'copy': each of examples is a dict with \"args\""),
        ({"handoffs": ["move"]}, "command 'copy': each of handoffs is a dict with \"command\""),
        ({"constraints": [one_of("source", "target")]}, "command 'copy': one_of: there is no param 'target'"),
        (
            {"constraints": [requires("forse", "source")]},
            "command 'copy': requires: there is no param 'forse'",
        ),
    ],
)
def test_a_wrong_setting_of_a_command_is_refused(settings: dict[str, Any], message: str) -> None:
    app = Tooli(name="app")
    with pytest.raises(DeclarationError, match=f"^{message}".replace("|", r"\|")):
        app.command(**settings)(copy)


def test_constraints_of_params_with_rich_types_are_checked_too() -> None:
    app = Tooli(name="app")

    def pick(a: list[int] | None = None, b: Annotated[int, Option()] = 1) -> None: ...

    with pytest.raises(DeclarationError, match="command 'pick': one_of: there is no param 'c'"):
        app.command(constraints=[one_of("a", "c")])(pick)


def test_a_command_may_not_declare_more_than_its_app_permits() -> None:
    app = Tooli(name="app", permissions={"filesystem": "read"})
    app.command("fine", capabilities=["fs:read"])(copy)
    with pytest.raises(
        DeclarationError, match="command 'copy': capability 'fs:write' is above the app's permissions"
    ):
        app.command("wrong", capabilities=["fs:write"])(copy)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"descripton": "x"}, "Tooli: unknown keyword 'descripton'"),
        ({"chain": True}, "Tooli: chain= is not supported; use orchestration plans"),
        ({"result_callback": print}, "Tooli: result_callback= is not supported; use @app.middleware"),
        ({"context_settings": {}}, r"Tooli: context_settings= is not supported; use Tooli\(...\) keywords"),
        ({"cls": object}, "Tooli: cls= is not supported; use transforms"),
        ({"permissions": {"disk": "read"}}, "app: permissions: no area 'disk'"),
        (
            {"permissions": {"net": "all"}},
            "app: permissions: net must be one of none, read, write, not 'all'",
        ),
        ({"default_output": "xml"}, "app: default_output='xml' is not one of"),
    ],
)
def test_a_wrong_setting_of_an_app_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(DeclarationError, match=f"^{message}"):
        Tooli(name="app", **settings)


def test_a_wrong_setting_of_a_group_is_refused() -> None:
    app = Tooli(name="app")
    with pytest.raises(DeclarationError, match="group: unknown keyword 'taggs'; did you mean tags="):
        app.group("db", taggs=["x"])  # type: ignore[call-arg] # the point of the test


def test_isolation_excludes_injected_params() -> None:
    app = Tooli(name="app")

    def connect() -> int:
        return 1

    def work(connection: Annotated[int, Depends(connect)]) -> None: ...

    with pytest.raises(
        DeclarationError, match="command 'work': isolate=True runs in a child process, where 'conn"
    ):
        app.command(isolate=True)(work)


@pytest.mark.parametrize(
    ("arguments", "fields", "message"),
    [
        (("KeyError", "E3002"), {}, "map_error: 'KeyError' is not an exception class"),
        ((KeyError, "X3002"), {}, "map_error: 'X3002' is not a code such as E3002"),
        ((KeyError, "E300"), {}, "map_error: 'E300' is not a code such as E3002"),
        (
            (KeyError, "E3002"),
            {"exitcode": 3},
            "map_error: unknown keyword 'exitcode'; did you mean exit_code=?",
        ),
    ],
)
def test_a_wrong_error_mapping_is_refused(arguments: Any, fields: Any, message: str) -> None:
    app = Tooli(name="app")
    with pytest.raises(DeclarationError, match=message.replace("?", r"\?")):
        app.map_error(*arguments, **fields)


def test_nothing_can_be_declared_once_the_app_is_in_use() -> None:
    app = Tooli(name="app")
    app.command()(copy)
    app.call("copy", source="x")
    for late in (lambda: app.command("again")(copy), lambda: app.group("db"), lambda: app.lazy("x", "y:z")):
        with pytest.raises(DeclarationError, match="app is in use: declare everything before the first call"):
            late()


def test_a_handoff_names_a_command() -> None:
    app = Tooli(name="app")
    group = app.group("db")
    group.command("migrate")(copy)
    app.command(handoffs=[{"command": "db migrate", "when": "later"}, {"command": "db.migrate"}])(copy)
    check_handoffs(app._root)
    app.command("other", handoffs=[{"command": "db restore"}])(copy)
    with pytest.raises(DeclarationError, match="command 'other': handoff to 'db restore': no such command"):
        check_handoffs(app._root)


def test_middleware_has_to_be_a_generator() -> None:
    app = Tooli(name="app")
    with pytest.raises(DeclarationError, match="middleware 'copy' must be a generator function"):
        app.middleware(copy)
