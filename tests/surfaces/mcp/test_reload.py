"""A server started with --reload serves what the app's files say now, and tells its clients."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client.stdio import stdio_client
from tests.surfaces.mcp.client import MODERN, Connected, connected, web_server

from tooli import Tooli
from tooli.errors import InputError
from tooli.surfaces.mcp.reload import Origin, find_origin

APP = """
from tooli import Tooli
import words

app = Tooli("changing", version="1.0.0")

@app.command
def greet(name: str) -> str:
    return f"{words.HELLO} {name}"

@app.command
def leave() -> str:
    return "Bye"

if __name__ == "__main__":
    app()
"""
MORE = """
@app.prompt
def ask() -> str:
    return "ask"

@app.resource("changing://it")
def it() -> str:
    return "it"

if __name__ == "__main__":
"""
WAYS = [("stdio", "legacy"), ("stdio", MODERN), ("http", "legacy"), ("http", MODERN)]


class Changes:
    """The notifications of a legacy client, as they come in."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[str] = asyncio.Queue()

    async def take(self, message: Any) -> None:
        self.received.put_nowait(getattr(message, "root", message).method)


@pytest.fixture(params=WAYS, ids=[f"{transport}-{era}" for transport, era in WAYS])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Connected, Changes]]:
    transport, era = request.param
    script = tmp_path / "changing.py"
    script.write_text(APP)
    (tmp_path / "words.py").write_text('HELLO = "Hello"\n')
    changes = Changes()
    if transport == "http":
        with (
            web_server(script, "--transport", "http", "--reload") as url,
            connected(url, era, message_handler=changes.take) as made,
        ):
            yield made, changes
        return
    line = StdioServerParameters(command=sys.executable, args=[str(script), "mcp", "serve", "--reload"])
    with connected(lambda: stdio_client(line), era, message_handler=changes.take) as made:
        yield made, changes


async def _changed(client: Connected, changes: Changes, write: Any, wanted: set[str]) -> None:
    """Write, and wait until the client was told of all the wanted lists."""
    with anyio.fail_after(30):
        if not client.modern:
            write()
            while wanted:
                wanted = wanted - {await changes.received.get()}
            return
        every: Any = {
            "tools_list_changed": True,
            "prompts_list_changed": True,
            "resources_list_changed": True,
        }
        async with client.client.listen(**every) as stream:
            write()
            async for event in stream:
                kind = type(event).__name__.removesuffix("ListChanged").lower()
                wanted = wanted - {f"notifications/{kind}/list_changed"}
                if not wanted:
                    return


def lists(*kinds: str) -> set[str]:
    return {f"notifications/{kind}/list_changed" for kind in kinds}


def replace(path: Path, text: str) -> None:
    """Write as an editor does: the file is never half there."""
    draft = path.with_suffix(".new")
    draft.write_text(text)
    os.replace(draft, path)


def test_clients_hear_of_new_tools_prompts_and_resources(client: Any, tmp_path: Path) -> None:
    made, changes = client
    script, words = tmp_path / "changing.py", tmp_path / "words.py"
    assert made.result("greet", name="Ann") == "Hello Ann"
    if not made.modern:
        capabilities = made.client.server_capabilities
        assert (capabilities.tools.list_changed, capabilities.prompts.list_changed) == (True, True)

    grown = APP.replace("def greet", "def welcome").replace('if __name__ == "__main__":\n', MORE)
    replace(words, 'HELLO = "Welcome"\n')
    made.portal.call(
        _changed, made, changes, lambda: replace(script, grown), lists("tools", "prompts", "resources")
    )
    listed = made.portal.call(lambda: made.client.list_tools(cache_mode="refresh")).tools
    assert [tool.name for tool in listed] == ["welcome", "leave"]
    assert made.result("welcome", name="Ann") == "Welcome Ann"
    assert made.portal.call(made.client.read_resource, "changing://it").contents[0].text == "it"
    assert made.portal.call(made.client.get_prompt, "ask").messages[0].content.text == "ask"

    replace(script, "this is not Python")
    assert made.result("welcome", name="Bob") == "Welcome Bob"
    made.portal.call(
        _changed, made, changes, lambda: replace(script, APP), lists("tools", "prompts", "resources")
    )
    assert made.result("greet", name="Ann") == "Welcome Ann"


def test_without_reload_lists_do_not_change(tmp_path: Path) -> None:
    script = tmp_path / "changing.py"
    script.write_text(APP)
    (tmp_path / "words.py").write_text('HELLO = "Hello"\n')
    line = StdioServerParameters(command=sys.executable, args=[str(script), "mcp", "serve"])
    with connected(lambda: stdio_client(line), "legacy") as made:
        tools = made.client.server_capabilities.tools
        assert tools is not None
        assert not tools.list_changed


def test_an_app_that_is_no_module_s_global_cannot_be_reloaded() -> None:
    app = Tooli("inner")
    with pytest.raises(InputError, match="not a global name of a module"):
        find_origin(app.runtime)


def test_what_belongs_to_an_app_is_below_its_outermost_package() -> None:
    assert Origin("__main__", "app", Path("/a/b/app.py")).folder == Path("/a/b")
    assert Origin("pkg.sub.app", "app", Path("/a/pkg/sub/app.py")).folder == Path("/a/pkg")
    assert Origin("pkg", "app", Path("/a/pkg/__init__.py")).folder == Path("/a/pkg")


def test_a_script_that_runs_its_app_at_once_is_reloaded_too(tmp_path: Path) -> None:
    script = tmp_path / "bare.py"
    text = (
        'from tooli import Tooli\napp = Tooli("bare")\n@app.command\ndef one() -> int:\n    return 1\napp()\n'
    )
    script.write_text(text)
    line = StdioServerParameters(
        command=sys.executable, args=[str(script), "tooli", "mcp", "serve", "--reload"]
    )
    changes = Changes()
    with connected(lambda: stdio_client(line), "legacy", message_handler=changes.take) as made:
        assert made.result("one") == 1
        made.portal.call(
            _changed, made, changes, lambda: replace(script, text.replace("one", "two")), lists("tools")
        )
        assert made.result("two") == 1


def test_a_server_that_cannot_reload_says_so_before_it_serves(tmp_path: Path) -> None:
    script = tmp_path / "inner.py"
    script.write_text(
        'from tooli import Tooli\ndef main():\n    app = Tooli("inner")\n    app.command(len)\n'
        '    app.command("b")(lambda: 1)\n    app()\nmain()\n'.replace(
            "    app.command(len)\n", '    app.command("a")(lambda: 1)\n'
        )
    )
    run = subprocess.run(
        [sys.executable, str(script), "mcp", "serve", "--reload"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 2
    assert '"field":"reload"' in run.stdout
