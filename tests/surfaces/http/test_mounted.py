"""An app inside another web app: below a path, with the other's own routes beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.applications import Starlette
from starlette.routing import Mount

from tooli import Tooli
from tooli.annotations import ReadOnly


def tools() -> Tooli:
    app = Tooli("tools", version="1.0.0")

    @app.command(annotations=ReadOnly)
    def double(number: int) -> int:
        return number * 2

    return app


def within_fastapi() -> FastAPI:
    site = FastAPI()
    site.mount("/tools", tools().asgi())

    @site.get("/own")
    def own() -> str:
        return "beside"

    return site


def within_starlette() -> Starlette:
    return Starlette(routes=[Mount("/tools", app=tools().asgi())])


@pytest.mark.parametrize("make", [within_fastapi, within_starlette])
def test_commands_answer_below_the_path_of_the_mount(make: Callable[[], Starlette]) -> None:
    with TestClient(make(), base_url="http://localhost") as client:
        assert client.post("/tools/commands/double", json={"number": 4}).json()["result"] == 8
        assert client.get("/tools/commands/double?number=4").json()["result"] == 8
        wrong = client.post("/tools/commands/double", json={"number": "x"})
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "E1903")
        assert client.get("/tools/health").json()["name"] == "tools"
        assert client.get("/tools/").headers["content-type"].startswith("text/html")
        assert client.get("/commands/double?number=4").status_code == 404


def test_the_other_apps_own_routes_stay_its_own() -> None:
    with TestClient(within_fastapi(), base_url="http://localhost") as client:
        assert client.get("/own").json() == "beside"
        assert "/tools/commands/double" not in client.get("/openapi.json").json()["paths"]
