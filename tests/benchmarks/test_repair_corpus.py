"""The corpus of mistakes: what it holds, that its calls are what they claim, and that errors keep bounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent.parent))

from benchmarks.repair.applying import apply
from benchmarks.repair.bounds import bounds
from benchmarks.repair.calling import run
from benchmarks.repair.command_sets import NAMES
from benchmarks.repair.corpus import LENIENT, SPELLING, corpus
from benchmarks.repair.fixture import inside
from benchmarks.repair.handwritten import handwritten
from benchmarks.repair.judging import Verdict, judge
from benchmarks.repair.mistake import Given, Mistake
from benchmarks.repair.peers import comparison, running
from benchmarks.repair.valid_calls import valid_calls

ROOT = Path(__file__).parent.parent.parent
MEANT = {
    "command": "create",
    "arguments": {"order": {"to": {"zip": "10115"}}, "max_rows": 5, "tags": ["a", "b"], "note": None},
}
LINE = Mistake("m", "orders", "any", "cli", Given(argv=("create",)), MEANT)
CALL = Mistake("m", "orders", "any", "python", Given(command="create", arguments={"yes": True}), MEANT)
INSTALLED = [peer for peer in running.PEERS if not running.missing(peer)]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    with inside(tmp_path) as folder:
        yield str(folder)


@cache
def whole() -> list[Mistake]:
    return corpus()


def test_the_corpus_is_the_same_every_time() -> None:
    assert [mistake.to_dict() for mistake in whole()] == [mistake.to_dict() for mistake in corpus()]


@pytest.mark.slow
def test_the_corpus_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "import json, hashlib; from benchmarks.repair.corpus import corpus;"
        "print(hashlib.sha256(json.dumps([m.to_dict() for m in corpus()]).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_the_corpus_is_large_enough() -> None:
    mistakes = whole()
    assert len(mistakes) >= 300
    assert len(handwritten()) >= 60
    assert {mistake.app for mistake in mistakes} == set(NAMES)
    assert min(Counter(call.app for call in valid_calls()).values()) >= 8


def test_every_mistake_has_a_name_of_its_own() -> None:
    names = [mistake.id for mistake in whole()]
    assert len(names) == len(set(names))


def test_the_lists_of_kinds_name_kinds_that_exist() -> None:
    kinds = {mistake.kind for mistake in whole()}
    assert kinds >= LENIENT
    assert kinds >= SPELLING


def test_valid_calls_give_the_arguments_they_mean_on_both_surfaces(home: str) -> None:
    wrong = [
        (call.command, given, answer)
        for call in valid_calls()
        for given in (
            Given(argv=(*call.words, *call.argv)),
            Given(command=call.command, arguments=call.arguments),
        )
        if (answer := run(call.app, given, home)).received != call.received
    ]
    assert wrong == []


@pytest.mark.parametrize("app", NAMES)
def test_the_apps_run_as_programs(app: str, home: str) -> None:
    call = next(call for call in valid_calls() if call.app == app)
    program = ROOT / "benchmarks" / "repair" / "apps" / f"{app}.py"
    done = subprocess.run(
        [sys.executable, program, *call.words, *call.argv, "--json"],
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert json.loads(done.stdout)["result"] == call.received


def test_every_mistake_fails_unless_the_framework_is_known_to_take_it(home: str) -> None:
    ran = [
        mistake.id
        for mistake in whole()
        if mistake.kind not in LENIENT and run(mistake.app, mistake.given, home).received is not None
    ]
    assert ran == []


def test_the_errors_keep_their_bounds(home: str) -> None:
    results = [judge(mistake, home) for mistake in whole()]
    broken = [
        f"{bound.name}: {bound.measured}: {', '.join(result.mistake.id for result in bound.offenders)}"
        for bound in bounds(results)
        if not bound.held
    ]
    assert broken == []


def test_a_line_is_applied_without_the_words_that_start_the_program() -> None:
    for program in ("orders", "python orders.py", "python3 -m orders"):
        given, filled = apply(LINE, {"example": f"{program} create 'a b' --json"})
        assert (given, filled) == (Given(argv=("create", "a b", "--json")), False)


def test_placeholders_in_a_line_are_filled_with_what_was_meant() -> None:
    example = "orders create '{\"zip\":\"<order.to.zip: TEXT>\"}' --max-rows '<max-rows: INTEGER e.g. 1>'"
    given, filled = apply(LINE, {"example": example})
    assert (given, filled) == (Given(argv=("create", '{"zip":"10115"}', "--max-rows", "5")), True)


def test_a_list_in_place_of_a_placeholder_repeats_the_option() -> None:
    given, _ = apply(LINE, {"example": "orders create --tags '<tags: TEXT>'"})
    assert given == Given(argv=("create", "--tags", "a", "--tags", "b"))


def test_a_placeholder_that_names_nothing_meant_cannot_be_applied() -> None:
    for name in ("note", "other"):
        assert apply(LINE, {"example": f"orders create '<{name}>'"}) == (None, False)


def test_arguments_are_applied_with_the_callers_own_switches() -> None:
    given, filled = apply(CALL, {"arguments": {"max_rows": "<max_rows: INTEGER>", "note": "x"}})
    assert given == Given(command="create", arguments={"yes": True, "max_rows": 5, "note": "x"})
    assert filled


def test_without_arguments_the_example_of_a_call_is_another_command() -> None:
    given, filled = apply(CALL, {"example": "list-orders"})
    assert (given, filled) == (Given(command="list-orders", arguments={"yes": True}), False)


def test_a_suggestion_without_a_line_repairs_nothing() -> None:
    assert apply(LINE, {"fix": "Think."}) == (None, False)
    assert apply(CALL, {"fix": "Think."}) == (None, False)


@pytest.mark.parametrize("peer", INSTALLED)
def test_the_peers_take_the_same_valid_calls(peer: str, home: str) -> None:
    wrong = [
        (call.command, answer)
        for call in valid_calls()
        if call.app in running.APPS
        and (answer := running.run(peer, call.app, [*call.words, *call.argv], home)).received != call.received
    ]
    assert wrong == []


@pytest.mark.parametrize("peer", INSTALLED)
def test_what_a_peer_proposes_is_tried(peer: str, home: str) -> None:
    mistakes = [mistake for mistake in whole() if mistake.kind == "command-transposed"]
    verdicts = {comparison.judge(peer, mistake, home) for mistake in mistakes if comparison.shared(mistake)}
    assert verdicts == {Verdict.AT_ONCE}
