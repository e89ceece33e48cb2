"""The app: declares commands, holds configuration, and freezes into a `Runtime` at first use.

No parsing and no printing happen here; surfaces are imported when they are used.
"""

from __future__ import annotations

import os
import sys
from time import monotonic

from tooli.model.catalog import Catalog, Entry, Group
from tooli.model.signature import caller_namespace, describe, is_plain, names_locals
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from os import PathLike
    from typing import Any, BinaryIO, TypedDict, TypeVar, Unpack, overload

    from tooli.execute import CallOptions, Runtime
    from tooli.execute.host import Host
    from tooli.execute.lazy_manifest import LazyManifest
    from tooli.group import GroupApp
    from tooli.message import Message
    from tooli.model import Command, CommandSettings
    from tooli.model.prompt import PromptSettings
    from tooli.model.resource import ResourceSettings
    from tooli.policy.level import SecurityPolicy
    from tooli.search.commands import Found
    from tooli.surfaces.http.options import HttpSettings
    from tooli.surfaces.python import Api, AsyncItems, Items, TooliResult

    F = TypeVar("F", bound=Callable[..., Any])

    class AppSettings(TypedDict, total=False):
        """The keywords of `Tooli`, beside its name."""

        default_output: str
        permissions: Mapping[str, str]
        env_prefix: str
        rules: Sequence[str]
        doc_sections: Mapping[str, str]
        skill_auto_generate: bool
        triggers: Sequence[str]
        anti_triggers: Sequence[str]
        security_policy: SecurityPolicy | str
        auth_scopes: Sequence[str]
        sandbox: str | PathLike[str] | Mapping[str, Any]
        approval_keys: str | PathLike[str]
        audit_log: str | PathLike[str]
        store: str
        defer_loading: bool
        mcp_transport: str
        mcp_concurrency: int
        sampler: Callable[..., Any]
        transforms: Sequence[Callable[[Command], Command | None]]

    class GroupSettings(TypedDict, total=False):
        """The keywords of a group."""

        auth: Sequence[str]
        tags: Sequence[str]
        hidden: bool


SETTINGS = (
    *("default_output", "permissions", "env_prefix", "rules", "triggers", "anti_triggers", "doc_sections"),
    *("security_policy", "auth_scopes", "sandbox", "approval_keys", "audit_log", "store"),
    *("defer_loading", "mcp_transport", "mcp_concurrency", "sampler", "transforms", "skill_auto_generate"),
)
GROUP_SETTINGS = ("auth", "tags", "hidden")


