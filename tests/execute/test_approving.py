"""Tokens between two users: root owns the key and signs, another user calls and can only check."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Ran, scrubbed

import tooli
from tooli.policy.approval import read_request, sign

if not hasattr(os, "geteuid") or os.geteuid() != 0:
    pytest.skip("only root can become another user", allow_module_level=True)

NOBODY = 65534
NEEDED = ("cryptography", "cffi", "_cffi_backend")
APP = """
from tooli import Tooli
app = Tooli("shop", version="1.0.0", approval_keys={keys!r})

@app.command(requires_approval=True)
def pay(amount: int) -> int: return amount

app()
"""


class Shop:
    """An app of root's that another user calls; of all that is there, only a home is that user's."""

    def __init__(self, folder: Path, python: str) -> None:
        self._python = python
        self._folder = folder
        self.keys = folder / "keys"
        self.private, self.public = self.keys / "approval.key", self.keys / "approval.pub"
        (folder / "app.py").write_text(APP.format(keys=str(self.keys)))
        (folder / "home").mkdir()
        os.chown(folder / "home", NOBODY, NOBODY)

    def run(self, *args: str, user: int) -> Ran:
        """Run the app as a user who belongs to no other group, and by default lets nobody read anything."""
        variables = {"PYTHONPATH": str(self._folder.parent / "lib"), "PYTHONDONTWRITEBYTECODE": "1"}
        ran = subprocess.run(
            [self._python, "app.py", *args],
            user=user,
            group=user,
            extra_groups=[],
            umask=0o077,
            cwd=self._folder,
            env=scrubbed(self._folder / "home", **variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr.decode())

    def pay(self, *args: str) -> Ran:
        """Call the command that needs approval, as the other user."""
        return self.run("3", *args, user=NOBODY)

    def token(self) -> str:
        """Return root's approval of the call that the other user's refused one asks for."""
        request = read_request(self.pay().error["details"]["request"])
        return sign(self.private.read_bytes(), request.digest, time.time() + 60)


def installed(folder: Path) -> None:
    """Put what the app needs where another user can read it: a checkout may lie in a private folder."""
    shutil.copytree(Path(tooli.__file__).parent, folder / "tooli")
    for name in NEEDED:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        if spec.submodule_search_locations:
            shutil.copytree(Path(spec.origin).parent, folder / name)
        else:
            shutil.copy(spec.origin, folder)
    show(folder)


def show(folder: Path) -> None:
    """Let everybody read what is in a folder, whatever the umask is."""
    subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)


def runnable() -> str | None:
    """Return a Python of this version that the other user may run."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    says = "import sys; print('%d.%d' % sys.version_info[:2])"
    for python in (sys.executable, f"/usr/bin/python{version}", f"/usr/local/bin/python{version}"):
        try:
            ran = subprocess.run(
                [python, "-c", says],
                user=NOBODY,
                group=NOBODY,
                extra_groups=[],
                cwd="/",
                capture_output=True,
                check=False,
            )
        except OSError:
            continue
        if ran.stdout.decode().strip() == version:
            return python
    return None


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder of root's that everybody may read."""
    # Not among the temporary files: anybody may write there, and a key below such a folder is not trusted.
    with tempfile.TemporaryDirectory(dir="/var") as name:
        folder = Path(name)
        folder.chmod(0o755)
        installed(folder / "lib")
        yield folder


@pytest.fixture
def shop(place: Path) -> Shop:
    python = runnable()
    if python is None:
        pytest.skip("there is no Python of this version that another user may run")
    folder = place / f"shop{len(list(place.iterdir()))}"
    folder.mkdir(mode=0o755)
    made = Shop(folder, python)
    show(folder)
    assert made.run("tooli", "approvals", "init", user=0).code == 0
    assert made.private.stat().st_mode & 0o777 == 0o600
    return made


def refusal(ran: Ran) -> str:
    error: dict[str, Any] = ran.error
    assert (ran.code, error["code"], error["field"]) == (101, "E2903", "approval")
    return str(error["message"]).removeprefix("the approval does not count: ")


def test_a_token_of_another_user_counts_once(shop: Shop) -> None:
    token = shop.token()
    assert shop.pay("--approval", token).result == 3
    assert refusal(shop.pay("--approval", token)) == "it has been used"
    assert shop.pay("--approval", shop.token()).result == 3


def test_a_token_counts_for_its_own_call_only(shop: Shop) -> None:
    token = shop.token()
    other = shop.run("4", "--approval", token, user=NOBODY)
    assert refusal(other) == "it approves another call"
    assert shop.pay("--approval", token).result == 3


def test_who_cannot_read_the_key_can_sign_nothing(shop: Shop) -> None:
    error = shop.pay().error
    assert "`shop tooli approvals grant REQUEST`" in error["suggestion"]["fix"]
    ran = shop.run("tooli", "approvals", "grant", error["details"]["request"], user=NOBODY)
    assert (ran.code, ran.error["message"]) == (30, f"{shop.private} cannot be read")


@pytest.mark.parametrize(("mode", "group"), [(0o644, 0), (0o640, NOBODY), (0o604, 0)])
def test_a_key_that_the_caller_can_read_proves_nobody(shop: Shop, mode: int, group: int) -> None:
    token = shop.token()
    os.chown(shop.private, 0, group)
    shop.private.chmod(mode)
    told = "this session can read the private key, so the token proves nobody"
    assert refusal(shop.pay("--approval", token)) == told
    shop.private.chmod(0o600)
    assert shop.pay("--approval", token).result == 3


def test_a_key_of_the_callers_own_proves_nobody(shop: Shop) -> None:
    token = shop.token()
    os.chown(shop.private, NOBODY, NOBODY)
    shop.private.chmod(0)
    assert refusal(shop.pay("--approval", token)).startswith("this session can read the private key")


@pytest.mark.parametrize(("weak", "mode"), [("keys/approval.pub", 0o646), ("keys", 0o777), (".", 0o777)])
def test_a_public_key_that_the_caller_can_replace_proves_nobody(shop: Shop, weak: str, mode: int) -> None:
    token = shop.token()
    changed = (shop.keys.parent / weak).resolve()
    changed.chmod(mode)
    told = f"this session can change {changed}, so the key proves nobody"
    assert refusal(shop.pay("--approval", token)) == told


def test_root_itself_is_no_other_user(shop: Shop) -> None:
    ran = shop.run("3", "--approval", shop.token(), user=0)
    assert refusal(ran) == "this session can read the private key, so the token proves nobody"


def test_what_was_used_is_noted_for_the_caller(shop: Shop) -> None:
    assert shop.pay("--approval", shop.token()).result == 3
    [mark] = (shop.keys.parent / "home").rglob("approvals/*")
    assert (mark.stat().st_uid, mark.stat().st_mode & 0o777) == (NOBODY, 0o600)
