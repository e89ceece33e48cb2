"""`export`: the commands as tools of agent frameworks, as typed Python, as definitions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from tooli.annotations import Idempotent
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.content import Document
from tooli.errors import InputError, ToolRuntimeError
from tooli.model.markers import Option
from tooli.surfaces.cli.content import save

app = Tooli("export", "The commands as tools of agent frameworks, as typed Python, as definitions")

Target = Literal[
    "openai",
    "langchain",
    "claude",
    "pydantic-ai",
    "adk",
    "adk-config",
    "smolagents",
    "crewai",
    "llama-index",
    "agent-framework",
    "ag2",
    "copilot",
    "python",
    "stubs",
    "json-openai",
    "json-anthropic",
    "json-gemini",
]


@app.command(annotations=Idempotent, capabilities=["fs:read", "fs:write"])
def export(
    host: Host,
    target: Annotated[Target, Option(help="What the commands become")],
    mode: Annotated[
        Literal["subprocess", "import"], Option(help="Whether the app runs as a process or is imported")
    ] = "subprocess",
    command: Annotated[
        list[str], Option(help="A command or a group; may be repeated. All commands without it")
    ] = [],  # noqa: B006 - a default is never changed
    write: Annotated[Path | None, Option(help="The file to write")] = None,
    with_test: Annotated[bool, Option("--with-test", help="Also write a test beside the file")] = False,
    absolute: Annotated[bool, Option("--absolute", help="Name paths of this machine")] = False,
) -> Document | list[dict[str, Any]]:
    """Write the commands as code or definitions that an agent framework takes."""
    from tooli.generate.export.freshness import test_of
    from tooli.generate.export.place import Place, place_of
    from tooli.generate.export.targets import DEFINITIONS
    from tooli.generate.export.targets import export as exported

    to_stdout = write is None or str(write) == "-"
    if with_test and to_stdout:
        raise InputError(
            "with_test: a test stands beside a file",
            code="E1909",
            field="with_test",
            suggestion="Add --write FILE.",
        )
    if target in DEFINITIONS and not with_test:
        place = Place(program=(), module=None)
    else:
        folder = Path.cwd() if write is None else write.parent
        place = place_of(host, folder=folder, absolute=absolute).replace(taken=frozenset(dir(Tooli)))
    text = exported(host, target, mode, command, place)
    if write is None or to_stdout:
        return Document(text, media_type="application/json" if target in DEFINITIONS else "text/x-python")
    files = {write: text}
    if with_test:
        words = [*(word for name in command for word in ("--command", name))]
        line = ["--target", target, "--mode", mode, *words, *(["--absolute"] if absolute else [])]
        files[write.with_name(f"test_{write.stem}.py")] = test_of(write, place, line)
    return [_saved(file, written) for file, written in files.items()]


def _saved(file: Path, text: str) -> dict[str, Any]:
    data = text.encode()
    try:
        save(str(file), data)
    except OSError as error:
        reason = error.strerror or str(error)
        message = f"{file} cannot be written: {reason}"
        raise ToolRuntimeError(message, code="E4906", field="write") from error
    return {"path": str(file), "bytes": len(data)}
