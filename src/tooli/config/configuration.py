"""What all files say together: settings and the app's own params, each with the place it comes from."""

from __future__ import annotations

import os
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tooli.config.document import Document, read_document
from tooli.config.known import KEYWORDS, KNOWN, OF_ONE_CALLER, as_text
from tooli.errors import InputError, Suggestion, ToolError
from tooli.model import Command
from tooli.model.catalog import Catalog, Group
from tooli.schema.closeness import closest
from tooli.schema.invalid import shown
from tooli.types import Record

APPS = "apps"
VARIABLE = "TOOLI_"


class Value(Record):
    """A value, and the file and line it comes from."""

    value: Any
    place: str


class Variables(ChainMap[str, str]):
    """The environment, and behind it what files say; nobody writes to it."""

    def __init__(
        self, environ: Mapping[str, str], said: dict[str, str], in_file: Mapping[str, Value]
    ) -> None:
        super().__init__(environ, said)  # type: ignore[arg-type] # read only
        self._in_file = in_file

    def source_of(self, variable: str) -> str:
        """Return where a variable is set: in the environment, or in the `.env` file."""
        in_file = variable in self._in_file and variable not in self.maps[0]
        return self._in_file[variable].place if in_file else f"env {variable}"


class Configuration:
    """The files of one process, read once."""

    def __init__(
        self,
        files: Iterable[tuple[str, str]],
        app: str,
        environ: Mapping[str, str],
        keywords: Mapping[str, Any],
        catalog: Catalog,
    ) -> None:
        self.app = app
        self.settings: dict[str, Value] = {}
        """The framework's settings, the strongest file's first."""
        self.variables: dict[str, Value] = {}
        """What `.env` says beside them."""
        self.params: list[tuple[Document, Mapping[str, Any]]] = []
        """What each file says of this app's commands, the strongest first."""
        self.warnings: list[str] = []
        self.error: ToolError | None = None
        """Why no call can be made: a file that is wrong may have meant to forbid it."""
        self._before = {KEYWORDS.get(name, name): value for name, value in keywords.items()}
        self._environ = environ
        try:
            self.documents = [read_document(kind, path) for kind, path in files]
            for document in reversed(self.documents):
                self._take(document, catalog)
        except ToolError as error:
            self.error = error

    def _take(self, document: Document, catalog: Catalog) -> None:
        if document.kind == "dotenv":
            self._take_dotenv(document)
            return
        for key, value in document.values.items():
            name = str(key).replace("-", "_")
            if name == APPS:
                self._take_app(document, value, catalog)
            elif name not in KNOWN:
                raise unknown_key(document, (str(key),), (*KNOWN, APPS))
            else:
                self._set(document, name, value, (str(key),))

    def _take_dotenv(self, document: Document) -> None:
        for variable, value in document.values.items():
            name = variable.removeprefix(VARIABLE).lower() if variable.startswith(VARIABLE) else ""
            if name in OF_ONE_CALLER:
                self._ignored(document, variable, "says who calls")
            elif name in KNOWN:
                self._set(document, name, value, (variable,))
            else:
                self.variables[variable] = Value(value=value, place=document.place(variable))

    def _set(self, document: Document, name: str, value: Any, path: tuple[str, ...]) -> None:
        known = KNOWN[name]
        wrong = known.check(value)
        if wrong is not None:
            raise _wrong(document, path, wrong)
        before = self.settings[name].value if name in self.settings else self._before.get(name)
        if not document.trusted and known.loosens is not None and known.loosens(value, before):
            self._ignored(document, path[0], "a project's file may only tighten it")
            return
        if name == "sandbox":
            value = _anchored(value, os.path.dirname(os.path.abspath(document.path)))
        self.settings[name] = Value(value=value, place=document.place(*path))

    def _ignored(self, document: Document, key: str, reason: str) -> None:
        self.warnings.append(f"{document.place(key)}: {key} is ignored: {reason}")

    def _take_app(self, document: Document, apps: Any, catalog: Catalog) -> None:
        if not isinstance(apps, Mapping):
            raise _wrong(document, (APPS,), "it must hold the names of apps")
        mine = apps.get(self.app)
        if mine is None:
            return
        if not isinstance(mine, Mapping):
            raise _wrong(document, (APPS, self.app), "it must hold the names of commands")
        _check_names(document, (APPS, self.app), mine, catalog.root)
        self.params.insert(0, (document, mine))

    def environ(self) -> Mapping[str, str]:
        """Return the environment with what the files say where it says nothing."""
        said = {
            f"{VARIABLE}{name.upper()}": as_text(found.value)
            for name, found in self.settings.items()
            if KNOWN[name].text
        }
        said.update({name: found.value for name, found in self.variables.items()})
        return Variables(self._environ, said, self.variables)

    def structured(self) -> dict[str, Any]:
        """Return the settings that no variable can hold."""
        return {name: found.value for name, found in self.settings.items() if not KNOWN[name].text}

    def values_of(self, command: Command) -> dict[str, Value]:
        """Return what the files say of a command's params, the strongest file's word for each."""
        values: dict[str, Value] = {}
        for document, mine in self.params:
            at: tuple[str, ...] = (APPS, self.app)
            table: Any = mine
            for name in command.path:
                key = next((key for key in table if _same(key, name)), None) if table else None
                table = table[key] if key is not None else None
                at = (*at, str(key))
            for key, value in (table or {}).items():
                param = next((p for p in command.params if _same(key, p.name)), None)
                if param is None:
                    raise unknown_key(document, (*at, str(key)), [p.name for p in command.params])
                if param.secret:
                    reason = f"{param.name} is a secret: no file holds it; give --{param.name}-file"
                    raise _wrong(document, (*at, str(key)), reason)
                values.setdefault(param.name, Value(value=value, place=document.place(*at, str(key))))
        return values


