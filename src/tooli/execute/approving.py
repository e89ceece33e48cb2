"""Positive evidence of a person: one who is asked and answers, or a token that one signed for this call.

That nothing looks like an agent proves nothing, and no `--yes` is ever taken for an approval.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from tooli.errors import HumanNeededError, Suggestion, ToolError
from tooli.execute.called import called
from tooli.execute.encode import encode
from tooli.execute.pipeline import Invoke
from tooli.execute.settings import setting
from tooli.execute.state_dir import state_dir
from tooli.policy.approval import LONGEST, Request, check, refused
from tooli.policy.approval_key import key_folder, trusted_key, use_once
from tooli.types import Unset

if TYPE_CHECKING:
    from collections.abc import Generator

    from tooli.execute import Call


def approve(call: Call, needed: ToolError) -> Generator[Any, Any, str]:
    """Return how a person approved the call: `token` or `person`; raise when nobody did."""
    if call.options.approval is not None:
        _check_token(call, call.options.approval)
        return "token"
    asker = call.asker
    if asker is None or not asker.asks_people:
        raise unapproved(call, needed.message)
    question = f"{needed.message}: {summary(call)}"
    if not (yield Invoke(asker.approve, (question,), is_async=asker.is_async)):
        raise unapproved(call, f"{call.command.name} was not approved")
    return "person"


def unapproved(call: Call, message: str) -> HumanNeededError:
    """Return the error that tells what a person has to do."""
    ways = ["Have a person run the command on a terminal and type the word it shows"]
    request = request_of(call)
    details = None
    if request is not None and len(request.text) <= LONGEST:
        details = {"request": request.text}
        catalog = call.runtime.catalog
        # An app of one command, or with a command of that name, takes the word for its own.
        own = catalog.single is not None or "approvals" in catalog.root.children
        ways.append(
            f"have them run `{call.runtime.name} {'tooli ' if own else ''}approvals grant REQUEST` "
            "and repeat the call with the token as approval"
        )
    suggestion = Suggestion(f"{', or '.join(ways)}.", action="ask_human")
    error = HumanNeededError(message, suggestion=suggestion, details=details)
    if call.repair is not None and call.packed is None:  # the surface knows how a person would spell it
        error.suggestion = call.repair(error) or suggestion
    return error


def request_of(call: Call) -> Request | None:
    """Return what a person is asked to approve; None when it cannot be told whole, as with data on stdin."""
    told: dict[str, Any] = {}
    for name, value in call.arguments.items():
        param = call.command.param_by_name[name]
        if param.secret:
            told[name] = "***"
            continue
        if param.shape.input and (isinstance(value, (bytes, Unset)) or value == "-" or not _is_place(value)):
            return None
        if hasattr(value, "__next__"):
            return None
        try:
            told[name] = json.loads(encode(value, []))
        except ToolError:
            return None
    tool, version = called(call)
    return Request(tool=tool, version=version, arguments=told)


def summary(call: Call) -> str:
    """Return a call in one line, for the person who is asked."""
    request = request_of(call)
    given = "" if request is None else json.dumps(request.arguments, ensure_ascii=True)
    shown = given if len(given) <= 500 else f"{given[:500]}…"
    return f"{call.runtime.name} {call.command.name} {shown}".rstrip()


def _is_place(value: Any) -> bool:
    items = value if isinstance(value, (list, tuple)) else [value]
    return all(item is None or (isinstance(item, str) and item != "-") for item in items)


def _check_token(call: Call, token: str) -> None:
    runtime = call.runtime
    request = request_of(call)
    if request is None:
        raise refused("this call cannot be told whole, so no token can stand for it")
    folder = key_folder(setting(runtime, "approval_keys"), sys.platform)
    public = trusted_key(folder, local=call.scopes is None)
    number = check(public, token, request.digest, time.time())
    marks = state_dir(runtime.name, runtime.environ, sys.platform)
    if marks is None:
        raise refused("its use cannot be noted: the environment names no home")
    use_once(marks, number)
