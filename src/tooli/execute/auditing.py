"""Events of a call for the audit log. They name the params that were given, never their values."""

from __future__ import annotations

from tooli.execute.called import called
from tooli.execute.settings import setting
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.errors import ToolError
    from tooli.execute import Call


def audit(call: Call, event: str, **fields: object) -> None:
    """Write an event to the audit log, if there is one: denied, destructive, override or approved."""
    path = setting(call.runtime, "audit_log")
    if not path:
        return
    import os
    from datetime import UTC, datetime

    from tooli.policy.audit import append

    caller = call.caller
    tool, version = called(call)
    told = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "event": event,
        "tool": tool,
        "version": version,
        "params": sorted(call.sources.keys() | call.raw.keys()),
        "caller": caller.category,
        "caller_id": caller.caller_id,
        "session_id": caller.session_id,
        "pid": os.getpid(),
        **fields,
    }
    if call.redact is not None:
        told = call.redact(told)
    failure = append(os.fspath(path), {name: value for name, value in told.items() if value is not None})
    if failure is not None:
        call.warnings.append(f"audit: not written to {os.fspath(path)}: {failure}")


def audit_denial(call: Call, error: ToolError, policy: str | None = None) -> None:
    """Write that a call was refused, and why; an error about a param's value would tell the value."""
    from tooli.errors import code_row

    told = error.message if error.field in (None, "yes") else code_row(error.code).meaning
    audit(call, "denied", policy=policy, code=error.code, field=error.field, reason=told)
