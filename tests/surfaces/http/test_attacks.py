"""What hostile clients send is refused with a clear answer, and others are served meanwhile."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.surfaces.http.client import Answer, ask, http_server

APP = Path(__file__).with_name("served_app.py")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the served app."""
    with http_server(APP, "--max-body", "1000000") as address:
        yield address


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app where only callers with a token are served."""
    file = tmp_path_factory.mktemp("tokens") / "tokens"
    file.write_text("# who token scopes\nann annsownlongtoken42 notes:write\nbob bobsownlongtoken42\n")
    with http_server(APP, "--token-file", str(file)) as address:
        yield address


def served(url: str) -> None:
    """Hold that somebody else is served."""
    assert ask(url, "/commands/add", {"a": 1, "b": 2}).result == 3


def refused(answer: Answer, status: int, code: str) -> None:
    assert (answer.status, answer.error["code"]) == (status, code)
    assert answer.envelope["meta"]["tool"].startswith("served")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"])
def test_a_name_that_was_bound_to_our_address_is_refused(url: str, host: str) -> None:
    refused(ask(url, "/commands/add", {"a": 1, "b": 2}, host=host), 403, "E2905")
    refused(ask(url, "/manifest", host=host), 403, "E2905")
    refused(ask(url, "/", host=host), 403, "E2905")
    refused(ask(url, "/mcp", {}, host=host), 403, "E2905")
    served(url)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
def test_a_page_of_another_place_cannot_call(url: str, origin: str) -> None:
    answer = ask(url, "/commands/add", {"a": 1, "b": 2}, origin=origin)
    refused(answer, 403, "E2905")
    assert "access-control-allow-origin" not in answer.headers
    preflight = ask(
        url, "/commands/add", method="OPTIONS", origin=origin, access_control_request_method="POST"
    )
    refused(preflight, 403, "E2905")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_an_image_or_link_of_another_place_cannot_call(url: str, site: str) -> None:
    refused(ask(url, "/commands/look?name=x", sec_fetch_site=site), 403, "E2905")
    refused(ask(url, "/commands/look?name=x", sec_fetch_site=site, sec_fetch_mode="navigate"), 403, "E2905")
    assert ask(url, "/commands/look?name=x", sec_fetch_site="same-origin").result == "x"
    assert ask(url, "/commands/look?name=x", sec_fetch_site="none", sec_fetch_mode="navigate").result == "x"


def test_the_servers_own_page_can_call(url: str) -> None:
    assert ask(url, "/commands/add", {"a": 1, "b": 2}, origin=url.rstrip("/")).result == 3


def test_a_form_of_another_place_is_not_json(url: str) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = ask(url, "/commands/add", b'{"a": 1, "b": 2}', content_type=kind)
        refused(answer, 415, "E1915")
        assert answer.error["suggestion"] == {
            "action": "retry_with_modified_input",
            "fix": "Send the arguments as a JSON object, with this header.",
            "example": "Content-Type: application/json",
            "applicability": "maybe_incorrect",
        }


@pytest.mark.parametrize(
    "given",
    [None, "Bearer", "Bearer wrong", "Basic YW5uOmFubg==", "annsownlongtoken42", "Bearer annsownlongtoken4"],
)
def test_without_a_known_token_nobody_is_served(guarded: str, given: str | None) -> None:
    for path in ("/commands/add", "/commands/nothing", "/prompts/ask", "/mcp"):
        answer = ask(guarded, path, {"a": 1, "b": 2}, authorization=given)
        refused(answer, 401, "E2901")
        assert answer.headers["www-authenticate"] == "Bearer"
    for path in ("/manifest", "/openapi.json", "/resources", "/prompts"):
        refused(ask(guarded, path, authorization=given), 401, "E2901")
    assert ask(guarded, "/health", authorization=given).status == 200


def test_a_token_grants_its_scopes_and_no_others(guarded: str) -> None:
    ann, bob = (f"Bearer {name}sownlongtoken42" for name in ("ann", "bob"))
    assert ask(guarded, "/commands/who", {}, authorization=ann).result == ["ann", ["notes:write"]]
    assert ask(guarded, "/commands/who", {}, authorization=f"bearer {bob[7:]}").result == ["bob", []]


@pytest.mark.parametrize(
    "path",
    [
        "/commands/../../etc/passwd",
        "/commands/%2e%2e/%2e%2e/etc/passwd",
        "/commands/..%2f..%2fetc%2fpasswd",
        "/commands/add%00",
        "/commands/__class__",
        "/commands/tooli/mcp/serve",
        "/commands//add/x",
    ],
)
def test_a_path_leads_to_commands_only(url: str, path: str) -> None:
    refused(ask(url, path, {}), 404, "E1905")


@pytest.mark.parametrize(
    "path", ["/page/../app.py", "/page/%2e%2e%2fapp.py", "/../pyproject.toml", "//etc/passwd"]
)
def test_a_path_leads_to_files_of_the_page_only(url: str, path: str) -> None:
    refused(ask(url, path), 404, "E3910")


def test_a_body_of_a_gigabyte_is_refused_unread(url: str) -> None:
    place = urlsplit(url)
    with socket.create_connection((place.hostname or "", place.port or 0), 30) as raw:
        head = f"POST /commands/add HTTP/1.1\r\nhost: {place.netloc}\r\ncontent-type: application/json\r\n"
        raw.sendall(f"{head}content-length: {1 << 30}\r\n\r\n".encode())
        assert _status(raw) == 413
    with socket.create_connection((place.hostname or "", place.port or 0), 30) as raw:
        raw.sendall(f"{head}transfer-encoding: chunked\r\n\r\n".encode())
        piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        raw.sendall(piece * 20)
        assert _status(raw) == 413
    served(url)


def _status(raw: socket.socket) -> int:
    return int(raw.makefile("rb").readline().split()[1])


def test_headers_without_end_are_refused(url: str) -> None:
    place = urlsplit(url)
    many = "".join(f"x-{number}: {number}\r\n" for number in range(10_000))
    with socket.create_connection((place.hostname or "", place.port or 0), 30) as raw:
        raw.sendall(f"GET /health HTTP/1.1\r\nhost: {place.netloc}\r\n{many}\r\n".encode())
        assert _status(raw) in (400, 431)
    answer = ask(url, "/health", **{f"x-{number}": "1" for number in range(200)})
    refused(answer, 431, "E1917")
    served(url)


def test_what_is_not_http_is_answered_in_the_envelope(url: str) -> None:
    place = urlsplit(url)
    with socket.create_connection((place.hostname or "", place.port or 0), 30) as raw:
        raw.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert b'"code":"E1900"' in raw.makefile("rb").read()
    served(url)


def test_two_hundred_slow_clients_do_not_keep_others_waiting(url: str) -> None:
    place = urlsplit(url)
    with ExitStack() as open_ones:
        for number in range(200):
            raw = open_ones.enter_context(
                socket.create_connection((place.hostname or "", place.port or 0), 30)
            )
            head = (
                f"POST /commands/add HTTP/1.1\r\nhost: {place.netloc}\r\ncontent-type: application/json\r\n"
            )
            end = "content-length: 20\r\n\r\n{" if number % 2 else "x-slow: "
            raw.sendall((head + end).encode())
        for _ in range(5):
            served(url)


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": \xff, "b": 2}',
        b'{"a": "\xc3\x28"}',
        b"{",
        b"[1, 2]",
        b"null",
        b'{"a": NaN, "b": 2}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        b'{"a":' + b"[" * 150 + b"]" * 150 + b"}",
    ],
    ids=[
        "utf-8",
        "utf-8 in text",
        "cut",
        "list",
        "null",
        "nan",
        "digits",
        "deep",
        "deep objects",
        "deep enough",
    ],
)
def test_what_is_no_object_of_json_is_refused(url: str, body: bytes) -> None:
    refused(ask(url, "/commands/add", body), 400, "E1908")
    served(url)


def test_a_lone_surrogate_in_the_body_is_no_trouble(url: str) -> None:
    assert ask(url, "/commands/look", b'{"name": "\\ud800"}').result == "\ufffd"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "WRONG"])
def test_other_methods_are_refused(url: str, method: str) -> None:
    answer = ask(url, "/commands/add", method=method)
    refused(answer, 405, "E1914")
    assert answer.headers["allow"] == "POST"


def test_a_command_that_changes_things_is_not_called_by_get(url: str) -> None:
    answer = ask(url, "/commands/add?a=1&b=2")
    refused(answer, 405, "E1914")


def test_a_remote_path_stays_in_the_sandbox(url: str) -> None:
    refused(ask(url, "/commands/read", {"path": "/etc/passwd"}), 403, "E2904")
    refused(ask(url, "/commands/read", {"path": "../../../../etc/passwd"}), 403, "E2904")


def test_a_file_is_never_taken_for_a_page(url: str) -> None:
    answer = ask(url, "/commands/page", {})
    assert answer.body == b"<script>alert(1)</script>"
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''a%22b.html"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
