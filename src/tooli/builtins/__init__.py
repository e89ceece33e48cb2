"""The commands that every app has: declared as any command is, imported when one is used.

An app's own commands come first; `app tooli NAME` reaches a built-in one whatever the app declares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tooli.model.catalog import Catalog, Group
from tooli.model.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tooli.execute import Runtime
    from tooli.model.catalog import Entry

BUILTINS: Mapping[str, str] = {
    "schema": "The schema of commands, and what a change of it breaks",
    "mcp": "The app as tools of agents: serve, describe, enter into their configuration",
    "api": "The app over HTTP: serve, describe in OpenAPI",
    "resource": "Data that the app offers under URIs",
    "prompt": "Texts for a model that the app writes",
    "approvals": "Approve calls that need a person",
    "capabilities": "What commands have to declare",
    "idempotency": "The keys of calls that run once",
    "config": "Which settings hold, and where each comes from",
    "detect-context": "Who is calling, as far as can be told, and what says so",
    "search-tools": "Find commands by what they are for",
    "export": "The commands as tools of agent frameworks, as typed Python, as definitions",
    "generate-skill": "What an agent has to know of the app: SKILL.md, AGENTS.md, CLAUDE.md",
    "generate-agents-md": "The app's commands in a project's AGENTS.md",
    "generate-skill-package": "The app's skill as a folder that can be handed on",
    "generate-source-hints": "A comment with the commands' signatures, for the app's own file",
    "skills": "Put the app's skill where agents look for it",
    "docs": "The app's reference: llms.txt, man pages, Markdown",
}
"""Name → what it is for. `a-b` is declared in the module `a_b` of this package, as `app`."""
_PREFIX = "tooli"


def with_builtins(runtime: Runtime) -> Runtime:
    """Return a runtime whose catalog holds the built-in commands, for the app of `runtime`."""
    from tooli.builtins.host import host

    root = Group(help=f"The commands that come with {runtime.name} and every other app.")
    for name, help in BUILTINS.items():
        root.add(name, Lazy(name, loader(name), help))
    whole = Group(help=root.help, hidden=True)
    whole.children = {**root.children, _PREFIX: root}
    settings = {name: value for name, value in runtime.settings.items() if name != "env_prefix"}
    return runtime.replace(
        catalog=Catalog(whole),
        settings=settings,
        overrides={**runtime.overrides, host: lambda: runtime},
        builtins=None,
        config=None,  # its files speak of the app's own commands
    )


def loader(name: str) -> Callable[[], Entry | Group]:
    """Return what imports a built-in: a group, or the command when it is the only one, of the same name."""

    def load() -> Entry | Group:
        module = f"{__name__}.{name.replace('-', '_')}"
        loaded: Group = __import__(module, fromlist=["app"]).app._root
        if list(loaded.children) == [name]:
            return loaded.child(name)[1]  # type: ignore[index] # it was just listed
        return loaded

    return load
