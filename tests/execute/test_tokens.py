"""`token_counts.json` holds texts with their true o200k_base counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooli.execute.tokens import LEAST, MOST, count, estimate

RECORDED = json.loads(Path(__file__).with_name("token_counts.json").read_text(encoding="utf-8"))
STRUCTURED = {
    "compact JSON",
    "indented JSON",
    "default JSON",
    "columns JSON",
    "JSON lines",
    "schema JSON",
    "logs",
}
STRUCTURED |= {
    "python",
    "javascript",
    "rust",
    "go",
    "c",
    "sql",
    "shell",
    "markup",
    "identifiers",
    "hex",
    "base64",
}
STRUCTURED |= {"numbers", "tables", "english prose", "technical prose"}


def by_kind() -> dict[str, float]:
    """Estimated share of the true count, over all texts of a kind."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for text in RECORDED:
        sums[text["kind"]][0] += estimate(text["text"])
        sums[text["kind"]][1] += text["tokens"]
    return {kind: guessed / true for kind, (guessed, true) in sums.items()}


def test_many_kinds_of_text_are_recorded() -> None:
    assert len(RECORDED) >= 60
    assert len({text["kind"] for text in RECORDED}) >= 30


def test_every_estimate_is_within_the_stated_bounds() -> None:
    shares = [estimate(text["text"]) / text["tokens"] for text in RECORDED]
    assert min(shares) >= LEAST
    assert max(shares) <= MOST


def test_what_tools_return_is_estimated_closely() -> None:
    far = {
        kind: share for kind, share in by_kind().items() if kind in STRUCTURED and not 0.95 <= share <= 1.15
    }
    assert far == {}


def test_no_kind_of_text_is_estimated_far_off() -> None:
    assert {kind: share for kind, share in by_kind().items() if not 0.95 <= share <= 1.27} == {}


def test_over_all_texts_the_error_is_a_few_percent() -> None:
    guessed = sum(estimate(text["text"]) for text in RECORDED)
    assert 1.0 <= guessed / sum(text["tokens"] for text in RECORDED) <= 1.08


def test_nothing_costs_nothing_and_anything_costs_something() -> None:
    assert estimate("") == 0
    assert estimate("a") == 1
    assert estimate("\x00") == 1
    assert estimate("\udc80") >= 1


@given(st.text(st.characters(), min_size=1))
def test_any_text_has_an_estimate(text: str) -> None:
    assert 1 <= estimate(text) <= 1 + 6 * len(text)


def test_a_long_text_costs_what_its_parts_cost() -> None:
    whole = "\n".join(text["text"] for text in RECORDED) * 25
    parts = 25 * sum(estimate(text["text"]) for text in RECORDED)
    assert len(whole) > 1_000_000
    assert 0.97 <= estimate(whole) / parts <= 1.03


def test_a_text_with_two_halves_is_read_in_both() -> None:
    half = {text["kind"]: text["text"] for text in RECORDED}
    prose, digits = half["english prose"] * 2_000, half["hex"] * 2_000
    assert 0.97 <= estimate(prose + digits) / (estimate(prose) + estimate(digits)) <= 1.03


def counted(code: str, **environ: str) -> str:
    clean = {name: value for name, value in os.environ.items() if name not in ("DATA_GYM_CACHE_DIR",)}
    run = subprocess.run(
        [sys.executable, "-c", code], env={**clean, **environ}, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


def asking(text: str) -> str:
    """A program without a network that counts a text."""
    return (
        "import socket\n"
        "def refuse(*_, **__): raise AssertionError('the network was used')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        f"from tooli.execute.tokens import count; print(*count({text!r}))"
    )


@pytest.mark.parametrize("content", [None, b"", b"IQ== 0\n"])
def test_without_a_whole_vocabulary_the_estimate_is_given_and_nothing_is_fetched(
    tmp_path: Path, content: bytes | None
) -> None:
    kept = tmp_path / "fb374d419588a4632f3f557e76b4b70aebbca790"
    if content is not None:
        kept.write_bytes(content)
    expected = f"{estimate('three small words')} estimate"
    assert counted(asking("three small words"), TIKTOKEN_CACHE_DIR=str(tmp_path)) == expected
    assert kept.exists() == (content is not None)


def test_a_cache_that_is_switched_off_means_an_estimate() -> None:
    assert counted(asking("word"), TIKTOKEN_CACHE_DIR="").endswith(" estimate")


def test_without_tiktoken_the_estimate_is_given() -> None:
    code = "import sys; sys.modules['tiktoken'] = None\n" + asking("three small words")
    assert counted(code) == f"{estimate('three small words')} estimate"


STANDING_IN = """
import tiktoken
from tiktoken import registry
registry.ENCODINGS["o200k_base"] = tiktoken.Encoding(
    "o200k_base",
    pat_str="[a-z]+|[^a-z]",
    mergeable_ranks={bytes([byte]): byte for byte in range(256)} | {b"ab": 256},
    special_tokens={"<|endoftext|>": 257},
)
from tooli.execute.tokens import count
print(*count("ab ab"), *count("<|endoftext|>"), *count(" " * 1_000_000))
"""


def test_tiktoken_counts_where_it_has_its_vocabulary() -> None:
    assert counted(STANDING_IN) == "3 tiktoken 13 tiktoken 1000000 tiktoken"


def test_the_recorded_counts_are_tiktokens() -> None:
    numbers = [count(text["text"]) for text in RECORDED]
    if {who for _, who in numbers} == {"estimate"}:
        pytest.skip("tiktoken's vocabulary is not on this machine")
    assert numbers == [(text["tokens"], "tiktoken") for text in RECORDED]


@pytest.mark.untraced
def test_an_estimate_loads_nothing_else() -> None:
    code = "import sys; old = set(sys.modules); from tooli.execute.tokens import estimate; estimate('ä b'); "
    code += "print(*sorted(set(sys.modules) - old))"
    assert counted(code).split() == [
        "__future__",
        "tooli",
        "tooli.execute",
        "tooli.execute.tokens",
        "tooli.types",
    ]
