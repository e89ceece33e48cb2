"""notes: an index over a folder of Markdown notes. Try `python notes.py --help`."""

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import notebook

from tooli import Annotated, Argument, Option, Tooli, dry_run_support, record_dry_action
from tooli.annotations import Idempotent, ReadOnly
from tooli.errors import ConflictError, InputError, NotFoundError

app = Tooli(
    name="notes",
    description="An index over a folder of Markdown notes",
    version="1.0.0",
    permissions={"filesystem": "read-write", "network": "none"},
    triggers=["something was written down before", "something has to be written down for later"],
    rules=["Search before you add: a note that exists is better than two."],
)

Folder = Annotated[
    Path,
    Option(
        "--folder",
        "-f",
        envvar="NOTES_FOLDER",  # named, it holds for servers too
        help="Where the notes are; :sample: has some to try things on",
    ),
]
Name = Annotated[str, Argument(help="The note's name: that of its file without .md")]
NO_NOTE = {"E3001": "there is no such note"}
TAKEN = {"E1001": "no note can have this name", "E3002": "there is a note of this name"}
PLAYBOOK = {"E3001": ["run search with a word of the note", "take the name from there"]}
SAMPLE = ["--folder", "sample"]
SCRATCH = ["--folder", notebook.SAMPLE]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[
        {"args": ["oil", *SAMPLE], "description": "Where a word stands"},
        {"args": ["--tag", "garden", *SAMPLE], "description": "The notes with a tag, whole"},
    ],
    handoffs=[{"command": "backlinks", "when": "what leads to a note matters too"}],
)
def search(
    words: Annotated[tuple[str, ...], Argument(help="Words that all stand in a note, in any case")] = (),
    tag: Annotated[
        tuple[str, ...], Option("--tag", "-t", help="A tag that a note has; may be repeated")
    ] = (),
    folder: Folder = Path(),
) -> Iterator[notebook.Place]:
    """Find notes by words and tags: the lines in which one of the words stands."""
    notes = notebook.read(folder)
    for name, text in notes.texts.items():
        if set(tag) <= set(notebook.described(name, text)["tags"]):
            yield from notebook.places(name, text, words)


@app.command(
    "list",
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[
        {"args": SAMPLE, "description": "Every note"},
        {"args": ["--orphans", *SAMPLE], "description": "Notes that no other links to"},
    ],
)
def list_notes(
    orphans: Annotated[bool, Option("--orphans", help="Only notes that no other links to")] = False,
    folder: Folder = Path(),
) -> list[notebook.Note]:
    """List the notes with their titles, tags and links."""
    notes = notebook.read(folder)
    rows = [notebook.described(name, text) for name, text in notes.texts.items()]
    linked = {link for row in rows for link in row["links"]}
    return [row for row in rows if not orphans or row["name"] not in linked]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["lamp", *SAMPLE], "description": "What leads to a note"}],
    error_codes=NO_NOTE,
    recovery_playbooks=PLAYBOOK,
)
def backlinks(name: Name, folder: Folder = Path()) -> list[notebook.Place]:
    """Find the lines of other notes that link to a note."""
    notes = notebook.read(folder)
    _known(notes, name)
    return list(notebook.links_to(name, notes.texts))


@app.command(
    annotations=Idempotent,
    capabilities=["fs:read", "fs:write"],
    examples=[
        {
            "args": ["wick", "Trim it to 5 mm, see [[lamp]].", "--tag", "house", *SCRATCH],
            "description": "Add a note that links to another",
        }
    ],
    error_codes=TAKEN,
    handoffs=[{"command": "search", "when": "it may have been noted before"}],
)
@dry_run_support
def add(
    name: Name,
    body: Annotated[str, Argument(help="What to note, in Markdown; [[name]] links to a note")],
    tag: Annotated[tuple[str, ...], Option("--tag", "-t", help="A tag; may be repeated")] = (),
    folder: Folder = Path(),
) -> notebook.Note:
    """Add a note. With an idempotency key it is added once, however often it is tried."""
    with notebook.opened(folder) as notes:
        _free(notes, name, "name")
        parts = (f"# {name}", body.strip(), " ".join(f"#{each}" for each in tag))
        text = "\n\n".join(part for part in parts if part) + "\n"
        if not record_dry_action("create", f"{name}.md", after=text):
            notes.add(name, text)
    return notebook.described(name, text)


@app.command(
    annotations=Idempotent,
    capabilities=["fs:read", "fs:write"],
    examples=[{"args": ["lamp", "oil-lamp", *SCRATCH], "description": "Rename a note"}],
    error_codes={**NO_NOTE, **TAKEN},
    recovery_playbooks=PLAYBOOK,
    when_to_use="a note gets another name: mv would break the links to it",
)
@dry_run_support
def rename(
    name: Name, new: Annotated[str, Argument(help="Its new name")], folder: Folder = Path()
) -> list[notebook.Place]:
    """Rename a note and mend the links to it; the answer is where they were."""
    with notebook.opened(folder) as notes:
        _known(notes, name)
        _free(notes, new, "new")
        links = list(notebook.links_to(name, notes.texts))
        for other, text in list(notes.texts.items()):
            after = notebook.mended(text, name, new)
            if after != text and not record_dry_action("mend", f"{other}.md", before=text, after=after):
                notes.change(other, after)
        if not record_dry_action("rename", f"{name}.md", to=f"{new}.md"):
            notes.rename(name, new)
    return links


@app.resource(
    "notes://note/{name}", description="One note", media_type="text/markdown", capabilities=["fs:read"]
)
def note(name: str, folder: Folder = Path()) -> str:
    """Return a note's text."""
    notes = notebook.read(folder)
    return _known(notes, name)


@app.prompt(description="Ask for a summary of the notes with a tag", capabilities=["fs:read"])
def summarise(tag: Annotated[str, Argument(help="The tag")], folder: Folder = Path()) -> str:
    """Ask for a summary."""
    notes = notebook.read(folder)
    texts = [text for name, text in notes.texts.items() if tag in notebook.described(name, text)["tags"]]
    return f"Summarise these notes about {tag} in five lines:\n\n" + "\n".join(texts)


def _known(notes: notebook.Notebook, name: str) -> str:
    """Return the text of a note that has to be there."""
    if name in notes.texts:
        return notes.texts[name]
    near = get_close_matches(name, notes.texts, 1)
    fix = f"Use {near[0]}, the nearest name." if near else "See list for the notes there are."
    raise NotFoundError(f"there is no note {name!r}", code="E3001", field="name", suggestion=fix)


def _free(notes: notebook.Notebook, name: str, field: str) -> None:
    """Fail unless a note can get this name."""
    if not notebook.is_name(name):
        fix = "Use letters, digits, dots and dashes, and begin with a letter or a digit."
        raise InputError(f"no note can be named {name!r}", code="E1001", field=field, suggestion=fix)
    if name in notes.texts:
        raise ConflictError(
            f"there is a note {name!r} already",
            code="E3002",
            field=field,
            suggestion="Take another name; what is noted is never overwritten.",
        )


if __name__ == "__main__":
    app()
