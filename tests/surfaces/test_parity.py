"""One behaviour, every surface: the same call has the same outcome wherever it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Surface = Callable[..., dict[str, Any]]

SUCCESSES: list[tuple[str, dict[str, Any], Any]] = [
    ("echo", {"text": "hi"}, {"text": "hi"}),
    ("echo", {"text": "hi", "times": 2, "loud": True}, {"text": "HIHI"}),
    ("echo", {"text": "-5", "times": "3"}, {"text": "-5-5-5"}),
    ("echo", {"text": "héllo ☃ 日本"}, {"text": "héllo ☃ 日本"}),
    ("later", {"text": "async"}, "async"),
    ("bounded", {"count": 5}, 5),
    ("count", {"to": 3}, [{"number": 0}, {"number": 1}, {"number": 2}]),
    ("acount", {"to": 3}, [0, 1, 2]),
    ("count", {"to": 0}, []),
    ("side", {"left": "l"}, "l"),
    ("injected", {"factor": 2}, [2, 4, 6]),
    ("db migrate", {}, {"target": "latest", "marked": True}),
    ("odd", {"kind": "set"}, [1, 2, 3]),
    ("odd", {"kind": "bytes"}, "AP8="),
    ("odd", {"kind": "path"}, "a/b"),
    (
        "typed",
        {
            "when": "2026-11-15",
            "price": "1.50",
            "color": "blue",
            "mode": "slow",
            "tags": ["a", "b"],
            "sizes": {"x": 1},
            "address": {"street": "Main", "zip": 12},
        },
        {
            "when": "2026-11-15",
            "price": "1.50",
            "color": "blue",
            "mode": "slow",
            "tags": ["a", "b"],
            "sizes": {"x": 1},
            "address": {"street": "Main", "zip": 12},
        },
    ),
]


@pytest.mark.parametrize(("command", "arguments", "result"), SUCCESSES)
def test_a_success_is_the_same_everywhere(
    surface: Surface, command: str, arguments: dict[str, Any], result: Any
) -> None:
    answer = surface(command, arguments)
    meta = answer.pop("meta")
    assert answer == {"ok": True, "result": result, "exit": 0}
    assert meta.pop("duration_ms") >= 1
    assert meta == {"tool": ".".join(("parity", *command.split())), "version": "2.1.0"}


FAILURES: list[tuple[str, dict[str, Any], str, int, str | None, str]] = [
    ("echo", {}, "E1901", 2, "text", "text is required"),
    ("echo", {"text": "a", "times": "three"}, "E1903", 2, "times", "times: 'three' is not a whole number"),
    (
        "typed",
        {"when": "x", "price": "1", "mode": "fast"},
        "E1903",
        2,
        "when",
        "when: 'x' is not a date such as 2026-11-15",
    ),
    (
        "typed",
        {"when": "2026-11-15", "price": "1", "mode": "fats"},
        "E1904",
        2,
        "mode",
        "mode: 'fats' is not one of fast, slow",
    ),
    (
        "typed",
        {"when": "2026-11-15", "price": "1", "color": "green"},
        "E1904",
        2,
        "color",
        "color: 'green' is not one of red, blue",
    ),
    ("bounded", {"count": 6}, "E1903", 2, "count", "count: 6 is not at most 5"),
    ("existing", {"path": "no/such/file"}, "E1907", 10, "path", "path: 'no/such/file' does not exist"),
    ("side", {}, "E1901", 2, "left", "give exactly one of left, right"),
    ("side", {"left": "a", "right": "b"}, "E1909", 2, "right", "give exactly one of left, right"),
    ("wipe", {"name": "disk"}, "E1010", 2, "yes", "wipe is destructive and needs --yes"),
    ("missing", {"name": "it"}, "E3001", 10, "name", "no it"),
    ("count", {"to": 3, "fail_at": 1}, "E3900", 20, None, "cannot count to 1"),
    ("broken", {"kind": "value"}, "E5001", 70, None, "unexpected ValueError: bad value"),
    ("broken", {"kind": "file"}, "E3910", 10, None, "No such file or directory: x.txt"),
    ("broken", {"kind": "permission"}, "E2900", 30, None, "Permission denied: x.txt"),
    ("broken", {"kind": "connection"}, "E4902", 40, None, "Connection refused"),
    ("broken", {"kind": "timeout"}, "E4901", 50, None, "too slow"),
    ("broken", {"kind": "unicode"}, "E1908", 65, None, "not valid utf-8: invalid start byte at byte 0"),
    ("broken", {"kind": "locked"}, "E3002", 20, None, "it is locked"),
    ("broken", {"kind": "exit"}, "E4900", 7, None, "the command ended with exit status 7"),
    ("broken", {"kind": "system-exit"}, "E4900", 9, None, "the command ended with exit status 9"),
    ("opaque", {}, "E5902", 70, None, "result: this object cannot be written as JSON"),
    ("nothing", {}, "E1905", 2, "command", "there is no command 'nothing'"),
]


@pytest.mark.parametrize(("command", "arguments", "code", "exit_code", "field", "message"), FAILURES)
def test_a_failure_is_the_same_everywhere(
    surface: Surface,
    command: str,
    arguments: dict[str, Any],
    code: str,
    exit_code: int,
    field: str | None,
    message: str,
) -> None:
    answer = surface(command, arguments)
    error = answer["error"]
    assert answer["ok"] is False
    assert (error["code"], error.get("field"), answer["exit"]) == (code, field, exit_code)
    assert error["message"] == message


def test_several_mistakes_are_told_together(surface: Surface) -> None:
    error = surface("echo", {"times": "x", "colour": "red"})["error"]
    assert {(item["code"], item["field"]) for item in error["details"]["errors"]} == {
        ("E1901", "text"),
        ("E1903", "times"),
        ("E1902", "colour"),
    }


def test_a_destructive_command_runs_with_a_yes(surface: Surface) -> None:
    assert surface("wipe", {"name": "disk"}, yes=True)["result"] == "disk is gone"


def test_a_dry_run_holds_back_or_is_refused(surface: Surface) -> None:
    planned = surface("plan", {"name": "disk"}, dry_run=True)
    assert planned["result"] == {"name": "disk", "done": False}
    assert planned["meta"]["dry_run"] is True
    assert surface("wipe", {"name": "disk"}, dry_run=True)["error"]["code"] == "E1913"


def test_nan_becomes_null_with_a_warning(surface: Surface) -> None:
    answer = surface("odd", {"kind": "nan"})
    assert answer["result"] is None
    assert answer["meta"]["warnings"] == ["result: NaN became null"]


def test_a_param_is_filled_from_the_apps_variables(surface: Surface, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARITY_ECHO_TIMES", "2")
    monkeypatch.setenv("PARITY_TEXT", "env")
    assert surface("echo", {})["result"] == {"text": "envenv"}


def test_a_page_and_the_next_are_the_same_everywhere(surface: Surface) -> None:
    first = surface("count", {"to": 5}, limit=2)
    assert first["result"] == [{"number": 0}, {"number": 1}]
    second = surface("count", {"to": 5}, limit=2, cursor=first["meta"]["next_cursor"])
    assert second["result"] == [{"number": 2}, {"number": 3}]
    other = surface("count", {"to": 6}, limit=2, cursor=first["meta"]["next_cursor"])
    assert other["error"]["code"] == "E1911"


def test_fields_filters_and_budgets_are_the_same_everywhere(surface: Surface) -> None:
    assert surface("count", {"to": 9}, filter="number > 6")["result"] == [{"number": 7}, {"number": 8}]
    assert surface("echo", {"text": "hi"}, fields="text")["result"] == {"text": "hi"}
    assert surface("echo", {"text": "hi"}, fields="txt")["error"]["code"] == "E1910"
    cut = surface("count", {"to": 99}, max_bytes=60)
    assert cut["result"] == [{"number": 0}, {"number": 1}, {"number": 2}, {"number": 3}]
    assert cut["meta"]["truncated"]["shown"] == 4
