"""The linkcheck example: links and anchors of files, and what a real server on this machine says of them."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import pytest

from tooli import ToolError, Tooli
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained

EXAMPLE = Path(__file__).parents[2] / "examples" / "linkcheck"
sys.path.append(str(EXAMPLE))
pages: Any = import_module("pages")
app: Tooli = import_module("linkcheck").app


def links(text: str) -> list[tuple[int, str]]:
    return [tuple(link) for link in pages.in_markdown(text).links]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[a](b.md) ![c](d.png)\n[e](<f g.md>)", [(1, "b.md"), (1, "d.png"), (2, "f g.md")]),
        ('[a](b.md "title") [c](d_(e).md)', [(1, "b.md"), (1, "d_(e).md")]),
        ("[a][r]\n\n[r]: c.md 'title'\n[^1]: no link", [(3, "c.md")]),
        ("<https://a.example/x> <a\nhref='b.html'>", [(1, "https://a.example/x"), (1, "b.html")]),
        ("`[a](b.md)` ``c ` [d](e.md)`` [f](g.md)", [(1, "g.md")]),
        ("```\n[a](b.md)\n```\n~~~ sh\n[c](d.md)\n~~~\n[e](f.md)", [(7, "f.md")]),
        ("```\n[a](never closed)", []),
        ("[a]()", [(1, "")]),
    ],
)
def test_links_are_found_outside_of_code(text: str, found: list[tuple[int, str]]) -> None:
    assert links(text) == found


def test_anchors_are_those_of_github_and_ids() -> None:
    text = (
        "# Set up!\n## `code` & [Links](a.md)\nTwo\n---\n# Set up\n<p id='here'>\n```\n# none\n```\n# Größe_x"
    )
    assert pages.in_markdown(text).anchors == {
        *("set-up", "set-up-1", "code--links", "two", "here", "größe_x")
    }
    assert pages.in_html("<a name=x><b id=y><form name=z>").anchors == {"x", "y"}


def test_files_and_anchors_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE)
    found = [(row["link"], row["detail"]) for row in app.stream("check", paths=["sample"], offline=True)]
    assert found == [
        ("#set-upp", "there is no #set-upp; there is #set-up"),
        ("lantern.png", "there is no lantern.png"),
        ("servise.html", "there is no servise.html; there is service.html"),
        ("#hours", "there is no #hours"),
    ]


def test_names_are_unquoted_and_queries_left_out(tmp_path: Path) -> None:
    (tmp_path / "a b.md").write_text(
        "# Größe\n[x](a%20b.md?raw#gr%C3%B6%C3%9Fe) [y](.) [z](../" + tmp_path.name + ")"
    )
    rows = list(app.stream("check", paths=[tmp_path], offline=True, everything=True))
    assert [row["status"] for row in rows] == ["ok", "ok", "ok"]


class Site:
    """A server on this machine."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go_on = Event()
        self.meeting = Barrier(4)
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_HEAD(self) -> None:
                site.answer(self)

            do_GET = do_HEAD

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path
        self.asked.append(f"{request.command} {path}")
        status = {"/gone": 404, "/old": 301, "/round": 302, "/broken": 500}.get(path, 200)
        if path == "/nohead" and request.command == "HEAD":
            status = 405
        if path.startswith("/meet"):
            self.meeting.wait(30)
        if path == "/slow":
            self.go_on.wait(30)
        body = b"<h1 id='top'>Page</h1>" if path == "/page" else b"text"
        request.send_response(status)
        if status in (301, 302):
            request.send_header("Location", {"/old": "/page"}.get(path, path))
        request.send_header("Content-Type", "text/html" if path == "/page" else "text/plain")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        if request.command == "GET":
            request.wfile.write(body)


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    thread = Thread(target=site.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield site
    site.go_on.set()
    site.server.shutdown()
    thread.join()
    site.server.server_close()


@pytest.mark.parametrize(
    ("path", "status", "detail", "to"),
    [
        ("/page", "ok", "", None),
        ("/page#top", "ok", "", None),
        ("/page#tpo", "broken", "there is no #tpo; there is #top", None),
        ("/text#any", "ok", "", None),
        ("/old", "redirected", "", "/page"),
        ("/old#top", "redirected", "", "/page#top"),
        ("/old#none", "broken", "there is no #none", None),
        ("/gone", "broken", "404 Not Found", None),
        ("/broken", "broken", "500 Internal Server Error", None),
        ("/nohead", "ok", "", None),
        ("/größe", "ok", "", None),
    ],
)
def test_servers_are_asked(site: Site, tmp_path: Path, path: str, status: str, detail: str, to: str) -> None:
    (tmp_path / "a.md").write_text(f"[a](<{site.url}{path}>)")
    (row,) = app.stream("check", paths=[tmp_path], everything=True)
    assert (row["status"], row["detail"]) == (status, detail)
    assert row["to"] == (to and site.url + to)


def test_what_is_no_answer_is_broken(site: Site, tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        bad = [nobody, f"{site.url}/slow", f"{site.url}/round", "http://[::1", "https://a.example:port/"]
        (tmp_path / "a.md").write_text("\n".join(f"[a]({link})" for link in bad))
        rows = {row["link"]: row for row in app.stream("check", paths=[tmp_path], wait=0.2)}
    assert [rows[link]["status"] for link in bad] == ["broken"] * len(bad)
    assert rows[bad[0]]["detail"].endswith("Connection refused")
    assert rows[bad[1]]["detail"] == "no answer within 0.2 s"


def test_a_page_is_asked_for_once_and_told_of_everywhere(site: Site, tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(f"[x]({site.url}/gone)\n\n[y]({site.url}/gone)")
    rows = list(app.stream("check", paths=[tmp_path]))
    assert [(row["file"].name, row["line"]) for row in rows] == [
        ("a.md", 1),
        ("a.md", 3),
        ("b.md", 1),
        ("b.md", 3),
    ]
    assert site.asked == ["HEAD /gone"]


def test_servers_are_asked_at_the_same_time(site: Site, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(" ".join(f"[x]({site.url}/meet{n})" for n in range(4)))
    rows = list(app.stream("check", paths=[tmp_path], concurrency=4, everything=True))
    assert [row["status"] for row in rows] == ["ok"] * 4


def test_results_come_while_a_server_lets_one_wait(site: Site, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"[x]({site.url}/slow) [y]({site.url}/gone) [z](none.md)")
    stream = app.stream("check", paths=[tmp_path], everything=True)
    assert [next(stream)["detail"], next(stream)["detail"]] == ["there is no none.md", "404 Not Found"]
    site.go_on.set()
    assert [row["status"] for row in stream] == ["ok"]


def test_broken_links_fail_where_that_is_asked_for(site: Site, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"[x]({site.url}/gone) [y]({site.url}/old)")
    assert len(list(app.stream("check", paths=[tmp_path]))) == 2
    with pytest.raises(ToolError) as caught:
        list(app.stream("check", paths=[tmp_path], fail=True))
    assert (caught.value.code, caught.value.exit_code) == ("E3001", 1)
    assert str(caught.value) == "broken links: 1 of 2"


def test_progress_is_told(tmp_path: Path) -> None:
    streams = CapturedStreams()
    words = ["check", str(EXAMPLE / "sample"), "--offline", "--events", str(tmp_path / "events")]
    assert run_contained(app.runtime, words, streams) == 0
    told = [json.loads(line) for line in (tmp_path / "events").read_text().splitlines()]
    assert [(event["done"], event["total"]) for event in told] == [(n, 12) for n in range(1, 13)]


def test_under_strict_it_asks_servers_and_changes_nothing(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLI_SECURITY_POLICY", "strict")
    (tmp_path / "a.md").write_text(f"[x]({site.url}/page#top) [y](a.md)")
    rows = list(app.stream("check", paths=[tmp_path], everything=True))
    assert [row["status"] for row in rows] == ["ok", "ok"]
