"""Outcomes printed for people: pages on a terminal, text without colour, indented JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute.encode import envelope
from tooli.execute.plain import to_plain
from tooli.render.ending import ending
from tooli.surfaces.cli.failures import unprintable

if TYPE_CHECKING:
    from tooli.execute import Call, Outcome
    from tooli.surfaces.cli.main import Session


def print_for_people(session: Session, outcome: Outcome) -> int:
    """Print an outcome in the session's mode, and return the exit status."""
    warnings: list[str] = []
    if outcome.ok:
        try:
            outcome.result = to_plain(outcome.result, warnings)
        except ToolError as error:
            outcome = unprintable(outcome, error)
    if warnings:
        outcome.meta = {**outcome.meta, "warnings": [*outcome.meta.get("warnings", ()), *warnings]}
    if session.mode in ("human", "text", "plain", "toon"):
        _clean(outcome, strips=session.mode != "toon")
    if outcome.ok and session.mode == "columns":
        outcome.result = _columns(outcome.result)
    if session.mode in ("json", "jsonl", "columns") or (session.mode == "toon" and not outcome.ok):
        session.streams.out(_json(session, outcome).encode() + b"\n")
        print_traceback(session, outcome)
    elif outcome.ok:
        session.streams.out(_page(session, outcome).encode())
        print_aside(session, outcome)
    else:
        print_aside(session, outcome)
    return outcome.exit_code


def print_kept(session: Session, call: Call, failed: Outcome) -> None:
    """Print the items that a stream gave before it failed, as other modes do; a dry run did nothing."""
    items = getattr(call, "kept", None)
    if not items or call.options.dry_run:
        return
    from tooli.execute import Outcome

    try:
        given = Outcome(to_plain(items, []))
    except ToolError:  # it is why the stream failed, or comes after that
        return
    given.redact = failed.redact
    _clean(given, strips=True)
    session.streams.out(_page(session, given).encode())


def _clean(outcome: Outcome, *, strips: bool) -> None:
    """Take out of a result what its level does not let through; other modes do so in their envelope."""
    if outcome.result is None or (outcome.redact is not None and outcome.redact.as_is):
        return
    from tooli.execute.shown import bare, clean

    if strips:
        outcome.result = bare(outcome.result)
        return
    found: list[str] = []
    outcome.result = clean(outcome.result, found)
    if found:
        outcome.meta = {**outcome.meta, "warnings": [*outcome.meta.get("warnings", ()), *found]}


def _json(session: Session, outcome: Outcome) -> str:
    """Return the envelope: indented on a terminal, compact elsewhere."""
    try:
        text = envelope(outcome)
    except ToolError as error:
        text = envelope(unprintable(outcome, error))
    if session.streams.stdout_tty:
        import json

        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    return text


def _page(session: Session, outcome: Outcome) -> str:
    if outcome.result is None:
        return ""
    if session.mode == "human":
        from tooli.render.human import result

        return result(outcome.result, width=session.streams.width(), color=session.color)
    if session.mode == "toon":
        from tooli.render.toon import toon

        return toon({"ok": True, "result": outcome.result, "meta": outcome.meta}).rstrip("\n") + "\n"
    from tooli.render.text import plain, text

    if session.mode == "plain":
        return plain(outcome.result, "\0" if "print0" in session.parsed.flags else "\n")
    return text(outcome.result)


def _columns(result: Any) -> Any:
    """Return uniform rows as columns and rows, anything else as it is."""
    from tooli.render.columns import columns

    found = columns(result)
    return result if found is None else found


def print_aside(session: Session, outcome: Outcome) -> None:
    """Print on stderr what stands beside the result: the error, and warnings unless quiet."""
    rich = session.streams.stderr_tty and session.mode == "human"
    warnings = _aside(outcome, outcome.meta.get("warnings"))
    if warnings and "quiet" not in session.parsed.flags:
        if rich:
            from tooli.render.human import warnings as page

            session.streams.err(page(warnings, color=session.color))
        else:
            from tooli.render.text import warnings_text

            session.streams.err(warnings_text(warnings))
    if "next_cursor" in outcome.meta and "quiet" not in session.parsed.flags:
        session.streams.err(_aside(outcome, f"more: {session.more(outcome.meta['next_cursor'])}\n"))
    if outcome.error is not None:
        error = _aside(outcome, outcome.error.to_dict())
        if rich:
            from tooli.render.human import error as panel
            from tooli.surfaces.cli.pointer import pointed

            session.streams.err(pointed(session, error))
            session.streams.err(panel(error, width=session.streams.width(), color=session.color))
        else:
            from tooli.render.text import error_text

            session.streams.err(error_text(error))
    print_traceback(session, outcome)


def print_ending(session: Session, outcome: Outcome) -> Outcome:
    """Print the last line of a stream that failed, and return what it says."""
    try:
        line = ending(outcome)
    except ToolError as error:
        outcome = unprintable(outcome, error)
        line = ending(outcome)
    if line is not None:
        session.streams.out(line.encode() + b"\n")
    print_traceback(session, outcome)
    return outcome


def print_caller_hint(session: Session) -> None:
    """Say on stderr how an agent that was only guessed can name itself."""
    caller = session.caller
    if caller.is_agent and 0.5 <= caller.confidence < 0.8 and "quiet" not in session.parsed.flags:
        session.streams.err(
            f"This looks like {caller.agent_name} ({', '.join(caller.signals)}; confidence "
            f"{caller.confidence:g}). Set TOOLI_CALLER={caller.caller_id} to say so.\n"
        )


def print_traceback(session: Session, outcome: Outcome) -> None:
    """Print where an unexpected error came from, under -vv."""
    if outcome.cause is not None and session.parsed.flags.get("verbose", 0) >= 2:
        import traceback

        session.streams.err(_aside(outcome, "".join(traceback.format_exception(outcome.cause))))


def _aside(outcome: Outcome, value: Any) -> Any:
    """Return what is printed on stderr, without what the level of the call does not let out."""
    if outcome.redact is not None:
        value = outcome.redact(value)
        if outcome.redact.as_is:
            return value
    from tooli.execute.shown import bare

    return bare(value)
