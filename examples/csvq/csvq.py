"""csvq: look into CSV files without loading them whole. Try `python csvq.py --help`."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, TypedDict

import table

from tooli import Annotated, Argument, Option, StdinOr, Tooli
from tooli.annotations import Idempotent, ReadOnly

app = Tooli(name="csvq", description="Look into CSV files", version="1.0.0")

File = Annotated[StdinOr[str], Argument(help="A CSV file, a URL, or - for stdin")]
Delimiter = Annotated[str, Option("--delimiter", "-d", help="What stands between two values")]
READS = ["fs:read", "net:read"]
ORDERS = "sample/orders.csv"


class Column(TypedDict):
    """What a column holds."""

    column: str
    kind: Literal["number", "text", "empty"]
    values: int
    empty: int
    different: int
    smallest: str | None
    largest: str | None


class Total(TypedDict):
    """What one group of rows comes to."""

    group: str
    rows: int
    total: Decimal | None


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[
        {"args": [ORDERS, "--delimiter", ","], "description": "Every row"},
        {"args": [ORDERS, "--filter", "product == 'tea'"], "description": "The rows of one product"},
        {"args": [ORDERS, "--fields", "order,customer", "--limit", "3"], "description": "A first look"},
    ],
    handoffs=[{"command": "columns", "when": "the columns are not known yet"}],
)
def rows(file: File, delimiter: Delimiter = ",") -> Iterator[table.Row]:
    """Give the rows of a file as objects, as they are read; --filter and --fields choose among them."""
    yield from table.read(file.lines(), file.name, delimiter)


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[{"args": [ORDERS], "description": "What the columns hold"}],
    handoffs=[{"command": "rows", "when": "a column is worth filtering by"}],
)
def columns(file: File, delimiter: Delimiter = ",") -> list[Column]:
    """Say of each column what it holds: numbers or text, how many values, the smallest and the largest."""
    seen: dict[str, list[table.Cell]] = {}
    for row in table.read(file.lines(), file.name, delimiter):
        for name, value in row.items():
            seen.setdefault(name, []).append(value)
    return [_column(name, values) for name, values in seen.items()]


def _column(name: str, values: list[table.Cell]) -> Column:
    given = [value for value in values if value is not None]
    numbers = [value for value in given if not isinstance(value, str)]
    ordered = sorted(numbers) if len(numbers) == len(given) else sorted(map(str, given))
    return {
        "column": name,
        "kind": "empty" if not given else "number" if len(numbers) == len(given) else "text",
        "values": len(given),
        "empty": len(values) - len(given),
        "different": len(set(given)),
        "smallest": str(ordered[0]) if ordered else None,
        "largest": str(ordered[-1]) if ordered else None,
    }


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=READS,
    examples=[
        {"args": [ORDERS, "--column", "customer"], "description": "How many orders each customer made"},
        {
            "args": [ORDERS, "--column", "product", "--sum", "quantity"],
            "description": "How much was sold of each",
        },
    ],
)
def totals(
    file: File,
    column: Annotated[str, Option(help="The column whose values make the groups")],
    sum_: Annotated[str | None, Option("--sum", help="The column to add up; else rows are counted")] = None,
    delimiter: Delimiter = ",",
) -> list[Total]:
    """Count the rows of each group, and add up a column; the largest group first."""
    groups: dict[str, Total] = {}
    for row in table.read(file.lines(), file.name, delimiter):
        name = str(table.column_of(row, column, "column"))
        group = groups.setdefault(name, {"group": name, "rows": 0, "total": Decimal(0) if sum_ else None})
        group["rows"] += 1
        if sum_ is not None:
            added = table.number(table.column_of(row, sum_, "sum"), sum_)
            group["total"] = (group["total"] or Decimal(0)) + (added or Decimal(0))
    return sorted(groups.values(), key=lambda group: (-(group["total"] or group["rows"]), group["group"]))


if __name__ == "__main__":
    app()
