"""Attempts to have another thread, task or context do it."""

from __future__ import annotations

import _thread
import asyncio
import contextvars
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.policy.escapes.table import blocked, limit

start_raw_thread = _thread.start_new_thread


def read(w: Any, found: list[Any]) -> None:
    found.append(w.secret.read_text())


@blocked
def thread(w: Any) -> Any:
    found: list[Any] = []
    worker = threading.Thread(target=read, args=(w, found))
    worker.start()
    worker.join()
    return found


@blocked
def nested_thread(w: Any) -> Any:
    worker = threading.Thread(target=thread, args=(w,))
    worker.start()
    worker.join()


@blocked
def thread_of_c(w: Any) -> Any:
    worker = threading.Thread(target=os.remove, args=(w.victim,))
    worker.start()
    worker.join()


@blocked
def timer(w: Any) -> Any:
    worker = threading.Timer(0, os.remove, (w.victim,))
    worker.start()
    worker.join()


@blocked
def raw_thread(w: Any) -> Any:
    found: list[Any] = []
    ended = threading.Event()

    def work() -> None:
        try:
            read(w, found)
        finally:
            ended.set()

    _thread.start_new_thread(work, ())
    ended.wait()
    return found


@limit("a thread that is started by a function taken from `_thread` before")
def raw_thread_by_an_old_name(w: Any) -> Any:
    found: list[Any] = []
    ended = threading.Event()

    def work() -> None:
        read(w, found)
        ended.set()

    start_raw_thread(work, ())
    ended.wait()
    return found


@blocked
def thread_pool(w: Any) -> Any:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(w.secret.read_text).result()


@limit("Files, sockets and threads that were there before the call")
def thread_pool_from_before(w: Any) -> Any:
    return w.pool.submit(w.secret.read_text).result()


@blocked
def thread_that_outlives_the_call(w: Any) -> Any:
    worker = threading.Thread(target=lambda: (w.ended.wait(), w.victim.unlink()))
    w.later = worker.join
    worker.start()


@limit("What a call leaves behind for later")
def pool_that_outlives_the_call(w: Any) -> Any:
    pool = ThreadPoolExecutor(1)
    pool.submit(lambda: (w.ended.wait(), w.victim.unlink()))
    w.later = pool.shutdown


@blocked
async def task(w: Any) -> Any:
    async def inner() -> Any:
        return w.secret.read_text()

    return await asyncio.create_task(inner())


@blocked
async def callback(w: Any) -> Any:
    asyncio.get_running_loop().call_soon(os.remove, w.victim)
    await asyncio.sleep(0)
    await asyncio.sleep(0)


@blocked
async def to_thread(w: Any) -> Any:
    return await asyncio.to_thread(w.secret.read_text)


@blocked
async def in_executor(w: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(None, w.secret.read_text)


@blocked
def a_loop_of_its_own(w: Any) -> Any:
    return asyncio.run(task(w))


@blocked
def stream(w: Any) -> Any:
    yield "first"
    yield w.secret.read_text()


@blocked
async def async_stream(w: Any) -> Any:
    yield "first"
    yield w.secret.read_text()


@blocked
def copied_context(w: Any) -> Any:
    return contextvars.copy_context().run(w.secret.read_text)


@limit("in an empty `contextvars.Context()`")
def empty_context(w: Any) -> Any:
    return contextvars.Context().run(w.secret.read_text)
