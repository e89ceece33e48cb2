"""Planted secrets appear nowhere under strict: not in answers, errors, tracebacks, files, help or schemas."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import RunApp
from tests.policy.secrets.planted import Planted, planted

from tooli import AgentContext, CallOptions, SecretInput, Tooli
from tooli.policy.redact import find_secrets, redact_secrets
from tooli.policy.secret_kinds import KINDS

PLANTED = planted()
STRICT = {"TOOLI_SECURITY_POLICY": "strict"}
APP = """
import json, pathlib
from tooli.annotations import ReadOnly
from tooli import SecretInput
texts = json.loads(pathlib.Path(__file__).with_name("planted.json").read_text())
everything = "; ".join(texts)

@app.command(capabilities=["none"], annotations=ReadOnly)
def result() -> dict:
    "Return them."
    return {"list": texts, "text": everything, everything[:2000]: 1, "deep": [{"a": {"b": t}} for t in texts]}

@app.command(capabilities=["state:mutate"])
def change() -> list:
    "Return what cannot be made again."
    return texts

@app.command(capabilities=["none"], annotations=ReadOnly)
def items():
    "Give them one by one."
    yield from texts

@app.command(capabilities=["none"], annotations=ReadOnly)
def fail() -> None:
    "Fail with them."
    raise ToolError(everything, "E4001", suggestion=everything, details={"all": texts})

@app.command(capabilities=["none"], annotations=ReadOnly)
def crash() -> None:
    "Crash with them."
    try:
        raise KeyError(texts[0])
    except KeyError as error:
        raise RuntimeError(everything, texts) from error

@app.command(capabilities=["none"], annotations=ReadOnly)
def report(ctx: AgentContext) -> str:
    "Report them."
    for text in texts:
        ctx.log(text, seen=text)
        ctx.progress(1, 2, text)
        ctx.next("result", when=text, given=text)
    ctx.artifact(texts[0], texts[1])
    return "done"

@app.command(capabilities=["fs:delete"], epilog=everything)
def wipe(of: Annotated[str, Option(help=everything)] = everything) -> str:
    "Never runs without a yes."
    return of

@app.command(capabilities=["none"])
def keep(key: SecretInput[str]) -> dict:
    "Return a secret in other clothes."
    import base64, urllib.parse
    word = key.reveal()
    inner = base64.b64encode(f"ann:{word}".encode()).decode()
    quoted = urllib.parse.quote(word, safe="")
    return {"it": word, "quoted": quoted, "basic": inner, "in": f"<{word}>", "hex": word.encode().hex()}
