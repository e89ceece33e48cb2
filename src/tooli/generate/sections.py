"""Sections that several documents share: a command, exit codes, who is calling, what goes together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tooli.errors import code_row
from tooli.generate.page import (
    Block,
    Bullets,
    Code,
    Heading,
    Inline,
    Listing,
    Own,
    Paragraph,
    Table,
    Terms,
    Text,
    codes,
    joined,
    marked,
)
from tooli.render.help_text import sentence

if TYPE_CHECKING:
    from tooli.generate.described import DescribedApp, DescribedCommand, ShownExample, Step
    from tooli.render.help_page import HelpRow

EXITS: tuple[tuple[int, str, str], ...] = (
    (0, "success", "use `result`"),
    (2, "wrong input", "run `suggestion.example` when it is machine_applicable, else correct `field`"),
    (10, "not found", "list what there is, then use a name that exists"),
    (20, "conflict", "look at the state first; do not repeat the call as it is"),
    (30, "not allowed", "stop, and say which scope or capability is missing"),
    (40, "a dependency failed", "try once more, then report it"),
    (50, "timeout", "narrow the call, or give a larger --timeout"),
    (65, "malformed data", "correct the data that was given"),
    (70, "internal error", "report it; repeating does not help"),
    (74, "output not writable", "write somewhere else"),
    (75, "temporary failure", "wait, then try again"),
    (101, "a person is needed", "ask the person, and run what they approve"),
    (130, "interrupted", "start again only if that is still wanted"),
)
"""Exit code → what it means and what an agent does."""
_ACTS = {
    "E1010": "; ask the person, then add it",
    "E1901": "; add `error.field`",
    "E1903": "; see `error.details`",
    "E1904": "; take one of those in the message",
    "E1906": "; name a file, or pipe data in",
    "E1907": "; look which there are",
    "E1909": "; leave one of them out",
    "E2001": "; ask whoever runs the app for it",
    "E2903": "; show the person what the error says",
    "E4901": "; ask for less, or allow more time",
}
"""What to do about the framework's errors that calls are likely to meet."""
VARIABLES: tuple[tuple[str, str], ...] = (
    ("TOOLI_CALLER", "your name, such as claude-code, codex or langchain"),
    ("TOOLI_CALLER_VERSION", "your version"),
    ("TOOLI_SESSION_ID", "one id for all calls of a session"),
)
"""What a caller can say of itself."""


def param_name(row: HelpRow) -> tuple[Inline, ...]:
    """Return how a param is given: `PATH`, or `--root`, `-r`."""
    if row.kind == "argument":
        return (Code(row.names[0]),)
    long = [name for name in row.names if name.startswith("--")]
    short = [name for name in row.names if not name.startswith("--")]
    return codes([*long, *row.negatives, *short])


def param_facts(row: HelpRow, rule: str = "") -> Text:
    """Return a param's type, whether it has to be given, its limits, choices, default and variables."""
    facts: list[Text] = [row.takes] if row.takes else []
    if row.required:
        facts.append("required")
    if row.bounds:
        facts.append((Code(row.bounds),))
    if rule:
        facts.append(rule)
    if row.repeatable:
        facts.append("repeatable")
    if row.default is not None:
        facts.append(("default ", Code(row.default)))
    if row.declared_env:
        facts.append(joined(("env", codes(row.declared_env))))
    if row.deprecated:
        facts.append("deprecated" if row.deprecated == "yes" else f"deprecated: {row.deprecated}")
    return joined(facts, ", ")


def params(described: DescribedCommand, *, help: bool = True) -> Iterator[Block]:
    """Give the list of a command's params, with or without their help."""
    items: list[tuple[Text, Text]] = []
    for row in described.rows:
        facts = param_facts(row, described.rules.get(row.names[0], ""))
        name: Text = joined((param_name(row), ("(", *joined((facts,)), ")"))) if facts else param_name(row)
        items.append((name, row.help.strip() if help else ""))
    if items:
        yield Terms(tuple(items))


def behavior(described: DescribedCommand) -> str:
    """Return what running a command does and what it needs, in one sentence; empty when nothing is known."""
    command = described.command
    told = [*described.page.notes, *described.page.behavior]
    if described.dry_run:
        told.append(f"{described.dry_run} shows what it would do")
    capabilities = [name for name in command.capabilities if name != "none"]
    if capabilities:
        told.append(f"capabilities {', '.join(capabilities)}")
    if command.cost_hint:
        told.append(f"cost {command.cost_hint}")
    if command.danger_level:
        told.append(f"danger {command.danger_level}")
    if command.delegation_hint:
        told.append(f"delegate: {command.delegation_hint}")
    return f"{sentence('; '.join(told))}." if told else ""


def recovery(described: DescribedCommand) -> Iterator[Block]:
    """Give what to do when a command fails: its own errors and playbooks, and the framework's codes."""
    items: list[Text] = []
    playbooks = dict(described.command.recovery_playbooks)
    for row in described.errors:
        steps = _steps(playbooks.pop(row.names[0], ()))
        items.append((Code(row.names[0]), f" ({row.takes}) {row.help.strip().rstrip('.')}{steps}"))
    items += [(Code(code), _steps(steps)) for code, steps in playbooks.items()]
    if items:
        yield Paragraph("When it fails:")
        yield Bullets(tuple(items))
    if described.failures:
        yield Paragraph(
            (*joined(("Also fails with" if items else "Fails with", codes(described.failures))), ".")
        )


