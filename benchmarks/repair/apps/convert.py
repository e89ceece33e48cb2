"""Conversions: floats, several positionals, settings as a dataclass, maps."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tooli import Annotated, Argument, Option, Tooli
from tooli.annotations import Destructive, ReadOnly

app = Tooli(name="convert", description="Convert images, tables, units and pages", version="1.4.2")
Source = Annotated[Path, Argument(help="The file to convert", exists=True, dir_okay=False)]
Unit = Literal["meter", "foot", "mile", "kilogram", "pound", "celsius", "fahrenheit"]


@dataclass
class Margins:
    """Space around a page, in millimetres."""

    top: int = 20
    left: int = 20


@dataclass
class Page:
    """How a page looks."""

    paper: Literal["a4", "a5", "letter"]
    landscape: bool = False
    margins: Margins = field(default_factory=Margins)


@app.command(capabilities=["state:mutate"])
def image(
    source: Source,
    target: Path,
    *,
    format: Annotated[Literal["png", "jpeg", "webp"], Option("--format", "-f")] = "png",
    quality: Annotated[int, Option("--quality", "-u", min=1, max=100)] = 85,
    max_width: Annotated[int | None, Option("--max-width", "-w", min=1)] = None,
    keep_metadata: bool = False,
) -> dict[str, Any]:
    """Convert an image."""
    return {"command": "image", "arguments": locals()}


@app.command(annotations=ReadOnly)
def units(
    amount: float,
    from_unit: Unit,
    to_unit: Unit,
    precision: Annotated[int, Option("--precision", "-p", min=0, max=12)] = 2,
) -> dict[str, Any]:
    """Convert an amount between units."""
    return {"command": "units", "arguments": locals()}


@app.command(annotations=ReadOnly)
def csv_to_json(
    file: Source,
    delimiter: str = ",",
    indent: Annotated[int, Option(min=0, max=8)] = 0,
    header: bool = True,
    columns: Annotated[list[int], Option("--columns", "-c", min=1)] = [],  # noqa: B006 - never changed
) -> dict[str, Any]:
    """Convert a table to JSON."""
    return {"command": "csv-to-json", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def render_page(
    template: Source,
    page: Annotated[Page, Option()],
    values: dict[str, str] | None = None,
    title: str = "Untitled",
) -> dict[str, Any]:
    """Render a template to a page."""
    return {"command": "render-page", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def many(
    files: Annotated[list[Path], Argument(exists=True)],
    to_format: Annotated[Literal["png", "jpeg", "webp", "pdf"], Option("--to-format", "-f")],
    workers: Annotated[int, Option("--workers", "-j", min=1, max=32)] = 4,
    stop_on_error: bool = True,
) -> dict[str, Any]:
    """Convert many files."""
    return {"command": "many", "arguments": locals()}


@app.command(annotations=Destructive)
def strip_metadata(source: Source, keep_dates: bool = True) -> dict[str, Any]:
    """Take the metadata out of a file, in place."""
    return {"command": "strip-metadata", "arguments": locals()}


@app.command("to-rgb", group="color", annotations=ReadOnly)
def color_to_rgb(code: str, alpha: Annotated[float, Option(min=0, max=1)] = 1.0) -> dict[str, Any]:
    """Convert a colour code to red, green and blue."""
    return {"command": "color to-rgb", "arguments": locals()}


@app.command("mix", group="color", annotations=ReadOnly)
def color_mix(first: str, second: str, share: Annotated[float, Option(min=0, max=1)] = 0.5) -> dict[str, Any]:
    """Mix two colours."""
    return {"command": "color mix", "arguments": locals()}


if __name__ == "__main__":
    app()
