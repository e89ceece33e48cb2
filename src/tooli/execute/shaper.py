"""Shapes one call's result: filter, page, fields and budget, for a list, a stream or an object alike.

A stream's items are taken one by one and it is stopped when nobody wants more; a command that changes things
is never run again for its next page, so what is left of its result is stored for an hour. Nor is it run again
for a mistake in an option: what its declared result tells is refused before it runs, what shows up afterwards
is said beside the result, which is then given whole.
"""

from __future__ import annotations

from tooli.errors import InputError, ToolError
from tooli.execute.budget import Allowance, Budget
from tooli.execute.called import called
from tooli.execute.cursor import call_digest, make_cursor, read_cursor
from tooli.execute.encode import encode
from tooli.execute.fields import Selector, parse_fields
from tooli.execute.filter import compile_filter
from tooli.execute.shaped_files import as_data, described, in_full, restored
from tooli.execute.spill import Spill
from tooli.execute.tokens import LEAST, count, estimate
from tooli.execute.truncate import truncate
from tooli.types import TYPE_CHECKING, UNSET

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tooli.execute import Call
    from tooli.execute.own_pages import OwnPages
    from tooli.execute.truncate import Truncated


LEAVING = ("limit", "max_items", "max_bytes", "max_tokens")
"""The options that leave a rest, which has to be stored where the command cannot be run again."""


