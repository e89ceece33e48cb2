"""The policy step: who is asked, what is written down, where paths may lead."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tooli import AgentContext, CallOptions, SecurityPolicy, StdinOr, Tooli
from tooli.annotations import Destructive
from tooli.caller.caller import Caller
from tooli.errors import DeclarationError
from tooli.execute import Call, Outcome
from tooli.execute.awaited import arun
from tooli.execute.pipeline import run
from tooli.policy.approval import make_keys, read_request, sign


class Person:
    """Somebody who is asked, and answers as the test says."""

    loop = None
    begins_anew = False
    asks_people = True

    def __init__(self, answer: bool, is_async: bool = False) -> None:
        self.is_async = is_async
        self.asked: list[tuple[str, str]] = []
        self._answer = answer

    def _reply(self, kind: str, question: str) -> Any:
        self.asked.append((kind, question))

        async def later() -> bool:
            return self._answer

        return later() if self.is_async else self._answer

    def confirm(self, question: str, *, key: str | None = None) -> Any:
        return self._reply("confirm", question)

    def approve(self, question: str, *, key: str | None = None) -> Any:
        return self._reply("approve", question)


def make_call(
    app: Tooli, path: str, person: Any = None, scopes: Any = None, remote: bool = False, **arguments: Any
) -> Call:
    options = arguments.pop("options", CallOptions())
    command = app.runtime.catalog.find(tuple(path.split()))
    assert command is not None
    caller = Caller(category="python_api", confidence=1.0)
    call = Call(app.runtime, command, arguments, options, caller, asker=person, remote=remote)
    call.scopes = scopes
    return call


def outcome(*args: Any, **arguments: Any) -> Outcome:
    return run(make_call(*args, **arguments))


def code(*args: Any, **arguments: Any) -> str | None:
    error = outcome(*args, **arguments).error
    return None if error is None else error.code


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SECURITY_POLICY", "AUTH_SCOPES", "ALLOWED_CAPABILITIES", "AUDIT_LOG"):
        monkeypatch.delenv(f"TOOLI_{name}", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)


def guarded(**settings: Any) -> Tooli:
    app = Tooli("guarded", version="1.0.0", **settings)

    @app.command(annotations=Destructive)
    def wipe(name: str) -> str:
        return name

    @app.command(requires_approval=True)
    def pay(amount: int) -> int:
        return amount

    @app.command(auth=["a"])
    def scoped(ctx: AgentContext) -> dict[str, Any]:
        return {"auth": ctx.auth, "policy": ctx.policy}

    @app.command()
    def load(data: StdinOr[str], at: Path = Path("default")) -> list[str]:
        return [data.text(), str(at)]

    @app.command()
    def touch(at: Path = Path("default")) -> str:
        return str(at)

    return app


def test_a_person_who_can_be_asked_is_asked_before_something_is_destroyed() -> None:
    app, agrees, declines = guarded(), Person(True), Person(False)
    assert outcome(app, "wipe", agrees, name="x").result == "x"
    assert agrees.asked == [("confirm", 'wipe is destructive: name="x". Go on?')]
    assert code(app, "wipe", declines, name="x") == "E4904"


def test_under_strict_nobody_is_asked() -> None:
    app, person = guarded(security_policy=SecurityPolicy.STRICT), Person(True)
    assert code(app, "wipe", person, name="x") == "E2005"

    @(strict := Tooli("strict", security_policy="strict")).command(capabilities=["fs:delete"])
    def wipe() -> str:
        return "gone"

    assert code(strict, "wipe", person) == "E1010"
    assert person.asked == []


def test_an_approval_is_asked_for_with_what_is_approved() -> None:
    app, agrees, declines = guarded(), Person(True), Person(False)
    assert outcome(app, "pay", agrees, amount=3).result == 3
    assert agrees.asked == [("approve", 'pay needs the approval of a person: guarded pay {"amount": 3}')]
    refused = outcome(app, "pay", declines, amount=3)
    assert refused.error is not None
    assert (refused.error.code, refused.exit_code) == ("E2903", 101)
    assert refused.error.message == "pay was not approved"


def test_an_asker_behind_which_there_is_no_person_approves_nothing() -> None:
    app, model = guarded(), Person(True)
    model.asks_people = False
    assert code(app, "pay", model, amount=3) == "E2903"
    assert code(app, "wipe", model, name="x") == "E1010"
    assert model.asked == []


def test_an_async_asker_is_awaited() -> None:
    app, person = guarded(), Person(True, is_async=True)
    assert asyncio.run(arun(make_call(app, "pay", person, amount=3))).result == 3
    assert asyncio.run(arun(make_call(app, "wipe", person, name="x"))).result == "x"
    assert run(make_call(app, "pay", person, amount=4)).result == 4
    assert [kind for kind, _ in person.asked] == ["approve", "confirm", "approve"]


def signed(tmp_path: Path) -> tuple[Tooli, Any]:
    private, public = make_keys()
    keys = tmp_path / "keys"
    keys.mkdir()
    (keys / "approval.pub").write_bytes(public)

    def grant(request: str, expires: float = 4_000_000_000) -> str:
        return sign(private, read_request(request).digest, expires)

    return guarded(approval_keys=keys), grant


def test_a_token_that_a_person_signed_lets_the_call_of_a_servers_client_pass_once(tmp_path: Path) -> None:
    app, grant = signed(tmp_path)
    refused = outcome(app, "pay", scopes=(), amount=3).error
    assert refused is not None
    assert refused.details is not None
    assert refused.suggestion is not None
    assert refused.suggestion.action == "ask_human"
    options = CallOptions(approval=grant(refused.details["request"]))
    assert code(app, "pay", scopes=(), amount=4, options=options) == "E2903"
    assert outcome(app, "pay", scopes=(), amount=3, options=options).result == 3
    again = outcome(app, "pay", scopes=(), amount=3, options=options).error
    assert again is not None
    assert again.message == "the approval does not count: it has been used"


def test_a_token_proves_nobody_where_the_session_could_have_made_the_key(tmp_path: Path) -> None:
    app, grant = signed(tmp_path)
    refused = outcome(app, "pay", amount=3).error
    assert refused is not None
    assert refused.details is not None
    options = CallOptions(approval=grant(refused.details["request"]))
    told = outcome(app, "pay", amount=3, options=options).error
    assert told is not None
    assert told.message.startswith("the approval does not count: this session can change ")


def test_a_call_that_cannot_be_told_whole_offers_no_request() -> None:
    app = Tooli("guarded")

    @app.command(requires_approval=True)
    def load(data: StdinOr[str]) -> str:
        return data.text()

    refused = outcome(app, "load", data=StdinOr.of("piped")).error
    assert refused is not None
    assert refused.details is None
    assert code(app, "load", data=StdinOr.of("piped"), options=CallOptions(approval="AAAA")) == "E2903"


def test_the_context_knows_the_scopes_and_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    app = guarded(auth_scopes=["a", "b"])
    assert outcome(app, "scoped").result == {"auth": ("a", "b"), "policy": SecurityPolicy.STANDARD}
    monkeypatch.setenv("TOOLI_AUTH_SCOPES", "c a")
    monkeypatch.setenv("TOOLI_SECURITY_POLICY", " Strict ")
    assert outcome(app, "scoped").result == {"auth": ("c", "a"), "policy": SecurityPolicy.STRICT}


def test_a_servers_token_grants_what_it_grants_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    app = guarded(auth_scopes=["a"], security_policy="strict")
    monkeypatch.setenv("TOOLI_AUTH_SCOPES", "a")
    assert code(app, "scoped", scopes=()) == "E2001"
    assert outcome(app, "scoped", scopes=("a", "z")).result == {"auth": ("a", "z"), "policy": "strict"}


@pytest.mark.parametrize(
    ("variable", "value", "field", "error"),
    [
        ("TOOLI_SECURITY_POLICY", "strictest", "security_policy", "E1904"),
        ("TOOLI_SECURITY_POLICY", "", "security_policy", "E1904"),
        ("TOOLI_ALLOWED_CAPABILITIES", "fs:read,fs:all", "allowed_capabilities", "E1903"),
    ],
)
def test_a_setting_that_cannot_be_stops_the_call(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, field: str, error: str
) -> None:
    monkeypatch.setenv(variable, value)
    told = outcome(guarded(), "scoped").error
    assert told is not None
    assert (told.code, told.field) == (error, field)
    assert told.suggestion is not None
    assert variable in told.suggestion.fix


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"security_policy": "strictest"}, "security_policy='strictest' is not one of off, standard, strict"),
        ({"auth_scopes": "a"}, "auth_scopes must be a list of strings"),
        ({"auth_scopes": [1]}, "auth_scopes must be a list of strings"),
        ({"audit_log": 1}, "audit_log must be a path"),
        ({"sandbox": 1}, "sandbox must be a folder, or a dict of root, allowed, denied"),
        ({"sandbox": {"roots": "/"}}, "sandbox: no key 'roots'; use root, allowed, denied"),
        ({"sandbox": {"allowed": "/"}}, "sandbox: allowed must be a list of folders"),
        ({"sandbox": {"root": ["/"]}}, "sandbox: root must be a folder"),
    ],
)
def test_settings_that_cannot_be_fail_when_they_are_declared(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(DeclarationError) as raised:
        Tooli("app", **settings)
    assert str(raised.value) == f"app: {message}"


# -- paths


def test_relative_paths_start_at_the_root_of_the_sandbox_defaults_too(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("here")
    app = guarded(sandbox=tmp_path)
    assert outcome(app, "touch", at="new").result == str(tmp_path / "new")
    assert outcome(app, "touch").result == str(tmp_path / "default")
    assert outcome(app, "load", data="data").result == ["here", str(tmp_path / "default")]


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../x", "link/passwd", "nul\0"])
def test_paths_that_lead_out_are_refused_as_they_were_given(tmp_path: Path, path: str) -> None:
    (tmp_path / "link").symlink_to("/etc")
    app = guarded(sandbox=tmp_path)
    for command, field in (("touch", "at"), ("load", "data")):
        error = outcome(app, command, **{field: path}).error
        assert error is not None
        assert (error.code, error.field) == ("E2904", field)
        assert error.message == f"{field}: {path!r} is outside the sandbox"
        assert str(tmp_path) not in json.dumps(error.to_dict())


def test_whether_something_exists_outside_is_not_told(tmp_path: Path) -> None:
    app = guarded(sandbox=tmp_path)
    assert code(app, "load", data="/etc/passwd") == code(app, "load", data="/etc/no-such-file") == "E2904"


def test_urls_and_data_are_no_paths(tmp_path: Path) -> None:
    app = guarded(sandbox=tmp_path)
    assert outcome(app, "load", data=StdinOr.of("given")).result == ["given", str(tmp_path / "default")]
    assert code(app, "load", data="http://127.0.0.1:9/x") == "E4902"


def test_a_caller_from_elsewhere_stays_in_the_servers_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = guarded()
    assert code(app, "touch", remote=True, at="/etc/passwd") == "E2904"
    assert outcome(app, "touch", remote=True, at="x").result == "x"
    assert outcome(app, "touch", at="/etc/passwd").result == "/etc/passwd"


def test_the_copy_of_a_result_stays_in_the_sandbox_too(tmp_path: Path) -> None:
    app = guarded(sandbox=tmp_path)
    options = CallOptions(spill=str(tmp_path.parent / "spilled"))
    assert code(app, "touch", options=options) == "E2904"


# -- the audit log


def events(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def test_denials_overrides_approvals_and_destruction_are_written_down(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    app = guarded(audit_log=log)
    outcome(app, "wipe", name="secret-name")
    outcome(app, "wipe", name="secret-name", options=CallOptions(yes=True))
    outcome(app, "wipe", Person(True), name="secret-name")
    outcome(app, "wipe", Person(False), name="secret-name")
    outcome(app, "scoped")
    outcome(app, "pay", amount=31415)
    outcome(app, "pay", Person(True), amount=31415)
    outcome(app, "touch")
    told = [(e["event"], e["tool"], e.get("code"), e.get("consent") or e.get("by")) for e in events(log)]
    assert told == [
        ("denied", "guarded.wipe", "E1010", None),
        ("destructive", "guarded.wipe", None, "yes"),
        ("destructive", "guarded.wipe", None, "person"),
        ("denied", "guarded.wipe", "E4904", None),
        ("override", "guarded.scoped", "E2001", None),
        ("denied", "guarded.pay", "E2903", None),
        ("approved", "guarded.pay", None, "person"),
    ]
    assert "secret-name" not in log.read_text()
    assert "31415" not in log.read_text()
    assert events(log)[0]["params"] == ["name"]
    assert {e["policy"] for e in events(log)} == {"standard"}


def test_a_refused_path_is_written_down_without_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "audit.jsonl"
    monkeypatch.setenv("TOOLI_AUDIT_LOG", str(log))
    outcome(guarded(sandbox=tmp_path), "touch", at="/home/token-in-a-path")
    [event] = events(log)
    assert (event["event"], event["code"], event["field"]) == ("denied", "E2904", "at")
    assert event["reason"] == "a path is outside the sandbox"
    assert "token-in-a-path" not in log.read_text()


def test_what_cannot_be_written_is_a_warning_and_the_call_goes_on(tmp_path: Path) -> None:
    app = guarded(audit_log=tmp_path)
    ended = outcome(app, "wipe", name="x", options=CallOptions(yes=True))
    assert ended.result == "x"
    assert ended.meta["warnings"] == [f"audit: not written to {tmp_path}: Is a directory"]


def test_nothing_is_written_unless_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome(guarded(), "wipe", name="x")
    assert list(tmp_path.iterdir()) == []
