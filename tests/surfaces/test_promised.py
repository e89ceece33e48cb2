"""Clients of a real server that would get what their schema denies are told so, and do not fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.surfaces.http.client import ask, http_server
from tests.surfaces.mcp.client import MODERN, Connected, connected, on_stdio

APP = '''
from collections.abc import AsyncIterator, Iterator

from tooli import Tooli

app = Tooli(name="shop", version="1.0.0")


@app.command()
def price(article: str) -> int:
    """Give the price of an article."""
    return {"pen": 3}.get(article, "unknown")


@app.command()
def orders(last: str) -> Iterator[int]:
    """Give the orders."""
    yield 1
    yield 2 if last == "two" else last


@app.command()
async def parcels(last: str) -> AsyncIterator[int]:
    """Give the parcels."""
    yield 1
    yield 2 if last == "two" else last


@app.command()
def returned() -> list[int]:
    """Give what was sent back: nothing, and an iterator of it."""
    return iter(())


if __name__ == "__main__":
    app()
'''
PRICE = "price does not return what it promises: result: promised type integer, came 'unknown'"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("shop") / "shop.py"
    file.write_text(APP)
    return file


@pytest.fixture(scope="module")
def client(shop: Path) -> Iterator[Connected]:
    """The client of the SDK, which holds every result against the schema of its tool."""
    with connected(lambda: on_stdio(shop), MODERN, answers=False) as made:
        yield made


@pytest.fixture(scope="module")
def url(shop: Path) -> Iterator[str]:
    with http_server(shop) as address:
        yield address


def test_an_mcp_client_reads_what_is_wrong(client: Connected) -> None:
    assert client.result("price", article="pen") == 3
    assert client.error("price", article="ink") == {
        "code": "E5903",
        "category": "internal",
        "message": PRICE,
        "is_retryable": False,
        "details": {"path": "result"},
    }


@pytest.mark.parametrize("tool", ["orders", "parcels"])
def test_an_mcp_client_gets_no_stream_with_a_wrong_item(client: Connected, tool: str) -> None:
    assert client.result(tool, last="two") == [1, 2]
    error = client.error(tool, last="three")
    message = f"{tool} does not return what it promises: result[1]: promised type integer, came 'three'"
    assert (error["code"], error["message"]) == ("E5903", message)


def test_an_http_client_gets_a_500_that_says_what_is_wrong(url: str) -> None:
    assert ask(url, "/commands/price", {"article": "pen"}).result == 3
    answer = ask(url, "/commands/price", {"article": "ink"})
    assert (answer.status, answer.error["code"], answer.error["message"]) == (500, "E5903", PRICE)
    assert answer.headers["x-tooli-exit-code"] == "70"


@pytest.mark.parametrize("command", ["orders", "parcels"])
def test_an_http_stream_ends_at_a_wrong_item(url: str, command: str) -> None:
    answer = ask(url, f"/commands/{command}", {"last": "three"}, accept="application/x-ndjson")
    first, last = map(json.loads, answer.body.splitlines())
    assert (answer.status, first) == (200, 1)
    assert last["$tooli"]["error"]["code"] == "E5903"
    assert last["$tooli"]["error"]["details"] == {"path": "result[1]"}


def test_an_http_stream_may_be_empty(url: str) -> None:
    answer = ask(url, "/commands/returned", {}, accept="application/x-ndjson")
    assert (answer.status, answer.body) == (200, b"")
