"""Cursors: only this app's, only for their call, only while they last; and the key they rest on."""

from __future__ import annotations

import os
import stat
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.errors import InputError
from tooli.execute.cursor import Cursor, call_digest, make_cursor, read_cursor
from tooli.execute.secret import secret
from tooli.execute.state_dir import state_dir

KEY = bytes(range(32))
CALL = call_digest("shop.orders", "1.0.0", {"status": "open"})
CURSOR = make_cursor(KEY, CALL, 25)
LETTERS = string.ascii_letters + string.digits + "-_"


def reason(text: str, *, key: bytes = KEY, call: str = CALL, now: float | None = None) -> object:
    with pytest.raises(InputError) as caught:
        read_cursor(key, text, call, now)
    error = caught.value
    assert (error.code, error.field, error.exit_code) == ("E1911", "cursor", 2)
    assert error.details is not None
    return error.details["reason"]


def no_warning(text: str) -> None:
    raise AssertionError(text)


def test_a_cursor_says_where_the_page_starts() -> None:
    assert read_cursor(KEY, CURSOR, CALL) == Cursor(kind="page", offset=25)
    full = make_cursor(KEY, CALL, 3, "stored", state="é/1", expires=99.9)
    assert read_cursor(KEY, full, CALL, now=98) == Cursor(kind="stored", offset=3, state="é/1", expires=99)


def test_a_cursor_is_short_and_never_looks_like_a_flag() -> None:
    assert len(CURSOR) == 48
    assert CURSOR.startswith("A")
    assert set(CURSOR) <= set(LETTERS)
    assert make_cursor(KEY, CALL, 25) == CURSOR


def test_every_change_of_a_letter_is_noticed() -> None:
    for cursor in (
        CURSOR,
        make_cursor(KEY, CALL, 100),
        make_cursor(KEY, CALL, 1000),
    ):  # every length of padding
        for place in range(len(cursor)):
            for letter in LETTERS + "=. é":
                if letter != cursor[place]:
                    assert reason(cursor[:place] + letter + cursor[place + 1 :]) == "corrupted"


@given(st.text() | st.text(st.sampled_from(LETTERS), max_size=80))
def test_no_other_text_is_a_cursor(text: str) -> None:
    assert reason(text) == "corrupted"


@given(st.integers(1, len(CURSOR)))
def test_a_cursor_cut_short_or_made_longer_is_no_cursor(count: int) -> None:
    assert reason(CURSOR[:-count]) == "corrupted"
    assert reason(CURSOR + "A" * count) == "corrupted"
    assert reason(CURSOR + "=" * count) == "corrupted"


def test_a_cursor_of_another_key_is_no_cursor() -> None:
    assert reason(CURSOR, key=bytes(32)) == "corrupted"


def test_a_cursor_of_other_arguments_says_so() -> None:
    other = call_digest("shop.orders", "1.0.0", {"status": "closed"})
    assert reason(CURSOR, call=other) == "other_arguments"
    with pytest.raises(InputError, match=r"^the cursor belongs to a call with other arguments$") as caught:
        read_cursor(KEY, CURSOR, other)
    assert caught.value.suggestion is not None
    assert "leave it out" in caught.value.suggestion.fix


def test_a_cursor_expires() -> None:
    cursor = make_cursor(KEY, CALL, 1, expires=1000)
    assert read_cursor(KEY, cursor, CALL, now=999.9).offset == 1
    assert reason(cursor, now=1000) == "expired"


@given(
    st.integers(0, 2**63),
    st.text(),
    st.none() | st.text(),
    st.none() | st.integers(0, 2**40),
    st.text(max_size=9),
)
def test_what_is_put_in_comes_out(
    offset: int, kind: str, state: str | None, expires: int | None, call: str
) -> None:
    cursor = make_cursor(KEY, call, offset, kind, state=state, expires=expires)
    assert read_cursor(KEY, cursor, call) == Cursor(kind=kind, offset=offset, state=state, expires=expires)


def test_a_digest_does_not_depend_on_the_order_of_names() -> None:
    one = call_digest("t", "1", {"a": {"x": 1, "y": [1, 2]}, "b": Path("f"), "c": {3, 1, 2}})
    assert one == call_digest("t", "1", {"c": {1, 2, 3}, "b": Path("f"), "a": {"y": [1, 2], "x": 1}})


