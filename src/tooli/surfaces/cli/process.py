"""A command line as a process: its streams, its signals, its deadline and its exit status."""

from __future__ import annotations

import gc
import os
import sys

from tooli.surfaces.cli.main import main
from tooli.surfaces.cli.streams import ProcessStreams
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    import signal as signals
    from collections.abc import Callable

    from tooli.execute.host import Host
    from tooli.execute.runtime import Runtime
else:
    try:
        import _signal as signals  # `signal` costs an import of enum
    except ImportError:  # another interpreter
        import signal as signals


def run_process(runtime: Runtime, argv: list[str]) -> int:
    """Run a command line as this process and return the exit status; nothing escapes."""
    if runtime.environ.get(f"_{runtime.name}_COMPLETE".upper().replace("-", "_").replace(".", "_")):
        from tooli.surfaces.cli.completion import answer_completion

        return answer_completion(runtime)
    gc.freeze()  # what is loaded now stays until the end: no collection needs to walk it
    streams = ProcessStreams()
    late: list[float] = []
    ended: list[int] = []
    if _listen(ended):
        runtime = runtime.replace(host=_watched(runtime, argv, streams, late))
    try:
        status = main(runtime, argv, streams)
    except BaseException as error:
        from tooli.surfaces.cli.ending import end_process, ignore_signals

        late.append(ignore_signals())
        status = end_process(runtime, argv, streams, error)
    if late:
        from tooli.surfaces.cli.ending import leave_by

        leave_by(late[-1], status)
    ended.append(status)
    _flush()
    return status


def _listen(ended: list[int]) -> bool:
    """Turn a request to terminate into an exception, so that clean-up runs and an envelope is written."""

    def terminate(signum: int, frame: object) -> None:
        if ended:  # all is said
            signals.signal(signals.SIGTERM, signals.SIG_DFL)
            os.kill(os.getpid(), signals.SIGTERM)
            return
        from tooli.surfaces.cli.ending import Terminated

        raise Terminated

    try:
        signals.signal(signals.SIGTERM, terminate)
    except ValueError:
        return False  # not the main thread: the program that started us handles its signals
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_hold_signal, after_in_parent=_let_signal, after_in_child=_be_a_child)
    return True


# A forked child ends as any other process. A signal that comes while it is being made would be lost to it.
def _hold_signal() -> None:
    signals.pthread_sigmask(signals.SIG_BLOCK, (signals.SIGTERM,))


def _let_signal() -> None:
    signals.pthread_sigmask(signals.SIG_UNBLOCK, (signals.SIGTERM,))


def _be_a_child() -> None:
    signals.signal(signals.SIGTERM, signals.SIG_DFL)
    _let_signal()


def _watched(
    runtime: Runtime, argv: list[str], streams: ProcessStreams, late: list[float]
) -> Callable[[], Host]:
    def host() -> Host:
        from tooli.surfaces.cli.watchdog import Watched

        return Watched(runtime, argv, streams, late)

    return host


def _flush() -> None:
    """Write out stray prints now: at the interpreter's end, failing to would change the exit status."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
        if sys.stderr is not None:
            sys.stderr.flush()
    except Exception:  # whatever the command put in their place may raise anything
        sys.stdout = sys.stderr = None
