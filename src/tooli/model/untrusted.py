"""`Untrusted[str]`: a type of results that somebody else wrote. Pure data; may import `typing` only.

To Python and to type checkers it is the type inside. Schemas say `x-untrusted`, answers say where it stands.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

__all__ = ["KEYWORD", "Untrusted"]

T = TypeVar("T")
KEYWORD = "x-untrusted"
"""What a schema says of such a type."""


class Mark:
    """Marks a type in `Annotated`."""

    __slots__ = ()

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), KEYWORD: True}

    def __repr__(self) -> str:
        return "Untrusted"


Untrusted = Annotated[T, Mark()]
