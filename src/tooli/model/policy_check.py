"""What an app may say about its policy: level, scopes, sandbox, keys, audit log. Checked when declared."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from tooli.model.choices import POLICIES

PATHS = ("approval_keys", "audit_log")
SANDBOX = ("root", "allowed", "denied")


def policy_mistakes(settings: Mapping[str, Any]) -> Iterator[str]:
    """Give what is wrong with an app's settings of policy."""
    level = settings.get("security_policy", "standard")
    if level not in POLICIES:
        yield f"security_policy={level!r} is not one of {', '.join(POLICIES)}"
    if not _is_list_of(settings.get("auth_scopes", ()), str):
        yield "auth_scopes must be a list of strings"
    for keyword in PATHS:
        if not isinstance(settings.get(keyword, ""), (str, os.PathLike)):
            yield f"{keyword} must be a path"
    yield from sandbox_mistakes(settings.get("sandbox", ""))


def sandbox_mistakes(sandbox: object) -> Iterator[str]:
    """Give what is wrong with a sandbox: a folder, or a dict of them."""
    if isinstance(sandbox, (str, os.PathLike)):
        return
    if not isinstance(sandbox, Mapping):
        yield f"sandbox must be a folder, or a dict of {', '.join(SANDBOX)}"
        return
    for key, value in sandbox.items():
        if key not in SANDBOX:
            yield f"sandbox: no key {key!r}; use {', '.join(SANDBOX)}"
        elif key == "root" and not isinstance(value, (str, os.PathLike)):
            yield "sandbox: root must be a folder"
        elif key != "root" and not _is_list_of(value, (str, os.PathLike)):
            yield f"sandbox: {key} must be a list of folders"


def _is_list_of(value: Any, kind: Any) -> bool:
    listed = hasattr(value, "__iter__") and not isinstance(value, (str, bytes))
    return listed and all(isinstance(item, kind) for item in value)
