"""Where the keys of approvals lie, whether they can be trusted, and which tokens have been used.

A key proves a person only if the one who calls can neither read the private key nor put another public key in
its place. Both are asked of the operating system, for the very process that checks the token.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from tooli.policy.approval import refused

Access = Callable[[str, int], bool]

NAME = "approval"


def key_folder(setting: object, platform: str) -> Path:
    """Return the folder of the keys: the app's choice, else the machine's. No caller's variable names it."""
    if setting is not None:
        return Path(os.fspath(setting))  # type: ignore[call-overload] # checked when declared
    if platform == "win32":
        return Path(r"C:\ProgramData\tooli")
    return Path("/etc/tooli")


def could(path: str, mode: int) -> bool:
    """Whether this process may use a file so, or could give itself the right because the file is its own."""
    if os.name == "nt":
        return True  # rights are not told there
    try:
        return os.access(path, mode) or os.stat(path).st_uid == os.geteuid()
    except OSError:
        return False


def trusted_key(folder: Path, *, local: bool, access: Access = could) -> bytes:
    """Return the public key; refuse one that the calling session could have forged.

    local: whether the caller works on this machine, with this process's rights.
    """
    public, private = folder / f"{NAME}.pub", folder / f"{NAME}.key"
    if local:
        if access(str(private), os.R_OK):
            raise refused("this session can read the private key, so the token proves nobody")
        for place in (public, *public.parents, *public.resolve().parents):
            if access(str(place), os.W_OK):
                raise refused(f"this session can change {place}, so the key proves nobody")
    try:
        return public.read_bytes()
    except OSError:
        raise refused(f"there is no key to check it with in {folder}") from None


def use_once(folder: Path, number: str, now: float | None = None) -> None:
    """Mark a token as used; refuse one that was. Where marks cannot be kept, no token counts."""
    used = folder / "approvals"
    moment = time.time() if now is None else now
    try:
        used.mkdir(mode=0o700, parents=True, exist_ok=True)
        for old in used.iterdir():
            if old.stat().st_mtime < moment - KEPT:
                old.unlink(missing_ok=True)
        os.close(os.open(used / number, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise refused("it has been used") from None
    except OSError as error:
        raise refused(f"its use cannot be noted: {error.strerror}") from None


LONGEST_LIFE = 24 * 3600
"""Seconds a token may be valid for."""
KEPT = 2 * LONGEST_LIFE
"""Seconds for which used tokens are remembered: longer than any is valid."""