class Tooli:
    """An app: commands declared once, offered on every surface."""

    def __init__(
        self,
        name: str | None = None,
        description: str = "",
        version: str = "0.0.0",
        **settings: Unpack[AppSettings],
    ) -> None:
        self.name = name or _script_name()
        self.description = description
        self.version = version
        self.dependency_overrides: dict[Callable[..., Any], Callable[..., Any]] = {}
        """Dependencies replaced in tests."""
        if settings:
            from tooli.model.declare import check_app

            check_app(self.name, settings, SETTINGS)
        self._settings: Mapping[str, Any] = settings
        self._root = Group(help=description)
        self._runtime: Runtime | None = None

    if TYPE_CHECKING:

        @overload
        def command(self, function: F, /) -> F: ...
        @overload
        def command(
            self, name: str | None = None, /, **settings: Unpack[CommandSettings]
        ) -> Callable[[F], F]: ...

    def command(self, name: Any = None, /, **settings: Any) -> Any:
        """Declare a function as a command; the function stays as it is."""
        if callable(name):
            self._declare(self._root, name, None, settings, 2)
            return name
        if name is not None and not isinstance(name, str):
            from tooli.errors import DeclarationError

            raise DeclarationError(f"command: {name!r} is neither a function nor a name")

        def declare(function: F) -> F:
            self._declare(self._root, function, name, settings, 2)
            return function

        return declare

    def _declare(
        self, group: Group, function: Any, name: str | None, settings: Mapping[str, Any], depth: int
    ) -> None:
        self._check_open()
        if settings:
            from tooli.model.declare import check_command

            check_command(function, settings, self._settings.get("permissions"))
            group = self._group_at(group, settings["group"]) if "group" in settings else group
        label = name or settings.get("name") or _command_name(function)
        plain = is_plain(function)
        namespace = caller_namespace(depth) if not plain or names_locals(function) else None
        entry = Entry(label, function, settings, namespace)
        group.add(label, entry, tuple(settings.get("aliases", ())))
        if not plain:
            described = describe(function, (label,), settings, entry.namespace)
            if settings:
                from tooli.model.declare import check_described

                check_described(described)

    def _group_at(self, group: Group, path: str) -> Group:
        for name in path.split():
            found = group.child(name)
            if found is None:
                group.add(name, Group())
                found = group.child(name)
            node = found[1] if found is not None else None
            if not isinstance(node, Group):
                from tooli.errors import DeclarationError

                raise DeclarationError(f"group {name!r} is a command")
            group = node
        return group

    def group(self, name: str, help: str = "", **settings: Unpack[GroupSettings]) -> GroupApp:
        """Add a group and return it: commands are declared on it as on an app."""
        from tooli.group import GroupApp

        sub = GroupApp(name=name, description=help, version=self.version)
        self.add_tooli(sub, name=name, **settings)
        return sub

    def add_tooli(self, sub: Tooli, name: str | None = None, **settings: Unpack[GroupSettings]) -> None:
        """Put another app's commands into a group of this one."""
        self._check_open()
        for keyword in settings.keys() - set(GROUP_SETTINGS):
            from tooli.model.declare import unknown_setting

            raise unknown_setting("group", keyword, GROUP_SETTINGS, {})
        sub._root.settings = {**sub._root.settings, **settings}
        self._root.add(name or sub.name, sub._root)

    def lazy(self, name: str, target: str, help: str = "") -> None:
        """Register a group that is imported when it is first needed: `app.lazy("db", "pkg.db:app")`."""
        self._check_open()
        module, colon, attribute = target.partition(":")
        if not module or not colon or not attribute:
            from tooli.errors import DeclarationError

            raise DeclarationError(f"lazy {name!r}: {target!r} is not of the form package.module:app")

        from tooli.model.lazy import Lazy, import_group

        def load() -> Group:
            return import_group(name, module, attribute)

        def manifest() -> LazyManifest:
            from tooli.execute.lazy_manifest import LazyManifest

            return LazyManifest(self.name, target, load, os.environ)

        self._root.add(name, Lazy(name, load, help, manifest))

    def resource(self, uri: str, /, **settings: Unpack[ResourceSettings]) -> Callable[[F], F]:
        """Declare a function as what gives the data under a URI: `@app.resource("notes://{id}/text")`."""
        self._check_open()

        def declare(function: F) -> F:
            from tooli.model.resource import declare_resource

            permissions = self._settings.get("permissions")
            declare_resource(self._root, uri, function, settings, permissions, caller_namespace(1))
            return function

        return declare

    if TYPE_CHECKING:

        @overload
        def prompt(self, function: F, /) -> F: ...
        @overload
        def prompt(
            self, name: str | None = None, /, **settings: Unpack[PromptSettings]
        ) -> Callable[[F], F]: ...

    def prompt(self, name: Any = None, /, **settings: Any) -> Any:
        """Declare a function as what writes a prompt."""
        self._check_open()
        permissions = self._settings.get("permissions")

        def declare(function: F) -> F:
            from tooli.model.prompt import declare_prompt

            label, depth = (None, 2) if callable(name) else (name, 1)
            namespace = caller_namespace(depth)
            declare_prompt(self._root, label, function, settings, permissions, namespace)
            return function

        return declare(name) if callable(name) else declare

    def middleware(self, function: F) -> F:
        """Wrap every command: a generator function that yields once, around the call."""
        self._check_open()
        if not (function.__code__.co_flags & 0x20):
            from tooli.errors import DeclarationError

            raise DeclarationError(
                f"middleware {function.__name__!r} must be a generator function: `result = yield` is the call"
            )
        self._root.middleware.append(function)
        return function

    def map_error(self, exception: type[BaseException], code: str, **fields: Any) -> None:
        """Say which error an exception of a command stands for."""
        self._check_open()
        from tooli.model.declare import check_error_map

        check_error_map(exception, code, fields)
        self._root.error_maps.append((exception, {"code": code, **fields}))

    def _check_open(self) -> None:
        if self._runtime is not None:
            from tooli.errors import DeclarationError

            raise DeclarationError(f"{self.name} is in use: declare everything before the first call")

    def _catalog(self) -> Catalog:
        if "transforms" not in self._settings:
            return Catalog(self._root)
        from tooli.transforms.apply import transformed

        return transformed(self._root, self._settings["transforms"])

    @property
    def runtime(self) -> Runtime:
        """The app, frozen: from now on nothing can be declared."""
        if self._runtime is None:
            from tooli.execute import Runtime
            from tooli.execute.config_files import config_files
            from tooli.execute.pipeline import compose
            from tooli.steps import steps_for

            children = self._root.children
            # Names of letters, digits and - stay apart where another surface has to spell them otherwise.
            names = "".join(children).replace("-", "") or "a"
            if not (names.isascii() and names.isalnum() and max(map(len, children), default=0) <= 64) or any(
                not isinstance(node, Entry) or "handoffs" in node.settings for node in children.values()
            ):
                from tooli.model.declare import check_export_names, check_handoffs, check_offers

                check_export_names(self._root)
                check_handoffs(self._root)
                check_offers(self._root)
            catalog = self._catalog()
            files, dotenv = config_files(os.environ, self._settings.get("env_prefix"))
            configured: dict[str, Any] = {"settings": self._settings, "environ": os.environ, "dotenv": dotenv}
            if files:
                from tooli.config.configuration import configured as said

                configured |= said(files, self.name, os.environ, self._settings, catalog)
            made = Runtime(
                name=self.name,
                version=self.version,
                description=self.description,
                catalog=catalog,
                flow=compose(steps_for),
                clock=monotonic,
                host=_threaded,
                stdin=_stdin,
                overrides=self.dependency_overrides,
                builtins=_builtins,
                **configured,
            )
            self._runtime = self.__dict__.setdefault("_frozen", made)  # of two threads, one freezes it
        return self._runtime

    def __call__(self, argv: Sequence[str] | None = None) -> None:
        """Run as a program: read the command line and leave with its exit status."""
        self.main(argv)

    def main(self, argv: Sequence[str] | None = None, *, standalone: bool = True) -> int:
        """Run a command line. Not standalone, it borrows the program's streams and returns the status."""
        words = list(sys.argv[1:] if argv is None else argv)
        if not standalone:
            from tooli.surfaces.cli.borrowed import run_borrowed

            return run_borrowed(self.runtime, words)
        from tooli.surfaces.cli.process import run_process

        sys.exit(run_process(self.runtime, words))

    def call(self, name: str, /, *, options: CallOptions | None = None, **arguments: Any) -> TooliResult[Any]:
        """Run a command and return its result; errors are returned, never raised."""
        from tooli.surfaces.python import call

        return call(self.runtime, name, arguments, options)

    async def acall(
        self, name: str, /, *, options: CallOptions | None = None, **arguments: Any
    ) -> TooliResult[Any]:
        """Run a command without blocking the event loop."""
        from tooli.surfaces.python import acall

        return await acall(self.runtime, name, arguments, options)

    def stream(self, name: str, /, *, options: CallOptions | None = None, **arguments: Any) -> Items:
        """Iterate over a command's items as they are produced; raise `ToolError` at a failure."""
        from tooli.surfaces.python import Items

        return Items(self.runtime, name, arguments, options)

    def astream(self, name: str, /, *, options: CallOptions | None = None, **arguments: Any) -> AsyncItems:
        """Iterate over a command's items in async code."""
        from tooli.surfaces.python import AsyncItems

        return AsyncItems(self.runtime, name, arguments, options)

    def read_resource(self, uri: str, /, *, options: CallOptions | None = None) -> TooliResult[Any]:
        """Read the resource of a URI; errors are returned, never raised."""
        from tooli.surfaces.offers import read_resource

        return read_resource(self.runtime, uri, options)

    async def aread_resource(self, uri: str, /, *, options: CallOptions | None = None) -> TooliResult[Any]:
        """Read a resource without blocking the event loop."""
        from tooli.surfaces.offers import aread_resource

        return await aread_resource(self.runtime, uri, options)

    def render_prompt(
        self, name: str, /, *, options: CallOptions | None = None, **arguments: Any
    ) -> TooliResult[list[Message]]:
        """Write the messages of a prompt; errors are returned, never raised."""
        from tooli.surfaces.offers import render_prompt

        return render_prompt(self.runtime, name, arguments, options)

    async def arender_prompt(
        self, name: str, /, *, options: CallOptions | None = None, **arguments: Any
    ) -> TooliResult[list[Message]]:
        """Write the messages of a prompt without blocking the event loop."""
        from tooli.surfaces.offers import arender_prompt

        return await arender_prompt(self.runtime, name, arguments, options)

    @property
    def api(self) -> Api:
        """The commands as functions: `app.api.find_files(pattern="*.py")`, `app.api.db.migrate()`."""
        from tooli.surfaces.python import Api

        return Api(self.runtime)

    def search(self, query: str, group: str | None = None, limit: int = 5) -> list[Found]:
        """Find the commands for a task, described in a few words; the best comes first."""
        from tooli.search.commands import search

        return search(self.runtime, query, group, limit)

    def tools(self, framework: str, *commands: str) -> list[Any]:
        """Return commands as live tools of an agent framework: `app.tools("langchain")`."""
        from tooli.surfaces.frameworks import tools

        return tools(self.runtime, framework, commands)

    def to_click(self) -> Any:
        """Return the app as a Click command, to mount it into a Click app."""
        from tooli.surfaces.cli.click_app import to_click

        return to_click(self.runtime)

    def asgi(self, **options: Unpack[HttpSettings]) -> Any:
        """Return the app as an ASGI app, to serve it or to mount it."""
        from tooli.surfaces.http.app import asgi

        return asgi(self.runtime, **options)

    def to_fastmcp(self) -> Any:
        """Return the app as a FastMCP server, to mount it into one."""
        from tooli.surfaces.mcp.fastmcp_app import to_fastmcp

        return to_fastmcp(self.runtime)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            return getattr(self.api, name)


def run(function: Callable[..., Any]) -> None:
    """Run one function as a whole app."""
    app = Tooli(name=_command_name(function), description=(function.__doc__ or "").strip().split("\n", 1)[0])
    app.command(function)
    app()


def _threaded() -> Host:
    from tooli.execute.worker import Threaded

    return Threaded()


def _builtins(runtime: Runtime) -> Runtime:
    from tooli.builtins import with_builtins

    return with_builtins(runtime)


def _stdin() -> BinaryIO | None:
    return getattr(sys.stdin, "buffer", None)


def _script_name() -> str:
    return os.path.splitext(os.path.basename(sys.argv[0] if sys.argv else ""))[0] or "app"


def _command_name(function: Any) -> str:
    name = getattr(function, "__name__", None)
    if name is None:  # a partial, or an object that can be called
        inner = getattr(function, "func", None)
        name = getattr(inner, "__name__", None) or type(function).__name__.lower()
    return str(name).strip("_").replace("_", "-").replace("<lambda>", "lambda")
