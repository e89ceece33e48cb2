"""The pages of a command that pages by itself: its cursor goes out sealed, and comes back as it was.

A sealed cursor holds the command's own one for a page, and how many of that page's items were given already:
a budget may have cut the page.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tooli.errors import InputError, InternalError
from tooli.execute.called import called
from tooli.execute.cursor import call_digest, make_cursor, read_cursor
from tooli.execute.page import Page
from tooli.execute.results import cursor_key
from tooli.schema import converter
from tooli.schema.invalid import Invalid, InvalidMany
from tooli.schema.mistakes import to_error
from tooli.schema.rules import apply_rules

if TYPE_CHECKING:
    from tooli.execute import Call

KIND = "own"
PAGING = ("limit", "cursor")


class OwnPages:
    """One call of a command that pages by itself: what was asked of it, and what it gave."""

    def __init__(self, call: Call) -> None:
        self._call = call
        asked = {name: getattr(call.options, name) for name in PAGING}
        self._refuse_twice(asked)
        call.options = call.options.replace(limit=None, cursor=None)
        kept = {name: value for name, value in call.arguments.items() if name not in PAGING}
        self._digest = call_digest(*called(call), {**kept, "": call.options.filter})
        self._start: Any = None
        self._next: Any = None
        self.offset = 0
        """How many items of the page were given before."""
        self.total: int | None = None
        if asked["limit"] is not None:
            self._set_limit(asked["limit"])
        self._open(asked["cursor"] or call.arguments.get("cursor"))

    def _refuse_twice(self, asked: dict[str, Any]) -> None:
        for name, value in asked.items():
            if value is not None and self._call.raw.get(name) is not None:
                message = f"{name} is given as an option and as a param"
                raise InputError(message, code="E1909", field=name, suggestion="Give it once.")

    def _set_limit(self, limit: int) -> None:
        """Give the option to the param of its name, under the param's own rules."""
        call = self._call
        param = call.command.param_by_name.get("limit")
        if param is None:
            raise InputError(
                f"limit: {call.command.name} decides itself how long its pages are",
                code="E1909",
                field="limit",
                suggestion="Use max_items to cut a page.",
            )
        try:
            call.arguments["limit"] = apply_rules(param, converter(param)(limit, False), call.warnings)
        except (Invalid, InvalidMany) as error:
            raise to_error(param, error.mistakes[0]) from None

    def _open(self, text: str | None) -> None:
        """Give the command its own cursor back."""
        if text is not None:
            cursor = read_cursor(cursor_key(self._call), text, self._digest)
            self.offset, self._start = cursor.offset, json.loads(cursor.state or "null")
        self._call.arguments["cursor"] = self._start

    def items(self, result: Any) -> list[Any]:
        """Return the items of what the command returned, and keep what it says of the others."""
        if isinstance(result, Page):
            self._next, self.total = result.next_cursor, result.total
            result = result.items
        if not isinstance(result, (list, tuple)):
            name, kind = self._call.command.name, type(result).__name__
            message = f"{name} is paginated and has to return a Page or a list, not {kind}"
            raise InternalError(message, code="E5903")
        return list(result)

    def here(self, offset: int) -> str:
        """Return the cursor of what is left of this page."""
        return self._sealed(self._start, offset)

    def next(self) -> str | None:
        """Return the cursor of the next page; None after the last one."""
        return None if self._next in (None, "") else self._sealed(self._next, 0)

    def _sealed(self, own: Any, offset: int) -> str:
        return make_cursor(cursor_key(self._call), self._digest, offset, KIND, state=json.dumps(own))
