"""A target becomes a module: `path/to/app.py[:app]`, `package.module[:app]`, a folder that is a package.

A script is imported, never run: what stands under `if __name__ == "__main__"` stays out. Its own folder is
importable, as when Python runs it, and so is the folder above its package. Whatever goes wrong names the
target and the fix.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from tooli.errors import DataFormatError, DependencyError, InputError, Suggestion, ToolError, ToolRuntimeError
from tooli.schema.closeness import closest
from tooli.schema.fix_path import fix_path
from tooli.schema.invalid import cut, shown
from tooli.types import Record

_OWN = str(Path(__file__).parents[1]) + os.sep
"""Where the framework's own code is: what fails there is the caller's doing."""
FIELD = "app"
"""The param that errors are about."""


class Target(Record):
    """Where a target lies, before anything of it is imported."""

    text: str
    """As it was given."""
    file: Path
    """The file it is in, absolute."""
    module: str
    attribute: str | None = None
    folders: tuple[str, ...] = ()
    """What has to be importable: its own folder, and the one above its package."""

    @property
    def absolute(self) -> str:
        """The target as it can be given from any folder."""
        return str(self.file) if self.attribute is None else f"{self.file}:{self.attribute}"


def locate(text: str) -> Target:
    """Return where a target lies; raise an error that names the fix when it does not."""
    place, attribute = _parted(text)
    if place.endswith(".py") or os.path.exists(place) or os.path.basename(place) != place:
        return _located_file(text, Path(place), attribute)
    return _located_module(text, place, attribute)


def _parted(text: str) -> tuple[str, str | None]:
    """Split `place:attribute`; the colon of a drive, or in the name of a file, separates nothing."""
    place, colon, attribute = text.rpartition(":")
    if not colon or os.path.exists(text) or not all(part.isidentifier() for part in attribute.split(".")):
        return text, None
    return place, attribute


def _located_file(text: str, path: Path, attribute: str | None) -> Target:
    if not path.exists():
        fix = None if path.is_symlink() else fix_path(str(path))  # a link to nothing is there by its name
        raise mistake(
            f"there is no file {shown(str(path))}",
            text,
            _spelt(fix.value, attribute) if fix else None,
            "E1907",
        )
    file = path.resolve()
    if file.is_dir():
        if not (file / "__init__.py").exists():
            inside = sorted(name.name for name in file.glob("*.py"))
            near = str(path / inside[0]) if len(inside) == 1 else None
            raise mistake(f"{shown(str(path))} is a folder: name a file in it", text, near)
        file = file / "__init__.py"
    elif not file.is_file():  # reading a pipe may never end
        raise mistake(f"{shown(str(path))} is not a file", text, None)
    names = [] if file.name == "__init__.py" else [file.stem]
    folder = file.parent
    while (folder / "__init__.py").exists():
        names.insert(0, folder.name)
        folder = folder.parent
    own = str(file.parent)
    folders = (own,) if own == str(folder) else (str(folder), own)
    return Target(text=text, file=file, module=".".join(names), attribute=attribute, folders=folders)


def _located_module(text: str, name: str, attribute: str | None) -> Target:
    here = os.getcwd()
    make_importable((here,))
    spec = None
    with _importing(text), suppress(ModuleNotFoundError):  # finding a module imports the packages it is in
        spec = importlib.util.find_spec(name) if name and not name.startswith(".") else None
    if spec is None or spec.origin is None or not os.path.exists(spec.origin):
        near = f"{name}.py" if os.path.exists(f"{name}.py") else None
        raise mistake(f"there is no module {shown(name)}, and no such file", text, near, "E1907")
    return Target(
        text=text, file=Path(spec.origin).resolve(), module=name, attribute=attribute, folders=(here,)
    )


def import_target(target: Target) -> ModuleType:
    """Import the module of a target."""
    make_importable(target.folders)
    loaded = sys.modules.get(target.module)
    if loaded is not None and _is_file(loaded, target.file):
        return loaded
    with _importing(target.text):
        if loaded is None and "." in target.module:
            return importlib.import_module(target.module)
        return _import_file(target, target.module if loaded is None else f"tooli_target_{target.module}")


@contextmanager
def _importing(text: str) -> Iterator[None]:
    """Tell as one error whatever a target's module raises while it is imported."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise unimportable(text, error) from error


