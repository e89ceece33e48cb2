"""All arguments of a command line in one JSON object."""

from __future__ import annotations

import json
import os

from tests.conftest import RunApp

APP = """
from tooli import SecretInput, StdinOr
from tooli.annotations import Destructive

@app.command
def show(name: str = "x", size: int | None = 5, tags: list[str] = ["a"], *words: str) -> list[object]:
    "Show what came."
    return [name, size, tags, list(words)]

@app.command
def unlock(password: SecretInput[str], source: StdinOr[str] | None = None) -> int:
    "Unlock."
    return len(password.reveal())

@app.command(annotations=Destructive)
def drop(name: str, arguments: str = "a") -> str:
    "Drop."
    return name + arguments
"""


def test_null_and_empty_lists_are_said_in_the_object(run_app: RunApp) -> None:
    given = {"size": None, "tags": [], "words": ["-a"]}
    ran = run_app(APP, "show", "--arguments", json.dumps(given))
    assert ran.result == ["x", None, [], ["-a"]]
    assert run_app.again("show", "--arguments={}").result == ["x", 5, ["a"], []]


def test_the_object_comes_from_a_file_or_from_stdin(run_app: RunApp) -> None:
    ran = run_app(APP, "show", "--arguments", "-", stdin='{"name": "ü"}')
    assert ran.result == ["ü", 5, ["a"], []]
    (run_app.folder / "given.json").write_text('{"size": 7}')
    assert run_app.again("show", "--arguments", "@given.json").result == ["x", 7, ["a"], []]


def test_every_value_is_validated_as_data(run_app: RunApp) -> None:
    error = run_app(APP, "show", "--arguments", '{"nam": "y", "size": "7", "tags": "a"}').error
    assert [one["field"] for one in error["details"]["errors"]] == ["nam", "tags"]
    assert error["suggestion"]["arguments"] == {"size": "7", "tags": ["a"], "name": "y"}


def test_what_is_no_object_is_told(run_app: RunApp) -> None:
    broken = run_app(APP, "show", "--arguments", "{").error
    assert (broken["code"], broken["field"]) == ("E1908", "arguments")
    assert "suggestion" not in broken
    assert run_app.again("show", "--arguments", "[]").error["code"] == "E1908"
    assert run_app.again("show", "--arguments", "@none.json").error["code"] == "E1907"
    assert run_app.again("show", "--arguments").error["code"] == "E1901"


def test_options_and_words_cannot_stand_beside_it(run_app: RunApp) -> None:
    error = run_app(APP, "show", "--name", "y", "--arguments", "{}").error
    assert (error["code"], error["field"]) == ("E1909", "arguments")
    assert error["suggestion"]["fix"] == "Put every argument into the object."


def test_a_silent_stdin_ends_the_wait_of_an_agent(run_app: RunApp) -> None:
    reader, writer = os.pipe()
    with open(reader, "rb"), open(writer, "wb"):
        wait: dict[str, str | None] = {"TOOLI_STDIN_WAIT": "0.1"}
        error = run_app(APP, "show", "--arguments", "-", env=wait, stdin=reader).error
    assert (error["code"], error["field"]) == ("E1906", "arguments")


def test_a_secret_comes_by_stdin_or_a_file_only(run_app: RunApp) -> None:
    refused = run_app(APP, "unlock", "--arguments", '{"password": "hunter2"}')
    assert (refused.error["code"], refused.error["field"]) == ("E1903", "password")
    assert "hunter2" not in refused.stdout
    assert run_app.again("unlock", "--arguments", "-", stdin='{"password": "hunter2"}').result == 7
    twice = run_app.again("unlock", "--arguments", "-", stdin='{"password": "hunter2", "source": "-"}')
    assert twice.error["field"] == "source"


def test_flags_of_the_framework_stand_beside_it(run_app: RunApp) -> None:
    line = ("drop", "--tooli-arguments", '{"name": "n", "arguments": "b"}')
    error = run_app(APP, *line).error
    assert error["code"] == "E1010"
    assert error["suggestion"]["example"].endswith("--yes")
    assert run_app.again(*line, "--yes").result == "nb"
    lines = run_app.again("show", "--limit", "1", "--arguments", "{}", "--jsonl")
    assert lines.stdout.splitlines()[0] == '"x"'


def test_a_file_without_end_is_not_read_for_ever(run_app: RunApp) -> None:
    error = run_app(APP, "show", "--arguments", "@/dev/zero").error
    assert (error["code"], error["field"]) == ("E1908", "arguments")
    assert error["message"] == "arguments: /dev/zero: it has more than 67108864 bytes"
