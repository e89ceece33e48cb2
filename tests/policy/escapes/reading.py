"""Attempts to read what lies outside."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

from tests.policy.escapes.table import blocked, limit


@blocked
def open_a_file(w: Any) -> Any:
    return open(w.secret).read()


@blocked
def open_by_bytes(w: Any) -> Any:
    return open(os.fsencode(w.secret)).read()


@blocked
def os_open(w: Any) -> Any:
    return os.read(os.open(w.secret, os.O_RDONLY), 99).decode()


@blocked
def file_io(w: Any) -> Any:
    return io.FileIO(w.secret).read().decode()


@blocked
def open_code(w: Any) -> Any:
    return io.open_code(str(w.secret)).read().decode()


@blocked
def read_text(w: Any) -> Any:
    return w.secret.read_text()


@blocked
def list_a_folder(w: Any) -> Any:
    return os.listdir(w.outside)


@blocked
def scan_a_folder(w: Any) -> Any:
    return [entry.name for entry in os.scandir(w.outside)]


@blocked
def walk_a_folder(w: Any) -> Any:
    return list(os.walk(w.outside))


@blocked
def glob_a_folder(w: Any) -> Any:
    import glob

    return glob.glob(f"{w.outside}/*")


@blocked
def path_rglob(w: Any) -> Any:
    return [str(path) for path in w.outside.rglob("*")]


@blocked
def mmap_a_file(w: Any) -> Any:
    import mmap

    with open(w.secret) as file:
        return mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)[:].decode()


@blocked
def zip_a_file(w: Any) -> Any:
    import zipfile

    with zipfile.ZipFile(w.allowed / "copy.zip", "w") as archive:
        archive.write(w.secret)
        return archive.read(archive.namelist()[0]).decode()


@blocked
def copy_a_file(w: Any) -> Any:
    import shutil

    return Path(shutil.copy(w.secret, w.allowed)).read_text()


@blocked
def linecache_lines(w: Any) -> Any:
    import linecache

    return linecache.getlines(str(w.secret))


@blocked
def loader_get_data(w: Any) -> Any:
    from importlib.machinery import SourceFileLoader

    return SourceFileLoader("x", str(w.secret)).get_data(str(w.secret)).decode()


@limit("the names of files in folders that the import system is asked to look through")
def file_finder(w: Any) -> Any:
    from importlib.machinery import FileFinder

    finder = FileFinder(str(w.outside))
    finder.find_spec("x")
    return sorted(finder._path_cache)  # type: ignore[attr-defined] # that is the point


@blocked
def run_a_script(w: Any) -> Any:
    import runpy

    return str(runpy.run_path(str(w.outside / "script.py")))


@blocked
def import_a_module_with_side_effects(w: Any) -> Any:
    import importlib.util

    spec = importlib.util.spec_from_file_location("escaping", w.outside / "script.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(vars(module).get("found"))


@blocked
def code_as_text(w: Any) -> Any:
    found: dict[str, Any] = {}
    exec(f"found = open({str(w.secret)!r}).read()", found)
    return found["found"]


@blocked
def code_that_claims_to_be_installed(w: Any) -> Any:
    found: dict[str, Any] = {}
    exec(compile(f"found = open({str(w.secret)!r}).read()", os.__file__, "exec"), found)
    return found["found"]


@limit("Code that works against the guard")
def code_that_claims_to_be_the_framework(w: Any) -> Any:
    import tooli

    found: dict[str, Any] = {}
    exec(compile(f"found = open({str(w.secret)!r}).read()", tooli.__file__, "exec"), found)
    return found["found"]