class Shaper:
    """What one call's options make of its result."""

    def __init__(self, call: Call, own: OwnPages | None = None) -> None:
        options = call.options
        self._call = call
        self._own = own
        """The pages of a command that makes them itself."""
        self._limit = _positive("limit", options.limit)
        self._filter = compile_filter(options.filter) if options.filter else None
        self._selector = Selector(parse_fields(options.fields)) if options.fields else None
        self._limits: dict[str, Any] = {
            "max_items": _positive("max_items", options.max_items),
            "max_bytes": _positive("max_bytes", options.max_bytes),
            "max_tokens": _positive("max_tokens", _first(options.max_tokens, call.command.max_tokens)),
        }
        self._budget = Budget(
            max_bytes=self._limits["max_bytes"], max_tokens=self._limits["max_tokens"], tokens=at_most
        )
        self._allowance = Allowance(self._budget, self._limits["max_items"])
        self._spill = Spill(options.spill) if options.spill else None
        self._changes = (not call.command.read_only or call.command.destructive) and not options.dry_run
        # Under a key the whole outcome is kept, so that no page runs the command again.
        keyed = options.idempotency_key is not None
        self._again = call.command.read_only and not call.command.destructive and not keyed
        self._once = self._changes and not keyed
        """Whether a caller that is refused afterwards would make things happen twice."""
        self._cursor: Any = None
        self._taken = 0
        self._seen = 0
        self._given = 0
        self._rest: list[Any] = []
        self._cut: Truncated | None = None
        self._is_stream = False

    def check(self) -> None:
        """Refuse, before a command changes things, what cannot be done with its result."""
        if not self._changes or not self._call.options.shapes:
            return
        from tooli.execute.foreseen import check_fields, is_no_list, result_schema

        schema = result_schema(self._call.command)
        if is_no_list(schema):
            for mistake in _list_mistakes(self._call):
                raise mistake
        if self._selector is not None:
            check_fields(self._selector, schema)
        if not is_no_list(schema) and any(map(self._call.options.__dict__.get, LEAVING)):
            from tooli.execute.results import check_store

            check_store(self._call)

    def _tell(self, error: ToolError, end: str = "here is its whole result") -> None:
        """Raise an error; of a command that has changed things by now, say it beside the result."""
        if not self._once:
            raise error
        fix = error.suggestion.fix if error.suggestion is not None else ""
        named = not error.field or error.message.startswith(f"{error.field}:")
        said = error.message if named else f"{error.field}: {error.message}"
        self._call.warnings.append(f"{said}; the command has run, so {end}. {fix}".rstrip())

    # -- a stream's items, one by one

    def take(self, item: Any) -> Any:
        """Return a stream's item as it is wanted, or UNSET; tell the call when nobody wants more."""
        self._is_stream = True
        whole = self._selector is not None
        plain = as_data(item, self._call.warnings, f"item {self._taken}", whole=whole)
        self._taken += 1
        self._spilt(plain, is_item=True)
        if not self._keeps(plain):
            return UNSET
        self._seen += 1
        if self._seen <= self._offset:
            return UNSET
        if self._rest or (self._limit is not None and self._given >= self._limit):
            return self._leave(plain)
        shown = self._selected(plain)
        if not self._allowance.admits(encode(shown, [])):
            if self._given:
                return self._leave(plain)
            shown = self._squeeze(shown)
        self._given += 1
        return restored(shown)

    def _spilt(self, plain: Any, *, is_item: bool = False) -> None:
        """Write to the file that takes the whole result."""
        if self._spill is not None:
            try:
                (self._spill.add if is_item else self._spill.whole)(in_full(plain))
            except ToolError as error:
                self._spill = None
                self._tell(error)

    def _keeps(self, plain: Any) -> bool:
        """Whether the filter keeps an item; one that cannot be asked of it keeps all from now on."""
        if self._filter is None:
            return True
        try:
            return self._filter(in_full(plain))
        except InputError as error:
            self._filter = None
            self._tell(error)
            return True

    def _selected(self, plain: Any) -> Any:
        """Return the fields of a stream's item."""
        if self._once and not self._given:
            self._check_fields([plain])  # at the end it would be too late: nothing else of it would be left
        if self._selector is None:
            return plain
        try:
            return self._selector(plain)
        except InputError as error:
            self._selector = None
            self._tell(error)
            return plain

    def _check_fields(self, plain: Any) -> None:
        if self._selector is not None:
            try:
                self._selector.check(plain)
            except InputError as error:
                self._selector = None
                self._tell(error)

    def _leave(self, plain: Any) -> Any:
        """Keep an item for another page; the stream goes on only if it cannot be run again."""
        if self._again and self._spill is None and not self._call.options.token_count:
            self._rest = [plain]
            self._call.full = True
        else:
            self._rest.append(plain)
        return UNSET

    def _squeeze(self, shown: Any) -> Any:
        """Cut the first item, which alone is above the budget."""
        self._cut = truncate([shown], **self._limits, tokens=at_most)
        cut: Any = self._cut.value
        return cut[0] if cut else None

    def close(self) -> None:
        """Let go of the file that takes the whole result."""
        if self._spill is not None:
            self._spill.close()

    # -- the whole result

    def finish(self, result: Any) -> Any:
        """Return the result as it is wanted, and say in the call's meta what is not in it."""
        if self._is_stream:
            self._finish_stream()
        else:
            whole = result if self._own is None else self._own.items(result)
            # Before anything else: a filter could guess what must not be shown, a file would keep it.
            call, fields = self._call, self._selector is not None
            result = restored(self._shape(as_data(whole, call.warnings, "result", call.redact, whole=fields)))
        if self._spill is not None:
            try:
                self._call.told["artifact"] = self._spill.close()
            except ToolError as error:
                self._tell(error)
        return _counted(result) if self._call.options.token_count else result

    def _finish_stream(self) -> None:
        if self._selector is not None and not self._call.full:
            try:
                self._selector.finish()
            except InputError as error:
                self._tell(error, "here are its items without it")
        if self._rest:
            try:
                self._say_more(self._given, None)
            except ToolError as error:
                self._tell(error, "its other items are lost")

    def _shape(self, plain: Any) -> Any:
        self._spilt(plain)
        if isinstance(plain, list):
            return self._page(plain)
        for error in _list_mistakes(self._call):
            self._tell(error)
        if plain is not None:
            self._check_fields(plain)
            plain = plain if self._selector is None else self._selector.keep(plain)
        cut = truncate(plain, **self._limits, tokens=at_most)
        if cut.is_cut:
            self._call.told["truncated"] = {"left_out": cut.left_out}
        return cut.value

    def _page(self, items: list[Any]) -> list[Any]:
        kept = [item for item in items if self._keeps(item)]
        if self._filter is None:  # there is none, or it could not be asked of some item
            kept = items
        elif not kept and (hint := self._filter.hint(items)):
            self._call.warnings.append(hint)
        self._check_fields(items)
        start = self._offset
        page = kept[start : None if self._limit is None else start + self._limit]
        shown = page if self._selector is None else [self._selector.keep(item) for item in page]
        cut = truncate(shown, **self._limits, tokens=at_most)
        if cut.is_cut:
            self._cut = cut
        given: list[Any] = cut.value  # type: ignore[assignment] # a list stays a list
        self._rest = kept[start + len(given) :]
        if self._own is not None:
            self._say_own(self._own, len(given))
            return given
        total = None if self._cursor is not None and self._cursor.state is not None else len(kept)
        if not self._rest:
            if self._limit is not None and total is not None:
                self._call.told["total"] = total
            return given
        try:
            self._say_more(len(given), total)
        except ToolError as error:  # the rest cannot be stored
            self._tell(error)
            return kept if self._selector is None else [self._selector.keep(item) for item in kept]
        return given

    # -- the rest

    @property
    def _offset(self) -> int:
        if self._own is not None:
            return self._own.offset
        return 0 if self._cursor is None else int(self._cursor.offset)

    def stored(self) -> list[Any] | None:
        """Read the call's cursor; return the result it was stored with, if it was."""
        call = self._call
        if call.options.cursor is None:
            return None
        from tooli.execute.results import cursor_key, load, now

        self._cursor = read_cursor(cursor_key(call), call.options.cursor, _digest(call), now())
        return None if self._cursor.state is None else load(call, self._cursor.state)

    def _say_more(self, given: int, total: int | None) -> None:
        """Say that there is more, how much, and how to get it."""
        call = self._call
        if total is not None:
            call.told["total"] = total
        cursor = self._next(given) if given else None
        if cursor is not None:
            call.told["next_cursor"] = cursor
        limited = self._limit is not None and given >= self._limit
        if limited and self._cut is None:
            return
        truncated: dict[str, Any] = {"shown": given}
        if total is not None:
            truncated["left_out"] = total - self._offset - given
        if cursor is not None and call.more is not None:
            truncated["get_rest"] = call.more(cursor)
        call.told["truncated"] = truncated

    def _say_own(self, own: OwnPages, given: int) -> None:
        """Say what a command that pages by itself has beyond this, and what was cut off its page."""
        call = self._call
        if own.total is not None:
            call.told["total"] = own.total
        cursor = own.next() if not self._rest else own.here(self._offset + given) if given else None
        if cursor is not None:
            call.told["next_cursor"] = cursor
        if self._rest:
            call.told["truncated"] = {"shown": given, "left_out": len(self._rest)}
            if cursor is not None and call.more is not None:
                call.told["truncated"]["get_rest"] = call.more(cursor)

    def _next(self, given: int) -> str:
        """Return the cursor of the next page: an offset, or what was left over, stored."""
        from tooli.execute.results import LIFETIME, cursor_key, now, save

        call = self._call
        state = self._cursor.state if self._cursor is not None else None
        offset = self._offset + given
        if state is None and not self._again:
            state, offset = save(call, self._rest), 0
        expires = None if state is None else now() + LIFETIME
        return make_cursor(cursor_key(call), _digest(call), offset, state=state, expires=expires)


def _counted(result: Any) -> dict[str, Any]:
    """Return what the full answer would cost instead of the answer."""
    text = encode(described(result), [])
    tokens, by = count(text)
    return {"tokens": tokens, "bytes": len(text.encode()), "counted_by": by}


def _digest(call: Call) -> str:
    return call_digest(*called(call), {**call.arguments, "": call.options.filter})


def _list_mistakes(call: Call) -> Iterator[InputError]:
    """Give what is wrong with options that need a list where there is none."""
    for name, code in (("filter", "E1912"), ("cursor", "E1911")):
        if getattr(call.options, name) is not None:
            message = f"{name}: the result of {call.command.name} is not a list"
            yield InputError(message, code, field=name, suggestion=f"Leave out {name}.")


def _positive(name: str, value: int | None) -> int | None:
    if value is not None and (value.__class__ is not int or value < 1):
        from tooli.schema.invalid import shown

        raise InputError(f"{name}: {shown(value)} is not a positive whole number", field=name)
    return value


def _first(one: int | None, other: int | None) -> int | None:
    return other if one is None else one


def at_most(text: str) -> int:
    """Return the most tokens a text can have, as far as the estimate goes: a budget must hold."""
    return int(estimate(text) / LEAST) + 1
