"""Attempts on the process itself: its environment, its end, and the guard in it."""

from __future__ import annotations

import atexit
import os
import pathlib
import signal
import sys
from pathlib import Path
from typing import Any

from tests.policy.escapes.table import blocked, limit


@blocked
def set_a_variable(w: Any) -> Any:
    os.environ["ESCAPED"] = "1"


@blocked
def put_a_variable(w: Any) -> Any:
    os.putenv("ESCAPED", "1")


@blocked
def unset_a_variable(w: Any) -> Any:
    del os.environ["KEPT"]


@limit("Reading the environment")
def read_a_variable(w: Any) -> Any:
    return os.environ["KEPT"]


@blocked
def signal_handler(w: Any) -> Any:
    signal.signal(signal.SIGUSR1, lambda *_: w.victim.unlink())
    signal.raise_signal(signal.SIGUSR1)


@limit("What a call leaves behind for later")
def signal_handler_for_later(w: Any) -> Any:
    signal.signal(signal.SIGUSR2, lambda *_: w.victim.unlink())
    w.later = lambda: signal.raise_signal(signal.SIGUSR2)


@limit("What a call leaves behind for later")
def at_exit(w: Any) -> Any:
    atexit.register(w.victim.unlink)


class Finalized:
    """Deletes a file when it is thrown away."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __del__(self) -> None:
        self.path.unlink()


@blocked
def finalizer(w: Any) -> Any:
    made = Finalized(w.victim)
    del made


@limit("What a call leaves behind for later")
def finalizer_for_later(w: Any) -> Any:
    w.kept = [Finalized(w.victim)]
    w.later = w.kept.clear


@blocked
def another_hook(w: Any) -> Any:
    sys.addaudithook(lambda event, args: None)
    return open(w.secret).read()


@blocked
def hidden_refusal(w: Any) -> Any:
    try:
        return open(w.secret).read()
    except Exception:
        return "nothing happened"


@blocked
def exit_after_a_refusal(w: Any) -> Any:
    try:
        return open(w.secret).read()
    except Exception:
        sys.exit(0)


@limit("Code that works against the guard")
def take_the_watch_away(w: Any) -> Any:
    from tooli.policy.watch import CURRENT

    CURRENT.set(None)
    return open(w.secret).read()


@limit("Code that works against the guard")
def patch_the_judge(w: Any) -> Any:
    from tooli.policy import audit_hook

    functions = vars(audit_hook)
    kept, functions["is_free"] = functions["is_free"], lambda use: True
    try:
        return open(w.secret).read()
    finally:
        functions["is_free"] = kept


@limit("Code that works against the guard")
def patch_the_standard_library(w: Any) -> Any:
    kept = os.path.realpath
    os.path.realpath = lambda path, **_: str(w.allowed)  # type: ignore[assignment] # that is the point
    try:
        return pathlib.Path(w.secret).read_text()
    finally:
        os.path.realpath = kept
