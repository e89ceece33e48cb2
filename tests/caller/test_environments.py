"""Environments, recorded or as documented, and who is calling in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.caller.worlds import world

from tooli.caller.caller import MARKERS, SUSPECTS, detect
from tooli.caller.environment import CONVENTION, variable
from tooli.caller.execution_context import examine
from tooli.caller.known_agents import AGENTS
from tooli.caller.known_ci import SYSTEMS
from tooli.caller.process_tree import NAMES, RUNNERS

RECORDS = sorted(Path(__file__).with_name("environments").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_caller_in_an_environment_is_found(path: Path) -> None:
    record = json.loads(path.read_text())
    interactive = record.get("interactive", False)
    found = examine(world(record["environ"], interactive=interactive))
    told = found.to_dict()
    assert {name: told[name] for name in record["expected"]} == record["expected"]
    caller = detect(record["environ"], interactive)
    for name in ("category", "confidence", "caller_id", "caller_version", "ci_name", "signals"):
        assert getattr(caller, name) == getattr(found, name)


def test_the_corpus_covers_ten_recorded_agents_and_ten_ci_systems() -> None:
    records = [json.loads(path.read_text()) for path in RECORDS]
    recorded = [record for record in records if record["note"].startswith("recorded")]
    systems = {record["expected"].get("ci_name") for record in records} - {None}
    assert len(recorded) >= 10
    assert len(systems) >= 10


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.id)
def test_every_marker_of_an_agent_names_it(agent: Any) -> None:
    for kind, confidence in (("markers", 0.95), ("unattended", 0.9), ("hints", 0.7)):
        for marker in getattr(agent, kind):
            name = variable(marker)
            found = detect({name: marker[len(name) + 1 :] or "1"}, False)
            assert (found.category, found.caller_id) == ("ai_agent", agent.id)
            assert (found.confidence, found.signals) == (confidence, (marker,))
            assert detect({name: "0"}, False).category == "unknown_automation"
            if kind != "markers":
                assert detect({name: "1"}, True).category == "human"
    assert found_by_label(agent.id) == agent.id
    assert [found_by_label(label.removesuffix("-") + "_1") for label in agent.labels] == [
        agent.id if not label.endswith("-") else None for label in agent.labels
    ]


def found_by_label(label: str) -> str | None:
    caller = detect({"AI_AGENT": label}, False)
    return caller.caller_id if caller.confidence == 0.95 else None


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: str(system[0]))
def test_every_ci_system_is_known_by_its_variables(system: tuple[str, tuple[str, ...], str]) -> None:
    name, markers, _ = system
    environ = {variable(marker): marker.partition("=")[2] or "true" for marker in markers}
    found = detect(environ, False)
    assert (found.category, found.ci_name, found.confidence) == ("ci_cd", name, 0.95)
    named = detect({"TOOLI_CALLER": name}, False)
    assert (named.category, named.ci_name, named.caller_id) == ("ci_cd", name, name)


def test_the_tables_are_as_large_as_they_should_be_and_tell_their_sources() -> None:
    assert len(AGENTS) >= 25
    assert len(SYSTEMS) >= 10
    assert len({agent.id for agent in AGENTS}) == len(AGENTS)
    assert all(agent.source for agent in AGENTS)
    assert all(source for _, _, source in SYSTEMS)


def test_what_is_a_reason_to_look_closer_is_what_the_tables_know() -> None:
    markers = [marker for agent in AGENTS for marker in (*agent.markers, *agent.unattended, *agent.hints)]
    markers += [marker for _, variables, _ in SYSTEMS for marker in variables]
    assert {*map(variable, markers), *CONVENTION, "AI_AGENT", "AGENT", "CI"} == MARKERS
    runners = {name.encode() for name in RUNNERS if name != "python"}
    assert {*(name.encode() for name in NAMES), *runners} == SUSPECTS
