"""Tooli: one typed function becomes a CLI, a JSON protocol for agents, a Python API and schemas.

Names are imported when they are first used: `import tooli` costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Annotated

    from tooli.app import Tooli, run
    from tooli.caller.execution_context import CallerCategory, ExecutionContext, detect_execution_context
    from tooli.content import Audio, File, Image
    from tooli.errors import Abort, Exit, Suggestion, ToolError
    from tooli.execute import CallOptions
    from tooli.execute.context import AgentContext
    from tooli.execute.dry_run import DryRunRecorder, record_dry_action
    from tooli.execute.page import Page
    from tooli.execute.stdin_or import StdinOr
    from tooli.model.constraint import one_of, requires
    from tooli.model.depends import Depends
    from tooli.model.dry_run import dry_run_support
    from tooli.model.markers import Argument, Option
    from tooli.model.secret import SecretInput
    from tooli.model.untrusted import Untrusted
    from tooli.model.versions import compare_versions
    from tooli.policy.level import SecurityPolicy
    from tooli.surfaces.python import TooliError, TooliResult
    from tooli.transforms.version import VersionFilter

__all__ = [
    "Abort",
    "AgentContext",
    "Annotated",
    "Argument",
    "Audio",
    "CallOptions",
    "CallerCategory",
    "Depends",
    "DryRunRecorder",
    "ExecutionContext",
    "Exit",
    "File",
    "Image",
    "Option",
    "Page",
    "SecretInput",
    "SecurityPolicy",
    "StdinOr",
    "Suggestion",
    "ToolError",
    "Tooli",
    "TooliError",
    "TooliResult",
    "Untrusted",
    "VersionFilter",
    "compare_versions",
    "detect_execution_context",
    "dry_run_support",
    "one_of",
    "record_dry_action",
    "requires",
    "run",
]

_HOMES = {
    "Abort": "tooli.errors",
    "AgentContext": "tooli.execute.context",
    "Annotated": "typing",
    "Argument": "tooli.model.markers",
    "Audio": "tooli.content",
    "CallOptions": "tooli.execute",
    "CallerCategory": "tooli.caller.execution_context",
    "Depends": "tooli.model.depends",
    "DryRunRecorder": "tooli.execute.dry_run",
    "ExecutionContext": "tooli.caller.execution_context",
    "Exit": "tooli.errors",
    "File": "tooli.content",
    "Image": "tooli.content",
    "Option": "tooli.model.markers",
    "Page": "tooli.execute.page",
    "SecretInput": "tooli.model.secret",
    "SecurityPolicy": "tooli.policy.level",
    "StdinOr": "tooli.execute.stdin_or",
    "Suggestion": "tooli.errors",
    "ToolError": "tooli.errors",
    "Tooli": "tooli.app",
    "TooliError": "tooli.surfaces.python",
    "TooliResult": "tooli.surfaces.python",
    "Untrusted": "tooli.model.untrusted",
    "VersionFilter": "tooli.transforms.version",
    "compare_versions": "tooli.model.versions",
    "detect_execution_context": "tooli.caller.execution_context",
    "dry_run_support": "tooli.model.dry_run",
    "one_of": "tooli.model.constraint",
    "record_dry_action": "tooli.execute.dry_run",
    "requires": "tooli.model.constraint",
    "run": "tooli.app",
}
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module 'tooli' has no attribute {name!r}")
        # __import__ rather than importlib: it is there already.
        value = getattr(__import__(home, fromlist=[name]), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return __all__
