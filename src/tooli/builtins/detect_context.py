"""`detect-context`: who is calling, as far as can be told, and what says so."""

from __future__ import annotations

from typing import Any

from tooli.annotations import Idempotent, ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.caller.execution_context import examine, this_world

app = Tooli("detect-context", "Who is calling, as far as can be told, and what says so")


@app.command(annotations=ReadOnly | Idempotent, capabilities=["env:read", "fs:read", "proc:spawn"])
def detect_context(host: Host) -> dict[str, Any]:
    """Say who is calling, how sure that is, and what says so."""
    return examine(this_world().replace(environ=host.environ)).to_dict()
