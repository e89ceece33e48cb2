"""What a dry run gives: a plan, the actions that a command would have done, in their order."""

from __future__ import annotations

import hashlib
import json
import os
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from tooli.execute.plain import to_plain
from tooli.types import Injected

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from tooli.execute import Call

_DIGEST = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
PLAN_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "description": "What the command would do, in this order.",
    "properties": {
        "actions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "action": {"type": "string", "description": "What would be done."},
                    "target": {"type": "string", "description": "To what it would be done."},
                    "before": {**_DIGEST, "description": "Digest of the target as it is."},
                    "after": {**_DIGEST, "description": "Digest of the target as it would be."},
                    "details": {"type": "object", "description": "What else there is to know."},
                },
                "required": ["action", "target"],
                "additionalProperties": False,
            },
        },
        "result": {"description": "What the command returned, if anything."},
    },
    "required": ["actions"],
    "additionalProperties": False,
}

_RECORDER: ContextVar[DryRunRecorder | None] = ContextVar("tooli_dry_run", default=None)


class DryRunRecorder(Injected):
    """Records what would be done. A param of this type is filled by the framework.

    In a `with` block of its own it makes plain function calls dry runs: `with DryRunRecorder() as recorder:`.
    """

    __tooli_injected__ = True
    __tooli_dry_run__ = True

    def __init__(self, *, active: bool = True) -> None:
        self.active = active
        """Whether this is a dry run."""
        self.actions: list[dict[str, Any]] = []
        self._outer: DryRunRecorder | None = None

    @classmethod
    def for_call(cls, call: Call) -> DryRunRecorder:
        """Return the recorder of a call; in a real run, one that records nothing."""
        return _RECORDER.get() or cls(active=False)

    def record(
        self,
        action: str,
        target: object,
        *,
        before: object = None,
        after: object = None,
        **details: object,
    ) -> bool:
        """Note an action in a dry run and say True: hold back. In a real run say False: do it.

        `before` and `after` are what the target is and would be: text, bytes, a path to a file, or data. The
        plan has their digests.
        """
        if not self.active:
            return False
        told: dict[str, Any] = {"action": str(action), "target": str(target)}
        for name, value in (("before", before), ("after", after)):
            digest = _digest(value)
            if digest is not None:
                told[name] = digest
        if details:
            told["details"] = to_plain(details, [], "details")
        self.actions.append(told)
        return True

    def plan(self, result: Any = None) -> dict[str, Any]:
        """Return the plan, with what the command returned."""
        plan: dict[str, Any] = {"actions": self.actions}
        return plan if result is None else {**plan, "result": result}

    def begin(self) -> None:
        """Record for the code that runs here from now on."""
        _RECORDER.set(self)

    async def abegin(self) -> None:
        """Record for the async code that runs here from now on."""
        _RECORDER.set(self)

    def __enter__(self) -> DryRunRecorder:
        self._outer = _RECORDER.get()
        self.begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _RECORDER.set(self._outer)


def record_dry_action(
    action: str, target: object, *, before: object = None, after: object = None, **details: object
) -> bool:
    """Note an action in a dry run and say True: hold back. In a real run say False: do it.

    `if not record_dry_action("delete", path, before=path): path.unlink()`
    """
    recorder = _RECORDER.get()
    return recorder is not None and recorder.record(action, target, before=before, after=after, **details)


def _digest(value: object) -> str | None:
    """Return the digest of what a value stands for; None when there is nothing."""
    if isinstance(value, os.PathLike):
        if not os.path.isfile(value):
            return None
        with open(value, "rb") as file:
            return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()
    if value is None:
        return None
    if isinstance(value, str):
        value = value.encode("utf-8", "surrogatepass")
    elif not isinstance(value, (bytes, bytearray, memoryview)):
        value = json.dumps(to_plain(value, []), sort_keys=True, separators=(",", ":")).encode()
    return "sha256:" + hashlib.sha256(value).hexdigest()
