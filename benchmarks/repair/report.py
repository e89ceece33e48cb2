"""The results as Markdown tables, and the failing cases for whoever wants to mend them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence

from benchmarks.repair.bounds import Bound
from benchmarks.repair.judging import Result, Verdict

COLUMNS = (Verdict.AT_ONCE, Verdict.FILLED, Verdict.MISREPAIRED, Verdict.UNREPAIRED, Verdict.ACCEPTED)


def grid(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as a Markdown table."""
    lines = [headers, ["---"] * len(headers), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def kinds_table(results: Sequence[Result]) -> str:
    """How each kind of mistake ended."""
    by_kind: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_kind[result.mistake.kind].append(result)
    rows = [_row(kind, members) for kind, members in sorted(by_kind.items())]
    rows.append(_row("**all**", results))
    return grid(["kind", "mistakes", "with a unique repair", *(verdict.value for verdict in COLUMNS)], rows)


def _row(name: str, members: Sequence[Result]) -> list[object]:
    counts = [sum(result.verdict is verdict for result in members) for verdict in COLUMNS]
    return [name, len(members), sum(result.mistake.unique for result in members), *counts]


def bounds_table(bounds: Iterable[Bound]) -> str:
    """Each bound and what was measured."""
    return grid(
        ["bound", "measured", "verdict"],
        [(bound.name, bound.measured, "ok" if bound.held else "MISSED") for bound in bounds],
    )


def failures(bounds: Iterable[Bound]) -> str:
    """The mistakes that speak against each bound, one after the other."""
    parts = []
    for bound in bounds:
        if bound.offenders:
            parts.append(f"## {bound.name}: {bound.measured}\n")
            parts += [_case(result) for result in bound.offenders]
    return "\n".join(parts)


def _case(result: Result) -> str:
    mistake = result.mistake
    error = result.error or {}
    lines = [
        f"{mistake.id} ({mistake.app}, {mistake.kind}): {result.verdict.value}",
        f"  given     {json.dumps(mistake.given.to_dict(), ensure_ascii=False)}",
        f"  meant     {json.dumps(dict(mistake.meant), ensure_ascii=False)}",
        f"  error     {error.get('code', '')} {error.get('message', '')} ({result.cost if error else 0})",
        f"  suggested {json.dumps(dict(result.suggestion), ensure_ascii=False)}",
        f"  ran       {json.dumps(dict(result.received or {}), ensure_ascii=False, default=str)[:600]}",
    ]
    return "\n".join(lines) + "\n"
