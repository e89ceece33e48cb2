"""`search-tools`: find an app's commands by what they are for."""

from __future__ import annotations

from typing import Annotated

from tooli.annotations import ReadOnly
from tooli.app import Tooli
from tooli.builtins.host import Host
from tooli.model.markers import Argument, Option
from tooli.search.commands import Found, search

app = Tooli("search-tools", "Find commands by what they are for")


@app.command("search-tools", annotations=ReadOnly, capabilities=["none"])
def search_tools(
    host: Host,
    query: Annotated[list[str], Argument(help="What the command should do, in a few words")] = [],  # noqa: B006
    group: Annotated[str | None, Option(help="Search only in this group; alone, list its commands")] = None,
    limit: Annotated[int, Option(min=1, help="How many commands at most")] = 5,
) -> list[Found]:
    """Find commands by what they are for; the best comes first."""
    return search(host, " ".join(query), group, limit)
