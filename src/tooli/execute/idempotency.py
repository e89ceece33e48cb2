"""A key's record in the store: who runs the call it stands for, or how that call ended.

A record is claimed before the function runs and replaced when it has ended, each in one atomic operation. A
record whose owner has gone stays as it is: what its call did is not known, and nobody may take it for done.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import time
from contextlib import suppress
from shlex import quote as shell_word
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from tooli.errors import ConflictError, InputError, Suggestion, ToolError
from tooli.execute.app_store import app_store, store_key
from tooli.execute.argument_digest import argument_digest
from tooli.execute.called import called
from tooli.execute.lease import Lease
from tooli.execute.owner import Owner, this_process
from tooli.schema.invalid import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tooli.execute import Call, Runtime
    from tooli.store.base import Store

OUTCOME_KEPT = 24 * 3600
"""Seconds for which an outcome is given again."""
OPEN_KEPT = 7 * 24 * 3600
"""Seconds for which a call that has not ended, or nobody knows how, keeps its key."""
LONGEST = 255
_LEASE = "lease/"


class KeyedRun:
    """The record of one call's key."""

    def __init__(self, call: Call) -> None:
        key = checked_key(call.options.idempotency_key)
        self._call = call
        self._store = app_store(call.runtime)
        tool, version = called(call)
        scope = {"key": key, "tool": tool, "version": version, "principal": principal(call)}
        self._name = records_of(call.runtime.name) + _digest(list(scope.values()))
        self._record: dict[str, Any] = {**scope, "nonce": os.urandom(8).hex(), "started": time.time()}
        self._lease = Lease(_LEASE + self._name, lambda: app_store(call.runtime))
        self._claimed = ""
        """The text of the record that is ours, if the key is."""
        self._given_up = False

    def claim(self) -> Mapping[str, Any] | None:
        """Take the key, or return the record that has it: how its call ended, or that it runs.

        Other arguments than that record's, or an owner who has gone, are errors.
        """
        store = self._store
        if "digest" not in self._record:
            digest = argument_digest(self._call).encode()
            self._record["digest"] = hmac.digest(store_key(store), digest, "sha256").hex()
        while (text := store.get(self._name)) is None:
            owner = vars(this_process())
            mine = _text({**self._record, "state": "running", "owner": owner, "thread": get_ident()})
            self._claimed = mine
            if store.put(self._name, mine, OPEN_KEPT):
                if self._given_up:  # nobody waits any more for the answer to this claim
                    self.release()
                else:
                    self._lease.begin(store)
                return None
        return self._judged(text)

    def _judged(self, text: str) -> Mapping[str, Any]:
        record: dict[str, Any] = json.loads(text)
        if not hmac.compare_digest(record["digest"], self._record["digest"]):
            raise _reused(record)
        if record["state"] == "interrupted":
            raise interrupted(record)
        if record["state"] == "running" and _is_mine(record):
            raise in_progress(record["key"])  # to wait for it would be to wait for this very thread
        if record["state"] == "running" and not is_alive(self._store, self._name, record):
            # It may have ended well between the two looks.
            if self._store.get(self._name) == text:
                raise interrupted({**record, "ended": "its process is gone"})
            return {"state": "running"}
        return record

    def finish(self, outcome: str) -> None:
        """Store how the call ended."""
        self._settle({"state": "done", "ended_at": time.time(), "outcome": outcome}, OUTCOME_KEPT)

    def interrupt(self, why: str) -> None:
        """Store that nobody knows how the call ended."""
        self._settle({"state": "interrupted", "ended": why}, OPEN_KEPT)

    def give_up(self) -> None:
        """Do not run the call after all."""
        self._given_up = True
        if self._claimed:
            with suppress(ToolError):  # why it is given up matters more
                self.release()

    def release(self) -> None:
        """Let the key go: the call did not do its work, and may be tried again."""
        self._store.delete(self._name, self._claimed)
        self._lease.end(self._store)

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()

    def _settle(self, state: Mapping[str, Any], seconds: float) -> None:
        try:
            if not self._store.replace(self._name, self._claimed, _text({**self._record, **state}), seconds):
                raise ConflictError("its record is gone")
        finally:
            self._lease.end(self._store)


def checked_key(key: Any) -> str:
    """Return a key, or say why it is none."""
    if isinstance(key, str) and 0 < len(key) <= LONGEST and key.isprintable():
        return key
    raise InputError(
        f"idempotency_key: {shown(key, 60)} is not a text of 1 to {LONGEST} printable characters",
        field="idempotency_key",
        suggestion="Give a key of its own to each piece of work, such as order-1042 or a UUID.",
    )


def principal(call: Call) -> str:
    """Return for whom a call is made: a token's holder, anybody elsewhere, or the user of this machine."""
    if call.caller.principal is not None:
        return f"token {call.caller.principal}"
    if call.remote:
        return "remote"
    return f"user {os.getuid() if hasattr(os, 'getuid') else call.runtime.environ.get('USERNAME', '')}"


def records_of(app: str) -> str:
    """Return what the names of an app's records begin with."""
    return f"idempotency/{quote(app, safe='')}/"


class StoredRecord(NamedTuple):
    """A record as it stands in the store."""

    name: str
    text: str
    record: dict[str, Any]
    expires: float


def stored_records(runtime: Runtime, store: Store) -> Iterator[StoredRecord]:
    """Give the records of an app's keys."""
    for name, text, expires in store.entries(records_of(runtime.name)):
        record = json.loads(text)
        if record["state"] == "running" and not is_alive(store, name, record):
            record["state"] = "interrupted"
        yield StoredRecord(name, text, record, expires)


def is_alive(store: Store, name: str, record: Mapping[str, Any]) -> bool:
    """Whether the process that runs a call is still there; of another machine's its sign of life tells."""
    alive = Owner(**record["owner"]).is_alive()
    return store.get(_LEASE + name) is not None if alive is None else alive


def _is_mine(record: Mapping[str, Any]) -> bool:
    return bool(record["thread"] == get_ident() and record["owner"] == vars(this_process()))


def in_progress(key: str) -> ConflictError:
    """Return the error of a call that another one with the same key keeps waiting."""
    return ConflictError(
        f"a call with the key {key} is running",
        code="E3901",
        field="idempotency_key",
        suggestion=Suggestion("Wait, then repeat the call as it is.", action="fix"),
    )


def interrupted(record: Mapping[str, Any]) -> ConflictError:
    """Return the error of a key whose call ended in the middle of its work."""
    key = record["key"]
    return ConflictError(
        f"the call with the key {key} was interrupted: whether it did its work is not known",
        code="E3903",
        field="idempotency_key",
        suggestion=Suggestion(
            f"Look whether the work was done. If it was not, run `idempotency forget {shell_word(key)}`, "
            "then repeat the call as it is.",
            action="fix",
        ),
        details={"started": moment(record["started"]), "ended": record["ended"]},
    )


def _reused(record: Mapping[str, Any]) -> ConflictError:
    return ConflictError(
        f"the key {record['key']} was used with other arguments",
        code="E3902",
        field="idempotency_key",
        suggestion=Suggestion("Give this call a key of its own, or the arguments it had the first time."),
        details={"started": moment(record["started"])},
    )


def moment(seconds: float) -> str:
    """Return a moment in ISO 8601."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def _digest(parts: list[Any]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _text(record: Mapping[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":"))
