"""`idempotency list|forget`: the keys under which an app keeps outcomes."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated, Any, TypedDict

from tooli.annotations import Idempotent, ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.errors import NotFoundError
from tooli.execute.app_store import app_store
from tooli.execute.idempotency import in_progress, moment, stored_records
from tooli.model.markers import Argument, Option

app = Tooli("idempotency", "The keys of calls that run once")


class Key(TypedDict):
    """A key, and how the call stands that it was used for."""

    key: str
    command: str
    version: str
    principal: str
    """For whom the call was made."""
    state: str
    """succeeded, failed, running or interrupted."""
    started: str
    expires: str


@app.command(
    "list",
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": [], "description": "Every key that is kept"}],
)
def list_keys(host: Host) -> list[Key]:
    """List the idempotency keys that are kept, the oldest first."""
    with closing(app_store(host)) as store:
        found = sorted(stored_records(host, store), key=lambda one: float(one.record["started"]))
    return [
        Key(
            key=record["key"],
            command=_command(host.name, record),
            version=record["version"],
            principal=record["principal"],
            state=_state(record),
            started=moment(record["started"]),
            expires=moment(expires),
        )
        for _, _, record, expires in found
    ]


@app.command(
    annotations=Idempotent,
    capabilities=["state:mutate"],
    examples=[{"args": ["order-1042"], "description": "Let the call with this key run again"}],
)
def forget(
    host: Host,
    key: Annotated[str, Argument(help="The key")],
    command: Annotated[str, Option(help="Only the key of this command")] = "",
    principal: Annotated[str, Option(help="Only the key of this principal")] = "",
) -> list[str]:
    """Forget a key: the next call that gives it runs. Look first whether its work was done."""
    forgotten = []
    with closing(app_store(host)) as store:
        for name, text, record, _ in list(stored_records(host, store)):
            label = _command(host.name, record)
            if (
                record["key"] != key
                or command not in ("", label)
                or principal not in ("", record["principal"])
            ):
                continue
            if record["state"] == "running" or not store.delete(name, text):
                raise in_progress(key)
            forgotten.append(label)
    if not forgotten:
        raise NotFoundError(
            f"no call with the key {key} is kept",
            field="key",
            suggestion="See `idempotency list` for the keys that are.",
        )
    return forgotten


def _command(app_name: str, record: dict[str, Any]) -> str:
    """Return a command's name from the tool's: `app.db.migrate` is `db migrate`."""
    return str(record["tool"]).removeprefix(f"{app_name}.").replace(".", " ")


def _state(record: dict[str, Any]) -> str:
    if record["state"] != "done":
        return str(record["state"])
    return "failed" if str(record["outcome"]).startswith('{"error"') else "succeeded"
