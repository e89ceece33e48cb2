"""Inputs in Python: what fills a `StdinOr` or a `SecretInput`, how it is read, and how it fails."""

from __future__ import annotations

import asyncio
import json
import pickle
import re
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated, Any

import pytest

from tooli import Argument, Option, SecretInput, StdinOr, ToolError, Tooli
from tooli.errors import DataFormatError, DeclarationError
from tooli.execute.fetch import Bounds, is_public, open_url
from tooli.execute.scrub import Masking, scrub
from tooli.execute.stdin_or import LINE_BYTES


@dataclass
class Row:
    name: str
    size: int = 0


class Odd:
    """A type that nothing can fill."""


def app_of(function: Any) -> Tooli:
    app = Tooli(name="app", version="1.0.0")
    app.command("run")(function)
    return app


def outcome(function: Any, **arguments: Any) -> Any:
    """Return what a command gives, or its error's code, field and message."""
    answer = app_of(function).call("run", **arguments)
    if answer.error is None:
        return answer.result
    return answer.error.code, answer.error.field, answer.error.message


def text_of(data: StdinOr[str]) -> list[str]:
    return [data.source, data.name, data.text()]


class TestSources:
    def test_text_names_a_path(self, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        path.write_text("hello")
        assert outcome(text_of, data=str(path)) == ["file", str(path), "hello"]
        assert outcome(text_of, data=path) == ["file", str(path), "hello"]

    def test_bytes_are_the_data(self) -> None:
        assert outcome(text_of, data=b"hello") == ["value", "value", "hello"]

    def test_text_that_is_the_data_is_wrapped(self) -> None:
        assert outcome(text_of, data=StdinOr.of("hello")) == ["value", "value", "hello"]

    def test_a_dash_is_for_the_command_line_only(self) -> None:
        expected = ("E1903", "data", "data: - stands for stdin on the command line only")
        assert outcome(text_of, data="-") == expected

    def test_stdin_is_for_the_command_line_only(self) -> None:
        assert outcome(text_of) == ("E1906", "data", "data: no input was given")

    def test_a_path_that_does_not_exist_is_not_found(self, tmp_path: Path) -> None:
        path = str(tmp_path / "gone")
        assert outcome(text_of, data=path) == ("E1907", "data", f"data: {path!r} does not exist")

    def test_the_nearest_path_is_suggested(self, tmp_path: Path) -> None:
        (tmp_path / "orders.csv").write_text("1")
        error = app_of(text_of).call("run", data=str(tmp_path / "order.csv")).error
        assert error is not None
        assert error.suggestion is not None
        assert error.suggestion.arguments == {"data": str(tmp_path / "orders.csv")}

    def test_a_directory_is_no_file(self, tmp_path: Path) -> None:
        expected = ("E1903", "data", f"data: {str(tmp_path)!r} is a directory, not a file")
        assert outcome(text_of, data=str(tmp_path)) == expected

    def test_other_schemes_than_http_are_refused(self) -> None:
        expected = ("E1903", "data", "data: 'ftp://host/x' is not an http or https URL")
        assert outcome(text_of, data="ftp://host/x") == expected

    def test_a_url_with_a_password_is_refused_without_repeating_it(self) -> None:
        code, _, message = outcome(text_of, data="https://ann:s3cret@host/x")
        assert (code, "s3cret" in message) == ("E1903", False)

    def test_other_values_are_refused(self) -> None:
        assert outcome(text_of, data=5)[:2] == ("E1903", "data")

    def test_a_default_is_used_when_nothing_is_given(self) -> None:
        def run(data: StdinOr[str] | None = None) -> bool:
            return data is None

        assert outcome(run) is True
        assert outcome(run, data=b"x") is False

    def test_several_inputs_come_as_a_list(self, tmp_path: Path) -> None:
        def run(files: list[StdinOr[str]]) -> list[str]:
            return [file.text() for file in files]

        (tmp_path / "a").write_text("1")
        (tmp_path / "b").write_text("2")
        assert outcome(run, files=[str(tmp_path / "a"), tmp_path / "b", b"3"]) == ["1", "2", "3"]
        assert outcome(run, files=["nowhere"])[:2] == ("E1907", "files[0]")

    def test_files_are_closed_when_a_stream_has_ended(self, tmp_path: Path) -> None:
        opened = []

        def run(data: StdinOr[str]) -> Iterator[str]:
            for line in data.lines():
                opened.append(data._file)
                yield line

        (tmp_path / "a").write_text("1\n2\n3\n")
        items = app_of(run).stream("run", data=tmp_path / "a")
        assert next(items) == "1"
        assert opened[0] is not None
        assert opened[0].closed is False
        items.close()
        assert opened[0].closed is True

    def test_async_commands_get_inputs_too(self) -> None:
        async def run(data: StdinOr[str]) -> str:
            return data.text()

        answer = asyncio.run(app_of(run).acall("run", data=b"hi"))
        assert answer.unwrap() == "hi"

    def test_a_function_called_directly_takes_the_same_object(self) -> None:
        assert text_of(StdinOr.of("hi")) == ["value", "value", "hi"]


class TestReading:
    def test_every_way_goes_on_where_the_last_one_stopped(self) -> None:
        data: StdinOr[Any] = StdinOr.of("one\ntwo\nthree")
        assert next(data.lines()) == "one"
        assert next(data.lines()) == "two"
        assert data.text() == "three"

    def test_input_that_was_read_to_its_end_does_not_look_empty(self) -> None:
        data: StdinOr[Any] = StdinOr.of("one")
        assert list(data.lines()) == ["one"]
        with pytest.raises(RuntimeError, match="read to its end already"):
            data.text()

    def test_lines_come_without_their_ends(self) -> None:
        assert list(StdinOr.of("a\r\nb\n\nc").lines()) == ["a", "b", "", "c"]

    def test_pieces_add_up(self) -> None:
        assert list(StdinOr.of(b"abcde").stream(2)) == [b"ab", b"cd", b"e"]

    def test_a_byte_order_mark_is_no_text(self) -> None:
        assert StdinOr.of(b"\xef\xbb\xbfhi").text() == "hi"
        assert list(StdinOr.of(b"\xef\xbb\xbf{}").jsonl()) == [{}]

    @pytest.mark.parametrize("way", ["text", "lines", "json", "jsonl"])
    def test_data_that_is_not_utf8_names_the_byte(self, way: str) -> None:
        def run(data: StdinOr[str]) -> Any:
            found = getattr(data, way)()
            return found if isinstance(found, (str, dict)) else list(found)

        message = "data: value: not valid UTF-8: byte 0xff at offset 3"
        assert outcome(run, data=b"{}\n\xff") == ("E1908", "data", message)

    def test_json_that_breaks_says_where(self) -> None:
        def run(data: StdinOr[Any]) -> Any:
            return data.json()

        message = "data: value: not valid JSON: Expecting value at line 2, column 7"
        assert outcome(run, data=b'{"a": 1,\n "b": }') == ("E1908", "data", message)

    def test_jsonl_that_breaks_names_the_line(self) -> None:
        def run(data: StdinOr[Any]) -> Iterator[Any]:
            yield from data.jsonl()

        message = "data: value: not valid JSON: Expecting value at line 3, column 1"
        assert outcome(run, data=b"{}\n\nx\n") == ("E1908", "data", message)

    def test_data_without_line_ends_is_no_line(self) -> None:
        lines = StdinOr.of(b"x" * (LINE_BYTES + 2)).lines()
        with pytest.raises(DataFormatError, match=f"line 1 is longer than {LINE_BYTES} bytes"):
            next(lines)

    def test_a_path_stands_for_any_input(self, tmp_path: Path) -> None:
        seen: list[Path] = []

        def run(data: StdinOr[Path]) -> str:
            seen.append(data.read())
            return seen[-1].read_text()

        (tmp_path / "a").write_text("file")
        assert outcome(run, data=str(tmp_path / "a")) == "file"
        assert outcome(run, data=b"held") == "held"
        assert seen[0].exists()
        assert not seen[1].exists()

    def test_data_goes_to_a_child_process_whole(self) -> None:
        data: StdinOr[str] = StdinOr.of("hi")
        data.hold()
        assert pickle.loads(pickle.dumps(data)).text() == "hi"

    def test_a_file_that_is_gone_by_then_is_not_found(self, tmp_path: Path) -> None:
        def run(data: StdinOr[str]) -> str:
            Path(data.name).unlink()
            return data.text()

        (tmp_path / "a").write_text("1")
        assert outcome(run, data=tmp_path / "a")[:2] == ("E1907", "data")


class TestTypes:
    @pytest.mark.parametrize(
        ("expected", "data", "value"),
        [
            (str, "a\nb", "a\nb"),
            (bytes, "ab", b"ab"),
            (list[str], "a\nb\n", ["a", "b"]),
            (Any, "[1]", [1]),
            (dict, '{"a": 1}', {"a": 1}),
            (dict[str, int], '{"a": "1"}', {"a": 1}),
            (list[int], "[1, 2]", [1, 2]),
            (list[int], "1\n2\n", [1, 2]),
            (list[dict[str, Any]], '{"a": 1}\n', [{"a": 1}]),
            (list[dict[str, Any]], "", []),
            (list[list[int]], "[1]\n[2]\n", [[1], [2]]),
            (Row, '{"name": "x", "size": "3"}', Row("x", 3)),
            (list[Row], '{"name": "x"}\n{"name": "y"}\n', [Row("x"), Row("y")]),
        ],
    )
    def test_read_returns_the_type_that_was_declared(self, expected: Any, data: str, value: Any) -> None:
        def run(data: Any) -> Any:
            return [data.read()]

        run.__annotations__ = {"data": StdinOr[expected]}
        assert outcome(run, data=data.encode()) == [value]

    @pytest.mark.parametrize(
        ("expected", "data", "values"),
        [
            (Iterator[str], "a\nb\n", ["a", "b"]),
            (Iterator[bytes], "ab", [b"ab"]),
            (Iterator[dict[str, Any]], '{"a": 1}\n{}\n', [{"a": 1}, {}]),
            (Iterator[Row], '{"name": "x"}\n', [Row("x")]),
        ],
    )
    def test_an_iterator_is_read_as_it_is_used(self, expected: Any, data: str, values: list[Any]) -> None:
        def run(data: Any) -> Any:
            items = data.read()
            assert iter(items) is items
            return list(items)

        run.__annotations__ = {"data": StdinOr[expected]}
        assert outcome(run, data=data.encode()) == values

    def test_data_of_another_type_is_malformed(self) -> None:
        def run(data: StdinOr[list[Row]]) -> Any:
            return data.read()

        message = (
            "data: value: [1].size: input should be a valid integer, unable to parse string as an integer"
        )
        given = b'[{"name": "x"}, {"name": "y", "size": "big"}]'
        assert outcome(run, data=given) == ("E1908", "data", message)

    def test_an_item_of_another_type_is_named_by_its_place(self) -> None:
        def run(data: StdinOr[Iterator[dict[str, Any]]]) -> Any:
            return list(data.read())

        assert outcome(run, data=b"{}\n1\n")[2].startswith("data: value: [1]: must be an object")


class TestAnotherCommandsOutput:
    META = {"tool": "other.list", "version": "1", "duration_ms": 1}  # noqa: RUF012 # read only

    def test_an_envelope_is_taken_by_its_result(self) -> None:
        document = json.dumps({"ok": True, "result": [{"n": 1}, {"n": 2}], "meta": self.META})
        assert list(StdinOr.of(document).jsonl()) == [{"n": 1}, {"n": 2}]
        assert StdinOr.of(document).json() == [{"n": 1}, {"n": 2}]

    def test_the_last_line_of_a_stream_is_no_item(self) -> None:
        last = json.dumps({"$tooli": {"ok": True, "meta": {**self.META, "truncated": {}}}})
        assert list(StdinOr.of(f'{{"n": 1}}\n{last}\n').jsonl()) == [{"n": 1}]

    @pytest.mark.parametrize("last", [True, False])
    def test_a_failure_before_is_a_failure_here(self, last: bool) -> None:
        failed = {"ok": False, "error": {"code": "E3001", "message": "locked"}, "meta": self.META}
        document = json.dumps({"$tooli": failed} if last else failed)
        with pytest.raises(ToolError) as raised:
            list(StdinOr.of(document).jsonl())
        assert raised.value.code == "E4902"
        assert raised.value.message == "value: other.list failed: locked"

    def test_data_that_only_looks_like_an_envelope_is_kept(self) -> None:
        document = '{"ok": true, "result": 1}'
        assert StdinOr.of(document).json() == {"ok": True, "result": 1}


class Handler(BaseHTTPRequestHandler):
    """A server with good and bad manners."""

    def do_GET(self) -> None:
        kind, _, rest = self.path.lstrip("/").partition("/")
        getattr(self, f"answer_{kind}")(rest)

    def answer(self, status: int, body: bytes = b"", length: int | None = None, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer_text(self, rest: str) -> None:
        self.answer(200, b"one\ntwo\n")

    def answer_status(self, rest: str) -> None:
        self.answer(int(rest))

    def answer_to(self, rest: str) -> None:
        self.answer(302, Location=rest)

    def answer_loop(self, rest: str) -> None:
        self.answer(302, Location="/loop")

    def answer_huge(self, rest: str) -> None:
        self.answer(200, length=5_000_000_000)

    def answer_endless(self, rest: str) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"x" * 65536)
        except OSError:
            pass

    def answer_short(self, rest: str) -> None:
        self.answer(200, b"one\n", length=100)

    def answer_silence(self, rest: str) -> None:
        self.server.released.wait(30)  # type: ignore[attr-defined] # set by the fixture

    def answer_stall(self, rest: str) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"one\n")
        self.server.released.wait(30)  # type: ignore[attr-defined] # set by the fixture

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.released = threading.Event()  # type: ignore[attr-defined] # for the handler
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}"
        running.released.set()  # type: ignore[attr-defined] # as above
        running.shutdown()
        thread.join()