def _import_file(target: Target, name: str) -> ModuleType:
    """Import a file under a name, whatever else bears that name."""
    folders = [str(target.file.parent)] if target.file.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, target.file, submodule_search_locations=folders)
    if spec is None or spec.loader is None:
        raise mistake(f"{target.file.name} is no Python file", target.text, None)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _is_file(module: ModuleType, file: Path) -> bool:
    return getattr(module, "__file__", None) is not None and Path(str(module.__file__)).resolve() == file


def make_importable(folders: tuple[str, ...]) -> None:
    """Put folders first among the places that modules are imported from."""
    for folder in folders:
        if folder not in sys.path:
            sys.path.insert(0, folder)


def attribute_of(module: ModuleType, target: Target) -> Any:
    """Return what a target's attribute names."""
    value: Any = module
    for name in (target.attribute or "").split("."):
        if not hasattr(value, name):
            names = (
                [public for public in vars(value) if not public.startswith("_")] if value is module else []
            )
            near = closest(name, names)
            place = target.text.rpartition(":")[0]
            raise mistake(
                f"{place} has no {shown(target.attribute)}",
                target.text,
                _spelt(place, near[0]) if near else None,
            )
        value = getattr(value, name)
    return value


def _spelt(place: str, attribute: str | None) -> str:
    return place if attribute is None else f"{place}:{attribute}"


def mistake(message: str, text: str, meant: str | None, code: str = "E1903") -> InputError:
    """Return the error of a target that cannot be used, with the target that was meant."""
    fix = f"Use {meant}." if meant else "Give path/to/app.py, path/to/app.py:app or package.module:app."
    details = {"value": cut(text, 400), **({"meant": meant} if meant else {})}
    return InputError(f"app: {message}", code=code, field=FIELD, details=details, suggestion=Suggestion(fix))


def unimportable(text: str, error: BaseException) -> ToolError:
    """Return the error of a module that cannot be imported: where it failed, and why."""
    if isinstance(error, ToolError):
        return error
    if isinstance(error, SyntaxError):
        details = {"value": text, "file": error.filename, "line": error.lineno}
        where = f"{os.path.basename(error.filename)}, line {error.lineno}" if error.filename else text
        fix = Suggestion("Correct the file.", action="fix")
        return DataFormatError(f"app: {where}: {error.msg}", field=FIELD, details=details, suggestion=fix)
    file, line = _raised_at(error.__traceback__)
    details = {"value": text, "file": file, "line": line}
    where = f"{os.path.basename(file)}, line {line}" if file else text
    if isinstance(error, SystemExit):
        fix = Suggestion('Call the app under `if __name__ == "__main__":` only.', action="fix")
        reason = "ends the process while it is imported"
        return ToolRuntimeError(f"app: {where}: {reason}", field=FIELD, details=details, suggestion=fix)
    reason = f"{where}: {type(error).__name__}: {error}"
    if isinstance(error, ModuleNotFoundError):
        fix = Suggestion(f"Install what provides {error.name!r} for {sys.executable}.", action="fix")
        return DependencyError(
            f"app: {reason}", field=FIELD, details=details, suggestion=fix, is_retryable=False
        )
    fix = Suggestion("Correct what the module does while it is imported.", action="fix")
    return ToolRuntimeError(f"app: {reason}", field=FIELD, details=details, suggestion=fix)


def _raised_at(traceback: TracebackType | None) -> tuple[str, int]:
    """Return the last file and line of the user's own code that an exception came through."""
    found = ("", 0)
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not file.startswith(("<frozen", _OWN)):
            found = (file, traceback.tb_lineno)
        traceback = traceback.tb_next
    return found
