"""JSONL and plain output: one item a line, written as it is produced, in constant memory."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any

from tooli.execute.encode import encode
from tooli.render.envelope import ending
from tooli.surfaces.cli.failures import unprintable

if TYPE_CHECKING:
    from tooli.execute.call import Call
    from tooli.execute.outcome import Outcome
    from tooli.surfaces.cli.main import Session


def print_lines(session: Session, call: Call, drive: Generator[Any, None, Outcome]) -> int:
    """Print a stream's items as they come, or a finished result's items; return the exit status."""
    write = _json_line if session.mode == "jsonl" else _plain_line
    ended: list[Outcome] = []

    def items() -> Iterable[Any]:
        outcome = yield from drive
        ended.append(outcome)
        if outcome.ok and outcome.result is not None:
            result = outcome.result
            yield from result if isinstance(result, (list, tuple)) else (result,)

    source = items()
    outcome = None
    try:
        _write_all(session, source, write, call.warnings)
    except OSError:
        source.close()  # type: ignore[attr-defined] # a generator
        raise
    except Exception as error:
        source.close()  # type: ignore[attr-defined] # a generator
        outcome = ended[0] if ended else None
        from tooli.execute.outcome import Outcome

        outcome = unprintable(outcome or Outcome(), error)
    return finish(session, outcome or ended[0])


def _write_all(
    session: Session, source: Iterable[Any], write: Callable[[Any, list[str]], str], warnings: list[str]
) -> None:
    out = session.streams.out
    for item in source:
        out(write(item, warnings).encode())


def finish(session: Session, outcome: Outcome) -> int:
    """Print what a stream's end has to say."""
    if outcome.ok or session.mode == "plain":
        from tooli.surfaces.cli.printing import print_aside

        print_aside(session, outcome)
        return outcome.exit_code
    from tooli.surfaces.cli.printing import print_traceback

    line = ending(outcome)
    if line is not None:
        session.streams.out(line.encode() + b"\n")
    print_traceback(session, outcome)
    return outcome.exit_code


def _json_line(item: Any, warnings: list[str]) -> str:
    return encode(item, warnings) + "\n"


def _plain_line(item: Any, warnings: list[str]) -> str:
    from tooli.execute.plain import to_plain
    from tooli.render.text import plain

    return plain([to_plain(item, warnings)])
