"""Connections to one served app: each transport in each era, started once a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.surfaces.mcp.client import MODERN, Connected, connected, on_stdio, web_server

APP = Path(__file__).with_name("served_app.py")
WAYS = [("stdio", "legacy"), ("stdio", MODERN), ("http", "legacy"), ("http", MODERN)]


@pytest.fixture(scope="package")
def web() -> Iterator[str]:
    """The address of the app on HTTP."""
    with web_server(APP, "--transport", "http") as url:
        yield url


@pytest.fixture(scope="module", params=WAYS, ids=[f"{transport}-{era}" for transport, era in WAYS])
def client(request: pytest.FixtureRequest) -> Iterator[Connected]:
    """A client that can be asked anything."""
    transport, era = request.param
    server = request.getfixturevalue("web") if transport == "http" else lambda: on_stdio(APP)
    with connected(server, era) as made:
        yield made


@pytest.fixture(scope="module", params=["legacy", MODERN])
def mute_client(request: pytest.FixtureRequest) -> Iterator[Connected]:
    """A client that cannot be asked anything."""
    with connected(request.getfixturevalue("web"), request.param, answers=False) as made:
        yield made
