from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toon_format import loads

from tooli.errors import InternalError
from tooli.render.toon import toon

leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
)
values = st.recursive(
    leaves | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10
)


def test_uniform_rows_name_their_keys_once() -> None:
    assert toon([{"id": 1, "name": "tea"}, {"id": 2, "name": "cake"}]) == "[2]{id,name}:\n  1,tea\n  2,cake"


def test_objects_are_indented_lines() -> None:
    assert toon({"id": 1, "size": {"w": 2}, "tags": ["a", "b"]}) == "id: 1\nsize:\n  w: 2\ntags[2]: a,b"


@given(values)
def test_a_document_reads_back_as_its_value(value: object) -> None:
    assert loads(toon(value)) == value


def test_a_value_nested_too_deep_is_refused() -> None:
    value: object = 0
    for _ in range(100_000):
        value = [value]
    with pytest.raises(InternalError) as refused:
        toon(value)
    assert refused.value.code == "E5902"
    assert refused.value.message.startswith("the result cannot be written as TOON: ")


MISSING = """
import sys
sys.modules["toon_format"] = None
from tooli.errors import DependencyError
from tooli.render.toon import toon
try:
    toon([1])
except DependencyError as error:
    print(error.code, error.exit_code, error.is_retryable, error.suggestion.action)
    print(error.message)
    print(error.suggestion.fix)
"""


def test_without_the_extra_the_error_says_what_to_install() -> None:
    run = subprocess.run([sys.executable, "-c", MISSING], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "E4902 40 False fix",
        "TOON output needs the package toon-format, which is not installed",
        'Install it with: pip install "tooli[toon]", or use --output json',
    ]


def test_the_encoder_is_imported_when_a_result_is_written() -> None:
    code = "import sys, tooli.render.toon; print('toon_format' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
