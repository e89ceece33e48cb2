"""The line that starts a server works from any folder."""

from __future__ import annotations

import os
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tooli import Tooli
from tooli.errors import StateError
from tooli.generate.clients.start import Started, server_line


def module(file: str | None, spec: str | None = None) -> Any:
    made = ModuleType("__main__")
    made.__spec__ = ModuleSpec(spec, None) if spec else None
    if file:
        made.__file__ = file
    return made


def app(*names: str) -> Any:
    made = Tooli("demo")
    for name in names:
        made.command(name)(lambda: None)
    return made.runtime


def how(script: str, main: Any, **fields: Any) -> Started:
    return Started(executable="/py/bin/python", script=script, main=main, **{"paths": (), **fields})


TWO = ("one", "two")


def test_a_script_is_started_by_the_interpreter_that_runs_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words, variables = server_line(app(*TWO), how("app.py", module("app.py")))
    assert words == ["/py/bin/python", str(tmp_path / "app.py"), "mcp", "serve"]
    assert variables == {}


def test_an_app_whose_own_words_are_in_the_way_is_asked_for_the_built_in(tmp_path: Path) -> None:
    script = str(tmp_path / "app.py")
    for runtime in (app("one"), app("mcp", "two")):
        assert server_line(runtime, how(script, module(script)))[0][-3:] == ["tooli", "mcp", "serve"]


def test_an_installed_module_needs_nothing_and_one_of_this_folder_its_path(tmp_path: Path) -> None:
    main = module(str(tmp_path / "pkg" / "__main__.py"), "pkg.__main__")
    installed = how("x", main, paths=(str(tmp_path),))
    assert server_line(app(*TWO), installed) == (["/py/bin/python", "-m", "pkg", "mcp", "serve"], {})
    words, variables = server_line(app(*TWO), how("x", main))
    assert (words[:3], variables) == (["/py/bin/python", "-m", "pkg"], {"PYTHONPATH": str(tmp_path)})
    single = module(str(tmp_path / "tool.py"), "tool")
    assert server_line(app(*TWO), how("x", single))[1] == {"PYTHONPATH": str(tmp_path)}


def test_a_console_script_starts_itself(tmp_path: Path) -> None:
    script = tmp_path / "demo"
    script.touch()
    assert server_line(app(*TWO), how(str(script), module(str(script))))[0] == [str(script), "mcp", "serve"]


def test_a_console_script_of_windows_is_an_exe(tmp_path: Path) -> None:
    (tmp_path / "demo.exe").touch()
    main = module(str(tmp_path / "demo.exe" / "__main__.py"))
    started = how(str(tmp_path / "demo"), main, windows=True)
    assert server_line(app(*TWO), started)[0][0] == str(tmp_path / "demo.exe")


def test_an_archive_is_started_by_the_interpreter(tmp_path: Path) -> None:
    archive = tmp_path / "app.pyz"
    archive.touch()
    main = module(str(archive / "__main__.py"), "__main__")
    assert server_line(app(*TWO), how(str(archive), main))[0][:2] == ["/py/bin/python", str(archive)]


def test_a_target_of_the_launcher_is_started_by_the_launcher(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fns.py").touch()
    runtime = app(*TWO).replace(program=("tooli", "run", "fns.py:add"))
    words, _ = server_line(runtime, how("x", None))
    assert words == ["/py/bin/python", "-m", "tooli", "serve", f"{tmp_path / 'fns.py'}:add"]


def test_what_came_from_no_file_cannot_be_started_by_others() -> None:
    with pytest.raises(StateError, match="demo was not started from a file"):
        server_line(app(*TWO), how(os.path.join("no", "where"), SimpleNamespace()))
