"""Targets are found, imported and never run; what is wrong with one is said with its fix."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tooli.errors import ToolError
from tooli.sources.target import attribute_of, import_target, locate


@pytest.fixture(autouse=True)
def as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave the interpreter as it was; the test's folder is the working folder."""
    monkeypatch.chdir(tmp_path)
    modules, path = set(sys.modules), list(sys.path)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def failure(target: str) -> ToolError:
    with pytest.raises(ToolError) as caught:
        import_target(locate(target))
    assert caught.value.field == "app"
    return caught.value


def test_a_file_is_imported_under_its_name_and_its_folder_is_importable() -> None:
    write("deep/beside.py", "value = 7")
    write(
        "deep/script_a.py",
        "import beside\nx = beside.value\nif __name__ == '__main__': raise SystemExit(9)\n",
    )
    target = locate("deep/script_a.py:x")
    module = import_target(target)
    assert (module.__name__, attribute_of(module, target)) == ("script_a", 7)
    assert target.absolute == f"{Path('deep/script_a.py').resolve()}:x"
    assert import_target(target) is module


def test_a_file_of_a_package_can_import_relatively() -> None:
    write("pack/__init__.py", "")
    write("pack/inner/__init__.py", "")
    write("pack/other.py", "z = 5")
    write("pack/inner/member.py", "from ..other import z")
    assert import_target(locate("pack/inner/member.py")).z == 5
    assert import_target(locate("pack.inner.member")).__name__ == "pack.inner.member"


def test_a_folder_that_is_a_package_is_a_target() -> None:
    write("whole/__init__.py", "from .part import y")
    write("whole/part.py", "y = 3")
    assert import_target(locate("whole")).y == 3
    assert import_target(locate("./whole/")).__name__ == "whole"


def test_a_module_comes_from_the_working_folder() -> None:
    write("plain_module.py", "x = 1")
    assert import_target(locate("plain_module:x")).x == 1


def test_a_file_named_as_a_loaded_module_replaces_nothing() -> None:
    write("json.py", "x = 'mine'")
    import json

    assert import_target(locate("json.py")).x == "mine"
    assert sys.modules["json"] is json


def test_a_colon_in_the_path_of_a_file_is_part_of_it() -> None:
    name = "odd:name.py" if os.name != "nt" else "odd.py"
    write(name, "x = 1")
    assert locate(name).attribute is None
    assert locate(f"{name}:x").attribute == "x"


def test_the_colon_of_a_drive_names_no_attribute() -> None:
    with pytest.raises(ToolError) as caught:
        locate(r"C:\tools\app.py")
    assert r"'C:\\tools\\app.py'" in caught.value.message


@pytest.mark.parametrize(
    ("files", "target", "code", "message", "meant"),
    [
        ({"app.py": ""}, "ap.py", "E1907", "app: there is no file 'ap.py'", "app.py"),
        ({"app.py": ""}, "ap.py:x", "E1907", "app: there is no file 'ap.py'", "app.py:x"),
        ({}, "./nowhere.py", "E1907", "app: there is no file 'nowhere.py'", None),
        ({}, "nosuch.module", "E1907", "app: there is no module 'nosuch.module', and no such file", None),
        (
            {"tools.py": ""},
            "tools.sub:app",
            "E1907",
            "app: there is no module 'tools.sub', and no such file",
            None,
        ),
        ({}, "sys", "E1907", "app: there is no module 'sys', and no such file", None),
        ({}, "", "E1907", "app: there is no module '', and no such file", None),
        (
            {"d/one.py": ""},
            "d",
            "E1903",
            "app: 'd' is a folder: name a file in it",
            os.path.join("d", "one.py"),
        ),
        ({"data.txt": "x"}, "./data.txt", "E1903", "app: data.txt is no Python file", None),
    ],
)
def test_a_target_that_is_not_there_names_the_one_that_was_meant(
    files: dict[str, str], target: str, code: str, message: str, meant: str | None
) -> None:
    for name, text in files.items():
        write(name, text)
    error = failure(target)
    assert (error.code, error.message) == (code, message)
    assert (error.details or {}).get("meant") == meant


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("def f(:\n", "E1908", "app: bad_t.py, line 1: invalid syntax"),
        (
            "\n\nimport nosuchthing\n",
            "E4902",
            "app: bad_t.py, line 3: ModuleNotFoundError: No module named 'nosuchthing'",
        ),
        ("def f():\n    1 / 0\nf()\n", "E4900", "app: bad_t.py, line 2: ZeroDivisionError: division by zero"),
        ("raise SystemExit(0)\n", "E4900", "app: bad_t.py, line 1: ends the process while it is imported"),
        (
            "from tooli import Tooli\napp = Tooli('x', nonsense=1)\n",
            "E4900",
            "app: bad_t.py, line 2: DeclarationError: Tooli: unknown keyword 'nonsense'",
        ),
    ],
)
def test_a_module_that_fails_names_file_and_line(text: str, code: str, message: str) -> None:
    write("bad_t.py", text)
    error = failure("bad_t.py")
    assert (error.code, error.message) == (code, message)
    assert error.suggestion is not None
    assert error.suggestion.action == "fix"
    assert "bad_t" not in sys.modules


def test_what_python_cannot_read_at_all_is_told_by_its_name() -> None:
    write("zero.py", "x = 1\0")
    assert failure("zero.py").message.startswith("app: zero.py: source code")
    os.mkfifo("pipe.py")
    assert failure("pipe.py").message == "app: 'pipe.py' is not a file"
    os.symlink("loop.py", "loop.py")
    assert (failure("loop.py").details or {}) == {"value": "loop.py"}


def test_a_package_that_fails_on_the_way_to_a_module_is_named() -> None:
    write("broken_p/__init__.py", "1 / 0")
    write("broken_p/m.py", "")
    assert failure("broken_p.m").message == "app: __init__.py, line 1: ZeroDivisionError: division by zero"


def test_an_attribute_that_is_not_there_names_the_nearest() -> None:
    write("attributes.py", "server = 1")
    target = locate("attributes.py:sever")
    with pytest.raises(ToolError) as caught:
        attribute_of(import_target(target), target)
    assert caught.value.message == "app: attributes.py has no 'sever'"
    assert (caught.value.details or {})["meant"] == "attributes.py:server"
