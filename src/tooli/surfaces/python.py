"""The Python surface: commands called as functions, with results instead of exceptions."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tooli.caller.caller import Caller
from tooli.errors import InputError, Suggestion, ToolError
from tooli.execute import Call, CallOptions
from tooli.execute.encode import checked, encode
from tooli.execute.pipeline import run, stream
from tooli.model.catalog import Group
from tooli.types import UNSET

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from tooli.execute import Outcome, Runtime
    from tooli.model import Command

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

CALLER = Caller(category="python_api", confidence=1.0)
OPTIONS = CallOptions()
SWITCHES = frozenset({"yes", "dry_run"})
"""Options that may stand among a command's arguments, unless a param has their name."""


@dataclass(frozen=True, slots=True)
class TooliError:
    """Why a call failed: the envelope's fields."""

    code: str
    category: str
    message: str
    field: str | None = None
    suggestion: Suggestion | None = None
    is_retryable: bool = False
    details: Mapping[str, Any] | None = None
    exit_code: int = 70

    def to_exception(self) -> ToolError:
        """Return the error as an exception that can be raised."""
        return ToolError(
            self.message,
            code=self.code,
            category=self.category,
            suggestion=self.suggestion,
            is_retryable=self.is_retryable,
            details=self.details,
            field=self.field,
            exit_code=self.exit_code,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the envelope's `error`."""
        return self.to_exception().to_dict()


@dataclass(frozen=True, slots=True)
class TooliResult(Generic[T_co]):
    """How a call ended: a result, or an error."""

    ok: bool
    result: T_co | None = None
    error: TooliError | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    as_is: bool = field(default=False, repr=False, compare=False, kw_only=True)
    """Whether dumps keep control and hidden characters: the level of the call says so."""

    def unwrap(self) -> T_co:
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error.to_exception()
        return self.result  # type: ignore[return-value] # a command may well return None

    def model_dump(self) -> dict[str, Any]:
        """Return the envelope, as plain data."""
        import json

        plain: dict[str, Any] = json.loads(self.model_dump_json())
        return plain

    def model_dump_json(self) -> str:
        """Return the envelope, as the command line would print it."""
        warnings: list[str] = []
        if self.error is not None:
            head = f'{{"ok":false,"error":{encode(self.error.to_dict(), [])}'
        else:
            head = f'{{"ok":true,"result":{encode(self.result, warnings)}'
        meta = dict(self.meta)
        if warnings:
            meta["warnings"] = [*meta.get("warnings", ()), *warnings]
        text = f'{head},"meta":{encode(meta, [])}}}'
        return text if self.as_is else checked(text, None)


def call(
    runtime: Runtime, name: str, arguments: dict[str, Any], options: CallOptions | None
) -> TooliResult[Any]:
    """Run a command here and now."""
    command = find(runtime, name)
    if command is None:
        return unknown_command(runtime, name, arguments)
    return to_result(run(_make(runtime, command, arguments, options)))


async def acall(
    runtime: Runtime, name: str, arguments: dict[str, Any], options: CallOptions | None
) -> TooliResult[Any]:
    """Run a command without blocking the event loop."""
    command = find(runtime, name)
    if command is None:
        return unknown_command(runtime, name, arguments)
    from tooli.execute.awaited import arun

    return to_result(await arun(_make(runtime, command, arguments, options)))


def _make(
    runtime: Runtime,
    command: Command,
    arguments: dict[str, Any],
    options: Any,
    mistakes: Sequence[InputError] = (),
) -> Call:
    if options is not None and not isinstance(options, CallOptions):
        arguments["options"] = options  # a param has that name, or the validator says that none has it
        options = None
    if options is not None and options.timeout is not None:
        wrong = _timeout_mistakes(options.timeout)
        if wrong:
            mistakes = [*mistakes, *wrong]
            options = options.replace(timeout=None)
    options = options or OPTIONS
    if SWITCHES.isdisjoint(arguments):
        return Call(runtime, command, arguments, options, CALLER, mistakes=mistakes)
    switches = _switches(command, arguments)
    made = Call(runtime, command, arguments, options.replace(**switches), CALLER, mistakes=mistakes)
    made.beside = switches
    return made


def _switches(command: Command, arguments: dict[str, Any]) -> dict[str, bool]:
    """Take the options out of a command's arguments."""
    return {
        name: bool(arguments.pop(name))
        for name in SWITCHES
        if name in arguments and name not in command.param_by_name
    }


def _timeout_mistakes(timeout: Any) -> list[InputError]:
    """Return what is wrong with a timeout, if anything."""
    if isinstance(timeout, (int, float)) and not isinstance(timeout, bool) and 0 < timeout < 1e9:
        return []
    from tooli.schema.invalid import shown

    message = f"timeout: {shown(timeout)} is not a positive number of seconds"
    return [InputError(message, field="timeout", details={"value": shown(timeout)})]


def find(runtime: Runtime, name: str) -> Command | None:
    """Return the command of a name, spelt with `-` or `_`: `find_files`, `db migrate`, `db.migrate`."""
    catalog = runtime.catalog
    found = catalog.spoken.get(name)
    if found is None:
        path = _path(name)
        found = (
            catalog.find(path)
            or catalog.find(tuple(part.replace("_", "-") for part in path))
            or catalog.find(tuple(part.replace("-", "_") for part in path))
        )
        if found is not None:
            catalog.spoken[name] = found
    return found


def _path(name: str) -> tuple[str, ...]:
    """Return the words of a name; the dots of a version, as in `db.migrate@1.2`, part no words."""
    if "@" not in name:
        return tuple(name.replace(".", " ").split())
    name, _, version = name.partition("@")
    *groups, last = name.replace(".", " ").split() or [""]
    return (*groups, f"{last}@{version}")


def unknown_command(runtime: Runtime, name: str, arguments: Mapping[str, Any]) -> TooliResult[Any]:
    """Return the result of a call of a command that does not exist."""
    from tooli.surfaces.cli.failures import failed

    if "@" in name:
        from tooli.model.versions import unavailable

        for old, new in (("", ""), ("_", "-"), ("-", "_")):
            missing = unavailable(runtime.catalog, _path(name.replace(old, new)))
            if missing is not None:
                return to_result(failed(runtime, (), missing))
    from tooli.schema.closeness import closest
    from tooli.schema.invalid import cut, shown

    names = [" ".join(path) for path, _ in runtime.catalog.walk()]
    found = closest(name, names)
    suggestion = None if found is None else _other(runtime, name, found, arguments)
    error = InputError(
        f"there is no command {shown(name)}",
        code="E1905",
        field="command",
        suggestion=suggestion,
        details={"value": cut(name)},
    )
    return to_result(failed(runtime, (), error))


def _other(runtime: Runtime, name: str, found: tuple[str, str], arguments: Mapping[str, Any]) -> Suggestion:
    """Return the suggestion to call another command, with its arguments where they need repair too."""
    from tooli.schema.fix import KINDS, Fix, applicability
    from tooli.schema.repair import repair_arguments

    command = find(runtime, found[0])
    assert command is not None
    fix = Fix(kind=KINDS[found[1]], words=f"Call {found[0]} instead of {name}.")
    rest = dict(arguments)
    switches = _switches(command, rest)
    also = repair_arguments(command, rest, runtime.environ, runtime.settings.get("env_prefix"), switches)
    return Suggestion(
        fix=fix.words if also is None else f"{fix.words} {also.fix}",
        action="use_different_tool",
        example=found[0],
        arguments=None if also is None else also.arguments,
        applicability=applicability([fix], command.destructive) if also is None else also.applicability,
    )


def to_error(error: ToolError) -> TooliError:
    """Return an exception's fields as data."""
    return TooliError(
        error.code,
        error.category,
        error.message,
        error.field,
        error.suggestion,
        error.is_retryable,
        error.details,
        error.exit_code,
    )


def to_result(outcome: Outcome) -> TooliResult[Any]:
    """Return an outcome as Python callers see it."""
    as_is = outcome.redact is not None and outcome.redact.as_is
    if outcome.error is None:
        return TooliResult(True, outcome.result, None, outcome.meta, as_is=as_is)
    return TooliResult(False, None, to_error(outcome.error), outcome.meta, as_is=as_is)


class Items(Iterator[Any]):
    """The items of a command, as they are produced; `meta` is there when they have ended."""

    def __init__(
        self, runtime: Runtime, name: str, arguments: dict[str, Any], options: CallOptions | None
    ) -> None:
        from weakref import finalize

        self._ended: list[Outcome] = []
        self._items = _items(runtime, name, arguments, options, self._ended)
        finalize(self, self._items.close)  # nobody reads on, or the program ends

    @property
    def meta(self) -> Mapping[str, Any] | None:
        """The envelope's `meta`; None before the end."""
        return self._ended[0].meta if self._ended else None

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self._items)

    def close(self) -> None:
        """Stop early: the command's `finally` blocks run."""
        self._items.close()


