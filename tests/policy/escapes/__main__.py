"""Makes the attempts of the table; run as a program by `test_escapes.py`.

A command may read, write and delete in the folder `allowed`, and reach the host `example.invalid`. It tries
to get at `outside`, beside it, where a file tells a secret by its name and its content.
"""

from __future__ import annotations

import inspect
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.policy.escapes import network, paths, process, programs, reading, threads, writing  # noqa: F401
from tests.policy.escapes.table import SECRET, TABLE, Attempt

from tooli import Tooli


def prepare(folder: Path) -> SimpleNamespace:
    """Make the world of one attempt."""
    outside, allowed = folder / "outside", folder / "allowed"
    (outside / "empty").mkdir(parents=True)
    allowed.mkdir()
    secret, victim = outside / f"{SECRET}.txt", outside / "victim"
    secret.write_text(SECRET)
    victim.write_text("whole")
    (outside / "descriptor").touch()
    (outside / "script.py").write_text(f"found = open({str(secret)!r}).read()")
    (outside / "link").symlink_to(secret)
    (allowed / "way_out").symlink_to(outside)
    return SimpleNamespace(
        outside=outside, allowed=allowed, secret=secret, victim=victim, marker=outside / "marker"
    )


def attempt(name: str, folder: Path, shared: dict[str, Any]) -> dict[str, Any]:
    """Let a command make an attempt; tell how the call ended and what it got."""
    world = prepare(folder)
    world.__dict__.update(shared, ended=threading.Event(), later=lambda: None)
    world.secret_descriptor = os.open(world.secret, os.O_RDONLY)
    world.folder_descriptor = os.open(world.outside, os.O_RDONLY)
    written = os.open(world.outside / "descriptor", os.O_WRONLY)
    world.marker_by_descriptor = lambda: os.write(written, b"x")
    app = Tooli("escape", security_policy="strict")
    capabilities = [f"fs:{action}:{world.allowed}" for action in ("read", "write", "delete")]
    function, _ = TABLE[name]
    declared = [*capabilities, "net:read:example.invalid"]
    app.command("try", capabilities=declared)(bound(function, world))
    before = dict(os.environ)
    result = app.call("try", yes=True)
    world.ended.set()
    world.later()
    changed = dict(os.environ) != before
    os.close(written)
    os.close(world.folder_descriptor)
    os.close(world.secret_descriptor)
    return {
        "code": result.error.code if result.error is not None else None,
        "got": str(result.result),
        "changed": changed,
    }


def bound(function: Attempt, world: Any) -> Callable[[], Any]:
    """Return an attempt as a function without params, of the same kind."""
    if inspect.isasyncgenfunction(function):

        async def async_items() -> Any:
            async for item in function(world):
                yield item

        return async_items
    if inspect.isgeneratorfunction(function):

        def items() -> Any:
            yield from function(world)

        return items
    if inspect.iscoroutinefunction(function):

        async def awaited() -> Any:
            return await function(world)

        return awaited
    return lambda: function(world)


def main() -> None:
    """Make all attempts, each in a folder of its own; print one line of JSON for each."""
    root = Path(sys.argv[1])
    os.environ["KEPT"] = SECRET
    server = socket.create_server(("127.0.0.1", 0))
    server.setblocking(False)
    connection, _ = socket.socketpair()
    pool = ThreadPoolExecutor(1)
    pool.submit(int).result()
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    port = server.getsockname()[1]
    shared = {"port": port, "pool": pool, "other": other, "connection": connection}
    for name in sys.argv[2:] or TABLE:
        told = attempt(name, root / name, shared)
        try:
            server.accept()[0].close()
            told["changed"] = True
        except BlockingIOError:
            pass
        print(json.dumps({"name": name, **told}), flush=True)
    other.communicate()


if __name__ == "__main__":
    main()
