"""The declared examples of an app: run as command lines, and compared with what they should print."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from tooli.caller.caller import MARKERS
from tooli.execute.plain import to_plain
from tooli.model.behavior import only_reads
from tooli.model.dry_run import has_dry_run
from tooli.model.listing import listed_commands
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained
from tooli.surfaces.cli.described import example_words
from tooli.surfaces.cli.help import command_page
from tooli.surfaces.cli.unwritable import Unwritable
from tooli.types import Record

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command

PATIENCE = 60
"""Seconds that an example may take."""
MOST_BYTES = 100_000
"""What a stream may print."""
MOST_ITEMS, MOST_CHARACTERS, MOST_OUTPUT = 2, 120, 400
"""How much of an output a document shows."""
_GONE = "…"


class ExampleRun(Record):
    """What became of one example."""

    command: str
    line: str
    """The command line, as documents show it."""
    status: Literal["passed", "failed", "skipped"]
    exit: int | None = None
    reason: str = ""
    output: str = ""
    """What it printed."""

    def report(self) -> dict[str, Any]:
        """Return it as data; what says nothing is left out."""
        told = {"command": self.command, "line": self.line, "status": self.status}
        return {**told, **({"reason": self.reason} if self.reason else {})}


class _Bounded(CapturedStreams):
    """Streams that end an example that never ends by itself."""

    def out(self, data: bytes) -> None:
        """Keep what was written, up to a bound."""
        more = bool(self.stdout)
        super().out(data)
        if more and len(self.stdout) > MOST_BYTES:
            raise Unwritable(None, f"an example printed more than {MOST_BYTES} bytes")


def run_examples(runtime: Runtime, program: str, *, only_safe: bool = False) -> Iterator[ExampleRun]:
    """Run the declared examples, the destructive ones as dry runs where they have one.

    only_safe: leave out whatever may change something.
    """
    shown = runtime.replace(name=program)
    for command in listed_commands(runtime.catalog):
        for example, line in zip(command.examples, command_page(shown, command).examples, strict=True):
            yield _run(runtime, command, example, line.line, only_safe=only_safe)


def _run(
    runtime: Runtime, command: Command, example: Mapping[str, Any], line: str, *, only_safe: bool
) -> ExampleRun:
    dry = command.destructive and has_dry_run(command)
    reason = ""
    if command.destructive and not dry:
        reason = "it is destructive and has no dry run"
    elif only_safe and not dry and not only_reads(command.annotations, command.capabilities):
        reason = "it may change something"
    if reason:
        return ExampleRun(command=command.name, line=line, status="skipped", reason=reason)
    status, output = _printed(runtime, command, example, dry=dry)
    told = ExampleRun(command=command.name, line=line, status="passed", exit=status, output=output)
    wrong = _difference(example, status, output)
    return told.replace(status="failed", reason=wrong) if wrong else told


def _printed(runtime: Runtime, command: Command, example: Mapping[str, Any], *, dry: bool) -> tuple[int, str]:
    """Return the exit status and the stdout of an example, as an agent without a name gets it."""
    words = [] if runtime.catalog.single == command.path else list(command.path)
    flags = [f"--tooli-timeout={PATIENCE}", *(["--tooli-dry-run"] if dry else [])]
    data = example.get("stdin")
    environ = {
        name: value
        for name, value in runtime.environ.items()
        if name not in MARKERS and name != "TOOLI_OUTPUT"
    }
    given = None if data is None else (lambda: BytesIO(str(data).encode()))
    streams = _Bounded()
    status = run_contained(
        runtime.replace(environ=environ, stdin=given, builtins=None),
        [*words, *flags, *example_words(command, example)],
        streams,
    )
    return status, streams.stdout.decode("utf-8", "replace").strip("\n")


def _difference(example: Mapping[str, Any], status: int, output: str) -> str:
    """Say how an example ended otherwise than it should have; nothing when it did."""
    expected_exit = example.get("exit_code", 0)
    if status != expected_exit:
        error = _data(output)
        told = error.get("error", {}) if isinstance(error, dict) else {}
        said = f" ({told['code']}: {told['message']})" if "code" in told else ""
        return f"exit {status} instead of {expected_exit}{said}"
    if "expected_output" not in example:
        return ""
    expected = to_plain(example["expected_output"], [])
    printed = _data(output)
    result = printed.get("result") if isinstance(printed, dict) and "ok" in printed else printed
    if expected in (result, printed) or (isinstance(expected, str) and expected.strip() == output.strip()):
        return ""
    return f"it gave {_cut(json.dumps(result, ensure_ascii=False))}"


def _data(output: str) -> Any:
    """Return what an output holds: one document, or one a line."""
    try:
        return json.loads(output)
    except ValueError:
        pass
    try:
        return [json.loads(row) for row in output.split("\n") if row]
    except ValueError:
        return output


def shown_output(run: ExampleRun) -> str:
    """Return what a document shows of an example's output: without meta, and abridged."""
    if run.status == "skipped":
        return ""
    try:
        printed = json.loads(run.output)
    except ValueError:
        rows = run.output.split("\n")
        lines = [_cut(row) for row in rows[:MOST_ITEMS]]
        return "\n".join([*lines, _GONE] if len(rows) > MOST_ITEMS else lines)
    if isinstance(printed, dict) and "ok" in printed:
        printed = {name: value for name, value in printed.items() if name != "meta"}
    return _cut(json.dumps(_abridged(printed), ensure_ascii=False, separators=(",", ":")))


def _abridged(value: Any) -> Any:
    if isinstance(value, list):
        kept = [_abridged(item) for item in value[:MOST_ITEMS]]
        return [*kept, _GONE] if len(value) > MOST_ITEMS else kept
    if isinstance(value, dict):
        return {name: _abridged(item) for name, item in value.items()}
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        return value[:MOST_CHARACTERS] + _GONE
    return value


def _cut(text: str) -> str:
    return text if len(text) <= MOST_OUTPUT else text[:MOST_OUTPUT] + _GONE
