"""The behaviour hints a command can declare: `annotations=ReadOnly | Idempotent`."""

from tooli.model.behavior import Behavior, Destructive, Idempotent, OpenWorld, ReadOnly

__all__ = ["Behavior", "Destructive", "Idempotent", "OpenWorld", "ReadOnly"]
