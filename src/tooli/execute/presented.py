"""What belongs to no call, such as documents and definitions, as an app's level lets it be shown.

Under the default level that is as it is, so what would look for secrets is not even loaded.
"""

from __future__ import annotations

from tooli.errors import ToolError
from tooli.execute.governing import level_of
from tooli.policy.level import SecurityPolicy
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from tooli.execute import Runtime
    from tooli.execute.redaction import Redaction


def redaction_of(runtime: Runtime) -> Redaction | None:
    """Return what an app's level makes of texts that belong to no call; None for the default level."""
    try:
        level = level_of(runtime)
    except ToolError:  # a word that is no level stops the call, and what is said of it
        level = SecurityPolicy.STRICT
    if level == SecurityPolicy.STANDARD:
        return None
    from tooli.execute.redaction import Redaction

    return Redaction(level, runtime.environ)


def presented(runtime: Runtime, value: Any) -> Any:
    """Return a document or definition of an app as its level lets it be shown."""
    redaction = redaction_of(runtime)
    if redaction is None:
        return value
    return redaction.document(value) if isinstance(value, str) else redaction(value)
