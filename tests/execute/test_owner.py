"""Which process runs a call, and whether it still does."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tooli import CallOptions, Tooli
from tooli.execute import lease
from tooli.execute.app_store import app_store
from tooli.execute.owner import Owner, born, machine, this_process

KEY = CallOptions(idempotency_key="order-1")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("TOOLI_STORE", raising=False)


def code_of(result: Any) -> str | None:
    return result.error.code if result.error is not None else None


def test_a_process_is_known_by_the_moment_it_began() -> None:
    mine = this_process()
    assert mine.is_alive() is True
    assert mine.replace(born="another moment").is_alive() is False
    assert mine.replace(machine="elsewhere").is_alive() is None
    assert Owner(machine=machine(), pid=2**30, born="x").is_alive() is False
    if sys.platform != "win32":
        assert born(os.getpid(), "darwin") is not None
        assert born(2**30, "darwin") is None


def test_of_another_machines_run_its_sign_of_life_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Tooli("app")
    started, go_on = threading.Event(), threading.Event()

    @app.command(capabilities=["state:mutate"])
    def slow() -> str:
        started.set()
        go_on.wait(30)
        return "done"

    first: list[Any] = []
    thread = threading.Thread(target=lambda: first.append(app.call("slow", options=KEY)))
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(socket, "gethostname", lambda: "elsewhere")
        thread.start()
        started.wait(30)
    assert code_of(app.call("slow", options=KEY.replace(timeout=0.3))) == "E3901"
    with contextlib.closing(app_store(app.runtime)) as store:
        [(sign, _, _)] = store.entries("lease/")
        store.delete(sign)
    assert code_of(app.call("slow", options=KEY)) == "E3903"
    go_on.set()
    thread.join()
    assert first[0].result == app.call("slow", options=KEY).result == "done"


def test_a_sign_of_life_is_given_again_and_again_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "_EVERY", 0.001)
    app = Tooli("app")
    with contextlib.closing(app_store(app.runtime)) as store:
        sign = lease.Lease("lease/x", lambda: app_store(app.runtime))
        sign.begin(store)
        store.delete("lease/x")
        while store.get("lease/x") is None:
            pass
        sign.end(store)
    while any(thread.name == "tooli-lease" for thread in threading.enumerate()):
        pass
