"""A function that returns what it is given, as an app and as a command, and what reads their schemas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jsonschema import Draft202012Validator

from tooli import Tooli
from tooli.model import Command


def identity(kind: Any) -> Callable[..., Any]:
    def echo(value: Any) -> Any:
        return value

    echo.__annotations__ = {"value": kind, "return": kind}
    return echo


def app_of(function: Callable[..., Any], **settings: Any) -> Tooli:
    app = Tooli("demo", version="1.0.0")
    app.command("echo", **settings)(function)
    return app


def command_of(function: Callable[..., Any], **settings: Any) -> Command:
    command = app_of(function, **settings).runtime.catalog.find(("echo",))
    assert command is not None
    return command


def valid(schema: dict[str, Any]) -> Draft202012Validator:
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)
