"""One behaviour, every surface: the same call has the same outcome wherever it comes from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

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
    ("wipe", {"name": "disk"}, "E1010", 2, "yes", "wipe is destructive and needs a yes"),
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
    ("broken", {"kind": "panic"}, "E5001", 70, None, "unexpected Panic: rust panicked"),
    ("broken", {"kind": "cancelled"}, "E5001", 70, None, "unexpected CancelledError"),
    ("abroken", {"kind": "panic"}, "E5001", 70, None, "unexpected Panic: rust panicked"),
    ("abroken", {"kind": "leak"}, "E5001", 70, None, "unexpected CancelledError"),
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
    assert planned["result"] == {"actions": [], "result": {"name": "disk", "done": False}}
    assert planned["meta"]["dry_run"] is True
    assert surface("wipe", {"name": "disk"}, dry_run=True)["error"]["code"] == "E1913"


@pytest.mark.parametrize("command", ["erase", "erase-async", "erase-each"])
def test_a_dry_run_gives_the_plan_of_what_would_be_done(surface: Surface, command: str) -> None:
    planned = surface(command, {"names": ["a", "b"]}, dry_run=True)
    digest = "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    assert planned["result"]["actions"][0] == {"action": "erase", "target": "a", "before": digest}
    assert [action["target"] for action in planned["result"]["actions"]] == ["a", "b"]
    assert planned["meta"]["dry_run"] is True
    assert planned["exit"] == 0
    assert surface(command, {"names": ["a"]}, yes=True)["result"] in (["erased a"], "erased a")


def test_a_key_lets_a_call_run_once_and_other_arguments_are_refused(
    surface: Surface, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    key = f"parity-{uuid4()}"
    first, second = (surface("ticket", {"to": "Rome"}, idempotency_key=key) for _ in range(2))
    assert first["ok"], first
    assert first["result"] == second["result"] != surface("ticket", {"to": "Rome"})["result"]
    assert "idempotent_replay" not in first["meta"]
    assert second["meta"]["idempotent_replay"] is True
    other = surface("ticket", {"to": "Oslo"}, idempotency_key=key)
    assert (other["error"]["code"], other["exit"]) == ("E3902", 20)


def test_nan_becomes_null_with_a_warning(surface: Surface) -> None:
    answer = surface("odd", {"kind": "nan"})
    assert answer["result"] is None
    assert answer["meta"]["warnings"] == ["result: NaN became null"]


def test_a_param_is_filled_from_the_apps_variables(
    local_surface: Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARITY_ECHO_TIMES", "2")
    monkeypatch.setenv("PARITY_TEXT", "env")
    assert local_surface("echo", {})["result"] == {"text": "envenv"}


def test_a_page_and_the_next_are_the_same_everywhere(surface: Surface) -> None:
    first = surface("count", {"to": 5}, limit=2)
    assert first["result"] == [{"number": 0}, {"number": 1}]
    second = surface("count", {"to": 5}, limit=2, cursor=first["meta"]["next_cursor"])
    assert second["result"] == [{"number": 2}, {"number": 3}]
    other = surface("count", {"to": 6}, limit=2, cursor=first["meta"]["next_cursor"])
    assert other["error"]["code"] == "E1911"


def test_a_command_that_pages_by_itself_gets_its_own_cursor_back(surface: Surface) -> None:
    places: list[int] = []
    meta: dict[str, Any] = {}
    while not places or "next_cursor" in meta:
        cursor = {"cursor": meta["next_cursor"]} if meta else {}
        answer = surface("shelf", {}, limit=2, **cursor)
        assert answer["ok"], answer
        places += [item["place"] for item in answer["result"]]
        meta = answer["meta"]
        assert meta["total"] == 7
    assert places == list(range(7))


def test_a_page_of_its_own_may_be_cut_and_is_gone_on_with_where_it_was_cut(surface: Surface) -> None:
    first = surface("shelf", {}, limit=3, max_items=2)
    assert [item["place"] for item in first["result"]] == [0, 1]
    truncated = first["meta"]["truncated"]
    assert (truncated["shown"], truncated["left_out"]) == (2, 1)
    second = surface("shelf", {}, limit=3, cursor=first["meta"]["next_cursor"])
    assert [item["place"] for item in second["result"]] == [2]
    third = surface("shelf", {}, limit=3, cursor=second["meta"]["next_cursor"])
    assert [item["place"] for item in third["result"]] == [3, 4, 5]


def test_limit_and_cursor_may_be_given_as_the_params_they_are(surface: Surface) -> None:
    first = surface("shelf", {"limit": 1})
    assert first["result"] == [{"kind": "book", "place": 0}]
    second = surface("shelf", {"limit": 1, "cursor": first["meta"]["next_cursor"]})
    assert second["result"] == [{"kind": "book", "place": 1}]


def test_a_cursor_of_its_own_is_sealed_and_bound_to_the_arguments(surface: Surface) -> None:
    cursor = surface("shelf", {}, limit=1)["meta"]["next_cursor"]
    other = surface("shelf", {"kind": "disc"}, cursor=cursor)
    assert (other["error"]["code"], other["error"]["details"]["reason"]) == ("E1911", "other_arguments")
    changed = surface("shelf", {}, cursor=f"{cursor[:-1]}{'A' if cursor[-1] != 'A' else 'B'}")
    assert (changed["error"]["code"], changed["error"]["details"]["reason"]) == ("E1911", "corrupted")
    assert surface("shelf", {}, cursor="3")["error"]["code"] == "E1911"


def test_the_rules_of_a_limit_of_its_own_hold(surface: Surface) -> None:
    error = surface("shelf", {}, limit=9)["error"]
    assert (error["code"], error["field"]) == ("E1903", "limit")
    assert error["message"] == "limit: 9 is not at most 5"


def test_pages_nobody_else_can_choose_refuse_a_limit(surface: Surface) -> None:
    first = surface("drawers", {})
    assert first["result"] == [1, 2, 3]
    assert surface("drawers", {}, cursor=first["meta"]["next_cursor"])["result"] == [4]
    assert surface("drawers", {}, limit=2)["error"]["code"] == "E1909"


def test_a_param_that_may_be_piped_in_is_given_as_any(surface: Surface) -> None:
    assert surface("greet", {"names": ["ann", "bob"]})["result"] == ["hello ann", "hello bob"]


def test_fields_filters_and_budgets_are_the_same_everywhere(surface: Surface) -> None:
    assert surface("count", {"to": 9}, filter="number > 6")["result"] == [{"number": 7}, {"number": 8}]
    assert surface("echo", {"text": "hi"}, fields="text")["result"] == {"text": "hi"}
    assert surface("echo", {"text": "hi"}, fields="txt")["error"]["code"] == "E1910"
    cut = surface("count", {"to": 99}, max_bytes=60)
    assert cut["result"] == [{"number": 0}, {"number": 1}, {"number": 2}, {"number": 3}]
    assert cut["meta"]["truncated"]["shown"] == 4


@pytest.mark.parametrize("kind", ["list", "dict", "class", "model"])
def test_what_a_call_does_to_a_default_is_its_own(surface: Surface, kind: str) -> None:
    for name in ("ann", "bob"):
        assert surface("collect", {"name": name, "kind": kind})["result"] == [name]
