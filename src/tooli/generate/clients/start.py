"""The command line that starts this app from anywhere: absolute paths, and the interpreter that runs now."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.errors import StateError, Suggestion
from tooli.sources.target import locate
from tooli.types import Record

if TYPE_CHECKING:
    from tooli.execute import Runtime

SERVE = ("mcp", "serve")


class Started(Record):
    """How the running program was started."""

    executable: str
    script: str
    """The first word of its command line."""
    main: Any
    """The module that runs as the program."""
    paths: tuple[str, ...]
    """Where modules come from, whatever the working folder."""
    windows: bool = False


def started() -> Started:
    """Return how this program was started."""
    here = {"", os.getcwd()}
    return Started(
        executable=sys.executable,
        script=sys.argv[0] if sys.argv else "",
        main=sys.modules.get("__main__"),
        paths=tuple(path for path in sys.path if path not in here),
        windows=sys.platform == "win32",
    )


def server_line(host: Runtime, how: Started) -> tuple[list[str], Mapping[str, str]]:
    """Return the words that serve an app, and the variables they need."""
    if host.program:  # loaded by the launcher
        return [how.executable, "-m", "tooli", "serve", locate(host.program[-1]).absolute], {}
    words, variables = _program(host.name, how)
    clash = host.catalog.single is not None or SERVE[0] in host.catalog.root.children
    return [*words, *(("tooli",) if clash else ()), *SERVE], variables


def program_line(host: Runtime, how: Started) -> tuple[list[str], Mapping[str, str]]:
    """Return the words that run an app's own command line, and the variables they need."""
    if host.program:  # loaded by the launcher
        return [how.executable, "-m", "tooli", "run", locate(host.program[-1]).absolute], {}
    return _program(host.name, how)


def _program(name: str, how: Started) -> tuple[list[str], Mapping[str, str]]:
    spec, file = getattr(how.main, "__spec__", None), getattr(how.main, "__file__", None)
    script = os.path.abspath(how.script)
    if spec is not None and spec.name != "__main__" and file is not None:
        module = spec.name.removesuffix(".__main__")
        root = os.path.abspath(file)
        for _ in range(spec.name.count(".") + 1):
            root = os.path.dirname(root)
        return [how.executable, "-m", module], {} if root in how.paths else {"PYTHONPATH": root}
    if file is not None and file.endswith(".py") and os.path.basename(file) == os.path.basename(script):
        return [how.executable, os.path.abspath(file)], {}
    if spec is not None and os.path.exists(script):  # a folder or an archive with a __main__.py
        return [how.executable, script], {}
    if how.windows and not os.path.exists(script) and os.path.exists(f"{script}.exe"):
        script += ".exe"
    if file is not None and os.path.isfile(script):
        return [script], {}
    raise StateError(
        f"{name} was not started from a file, so nobody else can start it",
        suggestion=Suggestion(
            "Name the file that holds the app.", action="fix", example="tooli mcp add path/to/app.py"
        ),
    )
