"""docq: query Markdown and text files. Try `python app.py --help`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import documents

from tooli import Annotated, Argument, Option, Tooli
from tooli.annotations import Idempotent, ReadOnly
from tooli.errors import InputError, NotFoundError, Suggestion

app = Tooli(name="docq", description="Query Markdown and text files", version="1.0.0")

Target = Annotated[Path, Argument(exists=True)]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["README.md"], "description": "The headings of one file"}],
    handoffs=[{"command": "section", "when": "one of the sections is worth reading"}],
)
def outline(path: Target) -> list[documents.Heading]:
    """List the headings of a file, or of every document in a directory.

    Args:
        path: A Markdown or text file, or a directory to walk.

    """
    return [heading for document in documents.read_all(path) for heading in document.headings]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": [".", "--sort", "words", "--top", "5"], "description": "The five longest documents"}],
)
def stats(
    path: Target,
    sort: Literal["file", "words", "sections", "links", "code_blocks", "lines"] = "file",
    top: Annotated[int | None, Option(min=1)] = None,
) -> list[documents.Stats]:
    """Count words, sections, links, code blocks and lines of each document.

    Args:
        path: A Markdown or text file, or a directory to walk.
        sort: Column to sort by; counts start with the largest.
        top: Show only the first rows.

    """
    rows = [document.stats() for document in documents.read_all(path)]
    if sort != "file":
        rows.sort(key=lambda row: row[sort], reverse=True)
    return rows[:top]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["TODO|FIXME", ".", "--regex", "--context", "2"], "description": "Find open ends"}],
    handoffs=[{"command": "section", "when": "the whole section around a match is needed"}],
)
def search(
    text: str,
    path: Target,
    context: Annotated[int, Option(min=0)] = 0,
    ignore_case: bool = True,
    regex: bool = False,
) -> Iterator[documents.Match]:
    """Find the lines that contain a text, with the section each one stands in.

    Args:
        text: What to look for.
        path: A Markdown or text file, or a directory to walk.
        context: How many lines to show before and after each match.
        ignore_case: Whether upper and lower case are the same.
        regex: Read the text as a regular expression.

    """
    try:
        pattern = documents.compile_query(text, regex=regex, ignore_case=ignore_case)
    except ValueError as error:
        raise InputError(str(error), field="text", suggestion="Search for it without --regex") from error
    yield from documents.search(path, pattern, context)


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["README.md", "--kind", "web"], "description": "The web addresses a file refers to"}],
)
def links(path: Target, kind: Literal["all", "web", "file", "anchor"] = "all") -> list[documents.Link]:
    """List links and images with what they lead to.

    Args:
        path: A Markdown or text file, or a directory to walk.
        kind: Only links to the web, to files, or into their own document.

    """
    found = (link for document in documents.read_all(path) for link in document.links)
    return [link for link in found if kind in ("all", link["kind"])]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["README.md", "Usage"], "description": "One section and its subsections"}],
)
def section(file: Annotated[Path, Argument(exists=True, dir_okay=False)], heading: str) -> documents.Section:
    """Show the text of one section.

    Args:
        file: A Markdown or text file.
        heading: The section's heading; upper and lower case are the same.

    """
    document = documents.read(file)
    found = document.section(heading)
    if found is None:
        closest = document.closest_title(heading)
        meant = {"file": document.file, "heading": closest}
        raise NotFoundError(
            f"{document.file} has no section {heading!r}",
            field="heading",
            suggestion=Suggestion(fix=f"Did you mean {closest!r}?", arguments=meant) if closest else None,
        )
    return found


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["README.md", "--language", "python"], "description": "The Python code in a file"}],
)
def code(path: Target, language: str | None = None) -> list[documents.CodeBlock]:
    """List code blocks.

    Args:
        path: A Markdown or text file, or a directory to walk.
        language: Only blocks marked with this language.

    """
    blocks = (block for document in documents.read_all(path) for block in document.code_blocks)
    return [block for block in blocks if language is None or block["language"].lower() == language.lower()]


if __name__ == "__main__":
    app()
