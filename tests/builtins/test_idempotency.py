"""`idempotency list` and `idempotency forget`."""

from __future__ import annotations

import signal
import sys
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

SHOP = """
from tooli.errors import NotFoundError
@app.command(capabilities=["state:mutate"])
def charge(order: str, hang: bool = False) -> str:
    if hang:
        print("begun", file=sys.stderr, flush=True)
        time.sleep(60)
    if order == "none":
        raise NotFoundError("there is no such order")
    return order
db = app.group("db")
@db.command(capabilities=["state:mutate"])
def migrate() -> str:
    return "done"
"""


def test_keys_are_listed_with_how_their_calls_ended(run_app: RunApp) -> None:
    assert run_app(SHOP, "idempotency", "list").result == []
    run_app.again("charge", "7", "--idempotency-key", "a")
    run_app.again("charge", "none", "--idempotency-key", "b")
    run_app.again("db", "migrate", "--idempotency-key", "c")
    rows = run_app.again("idempotency", "list").result
    assert [(row["key"], row["command"], row["version"], row["state"]) for row in rows] == [
        ("a", "charge", "1.0.0", "succeeded"),
        ("b", "charge", "1.0.0", "failed"),
        ("c", "db migrate", "1.0.0", "succeeded"),
    ]
    kept = datetime.fromisoformat(rows[0]["expires"]) - datetime.fromisoformat(rows[0]["started"])
    assert timedelta(hours=24) <= kept <= timedelta(hours=24, minutes=1)


def test_a_forgotten_key_lets_its_call_run_again(run_app: RunApp) -> None:
    run_app(SHOP, "charge", "7", "--idempotency-key", "a b")
    run_app.again("db", "migrate", "--idempotency-key", "a b")
    assert run_app.again("idempotency", "forget", "a b", "--command", "charge").result == ["charge"]
    assert run_app.again("charge", "8", "--idempotency-key", "a b").result == "8"
    assert sorted(run_app.again("idempotency", "forget", "a b").result) == ["charge", "db migrate"]
    missing = run_app.again("idempotency", "forget", "a b")
    assert (missing.code, missing.error["code"], missing.error["field"]) == (10, "E3910", "key")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_the_key_of_a_running_call_is_not_forgotten(run_app: RunApp) -> None:
    process = run_app.start(SHOP, "charge", "7", "--hang", "--idempotency-key", "a")
    assert process.stderr is not None
    process.stderr.readline()
    assert [row["state"] for row in run_app.again("idempotency", "list").result] == ["running"]
    assert run_app.again("idempotency", "forget", "a").error["code"] == "E3901"
    process.send_signal(signal.SIGKILL)
    run_app.finish(process)
    assert [row["state"] for row in run_app.again("idempotency", "list").result] == ["interrupted"]
    assert run_app.again("idempotency", "forget", "a").result == ["charge"]
