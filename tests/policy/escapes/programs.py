"""Attempts to start other programs, or code that is not Python's."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.policy.escapes.table import blocked, limit

find_in_libc = ctypes.CDLL(None)
unlink_in_libc = find_in_libc.unlink


@blocked
def subprocess_run(w: Any) -> Any:
    subprocess.run(["touch", w.marker], check=True)


@blocked
def subprocess_shell(w: Any) -> Any:
    subprocess.Popen(f"touch {w.marker}", shell=True).wait()


@blocked
def os_system(w: Any) -> Any:
    os.system(f"touch {w.marker}")


@blocked
def os_popen(w: Any) -> Any:
    os.popen(f"touch {w.marker}").close()


@blocked
def posix_spawn(w: Any) -> Any:
    os.waitpid(os.posix_spawnp("touch", ["touch", w.marker], os.environ), 0)


@blocked
def spawnv(w: Any) -> Any:
    os.spawnvp(os.P_WAIT, "touch", ["touch", str(w.marker)])


@blocked
def fork(w: Any) -> Any:
    child = os.fork()
    if child == 0:
        w.marker.touch()
        os._exit(0)
    os.waitpid(child, 0)


@blocked
def execute(w: Any) -> Any:
    os.execvp("touch", ["touch", str(w.marker)])


@blocked
def fork_exec(w: Any) -> Any:
    from multiprocessing.util import spawnv_passfds

    os.waitpid(spawnv_passfds(b"/usr/bin/touch", ["touch", str(w.marker)], ()), 0)


@blocked
def multiprocessing_fork(w: Any) -> Any:
    import multiprocessing

    child = multiprocessing.get_context("fork").Process(target=Path.touch, args=(w.marker,))
    child.start()
    child.join()


@blocked
def multiprocessing_spawn(w: Any) -> Any:
    import multiprocessing

    child = multiprocessing.get_context("spawn").Process(target=Path.touch, args=(w.marker,))
    child.start()
    child.join()


@blocked
def process_pool(w: Any) -> Any:
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(1) as pool:
        pool.submit(Path.touch, w.marker).result()


@blocked
async def asyncio_subprocess(w: Any) -> Any:
    await (await asyncio.create_subprocess_exec("touch", w.marker)).wait()


@blocked
def unpickled_call(w: Any) -> Any:
    import pickle

    pickle.loads(f"cos\nsystem\n(Vtouch {w.marker}\ntR.".encode())


@limit("or in another interpreter of the same process")
def another_interpreter(w: Any) -> Any:
    from importlib import import_module

    interpreters = import_module("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    interpreters.run_string(interpreters.create(), f"open({str(w.marker)!r}, 'w')")


@blocked
def kill_a_process(w: Any) -> Any:
    os.kill(w.other.pid, signal.SIGTERM)
    w.marker.touch()


@blocked
def load_a_library(w: Any) -> Any:
    ctypes.CDLL(None).unlink(os.fsencode(w.victim))


@blocked
def look_up_a_function_of_c(w: Any) -> Any:
    find_in_libc.rmdir(os.fsencode(w.outside / "empty"))


@blocked
def look_up_a_function_of_python(w: Any) -> Any:
    ctypes.pythonapi.unlink(os.fsencode(w.victim))


@limit("functions of C that were looked up before the call")
def a_function_of_c_from_before(w: Any) -> Any:
    unlink_in_libc(os.fsencode(w.victim))
