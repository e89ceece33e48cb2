"""What a cut value lacks, in words: `975 of 1000 items`, `40 of 50 items of rows`, `the end of body`."""

from __future__ import annotations

from tooli.execute.field_path import path_text
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tooli.execute.field_path import Step

__all__ = ["left_out"]

_SHOWN = 5


def left_out(whole: object, cut: object) -> str:
    """Return what a cut value lacks; nothing when it lacks nothing."""
    losses = list(_losses(whole, cut, ()))
    more = len(losses) - _SHOWN
    return "; ".join(losses[:_SHOWN]) + (f"; {more} more parts" if more > 0 else "")


def _losses(whole: object, cut: object, path: tuple[Step, ...]) -> Iterator[str]:
    if whole is cut:
        return
    of = f" of {path_text(path)}" if path else ""
    if isinstance(whole, list) and isinstance(cut, list):
        if len(cut) < len(whole):
            yield f"{len(whole) - len(cut)} of {len(whole)} items{of}"
        for at, (before, after) in enumerate(zip(whole, cut, strict=False)):
            if before is not after:
                yield from _losses(before, after, (*path, at))
    elif isinstance(whole, dict) and isinstance(cut, dict):
        if len(cut) < len(whole):
            yield f"{len(whole) - len(cut)} of {len(whole)} fields{of}"
        for name in cut:
            yield from _losses(whole[name], cut[name], (*path, name))
    elif isinstance(whole, str) and isinstance(cut, str) and whole != cut:
        kept = len(cut.removesuffix("…"))
        yield f"{len(whole) - kept} of {len(whole)} characters{of}"