def _items(
    runtime: Runtime,
    name: str,
    arguments: dict[str, Any],
    options: CallOptions | None,
    ended: list[Outcome],
) -> Generator[Any, None, None]:
    """Give a command's items and put its outcome into `ended`; who reads them is not known, and may go."""
    command = find(runtime, name)
    if command is None:
        unknown_command(runtime, name, arguments).unwrap()
        return
    ended.append((yield from stream(_make(runtime, command, arguments, options))))
    yield from rest_of(ended[0])


class AsyncItems(AsyncIterator[Any]):
    """The items of a command, in async code; `meta` is there when they have ended."""

    def __init__(
        self, runtime: Runtime, name: str, arguments: dict[str, Any], options: CallOptions | None
    ) -> None:
        self._ended: list[Outcome] = []
        self._items = _async_items(runtime, name, arguments, options, self._ended)
        self._is_begun = False

    @property
    def meta(self) -> Mapping[str, Any] | None:
        """The envelope's `meta`; None before the end."""
        return self._ended[0].meta if self._ended else None

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        if not self._is_begun:
            self._is_begun = True
            from asyncio import get_running_loop
            from weakref import finalize

            finalize(self, _leave, self._items, get_running_loop()).atexit = False
        return await anext(self._items)

    async def aclose(self) -> None:
        """Stop early: the command's `finally` blocks run."""
        await self._items.aclose()


