"""Where an exported app is found again: the words that start it, and the module that holds it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tooli.errors import StateError, Suggestion
from tooli.generate.clients.start import started
from tooli.generate.export.layout import string
from tooli.sources.target import locate
from tooli.types import Record

if TYPE_CHECKING:
    from tooli.execute import Runtime


class Place(Record):
    """Where an app is found."""

    program: tuple[str, ...]
    """The words that start it, as source."""
    module: str | None
    """What imports it, or None where that is not known."""
    variable: str = "app"
    file: Path | None = None
    """The file of that module."""
    folder: str = ""
    """The name of the folder that is exported to."""
    taken: frozenset[str] = frozenset()
    """What an app has beside its commands."""
    exporter: tuple[str, ...] = ()
    """The words that export it, as source."""

    @property
    def packages(self) -> set[str]:
        """The packages that stand beside the app's module, and that one's own."""
        beside = [] if self.file is None else list(self.file.resolve().parent.iterdir())
        found = {one.stem for one in beside if one.suffix == ".py" or (one / "__init__.py").exists()}
        return found | ({self.module.partition(".")[0]} if self.module else set())


def place_of(runtime: Runtime, *, folder: Path, absolute: bool) -> Place:
    """Return where an app is found from a file in `folder`; `absolute` names this machine's own paths."""
    module, variable, file = _holder(runtime)
    program = _program(runtime, folder, absolute)
    if runtime.program:  # `tooli run FILE` becomes `tooli export FILE`
        exporter = (*program[:-2], '"export"', program[-1])
    else:
        exporter = (*program, '"tooli"', '"export"')
    return Place(
        program=program,
        module=module,
        variable=variable,
        file=file,
        folder=folder.resolve().name,
        exporter=exporter,
    )


def _program(runtime: Runtime, folder: Path, absolute: bool) -> tuple[str, ...]:
    python = string(sys.executable) if absolute else "sys.executable"
    if runtime.program:  # loaded by the launcher
        target = locate(runtime.program[-1])
        suffix = f":{target.attribute}" if target.attribute else ""
        words = (python, '"-m"', '"tooli"', '"run"')
        return (*words, _path(target.file, folder, absolute, suffix))
    how = started()
    spec, file = getattr(how.main, "__spec__", None), getattr(how.main, "__file__", None)
    if spec is not None and spec.name != "__main__" and file is not None:
        return (python, '"-m"', string(spec.name.removesuffix(".__main__")))
    script = os.path.abspath(how.script)
    if file is not None and file.endswith(".py") and os.path.basename(file) == os.path.basename(script):
        return (python, _path(Path(file), folder, absolute))
    if file is not None:
        return (string(script) if absolute else string(Path(script).stem),)
    raise StateError(
        f"{runtime.name} was not started from a file, so nobody else can start it",
        suggestion=Suggestion(
            "Name the file that holds the app.", action="fix", example="tooli export path/to/app.py"
        ),
    )


def _path(file: Path, folder: Path, absolute: bool, suffix: str = "") -> str:
    """Return the path of a file as source: from where the exported file stands, or from the root."""
    real = file.resolve()
    if absolute:
        return string(f"{real}{suffix}")
    relative = Path(os.path.relpath(real, folder.resolve())).as_posix()
    if "/" not in relative:
        return f"str(Path(__file__).with_name({string(relative + suffix)}))"
    return f"str(Path(__file__).parent / {string(relative + suffix)})"


def _holder(runtime: Runtime) -> tuple[str | None, str, Path | None]:
    """Return the module, the variable and the file that hold the app, where one is loaded that does."""
    main = sys.modules.get("__main__")  # multiprocessing gives it a second name
    for name, loaded in sorted(sys.modules.items(), key=lambda item: item[1] is main):
        for variable, value in list(getattr(loaded, "__dict__", {}).items()):
            frozen = (
                getattr(value, "__dict__", {}).get("_runtime") if type(value).__name__ == "Tooli" else None
            )
            if frozen is not None and frozen.catalog is runtime.catalog:
                module = _main_name(loaded) if loaded is main else name.removeprefix("tooli_target_")
                if module is not None:
                    file = getattr(loaded, "__file__", None)
                    return module, variable, None if file is None else Path(file)
    return None, "app", None


def _main_name(loaded: object) -> str | None:
    """Return what imports the module that was started."""
    spec = getattr(loaded, "__spec__", None)
    if spec is not None:
        return str(spec.name)
    stem = Path(getattr(loaded, "__file__", None) or "").stem
    return stem if stem.isidentifier() else None
