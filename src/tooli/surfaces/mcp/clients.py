"""`mcp add`: the app entered into the configuration of agents, so that they start its server."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tooli.errors import InputError
from tooli.generate.clients.register import Plan, file_of, found_clients, plan_entry
from tooli.generate.clients.start import server_line, started
from tooli.generate.clients.table import CLIENTS, Scope, Surroundings
from tooli.schema.invalid import shown
from tooli.surfaces.cli.content import save

if TYPE_CHECKING:
    from tooli.execute import Runtime


def enter(
    runtime: Runtime,
    clients: Sequence[str],
    scope: Scope,
    name: str,
    variables: Mapping[str, str],
    around: Surroundings,
    *,
    remove: bool,
    dry_run: bool,
) -> list[dict[str, Any]]:
    """Change the files of agents, all of them or none that is found unfit beforehand; say what was done."""
    words, needed = server_line(runtime, started())
    label = _label(name or runtime.name, chosen=bool(name))
    plans = []
    for chosen in dict.fromkeys(clients or (_only_client(scope, around),)):
        client = CLIENTS[chosen]
        file = file_of(client, scope, around)
        plans.append((chosen, plan_entry(client, file, label, words, {**needed, **variables}, remove=remove)))
    return [
        {
            "client": chosen,
            "action": plan.action,
            "name": label,
            "file": str(plan.file),
            **({} if remove else {"command": words}),
            **({} if dry_run else write(plan)),
        }
        for chosen, plan in plans
    ]


def _label(name: str, *, chosen: bool) -> str:
    """Return a name as agents take it: letters, digits, `-` and `_`."""
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "app"
    if chosen and label != name:
        raise InputError(
            f"name: {shown(name)} has other characters than letters, digits, - and _",
            field="name",
            suggestion=f"Use {label}.",
        )
    return label


def _only_client(scope: Scope, around: Surroundings) -> str:
    """Return the one agent that is here."""
    found = found_clients(scope, around)
    if len(found) != 1:
        several = f"several agents are here ({', '.join(found)})" if found else "no agent was found here"
        raise InputError(
            f"client: {several}: name one",
            code="E1901",
            field="client",
            details={"found": found, "choices": list(CLIENTS)},
            suggestion="Give --client, once for each agent.",
        )
    return found[0]


def write(plan: Plan) -> dict[str, str]:
    """Write a planned file, whole or not at all; what was there is kept beside it."""
    if plan.action == "none":
        return {}
    real = os.path.realpath(plan.file)
    os.makedirs(os.path.dirname(real), exist_ok=True)
    kept = {}
    if plan.before is not None:
        kept = {"backup": f"{real}.tooli-backup"}
        shutil.copy2(real, kept["backup"])
    save(real, plan.after)
    return kept