"""


class Strict:
    """The app of the corpus, run under strict; all it prints and writes is kept."""

    def __init__(self, run_app: RunApp) -> None:
        self._run = run_app
        self.folder = run_app.folder
        run_app.write(APP)
        (self.folder / "planted.json").write_text(json.dumps([one.text for one in PLANTED]))
        self.said: list[str] = []

    def __call__(self, *words: str, **variables: str) -> str:
        ran = self._run.again(*words, env={**STRICT, **variables})
        self.said += [ran.stdout, ran.stderr]
        return ran.stdout

    def written(self) -> dict[str, bytes]:
        """Return every file that was written."""
        files = [
            path for path in self.folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
        ]
        return {path.name: path.read_bytes() for path in files if path.name not in ("planted.json", "app.py")}


@pytest.fixture
def strict(run_app: RunApp) -> Strict:
    return Strict(run_app)


def shown(text: str) -> list[str]:
    """Return the kinds of planted secrets that a text shows."""
    return [one.kind for one in PLANTED if one.secret in text]


def test_the_corpus_has_every_kind_and_more_than_sixty() -> None:
    assert len(PLANTED) >= 60
    assert {one.kind for one in PLANTED} == {kind.name for kind in KINDS} | {"secret"}
    assert len({one.secret for one in PLANTED}) == len(PLANTED)


@pytest.mark.parametrize("one", PLANTED, ids=lambda one: one.kind)
@pytest.mark.parametrize("around", ["{}", "see {} there", "{}, and", "a\n{}\nb", '{{"x": "{}"}}'])
def test_each_kind_is_found_wherever_it_stands(one: Planted, around: str) -> None:
    text = around.format(one.text)
    assert [found.kind for found in find_secrets(text)] == [one.kind]
    assert redact_secrets(text) == text.replace(
        one.secret if one.kind != "private-key" else one.text, f"[redacted:{one.kind}]"
    )


@pytest.mark.parametrize("one", [one for one in PLANTED if len(one.text) > 60], ids=lambda one: one.kind)
@pytest.mark.parametrize("most", [60, 80, 120])
def test_the_beginning_of_a_secret_is_found_where_a_text_was_cut(one: Planted, most: int) -> None:
    for text in (f"{one.text[:most]}...", f"there is no {one.text[:most]}…", f"{{'a': '{one.text[:most]}..."):
        assert one.secret[:24] not in redact_secrets(text) or len(one.text) <= most


@pytest.mark.parametrize(
    "words",
    [
        ("result",),
        ("result", "--text"),
        ("result", "--jsonl"),
        ("result", "--response-format", "detailed"),
        ("items",),
        ("items", "--plain"),
        ("items", "--limit", "50", "--json"),
        ("fail",),
        ("fail", "--text"),
        ("crash", "-vv"),
        ("report",),
        ("wipe",),
        ("wipe", "--help"),
        ("wipe", "--schema"),
        ("wipe", "--help-agent"),
        ("mcp", "export"),
    ],
    ids=" ".join,
)
def test_no_output_shows_a_planted_secret(strict: Strict, words: tuple[str, ...]) -> None:
    assert strict(*words) or strict.said[1]
    assert [kind for text in strict.said for kind in shown(text)] == []
    assert any("[redacted:" in text for text in strict.said) or words == ("wipe",)


def test_no_file_keeps_a_planted_secret(strict: Strict) -> None:
    strict("result", "--spill", "spill.json")
    strict("items", "--spill", "spill.jsonl", "--limit", "2")
    strict("report", "--events", "events.jsonl")
    assert json.loads(strict("change", "--limit", "3"))["meta"]["next_cursor"]
    assert json.loads(strict("change", "--idempotency-key", "once"))["ok"]
    assert json.loads(strict("wipe", TOOLI_AUDIT_LOG="audit.jsonl"))["error"]["code"] == "E1010"
    files = strict.written()
    assert {"spill.json", "spill.jsonl", "events.jsonl", "audit.jsonl"} < files.keys()
    assert any(data.startswith(b"SQLite") for data in files.values())
    for name, data in files.items():
        assert [one.kind for one in PLANTED if one.secret.encode() in data] == [], name


@pytest.mark.parametrize("level", ["standard", "strict"])
def test_a_secret_input_comes_back_in_no_clothes(strict: Strict, level: str) -> None:
    word = "corr3ct h&rse/ b=tt?ry"
    (strict.folder / "key").write_text(word)
    result = json.loads(strict("keep", "--key-file", "key", TOOLI_SECURITY_POLICY=level))["result"]
    mask = "*" * 10
    assert result == {"it": mask, "quoted": mask, "basic": mask, "in": f"<{mask}>", "hex": mask}


def python_app() -> Tooli:
    app = Tooli("app", version="1.0.0", security_policy="strict")
    texts = [one.text for one in PLANTED]

    @app.command(capabilities=["none"])
    def result() -> dict[str, Any]:
        return {"list": texts, "tuple": tuple(texts), "bytes": texts[3].encode(), "path": Path(texts[0])}

    @app.command(capabilities=["none"])
    async def later() -> list[str]:
        return texts

    @app.command(capabilities=["none"])
    def items() -> Any:
        yield from texts

    @app.command(capabilities=["none"])
    def fail(ctx: AgentContext, key: SecretInput[str]) -> None:
        raise ValueError(key.reveal(), *texts)

    return app


def test_python_callers_get_the_redacted_value() -> None:
    app = python_app()
    result = app.call("result")
    assert result.result is not None
    assert shown(repr(result)) == []
    assert isinstance(result.result["tuple"], tuple)
    assert isinstance(result.result["path"], Path)
    assert shown(result.model_dump_json()) == []
    assert shown(repr(asyncio.run(app.acall("later")))) == []
    assert shown(repr(list(app.stream("items")))) == []
    assert shown(repr(app.call("items", options=CallOptions(limit=5)))) == []
    failed = app.call("fail", key="open-Sesame-42")
    assert failed.error is not None
    assert shown(repr(failed)) == []
    assert "open-Sesame-42" not in repr(failed)
    with pytest.raises(Exception) as raised:  # noqa: PT011 # whatever it is, its text is looked at
        failed.unwrap()
    assert shown(repr(raised.value)) == []
