"""The rules about a call: what it breaks is denied, warned of, or put to a person."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow
    from tooli.policy.decide import Breach
    from tooli.policy.level import SecurityPolicy


def policy(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Let a call pass when its level, its caller and, where one is needed, a person let it."""
    from tooli.errors import ToolError
    from tooli.execute.auditing import audit_denial
    from tooli.execute.governing import allowed_capabilities, granted_scopes, level_of
    from tooli.policy.decide import decide

    level = level_of(call.runtime)
    try:
        breaches = decide(
            call.command,
            level,
            granted_scopes(call),
            allowed_capabilities(call.runtime),
            yes=call.options.yes,
            dry_run=call.options.dry_run,
        )
        consent = yield from _settle(call, breaches)
    except ToolError as error:
        audit_denial(call, error, level)
        raise
    _record(call, level, breaches, consent)
    return (yield from inner(call))


def _settle(call: Call, breaches: list[Breach]) -> Generator[Any, Any, str | None]:
    """Deny, warn or ask, the hardest first; return how a person agreed, if one was asked."""
    for breach in breaches:
        if breach.verdict == "deny":
            raise breach.error
    consent: str | None = "yes" if call.options.yes else None
    for breach in breaches:
        if breach.verdict == "warn":
            call.warnings.append(f"{breach.error.message} ({breach.error.code} under strict)")
        elif breach.verdict == "approve":
            from tooli.execute.approving import approve

            consent = yield from approve(call, breach.error)
        elif breach.verdict == "confirm":
            yield from _confirm(call, breach)
            consent = "person"
    return consent


def _confirm(call: Call, breach: Breach) -> Generator[Any, Any, None]:
    from tooli.errors import CancelledError
    from tooli.execute.pipeline import Invoke

    asker = call.asker
    if asker is None or not asker.asks_people:
        raise breach.error
    from tooli.execute.told_arguments import told_arguments

    told = told_arguments(call)
    question = f"{call.command.name} is destructive{f': {told}' if told else ''}. Go on?"
    if not (yield Invoke(asker.confirm, (question,), is_async=asker.is_async)):
        raise CancelledError("not confirmed")


def _record(call: Call, level: SecurityPolicy, breaches: list[Breach], consent: str | None) -> None:
    """Tell the audit log what was let pass though a rule says otherwise, and what destroys."""
    from tooli.execute.auditing import audit

    for breach in breaches:
        if breach.overridden:
            reason = breach.error.message
            audit(call, "override", policy=level, rule=breach.rule, code=breach.error.code, reason=reason)
        if breach.verdict == "approve":
            audit(call, "approved", policy=level, by=consent)
    if call.command.destructive and not call.options.dry_run:
        audit(call, "destructive", policy=level, consent=consent)