def test_a_digest_depends_on_tool_version_and_every_value() -> None:
    calls = [
        call_digest("t", "1", {"a": 1}),
        call_digest("u", "1", {"a": 1}),
        call_digest("t", "2", {"a": 1}),
        call_digest("t", "1", {"a": "1"}),
        call_digest("t", "1", {"a": [1]}),
        call_digest("t", "1", {"a": None}),
        call_digest("t", "1", {}),
        call_digest("t", "1", {"b": 1}),
        call_digest("t", "1", {"a": {1, "1"}}),
        call_digest("t", "1", {"a": {2, "1"}}),
    ]
    assert len(set(calls)) == len(calls)


def test_a_digest_reads_no_iterator_and_names_what_is_no_data_by_its_type() -> None:
    def numbers() -> Iterator[int]:
        yield 1

    given_iterator = numbers()
    assert call_digest("t", "1", {"a": given_iterator}) == call_digest("t", "1", {"a": numbers()})
    assert list(given_iterator) == [1]
    assert call_digest("t", "1", {"a": object()}) == call_digest("t", "1", {"a": object()})
    assert call_digest("t", "1", {"a": object()}) != call_digest("t", "1", {"a": "builtins.object"})


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "app"
    key = secret(folder, no_warning)
    assert len(key) == 32
    assert secret(folder, no_warning) == key
    assert [path.name for path in folder.iterdir()] == ["cursor.key"]
    if os.name == "posix":
        assert stat.S_IMODE((folder / "cursor.key").stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_file_that_holds_no_key_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "cursor.key").write_bytes(b"short")
    key = secret(tmp_path, no_warning)
    assert len(key) == 32
    assert (tmp_path / "cursor.key").read_bytes() == key
    assert [path.name for path in tmp_path.iterdir()] == ["cursor.key"]


def test_processes_that_start_together_use_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tooli.execute.secret import secret\n"
        "sys.stdin.readline(); print(secret(Path(sys.argv[1]), print).hex())"
    )
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "state")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(8)
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    keys = {racer.communicate()[0] for racer in racers}
    assert keys == {(tmp_path / "state" / "cursor.key").read_bytes().hex() + "\n"}


@pytest.mark.parametrize("blocked", [True, False])
def test_without_a_place_for_the_key_each_process_has_its_own(tmp_path: Path, blocked: bool) -> None:
    warnings: list[str] = []
    (tmp_path / "file").write_text("not a directory")
    folder = tmp_path / "file" / "state" if blocked else None
    one, other = secret(folder, warnings.append), secret(folder, warnings.append)
    assert len(one) == len(other) == 32
    assert one != other
    assert warnings == ["cursors of this process end with it: its state directory cannot be used"] * 2


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {"HOME": "/h"}, "/h/.local/state/tooli/shop"),
        ("linux", {"HOME": "/h", "XDG_STATE_HOME": "/s"}, "/s/tooli/shop"),
        ("linux", {"HOME": "/h", "XDG_STATE_HOME": "relative"}, "/h/.local/state/tooli/shop"),
        ("freebsd14", {"HOME": "/h"}, "/h/.local/state/tooli/shop"),
        ("darwin", {"HOME": "/h", "XDG_STATE_HOME": "/s"}, "/h/Library/Application Support/tooli/shop"),
        ("win32", {"LOCALAPPDATA": "/local", "USERPROFILE": "/u"}, "/local/tooli/shop"),
        ("win32", {"USERPROFILE": "/u"}, "/u/AppData/Local/tooli/shop"),
    ],
)
def test_the_state_directory_is_where_the_platform_has_it(
    platform: str, environ: dict[str, str], expected: str
) -> None:
    assert state_dir("shop", environ, platform) == Path(expected)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_without_a_home_there_is_no_state_directory(platform: str) -> None:
    assert state_dir("shop", {}, platform) is None


@pytest.mark.parametrize(
    ("app", "folder"), [("my app/x", "my_app_x"), ("../..", "_.."), (".", "app"), ("", "app")]
)
def test_an_app_name_is_always_one_folder(app: str, folder: str) -> None:
    assert state_dir(app, {"HOME": "/h"}, "linux") == Path("/h/.local/state/tooli") / folder
