"""`config`: which settings hold, and where each comes from."""

from __future__ import annotations

import os
from typing import Any

from tooli.annotations import ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.config.known import KEYWORDS, KNOWN
from tooli.errors import InputError
from tooli.execute.config_files import DOTENV, PROJECT, config_files, project_root, system_file, user_file
from tooli.execute.settings import DEFAULTS
from tooli.schema import from_environ
from tooli.schema.invalid import shown
from tooli.surfaces.python import find
from tooli.types import Unset

app = Tooli("config", "Show which settings hold, and where each comes from")


@app.command(annotations=ReadOnly, capabilities=["fs:read", "env:read"])
def show(host: Host, command: str = "") -> list[dict[str, Any]]:
    """Show every setting that holds, with its source; of a command also the params that are set somewhere.

    command: The command whose params to show
    """
    if host.config is not None and host.config.error is not None:
        raise host.config.error
    rows = [row for name in KNOWN if (row := _setting(host, name)) is not None]
    return rows + (_params(host, command) if command else [])


def _setting(host: Host, name: str) -> dict[str, Any] | None:
    variable = f"TOOLI_{name.upper()}"
    from_file = None if host.config is None else host.config.settings.get(name)
    keyword = next((old for old, new in KEYWORDS.items() if new == name), name)
    if KNOWN[name].text and variable in os.environ:
        return {"name": name, "value": os.environ[variable], "source": f"env {variable}"}
    if from_file is not None:
        return {"name": name, "value": from_file.value, "source": from_file.place}
    if keyword in host.settings:
        return {"name": name, "value": _plain(host.settings[keyword]), "source": "app"}
    if name in DEFAULTS:
        return {"name": name, "value": DEFAULTS[name], "source": "default"}
    return None


def _plain(value: Any) -> Any:
    return getattr(value, "value", value)


def _params(host: Host, name: str) -> list[dict[str, Any]]:
    command = find(host, name)
    if command is None:
        raise InputError(f"there is no command {shown(name)}", code="E1905", field="command")
    values = {} if host.config is None else host.config.values_of(command)
    rows = []
    for param in command.params:
        sources: dict[str, str] = {}
        prefix = host.settings.get("env_prefix")
        value = from_environ(command, param, host.environ, prefix, sources)
        if not isinstance(value, Unset):
            told = "…" if param.secret else value
            rows.append({"name": param.name, "value": told, "source": sources[param.name]})
        elif param.name in values:
            rows.append(
                {"name": param.name, "value": values[param.name].value, "source": values[param.name].place}
            )
    return rows


@app.command(annotations=ReadOnly, capabilities=["fs:read", "env:read"])
def path(host: Host) -> list[dict[str, Any]]:
    """Show the files that are looked at, the strongest first, and which of them say something."""
    environ = os.environ
    home = environ.get("HOME") or environ.get("USERPROFILE")
    root = project_root(home)
    places = [("chosen", environ.get("TOOLI_CONFIG"))]
    if root is not None:
        places += [
            (kind, os.path.join(root, name))
            for kind, name in (("dotenv", DOTENV), ("project", PROJECT), ("pyproject", "pyproject.toml"))
        ]
    places += [("user", user_file(environ, home)), ("system", system_file(environ))]
    used = dict(config_files(environ, host.settings.get("env_prefix"))[0])
    return [
        {"kind": kind, "path": place, "exists": os.path.exists(place), "used": kind in used}
        for kind, place in places
        if place and place != "none"
    ]
