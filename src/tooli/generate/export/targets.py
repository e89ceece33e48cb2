"""What commands can be exported as, by the name it has on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tooli.errors import InputError, StateError, Suggestion
from tooli.generate.export.adk_config import agent_config
from tooli.generate.export.definitions import definitions
from tooli.generate.export.framework import module_of
from tooli.generate.export.frameworks import FRAMEWORKS
from tooli.generate.export.python import python_module
from tooli.generate.export.stubs import stub_of
from tooli.model.listing import listed_commands
from tooli.schema.closeness import closest
from tooli.schema.invalid import cut, shown

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.generate.export.place import Place
    from tooli.model import Command

DEFINITIONS = {"json-openai": "openai", "json-anthropic": "anthropic", "json-gemini": "gemini"}


def export(runtime: Runtime, target: str, mode: str, names: Sequence[str], place: Place) -> str:
    """Return commands as a target: the source of a module, or JSON."""
    commands = chosen(runtime, names)
    if target in DEFINITIONS:
        return definitions(commands, DEFINITIONS[target])
    if (mode == "import" or target == "stubs") and place.module is None:
        raise StateError(
            f"no module holds {runtime.name}, so nothing can import it",
            suggestion=Suggestion("Use --mode subprocess.", action="fix"),
        )
    made_by = f"Made by `export --target {target}`: change the app and export again."
    if target == "adk-config":
        return agent_config(FRAMEWORKS["adk"], runtime, commands, place, mode)
    if target == "stubs":
        about = (
            f"The types of {place.module}, with the commands of {runtime.name} {runtime.version} as methods."
        )
        return stub_of(runtime, commands, place, f"{about}\n\n{made_by}")
    if target == "python":
        about = f"The commands of {runtime.name} {runtime.version} as functions.\n\n{made_by}"
        return python_module(runtime, commands, place, mode, about)
    framework = FRAMEWORKS[target]
    about = f"The commands of {runtime.name} {runtime.version} as tools of {framework.title}.\n\n{made_by}"
    return module_of(framework, runtime, commands, place, mode, about)


def chosen(runtime: Runtime, names: Sequence[str]) -> list[Command]:
    """Return the commands of these names, of a group's name all in it; without names all that are listed."""
    if not names:
        return list(listed_commands(runtime.catalog))
    found: dict[tuple[str, ...], Command] = {}
    for name in names:
        path = tuple(name.replace(".", " ").split())
        command = runtime.catalog.find(path)
        group = None if command is not None else runtime.catalog.group(path)
        if command is not None:
            found[command.path] = command
        elif group is not None and path:
            found.update((command.path, command) for command in listed_commands(runtime.catalog, path))
        else:
            raise _unknown(runtime, name)
    return list(found.values())


def _unknown(runtime: Runtime, name: str) -> InputError:
    meant = closest(name, [" ".join(path) for path, _ in runtime.catalog.walk()])
    return InputError(
        f"command: there is no command {shown(name)}",
        code="E1905",
        field="command",
        details={"value": cut(name)},
        suggestion=Suggestion(f"Use {meant[0]}.") if meant else None,
    )
