"""Documents printed bare instead of running a command: help, schemas, version, completion.

Errors while making one are envelopes, as everywhere.
"""

from __future__ import annotations

from tooli.execute.failure import shorten
from tooli.execute.presented import presented
from tooli.surfaces.cli.failures import failed, unknown_command
from tooli.surfaces.cli.main import print_outcome
from tooli.surfaces.cli.options import read_options
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.errors import InputError, ToolError
    from tooli.surfaces.cli.main import Session


def print_document(session: Session) -> int:
    """Print the document a command line asks for, or say that it names no command."""
    parsed, flags = session.parsed, session.parsed.flags
    if "serve-mcp" in flags and session.runtime.builtins is not None:
        return _serve_mcp(session)
    error = _mistake(session)
    if error is not None:
        return print_outcome(session, failed(session.runtime, parsed.path, error))
    if "version" in flags:
        return _print(session, f"{session.runtime.name} {session.runtime.version}\n")
    if "schema" in flags:
        from tooli.surfaces.cli.schemas import schema_text

        return _print(session, presented(session.runtime, schema_text(session)))
    if "agent-manifest" in flags or "agent-bootstrap" in flags:
        from tooli.surfaces.cli.agent_documents import bootstrap_text, manifest_text

        text = manifest_text if "agent-manifest" in flags else bootstrap_text
        return _print(session, presented(session.runtime, text(session)))
    if "show-completion" in flags or "install-completion" in flags:
        from tooli.surfaces.cli.completion import completion_text

        return _print(session, completion_text(session))
    from tooli.surfaces.cli.help import help_text

    if "help" in flags or "help-agent" in flags:
        return _print(session, help_text(session))
    if session.mode in ("json", "jsonl"):
        names = list(parsed.group.children) if parsed.group is not None else []
        error = unknown_command(parsed.path, None, names)
        return print_outcome(session, failed(session.runtime, parsed.path, error))
    session.streams.err(help_text(session, short=True))
    return 2


def _mistake(session: Session) -> ToolError | None:
    """Return what keeps any document from being made: an unknown command, or an unknown flag."""
    parsed = session.parsed
    if parsed.unknown is not None and "@" in parsed.unknown:
        from tooli.surfaces.cli.version_error import version_error

        missing = version_error(session)
        if missing is not None:
            return missing
    if parsed.unknown is not None:
        group = parsed.group
        names = (
            [name for name, node in group.children.items() if not getattr(node, "hidden", False)]
            if group
            else []
        )
        return _repaired(session, unknown_command(parsed.path, parsed.unknown, names))
    if parsed.command is None:
        from tooli.schema.mistakes import joined

        mistakes = read_options(session)[1]
        return _repaired(session, joined(mistakes)) if mistakes else None
    return None


def _serve_mcp(session: Session) -> int:
    """Run `mcp serve`, for which the flag is short; what else stands in the line is for it."""
    from tooli.surfaces.cli.main import main

    runtime = session.runtime
    assert runtime.builtins is not None  # it was asked
    words: list[str] = []
    for word in session.argv:
        flag, equals, transport = word.partition("=")
        if flag not in ("--serve-mcp", "--tooli-serve-mcp"):
            words.append(word)
        elif equals or session.parsed.flags["serve-mcp"] != "auto":
            words.append(f"--transport={transport}" if equals else "--transport")
    return main(runtime.builtins(runtime), ["mcp", "serve", *words], session.streams)


def _repaired(session: Session, error: InputError) -> InputError:
    """Add the repaired command line to an error, where it can be derived."""
    from tooli.surfaces.cli.repair import repair_line

    error.suggestion = repair_line(session.runtime, session.argv)
    if session.parsed.flags.get("response-format") != "detailed":
        shorten(error, session.caller)
    return error


def _print(session: Session, text: str) -> int:
    session.streams.out(text.encode("utf-8", "replace"))
    return 0
