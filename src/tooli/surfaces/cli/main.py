"""The command line, from arguments to exit status: parse, run the pipeline, print the outcome.

Loaded on every start. Help, schemas, errors and pages for people are imported when they are needed.
"""

from __future__ import annotations

from tooli.caller.caller import detect
from tooli.execute import Call, CallOptions
from tooli.execute.encode import envelope
from tooli.execute.pipeline import run, stream
from tooli.surfaces.cli.flags import MODES
from tooli.surfaces.cli.parser import parse
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.caller.caller import Caller
    from tooli.errors import InputError, Suggestion, ToolError
    from tooli.execute import Outcome, Runtime
    from tooli.model import Command
    from tooli.surfaces.cli.parser import Parsed
    from tooli.surfaces.cli.streams import Streams

AGENT_TIMEOUT = 120.0
"""Seconds an agent's call may take when nobody says otherwise."""
PRINTING = frozenset({"output", "quiet", "verbose", "no-color", "no-input"})
"""Flags that say how to print, and nothing about the call."""
DOCUMENTS = (
    *("help", "help-agent", "schema", "version", "install-completion", "show-completion"),
    *("agent-manifest", "agent-bootstrap", "serve-mcp"),
)


class Session:
    """One command line: what it says, who gave it, and how the answer is to be printed."""

    def __init__(self, runtime: Runtime, argv: list[str], streams: Streams) -> None:
        self.runtime = runtime
        self.argv = argv
        self.streams = streams
        self.parsed: Parsed = parse(runtime.catalog, argv)
        interactive = streams.stderr_tty and "no-input" not in self.parsed.flags and self._has_terminal()
        self.caller: Caller = detect(runtime.environ, interactive, streams.parent)
        self.mode: str = self._mode()

    def _has_terminal(self) -> bool:
        """Whether answers can be typed: on stdin, or beside it when it holds a command's data."""
        if self.streams.stdin_tty:
            return True
        command = self.parsed.command
        if command is None or (
            command.pipe_input is None and all(param.shape.input != "stdin" for param in command.inputs)
        ):
            return False
        from tooli.surfaces.cli.prompt import has_terminal

        return has_terminal()

    def _mode(self) -> str:
        """Decide how to print: flag, TOOLI_OUTPUT, the app's default, the caller, the terminal."""
        chosen = (
            self.parsed.flags.get("output")
            or self.runtime.environ.get("TOOLI_OUTPUT")
            or self.runtime.settings.get("default_output")
            or "auto"
        )
        if chosen != "auto" and chosen in MODES:
            return str(chosen)
        if "print0" in self.parsed.flags:
            return "plain"
        if "token-count" in self.parsed.flags:
            return "json"
        if self.streams.stdout_tty and not self.caller.is_agent and not self.caller.is_ci:
            return "human"
        command = self.parsed.command
        return "jsonl" if command is not None and command.is_stream else "json"

    def repair(self, error: ToolError) -> Suggestion | None:
        """Return the command line that was meant."""
        from tooli.surfaces.cli.repair import repair_error

        return repair_error(self.runtime, self.argv, error)

    def more(self, cursor: str) -> str:
        """Return the command line that goes on at a cursor."""
        from tooli.surfaces.cli.program import line, program_words
        from tooli.surfaces.cli.repair import without_flag

        rest = without_flag(self.runtime.catalog, self.argv, "cursor")
        return line([*program_words(self.runtime), *rest, "--cursor", cursor])

    @property
    def verbosity(self) -> int:
        """How often `-v` was given."""
        count: int = self.parsed.flags.get("verbose", 0)
        return count

    @property
    def color(self) -> bool:
        """Whether colour is wanted: by flag, by variable, else by the terminal."""
        environ = self.runtime.environ
        if "no-color" in self.parsed.flags or environ.get("NO_COLOR"):
            return False
        if environ.get("FORCE_COLOR"):
            return True
        return self.streams.stdout_tty and environ.get("TERM") != "dumb"


