"""Tooli: one typed function becomes a CLI, a JSON protocol for agents, a Python API and schemas.

Names are imported when they are first used: `import tooli` costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Annotated

    from tooli.app import Tooli, run
    from tooli.content import Audio, File, Image
    from tooli.errors import Abort, Exit, Suggestion, ToolError
    from tooli.execute.call import CallOptions
    from tooli.execute.context import AgentContext
    from tooli.execute.stdin_or import StdinOr
    from tooli.model.constraint import one_of, requires
    from tooli.model.depends import Depends
    from tooli.model.markers import Argument, Option
    from tooli.model.secret import SecretInput
    from tooli.surfaces.python import TooliError, TooliResult

__all__ = [
    "Abort",
    "AgentContext",
    "Annotated",
    "Argument",
    "Audio",
    "CallOptions",
    "Depends",
    "Exit",
    "File",
    "Image",
    "Option",
    "SecretInput",
    "StdinOr",
    "Suggestion",
    "ToolError",
    "Tooli",
    "TooliError",
    "TooliResult",
    "one_of",
    "requires",
    "run",
]

_HOMES = {
    "Abort": "tooli.errors",
    "AgentContext": "tooli.execute.context",
    "Annotated": "typing",
    "Argument": "tooli.model.markers",
    "Audio": "tooli.content",
    "CallOptions": "tooli.execute.call",
    "Depends": "tooli.model.depends",
    "Exit": "tooli.errors",
    "File": "tooli.content",
    "Image": "tooli.content",
    "Option": "tooli.model.markers",
    "SecretInput": "tooli.model.secret",
    "StdinOr": "tooli.execute.stdin_or",
    "Suggestion": "tooli.errors",
    "ToolError": "tooli.errors",
    "Tooli": "tooli.app",
    "TooliError": "tooli.surfaces.python",
    "TooliResult": "tooli.surfaces.python",
    "one_of": "tooli.model.constraint",
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
