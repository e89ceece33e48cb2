"""Mistakes with the conversions: units, files, pages."""

from __future__ import annotations

import shlex

from benchmarks.repair.handwritten.notebook import GUESS, Notebook
from benchmarks.repair.valid_calls import PAGE

book = Notebook("convert")
note = book.line

beach = {"source": "photos/beach.png", "target": "out.webp"}
note(
    "choice-form",
    "image photos/beach.png out.webp --format .webp",
    "image",
    {**beach, "format": "webp"},
)
note(
    "choice-misspelt",
    "image photos/beach.png out.webp --format jpg",
    "image",
    {**beach, "format": "jpeg"},
)
note(
    "number-unit",
    "image photos/beach.png out.webp --quality 70%",
    "image",
    {**beach, "quality": 70},
)
note(
    "number-fraction",
    "image photos/beach.png out.webp --quality 0.7",
    "image",
    {**beach, "quality": 70},
    **GUESS,
)
note(
    "number-unit",
    "image photos/beach.png out.webp --max-width 800px",
    "image",
    {**beach, "max_width": 800},
)
note(
    "option-part",
    "image photos/beach.png out.webp --width 800",
    "image",
    {**beach, "max_width": 800},
)
note(
    "habit",
    "image photos/beach.png out.webp --resize 800x600",
    "image",
    {**beach, "max_width": 800},
    **GUESS,
)
note("habit", "image -i photos/beach.png -o out.webp", "image", beach, **GUESS)
note("habit", "image --input photos/beach.png --output out.webp", "image", beach, **GUESS)
note("path-misspelt", "image photos/beach.jpg out.webp", "image", beach)
note("path-misspelt", "image photo/beach.png out.webp", "image", beach)
note("path-elsewhere", "image beach.png out.webp", "image", beach, **GUESS)
note("path-case", "image Photos/Beach.png out.webp", "image", beach)
pounds = {"amount": 3.0, "from_unit": "pound", "to_unit": "kilogram"}
note("choice-plural", "units 3 pounds kilogram", "units", pounds)
note("two-mistakes", "units 3 pounds kilograms", "units", pounds)
note("choice-unknown", "units 3 lb kg", "units", pounds, **GUESS)
note("filler-word", "units 3 pound to kilogram", "units", pounds)
note("number-commas", "units 1,500 pound kilogram", "units", {**pounds, "amount": 1500.0})
report = {"file": "data/report.csv"}
note("command-part", "csv2json data/report.csv", "csv-to-json", report)
note(
    "list-greedy",
    "csv-to-json data/report.csv --columns 1 3",
    "csv-to-json",
    {**report, "columns": [1, 3]},
)
note(
    "value-words",
    "csv-to-json data/report.csv --columns 1-3",
    "csv-to-json",
    {**report, "columns": [1, 2, 3]},
    **GUESS,
)
note(
    "option-plural",
    "csv-to-json data/report.csv --no-headers",
    "csv-to-json",
    {**report, "header": False},
)
note(
    "switch-valued",
    "csv-to-json data/report.csv --header=False",
    "csv-to-json",
    {**report, "header": False},
)
letter = {
    "template": "templates/letter.html",
    "page": {**PAGE, "landscape": False, "margins": {"top": 20, "left": 20}},
}
note(
    "text-for-object",
    "render-page templates/letter.html --page a4",
    "render-page",
    letter,
    **GUESS,
)
note("option-flattened", "render-page templates/letter.html --paper a4", "render-page", letter)
note("choice-case", "render-page templates/letter.html --page.paper A4", "render-page", letter)
note(
    "json-keys",
    "render-page templates/letter.html --page '{paper: a4}'",
    "render-page",
    letter,
)
note("field-pairs", "render-page templates/letter.html --page paper=a4", "render-page", letter)
printed = shlex.quote(repr(PAGE))
note(
    "json-python",
    f"render-page templates/letter.html --page {printed}",
    "render-page",
    {**letter, "page": PAGE},
)
both = {"files": ["photos/beach.png", "photos/castle.jpg"], "to_format": "pdf"}
note("option-part", "many photos/beach.png photos/castle.jpg --to pdf", "many", both)
note(
    "list-greedy",
    "many --files photos/beach.png photos/castle.jpg --to-format pdf",
    "many",
    both,
)
note(
    "path-glob",
    "many 'photos/*.png' --to-format pdf",
    "many",
    {**both, "files": ["photos/beach.png"]},
)
orange = {"code": "ff8800"}
note("command-part", "color rgb ff8800", "color to-rgb", orange)
note("command-undashed", "color torgb ff8800", "color to-rgb", orange)
note("command-joined", "color-to-rgb ff8800", "color to-rgb", orange)
mixed = {"first": "red", "second": "blue", "share": 0.25}
note("number-unit", "color mix red blue --share 25%", "color mix", mixed, **GUESS)
note("range-scale", "color mix red blue --share 25", "color mix", mixed, **GUESS)
