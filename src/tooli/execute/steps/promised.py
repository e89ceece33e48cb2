"""What a server's caller gets is what it was promised: a result that its schema denies is an error.

A client's validator would refuse it with words that nobody can act on, after the work was done. Callers on
this machine get what the function returned, as Python does.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args, get_origin

from tooli.errors import Exit, InternalError
from tooli.execute.encode import encode
from tooli.execute.failure import ended
from tooli.execute.outcome_text import is_content
from tooli.execute.page import Page
from tooli.policy.rewriter import place
from tooli.schema.invalid import cut
from tooli.schema.json_schema import item_type, output_schema
from tooli.schema.misfit import Validator
from tooli.schema.quick_fit import quick_fit

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow
    from tooli.model import Command

_BARE = frozenset({str, int, bool, dict, list})
"""Types that say all about a result of theirs, without a schema."""
_OF_EVERY_ITEM = frozenset({"type", "items", "x-stream", "x-defs", "title", "description", "$defs"})
"""Keywords of an array after which each item can be looked at by itself."""
_WARNINGS_KEPT = 20
"""A stream without end must not keep a warning for each of its items."""


def promised(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Refuse a result, or an item of a stream, that does not fit the schema its caller was shown."""
    command = call.command
    items = _Items(call)
    call.on_item.insert(0, items.take)
    try:
        outcome = yield from inner(call)
    except (SystemExit, Exit) as early:
        outcome = ended(call, early)
        if outcome.ok and call.command is command and not command.is_stream:
            result = _checked(call, outcome.result)
            if isinstance(early, Exit):
                early.result = result
        raise
    finally:
        call.on_item.remove(items.take)  # each holds the other: nothing but a collector would free them
    if not outcome.ok or call.command is not command:  # the plan of a dry run was never promised
        return outcome
    if items.taken:
        items.finish()
    elif not (command.is_stream or (outcome.result is None and hasattr(call, "kept"))):  # or an empty stream
        outcome.result = _checked(call, outcome.result)
    return outcome


def _checked(call: Call, result: Any) -> Any:
    """Return a result that fits, as data where it had to be read; of a page, the items have to fit."""
    command = call.command
    kind = result.__class__
    if kind is command.returns and kind in _BARE and command.output_schema is None:
        return result
    promise = _promise(command)
    if not command.paginated:
        return promise.kept(call, result)
    if isinstance(result, Page) and isinstance(result.items, (list, tuple)):
        return replace(result, items=promise.kept(call, result.items))
    # What is neither a page nor a list is refused on every surface.
    return promise.kept(call, result) if isinstance(result, (list, tuple)) else result


def _promise(command: Command) -> _Promise:
    memo: _Promise | None = command.__dict__.get("_promise")
    if memo is None:
        memo = command.__dict__["_promise"] = _Promise(command.name, output_schema(command), _model(command))
    return memo


def _model(command: Command) -> Any:
    """Return the pydantic model that a command promises, one or many of it: its instances were validated."""
    kind = command.returns if command.output_schema is None else None
    if command.is_stream:
        kind = item_type(kind)
    elif get_origin(kind) is list:
        kind = get_args(kind)[0]
    return kind if hasattr(kind, "__pydantic_validator__") else None


class _Promise:
    """What the results of one command have to fit, or the items of its stream."""

    def __init__(self, name: str, schema: Mapping[str, Any], model: Any) -> None:
        self._name = name
        self._schema = schema
        self._model = model
        self._is_sure = quick_fit(schema)
        self._validator = Validator(schema)

    @cached_property
    def item(self) -> _Promise | None:
        """What each item of a stream has to fit; None where only all of them together can be looked at."""
        if not self._schema:
            return self
        if self._schema.get("type") != "array" or not self._schema.keys() <= _OF_EVERY_ITEM:
            return None
        item = self._schema.get("items", {})
        if not isinstance(item, dict):
            return None
        shared = {"$defs": self._schema["$defs"]} if "$defs" in self._schema else {}
        return _Promise(self._name, {**item, **shared}, self._model)

    def kept(self, call: Call, value: Any, *where: int) -> Any:
        """Return a value that fits, as data where it had to be read."""
        if self._is_model(value) or self._is_sure(value):
            return value
        data, value = _read(call, value)
        if not self._is_sure(data):
            self.check(data, *where)
        return value

    def _is_model(self, value: Any) -> bool:
        model = self._model
        if model is None:
            return False
        if self._schema.get("type") == "array":
            return value.__class__ is list and all(item.__class__ is model for item in value)
        return value.__class__ is model

    def check(self, data: Any, *where: int) -> None:
        """Raise the error of data that does not fit."""
        misfit = self._validator.misfit(data)
        if misfit is not None:
            path = place(("result", *where, *misfit.where))
            message = f"{self._name} does not return what it promises: {path}: {misfit.said}"
            raise InternalError(message, code="E5903", details={"path": cut(path)})


class _Items:
    """The items of one call's stream, if it has any."""

    __slots__ = ("_all", "_call", "taken")

    def __init__(self, call: Call) -> None:
        self._call = call
        self._all: list[Any] = []
        self.taken = 0

    def take(self, item: Any) -> Any:
        """Return an item that fits."""
        call, at = self._call, self.taken
        self.taken += 1
        promise = _promise(call.command)
        if promise.item is not None:
            return promise.item.kept(call, item, at)
        data, item = _read(call, item)
        self._all.append(data)
        return item

    def finish(self) -> None:
        """Look at all items together, where that is what the schema is about, and all of them came."""
        if self._all and not self._call.full:
            _promise(self._call.command).check(self._all)


def _read(call: Call, value: Any) -> tuple[Any, Any]:
    """Return what JSON holds of a value, and what to go on with: that, for a value may be readable only once.

    Files stay files, and only what is said beside their content is looked at.
    """
    told = _without_content(value)
    lost: list[str] = []
    data = json.loads(encode(told if call.redact is None else call.redact(told), lost))
    if len(call.warnings) < _WARNINGS_KEPT:
        call.warnings += lost
    return data, data if told is value else value


def _without_content(value: Any) -> Any:
    if is_content(value):
        return value.about()
    if isinstance(value, (list, tuple)) and any(map(is_content, value)):
        return [item.about() if is_content(item) else item for item in value]
    return value
