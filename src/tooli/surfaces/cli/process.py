"""A command line as a process: its streams, its signals, its deadline and its exit status."""

from __future__ import annotations

import gc
import sys

from tooli.surfaces.cli.main import main
from tooli.surfaces.cli.streams import ProcessStreams
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.execute.runtime import Runtime


def _terminate(signum: int, frame: object) -> None:
    from tooli.surfaces.cli.ending import Terminated

    raise Terminated


def run_process(runtime: Runtime, argv: list[str]) -> int:
    """Run a command line as this process and return the exit status; nothing escapes."""
    if runtime.environ.get(f"_{runtime.name}_COMPLETE".upper().replace("-", "_").replace(".", "_")):
        from tooli.surfaces.cli.completion import answer_completion

        return answer_completion(runtime)
    gc.freeze()  # what is loaded now stays until the end: no collection needs to walk it
    streams = ProcessStreams()
    _listen()
    runtime = runtime.replace(host=_watched(runtime, argv, streams))
    try:
        return main(runtime, argv, streams)
    except BaseException as error:
        from tooli.surfaces.cli.ending import end_process

        return end_process(runtime, argv, streams, error)


def _listen() -> None:
    """Turn a request to terminate into an exception, so that clean-up runs and an envelope is written."""
    try:
        from _signal import SIGTERM, signal
    except ImportError:  # another interpreter
        from signal import SIGTERM, signal
    try:
        signal(SIGTERM, _terminate)
    except ValueError:
        pass  # not the main thread: the program that started us handles its signals


def _watched(runtime: Runtime, argv: list[str], streams: ProcessStreams):  # type: ignore[no-untyped-def] # a factory of hosts
    def host():  # type: ignore[no-untyped-def] # made when a deadline needs it
        from tooli.surfaces.cli.watchdog import Watched

        return Watched(runtime, argv, streams)

    return host


def exit_process(runtime: Runtime, argv: list[str]) -> None:
    """Run a command line and leave."""
    sys.exit(run_process(runtime, argv))