async def _async_items(
    runtime: Runtime,
    name: str,
    arguments: dict[str, Any],
    options: CallOptions | None,
    ended: list[Outcome],
) -> AsyncGenerator[Any, None]:
    """Do the same in async code."""
    command = find(runtime, name)
    if command is None:
        unknown_command(runtime, name, arguments).unwrap()
        return
    from tooli.execute.awaited import astream
    from tooli.execute.host import next_item

    items = astream(_make(runtime, command, arguments, options), ended.append)
    try:
        while (item := await next_item(items)) is not UNSET:
            yield item
    finally:
        await items.aclose()
    for item in rest_of(ended[0]):
        yield item


def _leave(items: Any, loop: AbstractEventLoop) -> None:
    """Close items that nobody reads on, as soon as their loop gets to it."""
    if items.ag_frame is None or loop.is_closed():
        return
    closing = _closed(items)
    closing.send(None)  # what has not begun would not run at all when the loop ends now, cancelling it
    loop.call_soon_threadsafe(loop.create_task, closing)


async def _closed(items: AsyncGenerator[Any, None]) -> None:
    import asyncio
    from contextlib import suppress

    with suppress(asyncio.CancelledError):
        await asyncio.sleep(0)
    await items.aclose()


def rest_of(outcome: Outcome) -> Iterator[Any]:
    """Give the items of a command that returned them all at once; raise its error."""
    if outcome.error is not None:
        raise to_error(outcome.error).to_exception()
    if isinstance(outcome.result, (list, tuple)):
        yield from outcome.result
    elif outcome.result is not None:
        yield outcome.result


class Api:
    """The commands of an app or group, as attributes."""

    def __init__(self, runtime: Runtime, path: tuple[str, ...] = ()) -> None:
        self._runtime = runtime
        self._path = path

    def __getattr__(self, name: str) -> Any:
        for spelling in (name.replace("_", "-"), name):
            path = (*self._path, spelling)
            command = self._runtime.catalog.find(path)
            if command is not None:
                return accessor(self._runtime, command)
            if isinstance(self._runtime.catalog.group(path), Group):
                return Api(self._runtime, path)
        from tooli.execute.presented import presented
        from tooli.surfaces.habits import replacement

        told = "" if self._path else replacement(name)
        message = f"{self._runtime.name} has no command {' '.join((*self._path, name))!r}{told}"
        raise AttributeError(presented(self._runtime, message))

    def __dir__(self) -> list[str]:
        group = self._runtime.catalog.group(self._path)
        return [name.replace("-", "_") for name in group.children] if group is not None else []


def _place(command: Command, args: tuple[Any, ...], arguments: dict[str, Any]) -> list[InputError]:
    """Give positional values their params' names, as Python would; return those that find no place."""
    mistakes = []
    rest = list(args)
    for param in command.params:
        if not rest or param.kind == "keyword":
            break
        if param.name in arguments:
            message = f"{param.name}: given by position and by name"
            mistakes.append(InputError(message, code="E1909", field=param.name))
        arguments[param.name] = rest if param.kind == "variadic" else rest.pop(0)
        if param.kind == "variadic":
            return mistakes
    if rest:
        message = f"{command.name} takes {len(args) - len(rest)} positional arguments, not {len(args)}"
        mistakes.append(InputError(message, code="E1900", field="arguments"))
    return mistakes


def accessor(runtime: Runtime, command: Command) -> Callable[..., TooliResult[Any]]:
    """Return a function with the command's own signature that gives a `TooliResult`."""
    import functools
    import inspect

    @functools.wraps(command.function)
    def invoke(*args: Any, options: CallOptions | None = None, **arguments: Any) -> TooliResult[Any]:
        mistakes = _place(command, args, arguments) if args else []
        return to_result(run(_make(runtime, command, arguments, options, mistakes)))

    signature = inspect.signature(command.function)
    kept = [param for name, param in signature.parameters.items() if name in command.param_by_name]
    shown = signature.replace(parameters=kept, return_annotation=TooliResult)
    invoke.__signature__ = shown  # type: ignore[attr-defined] # inspect reads it
    del invoke.__wrapped__
    return invoke
