"""One key, many processes: the function runs once, and a run that was killed is never taken for done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunApp

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks and signals")

SHOP = """
@app.command(capabilities=["state:mutate"])
def charge(order: str, hang: bool = False) -> dict:
    with open("ran.log", "a") as log:
        log.write(f"{os.getpid()}\\n")
    if hang:
        print("begun", file=sys.stderr, flush=True)
        time.sleep(60)
    return {"order": order, "by": os.getpid()}

@app.command(capabilities=["state:mutate"])
def rows():
    for number in range(100000):
        yield {"number": number}
"""
SWARM = """
def swarm(count):
    # Loaded before the fork: what is tested is the store, not how long 200 imports take.
    import redis, sqlite3, tooli.execute.steps.idempotency, tooli.store.redis, tooli.store.sqlite
    wait, go = os.pipe()
    told, tell = os.pipe()
    for _ in range(count):
        if os.fork() == 0:
            os.close(go)
            os.read(wait, 1)
            result = app.call("charge", order="7", options=CallOptions(idempotency_key="k"))
            os.write(tell, result.model_dump_json().encode() + b"\\n")
            os._exit(0)
    os.close(tell)
    os.close(go)
    with open(told) as lines:
        sys.stdout.write(lines.read())
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break

if len(sys.argv) == 3 and sys.argv[1] == "swarm":
    swarm(int(sys.argv[2]))
    sys.exit()
"""


@pytest.fixture(params=["sqlite", "redis"])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str | None]:
    """The variables that choose a store of its own for a test."""
    if request.param == "sqlite":
        return {}
    url = request.getfixturevalue("redis_url")
    import redis

    with redis.Redis.from_url(url) as client:
        client.flushall()
    return {"TOOLI_STORE": url}


def another(run_app: RunApp, env: dict[str, str | None], *args: str) -> subprocess.Popen[bytes]:
    """Start the app that was written, once more."""
    return subprocess.Popen(
        [sys.executable, "app.py", *args],
        cwd=run_app.folder,
        env=run_app.environment(**env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def runs(folder: Path) -> int:
    """Return how often the function ran."""
    log = folder / "ran.log"
    return len(log.read_text().splitlines()) if log.exists() else 0


@pytest.mark.slow
def test_two_hundred_processes_with_one_key_run_it_once(run_app: RunApp, env: dict[str, str | None]) -> None:
    ran = run_app(SHOP + SWARM, "swarm", "200", env=env, timeout=300)
    answers: list[dict[str, Any]] = ran.lines
    assert len(answers) == 200, ran.stderr
    assert runs(run_app.folder) == 1
    assert {json.dumps(answer.get("result")) for answer in answers} == {json.dumps(answers[0]["result"])}
    assert sum("idempotent_replay" not in answer["meta"] for answer in answers) == 1


def test_command_lines_that_start_at_once_run_it_once(run_app: RunApp, env: dict[str, str | None]) -> None:
    run_app.write(SHOP)
    started = [another(run_app, env, "charge", "7", "--idempotency-key", "k") for _ in range(6)]
    answers = [run_app.finish(process).result for process in started]
    assert runs(run_app.folder) == 1
    assert answers == [answers[0]] * 6


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_was_stopped_in_the_middle_is_told_of(
    run_app: RunApp, env: dict[str, str | None], number: int
) -> None:
    args = ("charge", "7", "--hang", "--idempotency-key", "k")
    process = run_app.start(SHOP, *args, env=env)
    assert process.stderr is not None
    assert process.stderr.readline() == b"begun\n"
    os.kill(process.pid, number)
    run_app.finish(process)
    for _ in range(2):
        refused = run_app.again(*args, env=env)
        assert (refused.code, refused.error["code"], refused.error["is_retryable"]) == (20, "E3903", False)
        assert "`idempotency forget k`" in refused.error["suggestion"]["fix"]
    assert run_app.again("idempotency", "forget", "k", env=env).result == ["charge"]
    assert run_app.again("charge", "7", "--idempotency-key", "k", env=env).result["order"] == "7"
    assert runs(run_app.folder) == 2


def test_a_killed_run_that_its_parent_has_not_buried_is_gone(
    run_app: RunApp, env: dict[str, str | None]
) -> None:
    args = ("charge", "7", "--hang", "--idempotency-key", "k")
    process = run_app.start(SHOP, *args, env=env)
    assert process.stderr is not None
    process.stderr.readline()
    os.kill(process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert run_app.again(*args, env=env).error["code"] == "E3903"
    run_app.finish(process)


def test_those_who_wait_for_a_run_that_is_killed_are_told(
    run_app: RunApp, env: dict[str, str | None]
) -> None:
    args = ("charge", "7", "--hang", "--idempotency-key", "k")
    owner = run_app.start(SHOP, *args, env=env)
    assert owner.stderr is not None
    owner.stderr.readline()
    waiting = [another(run_app, env, *args) for _ in range(3)]
    os.kill(owner.pid, signal.SIGKILL)
    run_app.finish(owner)
    assert [run_app.finish(process).error["code"] for process in waiting] == ["E3903"] * 3
    assert runs(run_app.folder) == 1


def test_a_reader_that_closes_the_pipe_leaves_an_interrupted_run(run_app: RunApp) -> None:
    run_app.write(SHOP)
    first = run_app.shell("$APP rows --jsonl --idempotency-key k | head -1")
    assert first.lines == [{"number": 0}]
    assert run_app.again("rows", "--json", "--idempotency-key", "k").error["code"] == "E3903"


def test_a_deadline_on_the_command_line_leaves_an_interrupted_run(run_app: RunApp) -> None:
    args = ("charge", "7", "--hang", "--idempotency-key", "k", "--timeout", "0.5")
    assert run_app(SHOP, *args).error["code"] == "E4901"
    assert run_app.again(*args).error["code"] == "E3903"


def test_a_run_in_a_child_process_is_kept_too(run_app: RunApp) -> None:
    source = """
    @app.command(capabilities=["state:mutate"], isolate=True)
    def charge(order: str) -> int:
        return os.getpid()
    """
    first = run_app(source, "7", "--idempotency-key", "k").result
    assert run_app.again("7", "--idempotency-key", "k").result == first
