"""Shapes one call's result: filter, page, fields and budget, for a list, a stream or an object alike.

A stream's items are taken one by one and it is stopped when nobody wants more; a command that changes things
is never run again for its next page, so what is left of its result is stored for an hour.
"""

from __future__ import annotations

from tooli.errors import InputError
from tooli.execute.budget import Allowance, Budget
from tooli.execute.cursor import call_digest, make_cursor, read_cursor
from tooli.execute.encode import encode
from tooli.execute.fields import Selector, parse_fields
from tooli.execute.filter import compile_filter
from tooli.execute.plain import to_plain
from tooli.execute.spill import Spill
from tooli.execute.tokens import LEAST, count, estimate
from tooli.execute.truncate import truncate
from tooli.types import TYPE_CHECKING, UNSET

if TYPE_CHECKING:
    from typing import Any

    from tooli.execute import Call
    from tooli.execute.own_pages import OwnPages
    from tooli.execute.truncate import Truncated


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
        # Under a key the whole outcome is kept, so that no page runs the command again.
        self._again = call.command.read_only and options.idempotency_key is None
        self._cursor: Any = None
        self._taken = 0
        self._seen = 0
        self._given = 0
        self._rest: list[Any] = []
        self._cut: Truncated | None = None
        self._is_stream = False

    # -- a stream's items, one by one

    def take(self, item: Any) -> Any:
        """Return a stream's item as it is wanted, or UNSET; tell the call when nobody wants more."""
        self._is_stream = True
        plain = to_plain(item, self._call.warnings, f"item {self._taken}")
        self._taken += 1
        if self._spill is not None:
            self._spill.add(plain)
        if self._filter is not None and not self._filter(plain):
            return UNSET
        self._seen += 1
        if self._seen <= self._offset:
            return UNSET
        if self._rest or (self._limit is not None and self._given >= self._limit):
            return self._leave(plain)
        shown = plain if self._selector is None else self._selector(plain)
        if not self._allowance.admits(encode(shown, [])):
            if self._given:
                return self._leave(plain)
            shown = self._squeeze(shown)
        self._given += 1
        return shown

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
            if self._selector is not None and not self._call.full:
                self._selector.finish()
            if self._rest:
                self._say_more(self._given, None)
        else:
            whole = result if self._own is None else self._own.items(result)
            plain = to_plain(whole, self._call.warnings)
            # Before anything else: a filter could guess what must not be shown, a file would keep it.
            result = self._shape(plain if self._call.redact is None else self._call.redact(plain))
        if self._spill is not None:
            self._call.told["artifact"] = self._spill.close()
        return self._counted(result) if self._call.options.token_count else result

    def _shape(self, plain: Any) -> Any:
        if self._spill is not None:
            self._spill.whole(plain)
        if isinstance(plain, list):
            return self._page(plain)
        self._refuse_for_objects()
        if self._selector is not None and plain is not None:
            self._selector.check(plain)
            plain = self._selector.keep(plain)
        cut = truncate(plain, **self._limits, tokens=at_most)
        if cut.is_cut:
            self._call.told["truncated"] = {"left_out": cut.left_out}
        return cut.value

    def _refuse_for_objects(self) -> None:
        for name in ("filter", "cursor"):
            if getattr(self._call.options, name) is not None:
                raise InputError(
                    f"{name}: the result of {self._call.command.name} is not a list",
                    code="E1912" if name == "filter" else "E1911",
                    field=name,
                    suggestion=f"Leave out {name}.",
                )

    def _page(self, items: list[Any]) -> list[Any]:
        kept = items if self._filter is None else [item for item in items if self._filter(item)]
        if self._filter is not None and not kept and (hint := self._filter.hint(items)):
            self._call.warnings.append(hint)
        if self._selector is not None:
            self._selector.check(items)
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
        if self._rest:
            self._say_more(len(given), total)
        elif self._limit is not None and total is not None:
            self._call.told["total"] = total
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

        self._cursor = read_cursor(cursor_key(call), call.options.cursor, self._digest(), now())
        return None if self._cursor.state is None else load(call, self._cursor.state)

    def _digest(self) -> str:
        call = self._call
        tool = ".".join((call.runtime.name, *call.command.path))
        version = call.command.version or call.runtime.version
        return call_digest(tool, version, {**call.arguments, "": call.options.filter})

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
        return make_cursor(cursor_key(call), self._digest(), offset, state=state, expires=expires)

    def _counted(self, result: Any) -> dict[str, Any]:
        """Return what the full answer would cost instead of the answer."""
        text = encode(result, [])
        tokens, by = count(text)
        return {"tokens": tokens, "bytes": len(text.encode()), "counted_by": by}


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
