"""Dependencies of one call: resolved once, through the same effects as the command, cleaned up in reverse."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tooli.errors import DeclarationError
from tooli.execute.pipeline import Invoke
from tooli.model.depends import Depends
from tooli.model.signature import describe
from tooli.types import UNSET

if TYPE_CHECKING:
    from tooli.execute import Call
    from tooli.model import Command, Param


class Dependencies:
    """What the injected params of one call were filled with."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._values: dict[Callable[..., Any], Any] = {}
        self._open: list[Any] = []
        self._making: list[Callable[..., Any]] = []

    def fill(self, param: Param) -> Generator[Any, Any, Any]:
        """Return the value of an injected param."""
        if isinstance(param.injected, Depends):
            return (yield from self._make(param.injected.function))
        return param.injected.for_call(self._call)

    def _make(self, function: Callable[..., Any]) -> Generator[Any, Any, Any]:
        function = self._call.runtime.overrides.get(function, function)
        if function in self._values:
            return self._values[function]
        name = getattr(function, "__name__", repr(function))
        if function in self._making:
            raise DeclarationError(f"dependency {name} depends on itself")
        described = self._describe(function, name)
        self._making.append(function)
        kwargs = {}
        for param in described.injected:
            kwargs[param.name] = yield from self.fill(param)
        missing = [param.name for param in described.params if param.required]
        if missing:
            raise DeclarationError(f"dependency {name}: nothing fills its param {missing[0]!r}")
        value = yield Invoke(function, (), kwargs, is_async=described.is_async)
        if described.is_stream:
            self._open.append(value)
            value = yield Invoke(_advance, (value,), is_async=hasattr(value, "__anext__"))
            if value is UNSET:
                raise DeclarationError(f"dependency {name} yielded nothing")
        self._making.pop()
        self._values[function] = value
        return value

    def _describe(self, function: Callable[..., Any], name: str) -> Command:
        try:
            return describe(function, (name,), {})
        except DeclarationError:
            # Its annotations may name what stands beside the command, inside a function.
            call = self._call
            for path, entry in call.runtime.catalog.walk():
                if path == call.command.path and entry.namespace is not None:
                    return describe(function, (name,), {}, entry.namespace)
            raise

    def clean_up(self, failure: BaseException | None) -> Generator[Any, Any, None]:
        """Run what stands after each dependency's yield; a failed call's error is raised there.

        A clean-up that fails does not keep the others from running: they see its error instead, and the
        last one is raised.
        """
        error = failure
        while self._open:
            opened = self._open.pop()
            is_async = hasattr(opened, "__anext__")
            try:
                yield Invoke(_finish, (opened, error), is_async=is_async, cleans_up=True)
            except BaseException as raised:
                error = raised
        if error is not None and error is not failure:
            raise error


def _advance(opened: Any) -> Any:
    """Go to the yield of a dependency; the value, or an awaitable of it."""
    if hasattr(opened, "__anext__"):
        from tooli.execute.host import next_item

        return next_item(opened)
    return next(opened, UNSET)


def _finish(opened: Any, error: BaseException | None) -> Any:
    """Go on after the yield of a dependency."""
    if hasattr(opened, "__anext__"):
        return _afinish(opened, error)
    with _Without(error), suppress(StopIteration):
        try:
            if error is None:
                next(opened, None)
            else:
                opened.throw(error)
        finally:
            opened.close()
    return None


async def _afinish(opened: Any, error: BaseException | None) -> None:
    with _Without(error), suppress(StopAsyncIteration):
        try:
            if error is None:
                await anext(opened, None)
            else:
                await opened.athrow(error)
        finally:
            await opened.aclose()


class _Without:
    """Lets every exception through but one: the error that a dependency was told of, and need not tell."""

    def __init__(self, error: BaseException | None) -> None:
        self._error = error

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, raised: BaseException | None, trace: object) -> bool:
        return raised is not None and raised is self._error