def common_failures(app: DescribedApp) -> Iterator[Block]:
    """Give what the framework's codes mean that the commands of an app are likely to give."""
    found = sorted({code for described in app.commands for code in described.failures})
    if found:
        yield Terms(
            tuple(((Code(code),), marked(code_row(code).meaning + _ACTS.get(code, ""))) for code in found)
        )


def _steps(steps: str | Sequence[str]) -> str:
    words = [steps] if isinstance(steps, str) else [str(step) for step in steps]
    return f": {'; then '.join(word.strip().rstrip('.') for word in words)}." if words else ""


def example(shown: ShownExample) -> Listing:
    """Return an example as a terminal shows it."""
    said = f"# {' '.join(shown.description.split())}\n" if shown.description else ""
    return Listing(f"{said}$ {shown.line}\n{shown.output}".rstrip("\n"), "console")


def exit_codes(*, among: frozenset[int] | None = None) -> Table:
    """Return the exit codes with what an agent does about each."""
    rows = [row for row in EXITS if among is None or row[0] in among]
    return Table(("exit", "means", "do"), tuple((str(code), means, marked(act)) for code, means, act in rows))


def integration(app: DescribedApp, caller: str) -> Iterator[Block]:
    """Give how a caller names itself, and what that changes."""
    yield Paragraph("Name yourself once, before the first call:")
    yield Listing(f"export TOOLI_CALLER={caller}", "sh")
    yield Terms(tuple(((Code(name),), said) for name, said in VARIABLES))
    yield Paragraph(
        marked(
            "Then answers are JSON without being asked for, help is short, nothing ever prompts, a call ends "
            "after 120 s unless `--timeout` says otherwise, and `meta` names you. `{detect}` shows what was "
            "recognised.",
            detect=app.built_in("detect-context"),
        )
    )


def composition(app: DescribedApp) -> Iterator[Block]:
    """Give how commands go together: pages, previews, pipes, what follows what."""
    items: list[Text] = []
    if any(described.pages for described in app.commands):
        items.append(
            marked(
                "Pages: `--limit 20` gives the first items; `meta.next_cursor` goes into `--cursor` for "
                "the next. `--select a,b` and `--filter 'size > 10'` leave out what you do not need."
            )
        )
    for described in app.commands:
        items += _previews(described)
    for described in app.commands:
        for taker in described.pipe.get("to", ()):
            into = marked(
                "`{giver}` can be piped into `{taker}`, which takes its items for `-`.",
                giver=described.name,
                taker=taker,
            )
            items.append(into)
    for described in app.commands:
        items += [_followed("After", described.name, described.after)] if described.after else []
        items += [_followed("Before", described.name, described.before)] if described.before else []
    if items:
        yield Bullets(tuple(items))


def _previews(described: DescribedCommand) -> Iterator[Text]:
    if described.dry_run and described.yes:
        yield marked(
            "Preview `{name}` with `{dry}`; when the plan is right and the person agrees, run it "
            "with `{yes}`.",
            name=described.name,
            dry=described.dry_run,
            yes=described.yes,
        )


def _followed(word: str, name: str, steps: tuple[Step, ...]) -> Text:
    said = [(Code(step.command), f" when {step.when}" if step.when else "") for step in steps]
    return joined(((f"{word} ", Code(name), ":"), joined(said, "; ")))


def governance(app: DescribedApp) -> Iterator[Block]:
    """Give which commands need a person, a go-ahead or scopes, and what the app touches."""
    people = [c.name for c in app.commands if "needs a person's approval" in c.page.behavior]
    going = [c.name for c in app.commands if c.yes]
    costly = [c.name for c in app.commands if c.command.cost_hint == "high"]
    scopes = sorted({scope for c in app.commands for scope in c.command.auth})
    touched = sorted({name for c in app.commands for name in c.command.capabilities if name != "none"})
    items: list[Text] = []
    if people:
        items.append(joined(("A person has to approve:", codes(people))))
    if going:
        items.append(joined(("Destructive, only with the person's go-ahead:", codes(going))))
    if costly:
        items.append(joined(("Expensive, so not in a loop:", codes(costly))))
    if scopes:
        items.append(joined(("Scopes in use:", codes(scopes))))
    if touched:
        items.append(joined(("Capabilities in use:", codes(touched))))
    if items:
        yield Bullets(tuple(items))


def own_sections(app: DescribedApp, level: int = 2) -> Iterator[Block]:
    """Give the developer's own sections."""
    for title, text in app.sections.items():
        yield Heading(level, title)
        yield Own(text)


def rules(app: DescribedApp) -> list[Text]:
    """Return the developer's rules."""
    return [rule.strip() for rule in app.rules]


def section(title: str, blocks: Iterator[Block], level: int = 2) -> Iterator[Block]:
    """Give blocks under a heading; nothing when there are none."""
    found = list(blocks)
    if found:
        yield Heading(level, title)
        yield from found


def names_of(task: str, commands: list[DescribedCommand]) -> Text:
    """Return the names of a task's commands in a row; their group, where it is the task, is said once."""
    if all(task == " ".join(described.command.path[:-1]) for described in commands):
        return (Code(task), " ", ", ".join(described.command.path[-1] for described in commands))
    return ", ".join(described.name for described in commands)
