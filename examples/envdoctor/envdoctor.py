"""envdoctor: find what is wrong with an environment. Try `python envdoctor.py --help`."""

import os
from typing import Literal

import findings

from tooli import Annotated, Argument, Option, Tooli
from tooli.annotations import Idempotent, ReadOnly
from tooli.errors import NotFoundError, StateError, Suggestion

app = Tooli(
    name="envdoctor",
    description="Find what is wrong with an environment",
    version="1.0.0",
    permissions={"filesystem": "read", "network": "none", "proc": "spawn", "env": "read"},
)

CheckName = Literal["python", "venv", "packages", "path", "disk", "git"]
SearchPath = Annotated[str, Option("--path", envvar="PATH", help="Folders to search, as in PATH")]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read", "env:read", "proc:spawn"],
    examples=[
        {"args": [], "description": "Everything"},
        {"args": ["--only", "python", "--only", "path"], "description": "Two of the checks"},
    ],
    handoffs=[{"command": "path", "when": "the check of PATH does not say ok"}],
)
def check(
    only: Annotated[tuple[CheckName, ...], Option(help="Only this check; may be repeated")] = (),
    strict: Annotated[bool, Option(help="A check that fails is an error, with status 1")] = False,
) -> list[findings.Finding]:
    """Check Python, its packages, PATH, the disk and git."""
    import checks

    rows = [made() for name, made in checks.CHECKS.items() if not only or name in only]
    failed = [row for row in rows if row["status"] == "fail"]
    if strict and failed:
        names = ", ".join(row["check"] for row in failed)
        raise StateError(f"failed: {names}", exit_code=1, details={"findings": rows})
    return rows


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read", "env:read"],
    examples=[{"args": ["--path", "nowhere"], "description": "Look at a PATH that is not in use"}],
)
def path(
    search: SearchPath = "",
    every: Annotated[bool, Option("--all", help="Show the entries without problems too")] = False,
) -> list[findings.PathEntry]:
    """List the entries of PATH that have problems."""
    return [entry for entry in findings.path_entries(search) if every or entry["problem"] != "none"]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["env:read"],
    examples=[{"args": ["--match", "path"], "description": "Variables about paths"}],
)
def variables(
    match: Annotated[str, Option("--match", "-m", help="Only names with this text, in any case")] = "",
) -> list[findings.Variable]:
    """List environment variables; what looks secret is masked."""
    chosen = sorted(name for name in os.environ if match.casefold() in name.casefold())
    return [findings.variable(name, os.environ[name]) for name in chosen]


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read", "env:read"],
    examples=[{"args": ["sh"], "description": "Every sh, the one that runs first"}],
)
def which(
    name: Annotated[str, Argument(help="A command")], search: SearchPath = ""
) -> list[findings.Executable]:
    """List every file that a command could run, the one that does first."""
    found = findings.executables(name, search)
    if not found:
        near = findings.nearest(name, search)
        given = {} if search == os.environ.get("PATH") else {"search": search}
        meant = Suggestion(f"Did you mean {near}?", arguments={"name": near, **given}) if near else None
        raise NotFoundError(f"there is no command {name}", field="name", suggestion=meant)
    return found


if __name__ == "__main__":
    app()
