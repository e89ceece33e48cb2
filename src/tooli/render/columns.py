"""Uniform rows as columns: every key is written once instead of once a row, and it is still JSON.

Values are plain: what `execute.plain` and a JSON decoder give. It may import `types` only.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

__all__ = ["columns"]


def columns(value: object) -> dict[str, list[Any]] | None:
    """Return a list of uniform objects as `{"columns": [...], "rows": [[...], ...]}`, anything else as None.

    All objects must have the same keys, in any order; the first one's order counts. A missing key is not
    filled with null, because the reader could not tell it from a null that was there. A list without
    objects, or of objects without keys, has no columns.
    """
    if not isinstance(value, list) or not value or not isinstance(value[0], dict) or not value[0]:
        return None
    keys = value[0].keys()
    if not all(isinstance(row, dict) and row.keys() == keys for row in value):
        return None
    return {"columns": list(keys), "rows": [[row[key] for key in keys] for row in value]}
