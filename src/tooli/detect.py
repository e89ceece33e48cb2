"""Who is calling: `detect_execution_context()`, and what it gives."""

from tooli.caller.execution_context import (
    CallerCategory,
    ExecutionContext,
    World,
    cache_clear,
    detect_execution_context,
    examine,
)

__all__ = [
    "CallerCategory",
    "ExecutionContext",
    "World",
    "cache_clear",
    "detect_execution_context",
    "examine",
]
