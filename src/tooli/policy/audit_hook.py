"""The audit hook: asks the watch over the running code about everything that Python announces.

Installed once, by the first call that is watched, and there for the life of the process: Python has no way to
take a hook away. Code that nobody watches costs a look into a table.
"""

from __future__ import annotations

import _thread
import functools
import sys
import threading
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any

from tooli.policy.audit_events import LOOKUPS, READERS, Use
from tooli.policy.blame import is_blameless, is_free
from tooli.policy.watch import CURRENT, Watch


@functools.cache
def install() -> None:
    """Put the hook in place, unless it is."""
    sys.addaudithook(_hook)
    for name in ("start_new_thread", "start_new", "start_joinable_thread"):
        _wrap(_thread, name, _inheriting)
        _wrap(threading, f"_{name}", _inheriting)
    if sys.platform != "win32":
        import _posixsubprocess

        _wrap(_posixsubprocess, "fork_exec", _announced)


def _wrap(module: ModuleType, name: str, wrapper: Callable[[Any], Any]) -> None:
    if hasattr(module, name):
        setattr(module, name, wrapper(getattr(module, name)))


def _hook(event: str, args: tuple[Any, ...]) -> None:
    read = READERS.get(event)
    if read is None or (watch := CURRENT.get()) is None:
        return
    if watch.ended and _thread.get_ident() in watch.pooled:
        return  # the thread works for others now
    frame = sys._getframe().f_back  # none in a thread that runs a function of C
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    token = CURRENT.set(None)  # what the judgement itself does is not judged
    try:
        for use in read(args):
            if not is_free(use):
                _judge(watch, frame, event, use)
    finally:
        CURRENT.reset(token)


vars(_hook)["__cantrace__"] = True  # else debuggers and coverage do not see what it calls


def _judge(watch: Watch, frame: FrameType | None, event: str, use: Use) -> None:
    """Have a watch, and those around it, refuse what they do not allow, if the function is to blame."""
    over: Watch | None = watch
    while over is not None:
        if not over.allows(use):
            if is_blameless(frame, event, use):
                return
            over.refuse(use)
        over.note(use, looks_up=event in LOOKUPS)
        over = over.outer


def _inheriting(start: Callable[..., Any]) -> Callable[..., Any]:
    """Return what starts a thread, and has it watched as the code that starts it is.

    No event announces a thread before Python 3.12, and none lets a hook into the new one.
    """

    def start_thread(function: Any, *args: Any, **kwargs: Any) -> Any:
        watch = CURRENT.get()
        if watch is not None:
            function = functools.partial(_in_thread, watch, _is_pooled(function), function)
        return start(function, *args, **kwargs)

    return start_thread


def _is_pooled(function: Any) -> bool:
    """Whether a thread belongs to a pool, which may work for other calls when this one has ended."""
    target = getattr(getattr(function, "__self__", None), "_target", None)
    return getattr(target, "__module__", None) == "concurrent.futures.thread"


def _in_thread(watch: Watch, pooled: bool, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    CURRENT.set(watch)
    if pooled:
        watch.pooled.add(_thread.get_ident())
    return function(*args, **kwargs)


def _announced(fork_exec: Callable[..., Any]) -> Callable[..., Any]:
    """Return what starts a process, with an event of its own: Python has none for it."""

    def start_process(*args: Any) -> Any:
        sys.audit("tooli.spawn")
        return fork_exec(*args)

    return start_process
