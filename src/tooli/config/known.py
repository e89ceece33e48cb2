"""The settings that files may hold: what each may be, and when a project's file would loosen it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tooli.model.choices import FALSE, MODES, POLICIES, TRUE, listed
from tooli.schema.invalid import shown
from tooli.types import Record


class Known(Record):
    """One setting."""

    check: Callable[[Any], str | None]
    """Says what is wrong with a value."""
    loosens: Callable[[Any, Any], bool] | None = None
    """Whether a value takes a guard away that the one before was; None for settings that guard nothing."""
    text: bool = True
    """Whether it is also a variable of the environment, `TOOLI_NAME`."""


def as_text(value: Any) -> str:
    """Return a value as the environment would hold it."""
    if isinstance(value, bool):
        return "1" if value else ""
    return ",".join(value) if isinstance(value, (list, tuple)) else str(value)


def _one_of(*choices: str) -> Callable[[Any], str | None]:
    def check(value: Any) -> str | None:
        return None if value in choices else f"{shown(value)} is not one of {', '.join(choices)}"

    return check


def _seconds(value: Any) -> str | None:
    try:
        fits = not isinstance(value, bool) and 0 <= float(value) < 1e9
    except (TypeError, ValueError):
        fits = False
    return None if fits else f"{shown(value)} is not a number of seconds"


def _deadline(value: Any) -> str | None:
    wrong = _seconds(value)
    return wrong if wrong or float(value) > 0 else f"{shown(value)} is not a positive number of seconds"


def _count(value: Any) -> str | None:
    if isinstance(value, str):
        fits = value.isdecimal() and len(value) < 10 and int(value) > 0
    else:
        fits = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return None if fits else f"{shown(value)} is not a positive whole number"


def _list(value: Any) -> str | None:
    fits = isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))
    return None if fits else f"{shown(value)} is not a list of words"


def _string(value: Any) -> str | None:
    return None if isinstance(value, str) and value else f"{shown(value)} is not text"


def _switch(value: Any) -> str | None:
    fits = isinstance(value, bool) or (isinstance(value, str) and value.lower() in (*TRUE, *FALSE))
    return None if fits else f"{shown(value)} is neither true nor false (1 or 0)"


def _sandbox(value: Any) -> str | None:
    if isinstance(value, str):
        return None
    if not isinstance(value, dict):
        return f"{shown(value)} is neither a folder nor root, allowed and denied"
    for key, each in value.items():
        if key not in _PLACES:
            return f"{shown(key)} is not root, allowed or denied"
        if not isinstance(each, str) and (key == "root" or _list(each) is not None):
            return f"{key} is {shown(each)}, not {'a folder' if key == 'root' else 'a list of folders'}"
    return None


_PLACES = ("root", "allowed", "denied")


def level(value: Any) -> int:
    """Return how strict a policy is."""
    text = str(getattr(value, "value", value))
    return POLICIES.index(text) if text in POLICIES else POLICIES.index("standard")


def _other(value: Any, before: Any) -> bool:
    return bool(value != before)


KNOWN: Mapping[str, Known] = {
    "output": Known(check=_one_of(*MODES)),
    "timeout": Known(check=_deadline),
    "stdin_wait": Known(check=_seconds),
    "yes": Known(check=_switch, loosens=lambda value, _: value is True or str(value).lower() in TRUE),
    "security_policy": Known(
        check=_one_of(*POLICIES), loosens=lambda value, before: level(value) < level(before or "standard")
    ),
    "allowed_capabilities": Known(
        check=_list,
        loosens=lambda value, before: before is not None and not {*listed(value)} <= {*listed(before)},
    ),
    "auth_scopes": Known(
        check=_list, loosens=lambda value, before: not {*listed(value)} <= {*listed(before)}
    ),
    "sandbox": Known(
        check=_sandbox, loosens=lambda value, before: before is not None and value != before, text=False
    ),
    "approval_keys": Known(check=_list, loosens=_other, text=False),
    "audit_log": Known(check=_string, loosens=_other),
    "store": Known(check=_string, loosens=_other),
    "mcp_concurrency": Known(check=_count),
}
OF_ONE_CALLER = ("caller", "caller_version", "session_id", "agent_mode", "config")
"""What a process says of itself: a file has no business to say it."""
KEYWORDS = {"default_output": "output"}
"""Keywords of an app that have another name in files."""
