"""Count what an agent pays: `python benchmarks/tokens/run.py [--write FILE] [--answers FILE]`.

Counts are tiktoken's where it has its vocabulary, else estimates; the text says which.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.markdown import Table, write_between_markers
from benchmarks.tokens import ours
from benchmarks.tokens.commands import GROUPS, commands
from benchmarks.tokens.fixtures import FIXTURES
from benchmarks.tokens.peers import installed
from benchmarks.tokens.session import Help, Session, average, command_line_session, help_of, tokens
from tooli.execute.tokens import count
from tooli.render.columns import columns
from tooli.render.toon import toon


def compact(value: object) -> str:
    """JSON as tooli writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def in_columns(value: object) -> str:
    """JSON with uniform rows as columns."""
    return compact(columns(value) or value)


NOTATIONS: Mapping[str, Callable[[object], str]] = {
    "JSON, indented": lambda value: json.dumps(value, indent=2),
    "`json.dumps`": json.dumps,
    "JSON, compact": compact,
    "columns": in_columns,
    "TOON": toon,
}


def notations() -> Table:
    """The fixtures in every notation."""
    counts = {
        name: [tokens(write(make())) for write in NOTATIONS.values()] for name, make in FIXTURES.items()
    }
    least = {name: min(row) for name, row in counts.items()}
    rows = [
        [name, *(f"**{number:,}**" if number == least[name] else f"{number:,}" for number in row)]
        for name, row in counts.items()
    ]
    means = [mean(row[index] for row in counts.values()) for index in range(len(NOTATIONS))]
    rows.append(["mean", *(f"{number:,.0f}" for number in means)])
    return Table(
        "Answers",
        "Tokens of four answers: two uniform lists, two nested objects. What is not uniform rows has no "
        "columns and stays compact JSON.",
        ["answer", *NOTATIONS],
        rows,
    )


def help_table(found: Mapping[str, Help]) -> Table:
    """What the pages of each framework cost."""
    rows = [
        [name, f"{help.root:,.0f}", f"{help.group:,.0f}", f"{help.command:,.0f}"]
        for name, help in found.items()
    ]
    return Table(
        "Help",
        "Tokens of the help of the same 72 commands. tooli's help for agents names all commands on the first "
        "page; the others name the groups there.",
        ["help", "first page", "a group's page", "a command's page"],
        rows,
    )


def documents() -> Table:
    """What schemas and errors cost."""
    paths = [(command.group, command.name) for command in commands()]
    rows = [
        (
            f"`--schema {form}` of a command",
            average([ours.printed(*path, "--schema", form) for path in paths]),
        )
        for form in ("json", "mcp", "openai")
    ]
    rows.append(("`--schema mcp` of all 72 commands", tokens(ours.printed("--schema", "mcp"))))
    rows += [(f"error: {name}", tokens(text)) for name, text in ours.errors().items()]
    return Table(
        "Schemas and errors",
        "Errors are whole envelopes, with the repaired command line where there is one.",
        ["document", "tokens"],
        [[name, f"{number:,.0f}"] for name, number in rows],
    )


def sessions(found: Mapping[str, Help]) -> list[Session]:
    """A session with each way of offering the commands, the cheapest first."""
    envelopes = [json.loads(text) for text in ours.answers()]
    as_columns = [
        compact({**each, "result": columns(each["result"]) or each["result"]}) for each in envelopes
    ]
    fixtures = [make() for make in FIXTURES.values()]
    agent = found["**tooli**, for agents"]
    rows = [
        command_line_session(
            "**tooli**, `--columns`", agent, as_columns, names_at_root=True, flag=" --columns"
        ),
        command_line_session("**tooli**", agent, ours.answers(), names_at_root=True),
    ]
    for name in installed():
        plain = [json.dumps(value) for value in fixtures]
        rows.append(command_line_session(f"{name}, `json.dumps`", found[name], plain))
        rows.append(
            command_line_session(f"{name}, compact JSON", found[name], [compact(value) for value in fixtures])
        )
    rows.append(_all_tools(fixtures))
    return sorted(rows, key=lambda session: session.weighted)


def _all_tools(fixtures: Sequence[object]) -> Session:
    """A server that lists all its tools at the start, as MCP servers commonly do."""
    call = compact(
        {
            "name": "compute_server_create",
            "arguments": {"name": "web-1", "image": "debian-13", "zone": "eu-north-1"},
        }
    )
    return Session(
        "72 MCP tools, compact JSON",
        start=tokens(ours.printed("--schema", "mcp")),
        discovery=0,
        calls=5 * tokens(call),
        answers=5 * average([compact(value) for value in fixtures]),
    )


def session_table(found: Mapping[str, Help]) -> Table:
    """What a session costs with each."""
    rows = [
        [
            each.name,
            *(
                f"{part:,.0f}"
                for part in (each.start, each.discovery, each.calls, each.answers, each.weighted)
            ),
        ]
        for each in sessions(found)
    ]
    return Table(
        "A session",
        "A note that the tool exists; finding three commands in two groups (first page, groups' pages where "
        "needed, three commands' pages); five calls; five answers of mean size, tooli's in their envelope. "
        "The price counts a written token as eight read ones.",
        ["tool", "start", "discovery", "calls", "answers", "price"],
        rows,
    )


def pages_of_all() -> dict[str, Help]:
    """What the help of every framework costs."""
    return {
        "**tooli**, for agents": help_of(ours.pages("--help-agent")),
        "**tooli**, plain": help_of(ours.pages("--help", "--plain")),
        **{name: help_of(pages()) for name, pages in installed().items()},
    }


def opening() -> str:
    """What was counted, and with what."""
    who = count("which one counts?")[1]
    how = (
        f"Counted by tiktoken {version('tiktoken')} with o200k_base."
        if who == "tiktoken"
        else "Estimated: tiktoken has no vocabulary here."
    )
    return f"{how} The app has {len(commands())} commands in {len(GROUPS)} groups, of a made-up cloud.\n"


def main() -> int:
    """Count, print, and perhaps write."""
    parser = ArgumentParser(description="Count what an agent pays.")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables between its markers")
    parser.add_argument(
        "--answers", type=Path, metavar="FILE", help="put the table of answers between its markers"
    )
    chosen = parser.parse_args()
    found = pages_of_all()
    tables = [notations(), help_table(found), documents(), session_table(found)]
    text = "\n".join([opening(), *(table.markdown() for table in tables)])
    print(text)
    if chosen.write:
        write_between_markers(chosen.write, text)
    if chosen.answers:
        write_between_markers(chosen.answers, f"{opening()}\n{tables[0].markdown()}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
