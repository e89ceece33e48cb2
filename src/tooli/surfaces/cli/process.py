"""A command line as a process: its streams, its signals, its deadline and its exit status.

The process's stdout is set aside for the answer; whatever else prints, children included, goes to stderr.
"""

from __future__ import annotations

import gc
import os
import sys

from tooli.surfaces.cli.main import main
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    import signal as signals
    from collections.abc import Callable
    from typing import Any

    from tooli.execute import Runtime
    from tooli.execute.host import Host
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
        runtime = runtime.replace(host=_watched(runtime, argv, streams, late), stdout=streams.descriptor)
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
    if not (_flushed(sys.stdout) and _flushed(sys.stderr)):
        sys.stdout = sys.stderr = None


def _flushed(stream: Any) -> bool:
    try:
        if stream is not None:
            stream.flush()
    except Exception:  # whatever the command put in its place may raise anything
        return False
    return True


class ProcessStreams:
    """The streams of this process. Takes stdout over for the process's life."""

    def __init__(self) -> None:
        self.stdin_tty = _isatty(0)
        self.stdout_tty = _isatty(1)
        self.stderr_tty = _isatty(2)
        self.answered = self.unfinished = False
        self._process = os.getpid()
        self.parent = os.getppid()
        self._stdout: int | None = None
        try:
            self._stdout = os.dup(1)
            if self._stdout < 3:
                self._stdout = _lift(self._stdout)
        except OSError:
            pass  # stdout is closed: writing will say so
        try:
            os.dup2(2, 1)
        except OSError:
            _discard(1)
        _forgive_characters()

    def descriptor(self) -> int:
        """Return the descriptor of the real stdout; -1 when it is closed."""
        return -1 if self._stdout is None else self._stdout

    def out(self, data: bytes) -> None:
        """Write to the real stdout, all of it."""
        if os.getpid() != self._process:
            return  # a child that the function forked came back from it: the answer is its parent's
        view = memoryview(data)
        self.answered = self.unfinished = True
        while view:
            try:
                view = view[os.write(-1 if self._stdout is None else self._stdout, view) :]
            except OSError as error:
                from tooli.surfaces.cli.unwritable import wait_or_raise

                wait_or_raise(self._stdout, error)
        self.unfinished = False

    def err(self, text: str) -> None:
        """Write to stderr; one that is closed or full is passed over."""
        _flushed(sys.stderr)
        view = memoryview(text.encode("utf-8", "replace"))
        try:
            while view:
                view = view[os.write(2, view) :]
        except OSError:
            pass

    def ask(self, prompt: str, hide: bool) -> str:
        """Ask on the terminal, beside whatever is piped."""
        from tooli.surfaces.cli.prompt import ask_terminal

        return ask_terminal(prompt, hide)

    def width(self) -> int:
        """Return the terminal's width."""
        for descriptor in (self._stdout, 2, 0):
            try:
                if descriptor is not None:
                    return os.get_terminal_size(descriptor).columns or 80
            except OSError:
                continue
        return 80


def _forgive_characters() -> None:
    """Let stray prints pass whatever their characters, as stderr does."""
    try:
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # or a substitute
    except (AttributeError, OSError, ValueError):
        return


def _isatty(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def _lift(descriptor: int) -> int:
    """Move a descriptor off a standard one that was closed, and point that one at nothing."""
    lifted = os.dup(descriptor)
    if lifted < 3:
        lifted = _lift(lifted)
    _discard(descriptor)
    return lifted


def _discard(descriptor: int) -> None:
    """Point a descriptor at nothing, so that stray prints cannot land in a file opened later."""
    null = os.open(os.devnull, os.O_RDWR)
    if null != descriptor:
        os.dup2(null, descriptor)
        os.close(null)
