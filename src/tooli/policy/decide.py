"""The decision about a call, pure: which rules it breaks, and what its level makes of each.

May import `model`, `errors` and the rest of `policy`; it asks nobody and writes nothing.
"""

from __future__ import annotations

from tooli.errors import AuthError, HumanNeededError, InputError, Suggestion
from tooli.policy.allowance import covered
from tooli.policy.level import SecurityPolicy
from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Literal

    from tooli.errors import ToolError
    from tooli.model import Command

    Verdict = Literal["allow", "warn", "confirm", "approve", "deny"]

TABLE: Mapping[str, tuple[Verdict, Verdict, Verdict]] = {
    "undeclared": ("allow", "allow", "deny"),
    "scope": ("allow", "warn", "deny"),
    "capability": ("allow", "warn", "deny"),
    "approval": ("approve", "approve", "approve"),
    "consent": ("allow", "confirm", "deny"),
}
"""What happens to a call that breaks a rule, under `off`, `standard` and `strict`."""


class Breach(Record):
    """A rule that a call breaks, and what happens because of it."""

    rule: str
    verdict: Verdict
    error: ToolError
    """What the caller is told when the call is denied; a warning is its message."""

    @property
    def overridden(self) -> bool:
        """Whether the call goes on though the rule, as it stands by default, is broken."""
        return self.verdict == "warn" or (
            self.verdict == "allow" and TABLE[self.rule][SecurityPolicy.STANDARD.rank] != "allow"
        )


def decide(
    command: Command,
    level: SecurityPolicy,
    scopes: Iterable[str],
    allowed: Iterable[str] | None,
    *,
    yes: bool = False,
    dry_run: bool = False,
) -> list[Breach]:
    """Return the rules a call breaks, in the order in which they are told.

    scopes: what the caller was granted. allowed: the capabilities that may be used; None for all.
    """
    broken = _declared(command, level, set(scopes), allowed)
    # A dry run of a command that changes nothing is the command itself.
    if not dry_run or command.read_only:
        broken = (*broken, *_consent(command, yes))
    return [Breach(rule=rule, verdict=TABLE[rule][level.rank], error=error) for rule, error in broken]


def needs_approval(command: Command) -> bool:
    """Whether a person has to approve each run of a command."""
    return command.requires_approval or command.human_in_the_loop or command.danger_level == "critical"


def _declared(
    command: Command, level: SecurityPolicy, scopes: set[str], allowed: Iterable[str] | None
) -> tuple[tuple[str, ToolError], ...]:
    return (
        *(("undeclared", error) for error in _undeclared(command, level)),
        *(("scope", error) for error in _scope(command, scopes)),
        *(("capability", error) for error in _capability(command, allowed)),
    )


def _undeclared(command: Command, level: SecurityPolicy) -> Iterator[ToolError]:
    # Where it is allowed nobody hears of it: most commands declare nothing, and an error takes time to make.
    if not command.auth and not command.capabilities and TABLE["undeclared"][level.rank] != "allow":
        yield AuthError(
            f"{command.name} declares neither auth nor capabilities",
            code="E2005",
            suggestion=Suggestion(
                'Have its developer declare them: capabilities=["none"] if it needs none.', action="ask_human"
            ),
        )


def _scope(command: Command, scopes: set[str]) -> Iterator[ToolError]:
    missing = [scope for scope in command.auth if scope not in scopes]
    if missing:
        yield AuthError(
            f"{command.name} needs the scope {', '.join(missing)}",
            code="E2001",
            suggestion=Suggestion("Ask a person to grant it.", action="ask_human"),
            details={"missing": missing, "granted": sorted(scopes)},
        )


def _capability(command: Command, allowed: Iterable[str] | None) -> Iterator[ToolError]:
    if allowed is None:
        return
    given = tuple(allowed)
    missing = [name for name in command.capabilities if not covered(name, given)]
    if missing:
        yield AuthError(
            f"{command.name} needs the capability {', '.join(missing)}, which is not allowed here",
            code="E2002",
            suggestion=Suggestion("Ask a person to allow it, or use another command.", action="ask_human"),
            details={"missing": missing, "allowed": sorted(given)},
        )


def _consent(command: Command, yes: bool) -> Iterator[tuple[str, ToolError]]:
    """Give what a person has to say first: an approval is more than a yes, so both are never asked for."""
    if needs_approval(command):
        yield "approval", HumanNeededError(f"{command.name} needs the approval of a person")
    elif command.destructive and not yes:
        yield (
            "consent",
            InputError(
                f"{command.name} is destructive and needs a yes",
                code="E1010",
                field="yes",
                suggestion=Suggestion("Ask a person, then repeat the call with a yes.", action="ask_human"),
            ),
        )
