"""The decision about a call: which rules it breaks, told hardest first."""

from __future__ import annotations

from typing import Any

import pytest

from tooli.annotations import Destructive, ReadOnly
from tooli.model import Command
from tooli.policy.decide import decide
from tooli.policy.level import SecurityPolicy, stricter


def command(**settings: Any) -> Command:
    return Command(path=("do",), function=lambda: None, **settings)


def rules(of: Command, level: SecurityPolicy = SecurityPolicy.STANDARD, **options: Any) -> dict[str, str]:
    scopes, allowed = options.pop("scopes", ()), options.pop("allowed", None)
    return {breach.rule: breach.verdict for breach in decide(of, level, scopes, allowed, **options)}


def test_a_call_that_breaks_nothing_breaks_nothing() -> None:
    assert rules(command(capabilities=("none",)), SecurityPolicy.STRICT) == {}


def test_all_broken_rules_are_found_and_told_in_one_order() -> None:
    everything = command(auth=("a", "b"), capabilities=("fs:delete",))
    found = decide(everything, SecurityPolicy.STRICT, ["a"], ["net:read"])
    assert [breach.rule for breach in found] == ["scope", "capability", "consent"]
    assert [breach.error.code for breach in found] == ["E2001", "E2002", "E1010"]
    assert found[0].error.details == {"missing": ["b"], "granted": ["a"]}
    assert found[1].error.details == {"missing": ["fs:delete"], "allowed": ["net:read"]}


def test_approval_takes_the_place_of_the_yes() -> None:
    both = command(annotations=Destructive, requires_approval=True, capabilities=("none",))
    assert rules(both) == {"approval": "approve"}
    assert rules(both, yes=True) == {"approval": "approve"}


def test_a_dry_run_needs_no_consent_unless_it_is_the_run_itself() -> None:
    critical = command(danger_level="critical", capabilities=("fs:write",))
    assert rules(critical, dry_run=True) == {}
    reading = command(requires_approval=True, annotations=ReadOnly, capabilities=("fs:read",))
    assert rules(reading, dry_run=True) == {"approval": "approve"}


def test_scopes_and_capabilities_hold_in_a_dry_run_too() -> None:
    found = rules(command(auth=("a",)), SecurityPolicy.STRICT, dry_run=True)
    assert found == {"scope": "deny"}


@pytest.mark.parametrize(
    ("level", "overridden"),
    [
        (SecurityPolicy.OFF, {"scope", "consent"}),
        (SecurityPolicy.STANDARD, {"scope"}),
        (SecurityPolicy.STRICT, set()),
    ],
)
def test_a_rule_that_is_broken_and_let_pass_is_an_override(
    level: SecurityPolicy, overridden: set[str]
) -> None:
    broken = decide(command(auth=("a",), annotations=Destructive), level, (), None)
    assert {breach.rule for breach in broken if breach.overridden} == overridden


def test_levels_are_ordered() -> None:
    assert stricter(SecurityPolicy.OFF, SecurityPolicy.STRICT) is SecurityPolicy.STRICT
    assert stricter(SecurityPolicy.STANDARD, SecurityPolicy.OFF) is SecurityPolicy.STANDARD
    assert [level.rank for level in SecurityPolicy] == [0, 1, 2]