def unknown_key(document: Document, path: tuple[str, ...], names: Iterable[str]) -> InputError:
    """Return the error of a key that nobody reads, with the closest one that somebody does."""
    key = path[-1]
    found = closest(key, list(names))
    fix = f"Write {found[0]} instead of {key}." if found else f"The keys are {', '.join(names)}."
    return InputError(
        f"{document.place(*path)}: there is no setting {shown(key)}",
        code="E1902",
        field=".".join(path),
        suggestion=Suggestion(fix, action="fix"),
        details={"file": document.path, "line": document.line(*path)},
    )


def _wrong(document: Document, path: tuple[str, ...], reason: str) -> InputError:
    return InputError(
        f"{document.place(*path)}: {path[-1]}: {reason}",
        code="E1903",
        field=".".join(path),
        suggestion=Suggestion("Mend the file.", action="fix"),
        details={"file": document.path, "line": document.line(*path)},
    )


def _check_names(document: Document, at: tuple[str, ...], table: Mapping[str, Any], group: Group) -> None:
    """Refuse names of commands and groups that the app does not have; lazy groups are not imported for it."""
    for key, below in table.items():
        name = next((name for name in _names(group) if _same(key, name)), None)
        if name is None:
            raise unknown_key(document, (*at, str(key)), list(_names(group)))
        if not isinstance(below, Mapping):
            raise _wrong(document, (*at, str(key)), "it must hold names and values")
        node = group.children.get(name)
        if isinstance(node, Group):
            _check_names(document, (*at, str(key)), below, node)


def _names(group: Group) -> Iterator[str]:
    yield from group.children


def _same(key: object, name: str) -> bool:
    return str(key).replace("_", "-") == name.replace("_", "-")


def _anchored(value: Any, folder: str) -> Any:
    """Return a sandbox whose folders do not depend on where the process stands."""
    if isinstance(value, str):
        return os.path.join(folder, os.path.expanduser(value))
    return {
        key: [_anchored(one, folder) for one in each] if isinstance(each, list) else _anchored(each, folder)
        for key, each in value.items()
    }


def configured(
    files: Iterable[tuple[str, str]],
    app: str,
    environ: Mapping[str, str],
    keywords: Mapping[str, Any],
    catalog: Catalog,
) -> dict[str, Any]:
    """Return the fields of the runtime that configuration files change."""
    config = Configuration(files, app, environ, keywords, catalog)
    return {"config": config, "settings": {**keywords, **config.structured()}, "environ": config.environ()}
