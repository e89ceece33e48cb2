"""A served app: commands, options, streams, files, resources, prompts, MCP, and how it ends."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.conftest import RunApp
from tests.surfaces.http.client import ask, http_server
from tests.surfaces.mcp.client import MODERN, connected

APP = Path(__file__).with_name("served_app.py")
ONE = "@app.command()\ndef one() -> int:\n    return 1\n@app.command()\ndef two() -> int:\n    return 2\n"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the served app."""
    with http_server(APP) as address:
        yield address


def lines(body: bytes) -> list[Any]:
    return [json.loads(line) for line in body.splitlines()]


def events(body: bytes) -> list[tuple[str, Any]]:
    blocks = [block.split("\n") for block in body.decode().strip().split("\n\n")]
    return [
        (first.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for first, data in blocks
    ]


def test_a_command_is_a_path_and_its_arguments_the_body(url: str) -> None:
    assert ask(url, "/commands/add", {"a": 1, "b": "2"}).result == 3
    assert ask(url, "/commands/db/migrate", {"target": "9"}).result == "9"
    assert ask(url, "/commands/db/migrate", method="POST").result == "latest"


def test_a_command_that_reads_may_be_called_by_its_address(url: str) -> None:
    assert ask(url, "/commands/look?name=a%20b").result == "a b"
    assert ask(url, "/commands/look?tags=a&tags=b&size=%7B%22x%22%3A1%7D").result == [
        "",
        ["a", "b"],
        {"x": 1},
    ]
    assert ask(url, "/commands/look?tags=a").result == ["", ["a"], {}]
    assert ask(url, "/commands/look", method="HEAD").body == b""
    assert ask(url, "/commands/look?nam=x").error["code"] == "E1902"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such devices")
@pytest.mark.parametrize("accept", ["*/*", "application/json"])
def test_a_device_which_has_no_end_is_not_sent(run_app: RunApp, accept: str) -> None:
    zero = 'from tooli import File\n@app.command()\ndef zero() -> File:\n    return File("/dev/zero")\n'
    with http_server(run_app.write(ONE + zero)) as url:
        told = ask(url, "/commands/zero", {}, accept=accept)
    assert "Not a regular file: " in told.error["message"]


def test_a_body_may_begin_with_a_byte_order_mark(url: str) -> None:
    assert ask(url, "/commands/count", b'\xef\xbb\xbf{"to": 1}').result == [{"number": 0}]


def test_headers_are_the_frameworks_options(url: str) -> None:
    page = ask(url, "/commands/count", {"to": 5}, x_tooli_limit="2", x_tooli_fields="number")
    assert page.result == [{"number": 0}, {"number": 1}]
    cursor = page.envelope["meta"]["next_cursor"]
    assert ask(url, "/commands/count", {"to": 5}, x_tooli_cursor=cursor).result[0] == {"number": 2}
    named = ask(url, "/commands/look", {"name": "é"}, x_tooli_caller="my-agent", x_tooli_caller_version="1.2")
    assert named.envelope["meta"]["caller_id"] == "my-agent"
    assert named.envelope["meta"]["caller_version"] == "1.2"
    assert ask(url, "/commands/sleepy", {"mark": "x"}, prefer="wait=0.2").error["code"] == "E4901"


def test_every_wrong_header_is_named(url: str) -> None:
    error = ask(
        url, "/commands/look", {}, x_tooli_limit="0", x_tooli_yes="perhaps", x_tooli_response_format="long"
    ).error
    assert {(one["code"], one["field"]) for one in error["details"]["errors"]} == {
        ("E1903", "limit"),
        ("E1903", "yes"),
        ("E1904", "response_format"),
    }


def test_the_arguments_of_a_repair_are_the_body_of_the_next_call(url: str) -> None:
    error = ask(url, "/commands/wipe", {"name": "disk"}).error
    assert error["code"] == "E1010"
    assert ask(url, "/commands/wipe", error["suggestion"]["arguments"]).result == "disk is gone"
    wrong = ask(url, "/commands/ad", {"a": 1, "b": 2}).error
    assert (wrong["code"], wrong["suggestion"]["example"]) == ("E1905", "add")


def test_items_come_as_lines(url: str) -> None:
    answer = ask(url, "/commands/count", {"to": 3}, accept="application/x-ndjson")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert lines(answer.body) == [{"number": 0}, {"number": 1}, {"number": 2}]
    cut = lines(ask(url, "/commands/count", {"to": 3}, accept="application/x-ndjson", x_tooli_limit="1").body)
    assert cut[0] == {"number": 0}
    assert "next_cursor" in cut[1]["$tooli"]["meta"]
    one = ask(url, "/commands/add", {"a": 1, "b": 2}, accept="application/x-ndjson")
    assert lines(one.body) == [3]


def test_a_stream_that_fails_says_so_at_its_end_or_by_its_status(url: str) -> None:
    late = ask(url, "/commands/count", {"to": 3, "fail_at": 1}, accept="application/x-ndjson")
    assert late.status == 200
    assert [line.get("number") for line in lines(late.body)] == [0, None]
    assert lines(late.body)[1]["$tooli"]["error"]["code"] == "E5001"
    soon = ask(url, "/commands/count", {"to": 3, "fail_at": 0}, accept="application/x-ndjson")
    assert (soon.status, soon.error["code"]) == (500, "E5001")
    wrong = ask(url, "/commands/count", {}, accept="text/event-stream")
    assert (wrong.status, wrong.error["code"]) == (422, "E1901")


def test_items_and_progress_come_as_events(url: str) -> None:
    told = events(ask(url, "/commands/count", {"to": 2}, accept="text/event-stream").body)
    assert told[:2] == [("item", {"number": 0}), ("item", {"number": 1})]
    assert (told[2][0], told[2][1]["ok"]) == ("outcome", True)
    told = events(ask(url, "/commands/report", {"steps": 2}, accept="text/event-stream").body)
    assert ("progress", {"done": 2, "total": 2, "message": "working"}) in told
    assert ("log", {"level": "info", "data": "a line"}) in told
    assert [data for name, data in told if name == "item"] == ["reported"]
    assert told[-1][0] == "outcome"


def test_a_client_that_leaves_stops_its_call(url: str) -> None:
    place = urlsplit(url)
    for command, mark in (("forever", "stream"), ("sleepy", "call")):
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        headers = {"content-type": "application/json", "accept": "application/x-ndjson"}
        connection.request("POST", f"/commands/{command}", json.dumps({"mark": mark}), headers)
        if command == "forever":
            assert connection.getresponse().read(10) == b"0\n1\n2\n3\n4\n"
        connection.close()
        for _ in range(600):
            if mark in ask(url, "/commands/stops", {}).result:
                break
        else:
            pytest.fail(f"{command} was not stopped")


@pytest.mark.parametrize(
    "headers",
    [{}, {"x_tooli_filter": "@ == `-1`"}, {"x_tooli_filter": "@ == `-1`", "accept": "application/x-ndjson"}],
)
def test_others_are_served_while_items_come_without_a_pause(url: str, headers: dict[str, str]) -> None:
    with ThreadPoolExecutor() as clients:
        busy = clients.submit(ask, url, "/commands/busy", {}, **headers)
        assert ask(url, "/commands/come", {}).result == "came"
        told = busy.result()
    assert told.status == 200
    assert headers or told.result[:2] == [0, 1]


def test_a_file_is_sent_as_it_is_unless_json_is_wanted(url: str) -> None:
    answer = ask(url, "/commands/picture", {})
    assert answer.headers["content-type"] == "image/png"
    assert answer.body == b"\x89PNG\r\n\x1a\n..."
    assert json.loads(answer.headers["x-tooli-meta"])["tool"] == "served.picture"
    wrapped = ask(url, "/commands/picture", {}, accept="application/json").result
    assert wrapped == {"media_type": "image/png", "data": "iVBORw0KGgouLi4="}
    gone = ask(url, "/commands/picture", {"path": "no.png"})
    assert (gone.status, gone.error["code"]) == (404, "E3910")


def test_resources_and_prompts_are_served(url: str) -> None:
    answer = ask(url, "/resources?uri=notes://plan/text")
    assert (answer.headers["content-type"], answer.body) == ("text/markdown", b"# plan")
    listed = json.loads(ask(url, "/resources").body)["resources"]
    assert "notes://{name}/text" in [resource.get("uriTemplate") for resource in listed]
    assert ask(url, "/resources?uri=notes://plan/txt").error["code"] == "E3910"
    assert ask(url, "/prompts/ask", {"topic": "cats"}).result[0]["content"] == "Tell me about cats"
    assert ask(url, "/prompts/ask", {}).error["code"] == "E1901"
    assert ask(url, "/prompts/asks", {"topic": "x"}).error["code"] == "E3910"
    assert [prompt["name"] for prompt in json.loads(ask(url, "/prompts").body)["prompts"]] == ["ask"]


def test_health_manifest_and_page_are_there(url: str) -> None:
    assert json.loads(ask(url, "/health").body) == {"ok": True, "name": "served", "version": "1.2.0"}
    manifest = json.loads(ask(url, "/manifest").body)
    assert [command["name"] for command in manifest["commands"]][:2] == ["db migrate", "add"]
    page = ask(url, "/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert ask(url, "/nothing").error["code"] == "E3910"


@pytest.mark.parametrize("era", ["legacy", MODERN])
def test_mcp_clients_are_served_at_the_same_place(url: str, era: str) -> None:
    with connected(f"{url}mcp", era) as client:
        assert client.result("add", a=1, b=2) == 3
        assert client.result("who") == [None, []]


@pytest.mark.parametrize("era", ["legacy", MODERN])
def test_a_token_says_who_an_mcp_client_is(tmp_path: Path, era: str) -> None:
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    tokens = tmp_path / "tokens"
    tokens.write_text("ann annsownlongtoken42 notes:write\n")
    with http_server(APP, "--token-file", str(tokens)) as url:
        headers = {"authorization": "Bearer annsownlongtoken42"}

        def transport() -> Any:
            return streamable_http_client(
                f"{url}mcp", http_client=httpx2.AsyncClient(headers=headers, timeout=60)
            )

        with connected(transport, era) as client:
            assert client.result("who") == ["ann", ["notes:write"]]
            told = client.call("write").meta
            assert told is not None
            assert "warnings" not in told["tooli"]


def test_calls_in_flight_are_finished_when_the_server_ends() -> None:
    with http_server(APP) as url:
        place = urlsplit(url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        body = json.dumps({"mark": "done", "seconds": 1.0})
        connection.request("POST", "/commands/sleepy", body, {"content-type": "application/json"})
        assert ask(url, "/health").status == 200  # by now the call has been read
    assert json.loads(connection.getresponse().read())["result"] == "done"
    connection.close()


def test_several_processes_serve_one_port() -> None:
    with http_server(APP, "--workers", "2") as url:
        seen: set[int] = set()
        for _ in range(5000):  # the system decides which of them gets a connection
            seen.add(ask(url, "/commands/process", {}).result[0])
            if len(seen) == 2:
                break
        assert len(seen) == 2
        with connected(f"{url}mcp", "legacy") as client:
            assert client.result("add", a=1, b=2) == 3


def test_an_app_that_changed_is_loaded_again(run_app: RunApp) -> None:
    app = run_app.write(f"{ONE}@app.command()\ndef old() -> int:\n    return 1\n")
    with http_server(app, "--reload", env=run_app.environment()) as url:
        assert ask(url, "/commands/old", {}).result == 1
        run_app.write(f"{ONE}@app.command()\ndef fresh() -> int:\n    return 22\n")
        for _ in range(2000):
            answer = ask(url, "/commands/fresh", {})
            if answer.status == 200:
                break
        assert answer.result == 22
        assert "/commands/fresh" in json.loads(ask(url, "/openapi.json").body)["paths"]


def test_an_origin_that_is_allowed_may_call(run_app: RunApp) -> None:
    page = "https://tools.example"
    with http_server(APP, "--allow-origin", page, "--allow-host", "api.example") as url:
        answer = ask(url, "/commands/add", {"a": 1, "b": 2}, origin=page, sec_fetch_site="cross-site")
        assert answer.headers["access-control-allow-origin"] == page
        before = ask(
            url, "/commands/add", method="OPTIONS", origin=page, access_control_request_headers="x-a"
        )
        assert (before.status, before.headers["access-control-allow-headers"]) == (204, "x-a")
        assert ask(url, "/commands/add", {"a": 1, "b": 2}, host="api.example:99").result == 3


@pytest.mark.parametrize(
    ("args", "code", "field"),
    [
        (("--host", "0.0.0.0"), "E1909", "host"),
        (("--token-file", "empty"), "E1908", "token_file"),
        (("--token-file", "short"), "E1908", "token_file"),
        (("--token-file", "missing"), "E1907", "token_file"),
        (("--workers", "2", "--reload"), "E1909", "workers"),
        (("--port", "70000"), "E1903", "port"),
    ],
)
def test_what_cannot_be_served_is_named(
    run_app: RunApp, args: tuple[str, ...], code: str, field: str
) -> None:
    (run_app.folder / "empty").write_text("# nobody\n")
    (run_app.folder / "short").write_text("ann secret\n")
    ran = run_app(ONE, "tooli", "api", "serve", *args)
    assert (ran.error["code"], ran.error["field"]) == (code, field)
    assert "secret" not in ran.stdout


def test_a_missing_extra_is_named(run_app: RunApp) -> None:
    ran = run_app(f"sys.modules['uvicorn'] = None\n{ONE}", "tooli", "api", "serve")
    assert ran.code == 40
    assert ran.error["suggestion"]["fix"] == "Install it: pip install 'tooli[http]'"


def test_without_the_sdk_all_but_mcp_is_served(run_app: RunApp) -> None:
    app = run_app.write(f"sys.modules['mcp'] = None\n{ONE}")
    with http_server(app, env=run_app.environment()) as url:
        assert ask(url, "/commands/one", {}).result == 1
        assert "tooli[mcp]" in ask(url, "/mcp", {}).error["message"]


def test_the_description_of_the_api_is_valid() -> None:
    from openapi_spec_validator import validate

    ran = subprocess.run(
        [sys.executable, str(APP), "api", "export-openapi"], capture_output=True, text=True, check=True
    )
    document = json.loads(ran.stdout)
    validate(document)
    assert document["paths"]["/commands/look"].keys() == {"get", "post"}
    assert document["paths"]["/commands/write"]["post"]["x-scopes"] == ["notes:write"]