def main(runtime: Runtime, argv: list[str], streams: Streams) -> int:
    """Run a command line and return its exit status."""
    session = Session(runtime, argv, streams)
    parsed = session.parsed
    alone = not (parsed.raw or parsed.flags or parsed.mistakes)
    if alone and parsed.command is not None and parsed.command.no_args_is_help:
        parsed.flags["help"] = True
    if runtime.builtins is not None and (parsed.unknown is not None or argv[:1] == ["tooli"]):
        from tooli.surfaces.cli.builtin import builtin_runtime

        found = builtin_runtime(runtime, parsed, argv)
        if found is not None:
            return main(found, argv, streams)
    if parsed.command is None or not parsed.flags.keys().isdisjoint(DOCUMENTS):
        from tooli.surfaces.cli.documents import print_document

        return print_document(session)
    call = make_call(session, parsed.command)
    if (session.mode == "jsonl" and "token-count" not in parsed.flags) or (
        session.mode == "plain" and parsed.command.is_stream
    ):
        from tooli.surfaces.cli.lines import print_lines

        return print_lines(session, call, stream(call))
    outcome = run(call)
    if outcome.error is not None and session.mode in ("human", "text"):
        from tooli.surfaces.cli.printing import print_kept

        print_kept(session, call, outcome)
    return print_outcome(session, outcome)


def make_call(session: Session, command: Command) -> Call:
    """Return the call that the command line stands for."""
    parsed, environ = session.parsed, session.runtime.environ
    options = CallOptions()
    mistakes: list[InputError] = []
    output = parsed.flags.get("output") or environ.get("TOOLI_OUTPUT") or "auto"
    plain = parsed.flags.keys() <= PRINTING and output in MODES
    if not plain or parsed.mistakes or "TOOLI_TIMEOUT" in environ or "TOOLI_YES" in environ:
        from tooli.surfaces.cli.options import read_options

        options, mistakes = read_options(session)
    call = Call(
        session.runtime,
        command,
        parsed.raw,
        options,
        session.caller,
        textual=True,
        sources=parsed.sources,
        mistakes=mistakes,
        # Built-in commands may be servers, which run until they are stopped.
        default_timeout=AGENT_TIMEOUT if session.caller.is_agent and session.runtime.builtins else None,
        repair=session.repair,
    )
    call.more = session.more
    call.packed = parsed.flags.get("arguments")
    if session.caller.confidence < 1 and ("TOOLI_CALLER" in environ or "TOOLI_AGENT_MODE" in environ):
        from tooli.caller.environment import ignored

        call.warnings += ignored(environ)
    if "verbose" in parsed.flags and session.caller.confidence < 0.8:
        from tooli.surfaces.cli.printing import print_caller_hint

        print_caller_hint(session)
    if "events" in parsed.flags and not mistakes:
        from tooli.surfaces.cli.events import Events

        call.reporter = Events(parsed.flags["events"])
        call.on_end.append(call.reporter.close)
        return call
    if session.caller.interactive:
        from tooli.surfaces.cli.interactive import make_interactive

        make_interactive(session, call)
    elif command.injected:
        from tooli.surfaces.cli.reporter import StderrReporter

        call.reporter = StderrReporter(session)
    return call


def print_outcome(session: Session, outcome: Outcome) -> int:
    """Print how a call ended, and return the exit status."""
    if hasattr(outcome.result, "__tooli_content__"):
        from tooli.surfaces.cli.content import deliver

        left = deliver(session, outcome)
        if left is None:
            return outcome.exit_code
        outcome = left
    if session.mode == "json" and not session.streams.stdout_tty and session.verbosity < 2:
        try:
            text = envelope(outcome)
        except _tool_error() as error:
            from tooli.surfaces.cli.failures import unprintable

            outcome = unprintable(outcome, error)
            text = envelope(outcome)
        session.streams.out(text.encode() + b"\n")
        return outcome.exit_code
    from tooli.surfaces.cli.printing import print_for_people

    return print_for_people(session, outcome)


def _tool_error() -> type[ToolError]:
    """Return what a result that cannot be printed raises; imported when something was raised."""
    from tooli.errors import ToolError

    return ToolError
