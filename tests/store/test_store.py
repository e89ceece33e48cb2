"""The promises of every store, kept by a file and by a real server."""

from __future__ import annotations

import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tooli.errors import DependencyError, InputError
from tooli.store.base import Store
from tooli.store.by_url import open_store


@pytest.fixture(params=["sqlite", "redis"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = "sqlite:///" + str(tmp_path / "kept" / "store.db")
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
    opened = open_store(url, None)
    for key, _, _ in opened.entries(""):
        opened.delete(key)
    yield opened
    opened.close()


def test_a_value_is_stored_once(store: Store) -> None:
    assert store.get("a") is None
    assert store.put("a", "one", 60)
    assert not store.put("a", "two", 60)
    assert store.get("a") == "one"


def test_a_value_is_replaced_only_if_it_is_the_expected_one(store: Store) -> None:
    assert not store.replace("a", "one", "two", 60)
    store.put("a", "one", 60)
    assert not store.replace("a", "other", "two", 60)
    assert store.replace("a", "one", "two", 60)
    assert store.get("a") == "two"


def test_a_key_is_removed_only_if_its_value_is_the_expected_one(store: Store) -> None:
    store.put("a", "one", 60)
    assert not store.delete("a", "other")
    assert store.get("a") == "one"
    assert store.delete("a", "one")
    assert not store.delete("a")
    store.put("a", "one", 60)
    assert store.delete("a")
    assert store.get("a") is None


def test_what_has_expired_is_gone(store: Store) -> None:
    assert store.put("a", "one", 0.001)
    while store.get("a") is not None:
        pass
    assert not store.replace("a", "one", "two", 60)
    assert not store.delete("a")
    assert list(store.entries("")) == []
    assert store.put("a", "two", 60)
    assert store.get("a") == "two"


def test_keys_are_listed_by_prefix_with_their_expiry(store: Store) -> None:
    for key in ("b/1", "a/2", "a/1", "a*", "A/3", "ä/1"):
        store.put(key, key.upper(), 60)
    listed = list(store.entries("a/"))
    assert [(key, value) for key, value, _ in listed] == [("a/1", "A/1"), ("a/2", "A/2")]
    assert all(50 < expires - time.time() <= 61 for _, _, expires in listed)
    assert [key for key, _, _ in store.entries("a*")] == ["a*"]


def test_any_text_can_be_stored(store: Store) -> None:
    text = 'ä "€" \n\x00 𝄞' * 10_000
    store.put("k ä\n", text, 60)
    assert store.get("k ä\n") == text
    assert store.replace("k ä\n", text, "", 60)
    assert store.get("k ä\n") == ""


def test_a_closed_store_opens_again_when_it_is_used(store: Store) -> None:
    store.put("a", "one", 60)
    store.close()
    assert store.get("a") == "one"


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "state" / "app" / "store.db"
    store = open_store(None, path)
    store.put("a", "one", 60)
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    store.close()


def test_expired_entries_do_not_stay_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = open_store(None, path)
    store.put("old", "x" * 100_000, -1)
    store.put("new", "one", 60)
    store.close()
    import sqlite3

    with sqlite3.connect(path) as database:
        assert database.execute("SELECT key FROM entries").fetchall() == [("new",)]
    database.close()


def test_many_processes_make_the_file_at_once_and_one_of_them_wins(tmp_path: Path) -> None:
    code = (
        "import sys, os; from pathlib import Path; from tooli.store.by_url import open_store\n"
        "sys.stdin.read(); store = open_store(None, Path('store.db'))\n"
        "print(store.put('a', str(os.getpid()), 60)); store.close()"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(12)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    told = [process.communicate() for process in processes]
    assert sorted(out for out, _ in told) == ["False\n"] * 11 + ["True\n"], told


def test_a_relative_url_is_a_path_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store("sqlite:///here/store.db", None)
    store.put("a", "one", 60)
    store.close()
    assert (tmp_path / "here" / "store.db").is_file()


@pytest.mark.parametrize("url", ["mysql://host/db", "sqlite:///", "sqlite://x", "store.db", "redis", ""])
def test_a_url_that_names_no_store_is_an_error_that_says_what_does(url: str) -> None:
    with pytest.raises(InputError, match=r"is not sqlite:///PATH or redis://HOST") as raised:
        open_store(url, None)
    assert (raised.value.field, raised.value.code) == ("store", "E1903")


def test_without_a_home_there_is_no_store() -> None:
    with pytest.raises(DependencyError, match="the environment names no home"):
        open_store(None, None)


def test_a_file_that_is_no_database_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.write_text("this is not a database, and longer than a header would be: " + "x" * 200)
    store = open_store(None, path)
    with pytest.raises(DependencyError, match=r"store\.db cannot be used: file is not a database"):
        store.get("a")


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = open_store(None, tmp_path / "file" / "store.db")
    with pytest.raises(DependencyError, match="cannot be used"):
        store.put("a", "one", 60)


def test_a_server_that_is_not_there_is_an_error_without_its_password() -> None:
    pytest.importorskip("redis")
    store = open_store("redis://ann:hunter2@127.0.0.1:1/0", None)
    with pytest.raises(DependencyError, match=r"redis://127\.0\.0\.1/0 cannot be used") as raised:
        store.get("a")
    assert "hunter2" not in str(raised.value)


def test_a_url_that_redis_does_not_know_is_an_error() -> None:
    pytest.importorskip("redis")
    with pytest.raises(InputError, match="store: redis://h"):
        open_store("redis://h/0?socket_timeout=soon", None)
    with pytest.raises(InputError, match="store: Invalid IPv6 URL"):
        open_store("redis://[h", None)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(DependencyError, match=r"needs the extra tooli\[redis\]") as raised:
        open_store("redis://localhost", None)
    assert raised.value.suggestion is not None
    assert raised.value.suggestion.example == "pip install 'tooli[redis]'"
