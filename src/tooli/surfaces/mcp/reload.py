"""Hot reload: an app whose files change is imported again, served at once, and its clients are told.

Calls that run keep the code they started with. An app that cannot be imported leaves the old one in place.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from tooli.errors import InputError
from tooli.surfaces.mcp import prompts, resources

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.surfaces.mcp.service import Service

DECLARED = ("name", "version", "description", "catalog", "flow", "settings", "overrides")
"""What a runtime has from its app; the rest is the process's."""
INTERVAL = 0.3
"""Seconds between two looks at the files."""


class Origin(NamedTuple):
    """Where an app was declared: a name in a module."""

    module: str
    attribute: str
    file: Path
    again: Callable[[], Runtime] | None = None
    """Loads it anew, where more than importing the module is needed."""

    @property
    def folder(self) -> Path:
        """The folder whose modules are the app's own: that of its file, or of its outermost package."""
        within = self.module.count(".") - (self.file.name != "__init__.py")
        return self.file.parents[max(within, 0)]


def find_origin(runtime: Runtime) -> Origin:
    """Return where the app of a runtime was declared, or say that it cannot be loaded again."""
    if runtime.origin is not None:
        name, path, again = runtime.origin
        return Origin(name, "", path, again)
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        for attribute, value in list(vars(module).items()) if file else ():
            found = getattr(value, "__dict__", {}).get("_runtime")
            if found is not None and getattr(found, "catalog", None) is runtime.catalog:
                return Origin(name, attribute, Path(file or "").resolve())
    raise InputError(
        f"reload: {runtime.name} is not a global name of a module, so it cannot be loaded again",
        field="reload",
        suggestion="Declare the app at the top of a module: app = Tooli(...).",
    )


def own_modules(origin: Origin) -> Iterator[tuple[str, ModuleType, Path]]:
    """Give the loaded modules that belong to the app: those below its folder, installed ones aside."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not file or name.partition(".")[0] in ("tooli", "toolable"):
            continue
        path = Path(file).resolve()
        if path == origin.file or (
            path.is_relative_to(origin.folder)
            and "site-packages" not in path.relative_to(origin.folder).parts
        ):
            yield name, module, path


def stamps(origin: Origin) -> dict[Path, tuple[int, int]]:
    """Return time and size of each of the app's files."""
    found = {}
    for path in {origin.file, *(path for _, _, path in own_modules(origin))}:
        try:
            status = path.stat()
        except OSError:
            continue  # an editor is replacing it
        found[path] = (status.st_mtime_ns, status.st_size)
    return found


def load_again(origin: Origin) -> Runtime:
    """Import the app anew and return its runtime; what was imported before is put back when that fails."""
    before = {name: module for name, module, _ in own_modules(origin) if name != "__main__"}
    for name in before:
        del sys.modules[name]
    importlib.invalidate_caches()
    line = sys.argv
    sys.argv = [line[0], "--version"]  # a script that runs its app at once says its version, and no more
    try:
        if origin.again is not None:
            return origin.again()
        name = origin.module
        module = _main_again(origin) if name == "__main__" else importlib.import_module(name)
        runtime: Runtime = getattr(module, origin.attribute).runtime
    except BaseException:
        sys.modules.update(before)
        raise
    finally:
        sys.argv = line
    return runtime


def _main_again(origin: Origin) -> ModuleType:
    """Execute the script again, not as the program that runs: `if __name__ == "__main__"` stays shut."""
    name = origin.file.stem
    spec = importlib.util.spec_from_file_location(name, origin.file)
    assert spec is not None  # it is a Python file: it was run
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SystemExit:
        if not hasattr(module, origin.attribute):
            raise
    return module


def start_watching(service: Service) -> None:
    """Look after the app's files for as long as the service lives."""
    origin = find_origin(service.runtime)
    service.reloads = True
    task = asyncio.get_running_loop().create_task(watch(service, origin, stamps(origin)))
    service.running.add(task)


async def watch(service: Service, origin: Origin, seen: Mapping[Path, tuple[int, int]]) -> None:
    """Look at the app's files for ever, and serve what they hold when it is not what was seen."""
    while True:
        await asyncio.sleep(INTERVAL)
        now = await asyncio.to_thread(stamps, origin)
        if now == seen:
            continue
        seen = now
        try:
            await _swap(service, load_again(origin))
        except (Exception, SystemExit):  # a file that is being edited may raise anything
            last = traceback.format_exc(limit=-1)
            sys.stderr.write(f"{service.runtime.name} cannot be loaded again; the old one goes on:\n{last}")
            sys.stderr.flush()
        # Files that are new are known from now on; one that changed meanwhile is still to be loaded.
        seen = {path: seen.get(path, stamp) for path, stamp in stamps(origin).items()}


async def _swap(service: Service, loaded: Runtime) -> None:
    """Serve what another runtime declares, and announce the lists that are different now."""
    before = lists(service)
    old = service.runtime, service.tools
    service.runtime = service.runtime.replace(**{name: getattr(loaded, name) for name in DECLARED})
    make: Any = type(service.tools)
    service.tools = make(service.runtime)
    try:
        after = lists(service)
    except BaseException:
        service.runtime, service.tools = old
        raise
    for kind, items in after.items():
        if items != before[kind]:
            await service.announce(kind)


def lists(service: Service) -> Mapping[str, Any]:
    """Return all that a client can list, by the kind of the list."""
    return {
        "tools": list(service.tools.listed()),
        "prompts": prompts.listed(service.runtime),
        "resources": [resources.listed(service.runtime, templates=kind) for kind in (False, True)],
    }
