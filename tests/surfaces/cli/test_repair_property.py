"""Whatever is wrong with a call, its error never fails, and the line it suggests is one that works."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from tooli import Argument, Option, Tooli
from tooli.annotations import Destructive
from tooli.surfaces.cli.borrowed import CapturedStreams, run_contained
from tooli.surfaces.cli.parser import parse
from tooli.surfaces.cli.repair import _wrong


@dataclass
class Address:
    street: str
    zip: int


app = Tooli(name="demo", version="1.0.0")
db = app.group("db")


@app.command()
def deploy(
    env: Literal["staging", "production"],
    replicas: Annotated[int, Option("--replicas", "-r", min=1, max=10)] = 1,
    force: bool = False,
    when: date | None = None,
    tags: Annotated[list[str], Option()] = [],  # noqa: B006 - never changed
) -> str:
    """Deploy."""
    return env


@app.command()
def order(
    item: str,
    to: Annotated[Address, Option()],
    sizes: Annotated[dict[str, int], Option()] = {},  # noqa: B006 - never changed
) -> str:
    """Order."""
    return item


@db.command(annotations=Destructive)
def wipe(name: str, mode: Literal["soft", "hard"] = "soft") -> str:
    """Wipe."""
    return name


VALID = [
    ["deploy", "staging", "--replicas", "3", "--force", "--when", "2026-11-15", "--tags", "a", "--tags", "b"],
    ["deploy", "production", "-r", "2"],
    ["order", "big book", "--to", '{"street": "Main", "zip": 12}', "--sizes", "x=1"],
    ["order", "pen", "--to.street", "Main", "--to.zip", "12"],
    ["db", "wipe", "users", "--mode", "hard", "--yes"],
]
WORDS = st.sampled_from(["--", "-", "--x", "-z", "=", "{", "'", "", "staging", "3", "ü", "--json", "@x"])


@st.composite
def mistaken(draw: st.DrawFn) -> list[str]:
    """Return a valid call with one or two random changes."""
    words = list(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(words) - 1)) if words else 0
        change = draw(st.sampled_from(["drop", "double", "insert", "swap", "letter", "case", "cut"]))
        if not words or change == "insert":
            words.insert(at, draw(WORDS | st.text(max_size=6)))
        elif change == "drop":
            del words[at]
        elif change == "double":
            words.insert(at, words[at])
        elif change == "swap":
            other = draw(st.integers(0, len(words) - 1))
            words[at], words[other] = words[other], words[at]
        elif change == "case":
            words[at] = words[at].swapcase()
        else:
            place = draw(st.integers(0, len(words[at])))
            put = draw(st.characters(codec="utf-8")) if change == "letter" else ""
            words[at] = words[at][:place] + put + words[at][place + (change == "cut") :]
    return words


@settings(max_examples=300)
@given(mistaken())
def test_an_error_never_fails_and_its_line_parses(words: list[str]) -> None:
    runtime = app.runtime.replace(environ={})
    streams = CapturedStreams()
    run_contained(runtime, [*words, "--json"] if "--" not in words else ["--json", *words], streams)
    text = streams.stdout.decode()
    answer = json.loads(text)
    assert text.endswith("}\n")
    assert text.count("\n") == 1
    if "ok" not in answer:
        return  # a letter that asks for help
    suggestion = {} if answer["ok"] else answer["error"].get("suggestion") or {}
    if "example" not in suggestion or suggestion["action"] == "ask_human":
        return
    line = shlex.split(suggestion["example"])
    start = next(at for at, word in enumerate(line) if word in ("deploy", "order", "db", "--json") or at == 3)
    parsed = parse(runtime.catalog, line[start:])
    assert parsed.command is not None
    assert parsed.mistakes == []
    if suggestion["applicability"] != "has_placeholders":
        assert _wrong(runtime, parsed) == []


def test_an_option_of_another_command_is_named_with_its_command() -> None:
    streams = CapturedStreams()
    run_contained(
        app.runtime.replace(environ={}), ["db", "wipe", "users", "--sizes", "x=1", "--json"], streams
    )
    suggestion = json.loads(streams.stdout)["error"]["suggestion"]
    assert suggestion["action"] == "use_different_tool"
    assert suggestion["fix"] == "--sizes belongs to order; leave it out here, or use that command."


def test_no_word_of_the_caller_is_dropped_for_a_placeholder() -> None:
    shop = Tooli(name="shop", version="1.0.0")

    @shop.command()
    def search(text: str, path: Annotated[Path, Argument(exists=True)]) -> str:
        return text

    @shop.command()
    def other() -> None: ...

    streams = CapturedStreams()
    run_contained(shop.runtime, ["search", "gone", "away", "--text", "b", "--json"], streams)
    suggestion = json.loads(streams.stdout)["error"].get("suggestion") or {}
    assert "<path" not in suggestion.get("example", "")
