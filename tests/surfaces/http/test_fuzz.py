"""Requests made from the API's own description, right ones and wrong ones: every answer is as described."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from jsonschema import Draft202012Validator
from tests.surfaces.http.client import Answer, ask, http_server

APP = Path(__file__).with_name("typed_app.py")
EACH = 18
"""Right requests of each operation; half as many wrong ones follow."""
LEAST = 3000


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of an app with every type."""
    with http_server(APP) as address:
        yield address


@pytest.mark.slow
def test_every_answer_to_generated_requests_is_as_described(url: str) -> None:
    import schemathesis
    from schemathesis import GenerationMode

    document = json.loads(ask(url, "/openapi.json").body)
    described = Described(document)
    seen: Counter[int] = Counter()
    for found in schemathesis.openapi.from_dict(document).get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr] # the description is valid

        def send(case: Any) -> None:
            answer = _sent(url, case)
            seen[answer.status] += 1
            described.check(case.operation.path, case.method.lower(), answer)

        for mode, count in ((GenerationMode.POSITIVE, EACH), (GenerationMode.NEGATIVE, EACH // 2)):
            _try(operation, mode, count, send)
    assert seen.total() >= LEAST, seen
    assert seen[200] > LEAST / 10, seen
    assert not [status for status in seen if status >= 500], seen


def _try(operation: Any, mode: Any, count: int, send: Any) -> None:
    """Send some of the requests that an operation may get."""
    checks = settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    with suppress(Unsatisfiable):  # there is no wrong request where anything is taken
        checks(given(case=operation.as_strategy(generation_mode=mode))(send))()


def _sent(url: str, case: Any) -> Answer:
    headers = {name: _ascii(value) for name, value in (case.headers or {}).items() if value is not None}
    query = urlencode(case.query or {}, doseq=True)
    path = f"{case.operation.path}?{query}" if query else case.operation.path
    is_json = not isinstance(case.body, (type(None), bytes)) and type(case.body).__name__ != "NotSet"
    body = json.dumps(case.body, default=str).encode() if is_json or case.body is None else b""
    if case.method.upper() == "GET":
        return ask(url, path, None, **headers)
    return ask(url, path, body, method=case.method.upper(), **headers)


def _ascii(value: Any) -> str:
    """Return a header's value as a client may send it."""
    text = value if isinstance(value, str) else json.dumps(value)
    return "".join(c for c in text if c.isprintable()).encode("utf-8", "ignore").decode("latin-1").strip()


class Described:
    """What a description says of answers."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def check(self, path: str, method: str, answer: Answer) -> None:
        """Hold an answer against what is described: its status, media type and body."""
        responses = self._document["paths"][path][method]["responses"]
        told = responses.get(str(answer.status))
        assert told is not None, (path, answer)
        if "$ref" in told:
            told = self._document["components"]["responses"][told["$ref"].rpartition("/")[2]]
        kind = answer.headers["content-type"].partition(";")[0]
        content = told["content"].get(kind)
        assert content is not None or "*/*" in told["content"], (path, kind)
        if kind == "application/json" and content is not None:
            whole = {**self._document, **content["schema"]}
            errors = [
                error.message for error in Draft202012Validator(whole).iter_errors(json.loads(answer.body))
            ]
            assert errors == [], (path, answer)
