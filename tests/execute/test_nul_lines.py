"""Lines that end with NUL, read no further than asked."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli import CallOptions, StdinOr, Tooli
from tooli.execute import nul_lines
from tooli.execute.nul_lines import NulLines


def records(data: bytes) -> list[bytes]:
    file = NulLines(io.BytesIO(data))
    return list(iter(lambda: file.readline(1 << 20), b""))


@given(
    st.lists(st.binary(max_size=8).map(lambda data: data.replace(b"\0", b"x"))),
    st.sampled_from([1, 2, 3, 64]),
)
def test_records_are_what_stands_between_the_nuls(parts: list[bytes], chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nul_lines, "CHUNK", chunk)
        assert records(b"".join(part + b"\0" for part in parts)) == [part + b"\0" for part in parts]


def test_a_last_record_needs_no_end() -> None:
    assert records(b"a\0b") == [b"a\0", b"b"]
    assert records(b"") == []


def test_a_record_is_given_in_pieces_when_it_is_too_long() -> None:
    file = NulLines(io.BytesIO(b"abcdef\0g"))
    assert [file.readline(4) for _ in range(4)] == [b"abcd", b"ef\0", b"g", b""]


def test_what_is_left_can_be_read_in_any_way() -> None:
    file = NulLines(io.BytesIO(b"a\0bcdef"))
    assert file.readline(9) == b"a\0"
    assert (file.read1(2), file.read(1), file.read(), file.read(3), file.read1()) == (
        b"bc",
        b"d",
        b"ef",
        b"",
        b"",
    )


def test_an_option_reads_records_in_python_too() -> None:
    app = Tooli("app")

    @app.command
    def names(data: StdinOr[list[str]]) -> list[str]:
        return data.read()

    null = CallOptions(null=True)
    assert app.call("names", data=b"a\nb\0c", options=null).result == ["a\nb", "c"]
    assert app.call("names", data=b"a\nb\0c").result == ["a", "b\0c"]


def test_a_command_that_reads_nothing_refuses_the_option() -> None:
    app = Tooli("app")
    app.command("plain")(lambda: None)
    error = app.call("plain", options=CallOptions(null=True)).error
    assert error is not None
    assert (error.code, error.field) == ("E1909", "null")
