"""The framework's settings: the environment's `TOOLI_NAME`, then the app's keyword, then the default.

Values are what their source gives: text from the environment, objects from the app.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tooli.execute import Runtime

DEFAULTS: Mapping[str, Any] = {"security_policy": "standard", "mcp_concurrency": 64}
NEVER_FROM_ENVIRONMENT = frozenset({"sandbox", "approval_keys"})
"""Settings that a caller, who sets variables at will, must not choose."""


def setting(runtime: Runtime, name: str) -> Any:
    """Return a setting; None when nobody sets it and it has no default."""
    if name not in NEVER_FROM_ENVIRONMENT:
        given = runtime.environ.get(variable(name))
        if given is not None:
            return given
    return runtime.settings.get(name, DEFAULTS.get(name))


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"TOOLI_{name.upper()}"
