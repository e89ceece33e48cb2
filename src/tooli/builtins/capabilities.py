"""`capabilities`: what a command would have to declare, found out by running it."""

from __future__ import annotations

import os
from typing import Annotated, TypedDict

from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.errors import AuthError, Suggestion
from tooli.execute.context import AgentContext
from tooli.execute.governing import level_of
from tooli.execute.pipeline import run
from tooli.model.behavior import Behavior, kind_of
from tooli.model.markers import Argument
from tooli.policy.audit_events import Use
from tooli.policy.sandbox import inside
from tooli.policy.watch import Observed, Watch
from tooli.surfaces.cli.borrowed import CapturedStreams
from tooli.surfaces.cli.failures import unknown_command
from tooli.surfaces.cli.main import Session, make_call

app = Tooli("capabilities", "What commands have to declare")

MANY = 2
"""Files of one folder from which on the folder is named instead."""


class Inferred(TypedDict):
    """What one run of a command needed."""

    command: str
    capabilities: list[str]
    """The least that allows what it did."""
    missing: list[str]
    """What it did without having declared it."""
    unused: list[str]
    """What it declares and did not do; another run may."""


@app.command(
    annotations=Behavior(),
    capabilities=["state:mutate"],
    examples=[{"args": ["--", "find-files", "*.py", "--root", "."], "description": "Run it, and see"}],
)
def infer(
    *words: Annotated[str, Argument(metavar="COMMAND", help="The command and its arguments, best after --")],
    host: Host,
    ctx: AgentContext,
) -> Inferred:
    """Run an example of a command, and say which capabilities it used. What it does, it really does."""
    if level_of(host) == "strict":
        raise AuthError(
            "infer lets a command do what it did not declare, and strict does not",
            suggestion=Suggestion(
                "Have a developer run it with TOOLI_SECURITY_POLICY=standard.", "ask_human"
            ),
        )
    argv = list(words)
    name = " ".join(argv)
    watch = Observed(name)
    session = Session(host.replace(observer=watch), argv, CapturedStreams())
    command = session.parsed.command
    if command is None:
        raise unknown_command((), session.parsed.unknown, list(host.catalog.root.children))
    # In a child process nothing could be noted here.
    call = make_call(session, command.replace(isolate=False))
    outer = ctx._call
    call.asker, call.reporter, call.caller = outer.asker, outer.reporter, outer.caller
    call.options = call.options.replace(yes=call.options.yes or outer.options.yes)
    outcome = run(call)
    if outcome.error is not None and not watch.used:
        raise outcome.error
    if outcome.error is not None:
        outer.warnings.append(f"{command.name} failed ({outcome.error.code}: {outcome.error.message})")
    outer.warnings += outcome.meta.get("warnings", ())
    return _inferred(" ".join(command.path), command.capabilities, watch.used)


def _inferred(name: str, declared: tuple[str, ...], used: list[str]) -> Inferred:
    needed = _least(used)
    return Inferred(
        command=name,
        capabilities=[_relative(one) for one in needed] or ["none"],
        missing=[_relative(one) for one in needed if not _allowed(one, declared)],
        unused=[one for one in declared if one != "none" and not any(_allowed(use, [one]) for use in used)],
    )


def _least(used: list[str]) -> list[str]:
    """Return the capabilities that allow what was done, without those that another one includes."""
    wide = sorted(set(_folders(used)))
    return [one for one in wide if not any(_allowed(one, [other]) for other in wide if other != one)]


def _folders(used: list[str]) -> list[str]:
    """Name the folder of several files instead of each, and of a file that was there for a while only."""
    kept = [one for one in used if not one.startswith("fs:")]
    places: dict[tuple[str, str], set[str]] = {}
    for one in used:
        if one.startswith("fs:"):
            kind = kind_of(one)
            places.setdefault((kind, os.path.dirname(one[len(kind) + 1 :])), set()).add(one)
    for (kind, folder), files in places.items():
        gone = kind == "fs:write" and not all(os.path.lexists(one[len("fs:write:") :]) for one in files)
        whole = gone or (len(files) >= MANY and folder != os.sep)
        kept += [f"{kind}:{folder}"] if whole else files
    return kept


def _allowed(use: str, declared: list[str] | tuple[str, ...]) -> bool:
    kind = kind_of(use)
    kinds = ("net:read", "net:write") if kind == "net:read" else (kind,)
    return Watch("", declared).allows(Use(kinds, use[len(kind) + 1 :] or None))


def _relative(capability: str) -> str:
    """Return a capability with a path under the working directory as it is best declared."""
    kind = kind_of(capability)
    path, here = capability[len(kind) + 1 :], os.path.realpath(os.curdir)
    if not kind.startswith("fs:") or not inside(here, path):
        return capability
    return f"{kind}:." if path == here else f"{kind}:./{os.path.relpath(path, here)}"
