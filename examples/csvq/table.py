"""A CSV file as typed rows, read one by one; plain Python."""

import csv
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation

from tooli.errors import DataFormatError, InputError, Suggestion

Cell = int | Decimal | str | None
Row = dict[str, Cell]


def read(lines: Iterable[str], name: str, delimiter: str = ",") -> Iterator[Row]:
    """Give the rows of a file whose first line names the columns."""
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        header = next(reader, None)
        if not header:
            raise DataFormatError(f"{name}: there is no line with the names of the columns", field="file")
        for record in reader:
            if not record:
                continue
            if len(record) != len(header):
                message = f"{name}:{reader.line_num}: {len(record)} values for {len(header)} columns"
                raise DataFormatError(message, field="file", details={"line": reader.line_num})
            yield {column: cell(text) for column, text in zip(header, record, strict=True)}
    except csv.Error as error:
        raise DataFormatError(f"{name}:{reader.line_num}: {error}", field="file") from error


def cell(text: str) -> Cell:
    """Return a value as what it looks like: a whole number, a decimal, nothing, or text."""
    if text == "":
        return None
    if text.lstrip("-").isdecimal() and (text.lstrip("-") == "0" or not text.lstrip("-").startswith("0")):
        return int(text)
    try:
        return Decimal(text) if text.strip("+-.0123456789") == "" else text
    except InvalidOperation:
        return text


def column_of(row: Row, name: str, field: str) -> Cell:
    """Return a row's value in a column, or say which columns there are."""
    if name in row:
        return row[name]
    meant = next((column for column in row if column.casefold() == name.casefold()), None)
    fix = f"Use {meant}." if meant else f"The columns are {', '.join(row)}."
    raise InputError(f"{field}: there is no column {name!r}", field=field, suggestion=Suggestion(fix))


def number(value: Cell, column: str) -> Decimal | None:
    """Return a value to count with; None for an empty cell."""
    if value is None or isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return Decimal(value)
    raise DataFormatError(f"{column}: {value!r} is not a number", field="sum")