def refusal(url: str, **options: Any) -> tuple[str, str | None, str]:
    with pytest.raises(ToolError) as raised, open_url(url, "data", **options) as body:
        body.read()
    assert raised.value.field == "data"
    return raised.value.code, raised.value.field, re.sub(r":\d{4,5}/", "/", raised.value.message)


class TestUrls:
    def test_a_url_is_read(self, server: str) -> None:
        assert outcome(text_of, data=f"{server}/text") == ["url", f"{server}/text", "one\ntwo\n"]

    def test_a_redirect_is_followed(self, server: str) -> None:
        url = f"{server}/to/{server}/text"
        assert outcome(text_of, data=url) == ["url", url, "one\ntwo\n"]

    def test_a_page_that_is_not_there_is_not_found(self, server: str) -> None:
        message = "data: http://127.0.0.1/status/404: the server answered 404 Not Found"
        assert refusal(f"{server}/status/404") == ("E1907", "data", message)

    @pytest.mark.parametrize(
        ("status", "code"), [(403, "E2900"), (401, "E2900"), (500, "E4902"), (429, "E4902")]
    )
    def test_other_refusals_keep_their_meaning(self, server: str, status: int, code: str) -> None:
        assert refusal(f"{server}/status/{status}")[0] == code

    def test_a_redirect_to_a_file_is_not_followed(self, server: str) -> None:
        assert refusal(f"{server}/to/file:///etc/passwd")[0] == "E4902"

    def test_a_redirect_without_end_ends(self, server: str) -> None:
        assert refusal(f"{server}/loop")[0] == "E4902"

    def test_a_body_that_says_it_is_too_large_is_not_read(self, server: str) -> None:
        message = "data: http://127.0.0.1/huge: larger than 100000000 bytes"
        assert refusal(f"{server}/huge") == ("E1903", "data", message)

    def test_a_body_without_end_is_cut_off(self, server: str) -> None:
        assert refusal(f"{server}/endless", bounds=Bounds(bytes=200_000))[0] == "E1903"

    def test_a_body_that_ends_early_is_no_answer(self, server: str) -> None:
        message = "data: http://127.0.0.1/short: ended after 4 of 100 bytes"
        assert refusal(f"{server}/short") == ("E4902", "data", message)

    def test_a_server_that_says_nothing_is_given_up(self, server: str) -> None:
        message = "data: http://127.0.0.1/silence: no answer within 0.1 s"
        assert refusal(f"{server}/silence", bounds=Bounds(silence=0.1)) == ("E4902", "data", message)

    def test_a_server_that_stops_in_the_middle_is_given_up(self, server: str) -> None:
        with open_url(f"{server}/stall", "data", bounds=Bounds(silence=0.1)) as body:
            assert body.readline() == b"one\n"
            with pytest.raises(ToolError, match=r"no data within 0\.1 s"):
                body.readline()

    def test_waiting_has_an_end_all_together(self, server: str) -> None:
        assert refusal(f"{server}/endless", bounds=Bounds(seconds=0.0))[0] == "E4902"

    def test_a_host_that_does_not_answer_is_a_dependency(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            assert refusal(f"http://127.0.0.1:{taken.getsockname()[1]}/")[0] == "E4902"

    def test_private_addresses_are_refused_where_they_have_to_be(self, server: str) -> None:
        code, _, message = refusal(f"{server}/text", public_only=True)
        assert (code, message) == ("E2900", "127.0.0.1 has a private address, which this caller may not read")

    @pytest.mark.parametrize(
        ("address", "public"),
        [
            ("93.184.216.34", True),
            ("2606:2800:220:1:248:1893:25c8:1946", True),
            ("::ffff:93.184.216.34", True),
            ("127.0.0.1", False),
            ("10.1.2.3", False),
            ("169.254.169.254", False),
            ("0.0.0.0", False),
            ("::1", False),
            ("fe80::1%eth0", False),
            ("fd00::1", False),
            ("::ffff:10.0.0.1", False),
            ("2002:0a00:0001::1", False),
            ("64:ff9b::7f00:1", False),
            ("224.0.0.1", False),
        ],
    )
    def test_an_address_is_public_when_anybody_can_reach_it(self, address: str, public: bool) -> None:
        assert is_public(address) is public


class TestSecrets:
    def test_a_secret_hides_itself(self) -> None:
        secret = SecretInput("s3cret")
        assert (str(secret), repr(secret)) == ("**********", "SecretInput('**********')")
        assert f"{secret} {secret:>12}" == "**********   **********"
        assert secret.reveal() == "s3cret"

    def test_equal_secrets_are_equal(self) -> None:
        assert SecretInput("a") == SecretInput("a")
        assert SecretInput("a") != SecretInput("b")
        assert SecretInput("a") != SecretInput(b"a")
        assert len({SecretInput("a"), SecretInput("a")}) == 1

    def test_python_gives_the_value_itself_or_its_file(self, tmp_path: Path) -> None:
        def run(password: SecretInput[str]) -> bool:
            return password.reveal() == "s3cret"

        (tmp_path / "password").write_text("s3cret\n")
        assert outcome(run, password="s3cret") is True
        assert outcome(run, password=SecretInput("s3cret")) is True
        assert outcome(run, password=tmp_path / "password") is True

    def test_a_secret_can_be_of_another_type(self, tmp_path: Path) -> None:
        def run(pin: SecretInput[int]) -> bool:
            return pin.reveal() == 1234

        (tmp_path / "pin").write_text("1234\n")
        (tmp_path / "word").write_text("s3cret")
        assert outcome(run, pin=1234) is True
        assert outcome(run, pin=tmp_path / "pin") is True
        assert outcome(run, pin=tmp_path / "word") == ("E1903", "pin", "pin: the value is not valid")
        assert outcome(run, pin="s3cret") == ("E1903", "pin", "pin: the value is not valid")

    def test_bytes_are_kept_as_they_are(self, tmp_path: Path) -> None:
        def run(key: SecretInput[bytes]) -> bool:
            return key.reveal() == b"\xff\n"

        (tmp_path / "key").write_bytes(b"\xff\n")
        assert outcome(run, key=tmp_path / "key") is True

    def test_a_secret_in_a_result_is_masked(self) -> None:
        def run(password: SecretInput[str]) -> dict[str, Any]:
            return {"given": password, "all": [password]}

        answer = app_of(run).call("run", password="s3cret")
        assert json.loads(answer.model_dump_json())["result"] == {
            "given": "**********",
            "all": ["**********"],
        }

    def test_what_is_wrong_with_a_file_is_told_without_its_name(self, tmp_path: Path) -> None:
        def run(password: SecretInput[str]) -> None:
            pass

        (tmp_path / "empty").write_text("\n")
        (tmp_path / "latin").write_bytes(b"caf\xe9")
        (tmp_path / "large").write_bytes(b"x" * 1_000_001)
        missing = "password: its file cannot be read: no such file or directory"
        assert outcome(run, password=tmp_path / "gone") == ("E1907", "password", missing)
        assert outcome(run, password=tmp_path / "empty") == (
            "E1906",
            "password",
            "password: the secret is empty",
        )
        latin = "password: not valid UTF-8 at offset 3"
        assert outcome(run, password=tmp_path / "latin") == ("E1908", "password", latin)
        large = "password: longer than 1000000 bytes"
        assert outcome(run, password=tmp_path / "large") == ("E1908", "password", large)

    def test_errors_lose_the_secret_they_quote(self) -> None:
        def run(password: SecretInput[str]) -> None:
            try:
                raise KeyError(password.reveal())
            except KeyError as error:
                raise ToolError(
                    f"bad {password.reveal()}",
                    details={"url": f"x?{password.reveal()}"},
                    suggestion="s3cret?",
                ) from error

        error = app_of(run).call("run", password="s3cret").error
        assert error is not None
        assert error.message == "bad **********"
        assert error.details == {"url": "x?**********"}
        assert error.suggestion is not None
        assert error.suggestion.fix == "**********?"

    def test_causes_notes_and_groups_lose_it_too(self) -> None:
        inner = FileNotFoundError(2, "No such file", "/s3cret")
        inner.add_note("was s3cret")
        group = ExceptionGroup("both", [ValueError("s3cret", 1), RuntimeError(b"s3cret")])
        group.__cause__ = inner
        scrub(group, Masking(["s3cret", b"other", "abc"]))
        assert str(inner) == "[Errno 2] No such file: '/**********'"
        assert inner.__notes__ == ["was **********"]
        assert [error.args for error in group.exceptions] == [("**********", 1), (b"**********",)]

    def test_a_short_secret_leaves_texts_as_they_are(self) -> None:
        error = ValueError("a bad day")
        scrub(error, Masking(["a"]))
        assert error.args == ("a bad day",)


class TestDeclaring:
    @pytest.mark.parametrize(
        ("annotation", "message"),
        [
            (list[SecretInput[str]], "SecretInput cannot stand inside another type"),
            (dict[str, StdinOr[str]], "StdinOr cannot stand inside another type"),
            (StdinOr[str] | int, "StdinOr cannot stand inside another type"),
            (tuple[StdinOr[str], int], "StdinOr cannot stand inside another type"),
            (SecretInput[Row], "SecretInput holds text, bytes or another simple type"),
            (StdinOr[Odd], "Odd is not a supported type"),
            (Annotated[StdinOr[str], Argument(exists=True)], "exists= does not go with StdinOr"),
            (Annotated[SecretInput[str], Option(min=3)], "min= does not go with SecretInput"),
        ],
    )
    def test_what_could_never_work_is_refused(self, annotation: Any, message: str) -> None:
        def run(given: Any) -> None:
            pass

        run.__annotations__ = {"given": annotation}
        with pytest.raises(DeclarationError, match=re.escape(message)):
            app_of(run)

    def test_schemas_take_text(self) -> None:
        from tooli.schema.json_schema import input_schema

        def run(
            data: Annotated[StdinOr[str], Argument(help="The data")],
            password: SecretInput[str] | None = None,
            others: list[StdinOr[str]] = [],  # noqa: B006 # as a command would declare it
        ) -> None:
            pass

        command = app_of(run).runtime.catalog.find(("run",))
        assert command is not None
        source = "A path or URL; on the command line also - for stdin, or left out when data is piped in."
        assert input_schema(command) == {
            "type": "object",
            "properties": {
                "data": {"type": "string", "description": f"The data. {source}"},
                "password": {
                    "anyOf": [{"type": "string", "writeOnly": True}, {"type": "null"}],
                    "description": "A secret; on the command line --password-file PATH, where - is stdin.",
                },
                "others": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": source,
                    "default": [],
                },
            },
            "required": ["data"],
            "additionalProperties": False,
        }
