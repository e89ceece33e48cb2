"""`approvals`: a person signs a call that was refused for want of one; the signature lets it pass once."""

from __future__ import annotations

import json
import os
import sys
import time
from datetime import UTC, datetime
from typing import Annotated, Any

from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.errors import AuthError, ConflictError, HumanNeededError, InputError, NotFoundError, Suggestion
from tooli.execute.asking import ask
from tooli.execute.context import AgentContext
from tooli.execute.settings import setting
from tooli.model.behavior import Behavior
from tooli.model.markers import Argument, Option
from tooli.policy.approval import Request, make_keys, read_request, sign
from tooli.policy.approval_key import LONGEST_LIFE, NAME, key_folder

app = Tooli("approvals", "Approve calls that need a person")


@app.command(annotations=Behavior(), capabilities=["fs:write"])
def init(host: Host) -> dict[str, str]:
    """Make the keys that approvals are signed and checked with. Run it as a user that no agent runs as."""
    folder = key_folder(setting(host, "approval_keys"), sys.platform)
    private, public = make_keys()
    # Whatever the umask is, others have to check what this one signs.
    for place in reversed((folder, *folder.parents)):
        if not place.exists():
            place.mkdir()
            place.chmod(0o755)
    for name, content, mode in ((f"{NAME}.key", private, 0o600), (f"{NAME}.pub", public, 0o644)):
        try:
            descriptor = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        except FileExistsError:
            raise ConflictError(
                f"{folder / name} is there already",
                suggestion=Suggestion("Remove it first if it is to be replaced.", action="ask_human"),
            ) from None
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        (folder / name).chmod(mode)
    return {"private": str(folder / f"{NAME}.key"), "public": str(folder / f"{NAME}.pub")}


@app.command(annotations=Behavior(), capabilities=["fs:read"])
def grant(
    request: Annotated[str, Argument(help="The request that the refused call's error holds")],
    minutes: Annotated[
        float, Option(help="How long the token is valid", min=0.1, max=LONGEST_LIFE / 60)
    ] = 10,
    *,
    host: Host,
    ctx: AgentContext,
) -> dict[str, Any]:
    """Show a call that needs approval, and sign it when the word that is shown is typed."""
    wanted = read_request(request)
    if not wanted.tool.startswith(f"{host.name}."):
        raise InputError(f"request: it is for {wanted.tool}, not for {host.name}", field="request")
    private = _private_key(host)
    if not ask(ctx._call, "approve", "elicitation", "approve a call", _question(wanted)):
        raise HumanNeededError(f"{wanted.tool} was not approved")
    expires = time.time() + minutes * 60
    return {
        "token": sign(private, wanted.digest, expires),
        "tool": wanted.tool,
        "arguments": wanted.arguments,
        "expires": datetime.fromtimestamp(int(expires), UTC).isoformat(),
    }


def _question(wanted: Request) -> str:
    # Written in ASCII: nothing that is shown can hide or move what is approved.
    given = "\n".join(f"  {name}: {json.dumps(value)}" for name, value in wanted.arguments.items())
    return f"Approve one run of {wanted.tool} {wanted.version}?\n{given}".rstrip()


def _private_key(host: Host) -> bytes:
    path = key_folder(setting(host, "approval_keys"), sys.platform) / f"{NAME}.key"
    try:
        return path.read_bytes()
    except PermissionError:
        raise AuthError(
            f"{path} cannot be read",
            suggestion=Suggestion("Run this as the user that owns the key.", action="ask_human"),
        ) from None
    except FileNotFoundError:
        raise NotFoundError(
            f"there is no key in {path.parent}",
            suggestion=Suggestion(
                "Make one, as a user that no agent runs as: approvals init.", action="ask_human"
            ),
        ) from None
