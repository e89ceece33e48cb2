"""Tokens: they approve one call, once, for a while, and only where the caller cannot make them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tooli.errors import HumanNeededError, InputError
from tooli.policy.approval import Request, check, make_keys, read_request, sign
from tooli.policy.approval_key import could, key_folder, trusted_key, use_once

REQUEST = Request(tool="shop.pay", version="1.0.0", arguments={"amount": 3, "to": "Ann ☃"})


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(HumanNeededError) as raised:
        action()
    assert (raised.value.code, raised.value.exit_code, raised.value.field) == ("E2903", 101, "approval")
    return raised.value.message.removeprefix("the approval does not count: ")


def test_a_request_tells_the_whole_call() -> None:
    assert read_request(REQUEST.text) == REQUEST
    assert read_request(f" {REQUEST.text}\n").digest == REQUEST.digest


def test_the_digest_is_of_what_is_shown() -> None:
    other = REQUEST.replace(arguments={"to": "Ann ☃", "amount": 3})
    assert other.digest == REQUEST.digest
    for changed in (
        REQUEST.replace(arguments={"amount": 4, "to": "Ann ☃"}),
        REQUEST.replace(tool="shop.refund"),
        REQUEST.replace(version="1.0.1"),
    ):
        assert changed.digest != REQUEST.digest


@pytest.mark.parametrize("text", ["", "x", "AVsid", "ééé", "A" * 100, "AVsxLDIsM10", "ATE"])
def test_what_is_no_request_is_told(text: str) -> None:
    with pytest.raises(InputError, match="not a request for approval") as raised:
        read_request(text)
    assert raised.value.field == "request"


def test_a_token_approves_its_call_until_it_expires() -> None:
    private, public = make_keys()
    token = sign(private, REQUEST.digest, 1000)
    assert len(check(public, token, REQUEST.digest, 999)) == 32
    assert refusal(lambda: check(public, token, REQUEST.digest, 1000)) == "it has expired"
    other = REQUEST.replace(arguments={"amount": 4}).digest
    assert refusal(lambda: check(public, token, other, 999)) == "it approves another call"


def test_a_token_of_another_key_or_a_changed_one_does_not_count() -> None:
    private, public = make_keys()
    elsewhere, _ = make_keys()
    wrong = "it was not signed with this machine's key, or was changed"
    assert refusal(lambda: check(public, sign(elsewhere, REQUEST.digest, 1000), REQUEST.digest, 1)) == wrong
    token = sign(private, REQUEST.digest, 1000)
    for place in (0, 5, 40, len(token) - 5):
        letter = "B" if token[place] != "B" else "C"
        changed = token[:place] + letter + token[place + 1 :]
        assert refusal(lambda text=changed: check(public, text, REQUEST.digest, 1)) == wrong  # type: ignore[misc] # bound now
    for text in ("", "AAAA", token[:-8], "é", "-"):
        assert refusal(lambda text=text: check(public, text, REQUEST.digest, 1)) == wrong  # type: ignore[misc] # bound now


def test_a_token_is_used_once(tmp_path: Path) -> None:
    use_once(tmp_path, "a" * 32)
    assert refusal(lambda: use_once(tmp_path, "a" * 32)) == "it has been used"
    use_once(tmp_path, "b" * 32)


def test_a_use_that_cannot_be_noted_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "approvals").write_text("in the way")
    assert refusal(lambda: use_once(tmp_path, "a" * 32)).startswith(("its use cannot", "it has been used"))


def keys(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    private, public = make_keys()
    folder.joinpath("approval.key").write_bytes(private)
    folder.joinpath("approval.pub").write_bytes(public)
    return folder


def test_a_key_that_the_session_can_neither_read_nor_replace_is_trusted(tmp_path: Path) -> None:
    folder = keys(tmp_path)
    found = trusted_key(folder, local=True, access=lambda path, mode: False)
    assert found == (folder / "approval.pub").read_bytes()


def test_a_private_key_that_the_session_can_read_proves_nobody(tmp_path: Path) -> None:
    folder = keys(tmp_path)
    told = refusal(lambda: trusted_key(folder, local=True, access=lambda path, mode: mode == os.R_OK))
    assert told == "this session can read the private key, so the token proves nobody"


@pytest.mark.parametrize("place", ["approval.pub", ".", ".."])
def test_a_public_key_that_the_session_can_replace_proves_nobody(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "keys"
    keys(folder)
    weak = (folder / place).resolve()
    told = refusal(
        lambda: trusted_key(
            folder, local=True, access=lambda path, mode: mode == os.W_OK and Path(path) == weak
        )
    )
    assert told == f"this session can change {weak}, so the key proves nobody"


@pytest.mark.skipif(os.name != "posix", reason="rights are not told there")
def test_rights_that_the_session_took_from_itself_prove_nobody(tmp_path: Path) -> None:
    folder = keys(tmp_path / "keys")
    (folder / "approval.key").chmod(0)
    (folder / "approval.pub").chmod(0o444)
    folder.chmod(0o555)
    assert could(str(folder / "approval.key"), os.R_OK)
    assert could(str(folder), os.W_OK)
    assert refusal(lambda: trusted_key(folder, local=True)).endswith("proves nobody")
    folder.chmod(0o755)


def test_for_a_caller_from_elsewhere_the_servers_own_rights_do_not_matter(tmp_path: Path) -> None:
    folder = keys(tmp_path)
    assert trusted_key(folder, local=False, access=lambda path, mode: True)


def test_without_a_key_no_token_counts(tmp_path: Path) -> None:
    told = refusal(lambda: trusted_key(tmp_path, local=True, access=lambda path, mode: False))
    assert told == f"there is no key to check it with in {tmp_path}"


def test_the_keys_lie_where_no_caller_can_choose() -> None:
    assert key_folder(None, "linux") == Path("/etc/tooli")
    assert str(key_folder(None, "win32")).startswith("C:")
    assert key_folder("/srv/keys", "linux") == Path("/srv/keys")
