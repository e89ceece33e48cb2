"""From the environment to a caller: what it calls itself, else the variables only agents and CI systems set.

Imported when the environment holds a variable that is a reason to look closer. Agents pay for what this loads
at every call, so it imports nothing from the standard library.
"""

from __future__ import annotations

from tooli.caller.caller import MARKERS, Caller, around, unnamed
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Evidence = tuple[str | None, float, str, str | None]
    """An agent that the environment names, how sure that is, what says so, and its version."""

CONVENTION = frozenset({"TOOLI_CALLER", "TOOLI_CALLER_VERSION", "TOOLI_SESSION_ID", "TOOLI_AGENT_MODE"})
VERSIONS = {"codex": "CODEX_VERSION", "copilot-cli": "COPILOT_CLI_BINARY_VERSION"}
"""The variables in which agents tell their version."""
LABEL = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._@/-")
LONGEST = 64
ON = ("1", "true", "yes", "on")
OFF = ("", "0", "false", "no", "off")


def marked_caller(environ: Mapping[str, str], interactive: bool, parent: int) -> Caller:
    """Return who is calling, for an environment that may tell."""
    caller = from_environment(environ, interactive)
    if caller is None and parent and not guesses_off(environ):
        caller = around(parent)
    return in_session(caller or unnamed(interactive), environ)


def in_session(caller: Caller, environ: Mapping[str, str]) -> Caller:
    """Return a caller with the session that the environment names."""
    session = environ.get("TOOLI_SESSION_ID")
    return caller.replace(session_id=session) if session else caller


def guesses_off(environ: Mapping[str, str]) -> bool:
    """Whether the environment says that no agent is calling, whatever it looks like."""
    return environ.get("TOOLI_AGENT_MODE", "-").lower() in OFF


def from_environment(environ: Mapping[str, str], interactive: bool) -> Caller | None:
    """Return the caller that the environment names, else the one it gives away."""
    return declared(environ, interactive) or fingerprint(environ, interactive)


def is_label(text: str | None) -> bool:
    """Whether a caller may call itself that."""
    return bool(text) and len(text or "") <= LONGEST and LABEL.issuperset(text or "")


def declared(environ: Mapping[str, str], interactive: bool) -> Caller | None:
    """Return the caller by what it calls itself in our own variables."""
    name = environ.get("TOOLI_CALLER")
    if name and is_label(name):
        from tooli.caller.known_ci import SYSTEMS

        is_ci = name == "ci" or any(system[0] == name for system in SYSTEMS)
        return Caller(
            category="human" if name == "human" else "ci_cd" if is_ci else "ai_agent",
            confidence=1.0,
            caller_id=name,
            caller_version=environ.get("TOOLI_CALLER_VERSION"),
            ci_name=name if is_ci and name != "ci" else None,
            interactive=interactive and name == "human",
            signals=(f"TOOLI_CALLER={name}",),
        )
    mode = environ.get("TOOLI_AGENT_MODE", "").lower()
    if mode in ON:
        return Caller(category="ai_agent", confidence=1.0, signals=(f"TOOLI_AGENT_MODE={mode}",))
    return None


def ignored(environ: Mapping[str, str]) -> Iterator[str]:
    """Give what is wrong with our own variables; a call goes on without them, whoever makes it."""
    name, mode = environ.get("TOOLI_CALLER"), environ.get("TOOLI_AGENT_MODE", "")
    if name and not is_label(name):
        shown = f"{name[:LONGEST]!r}{'...' if len(name) > LONGEST else ''}"
        yield f"TOOLI_CALLER is ignored: {shown} is not 1 to {LONGEST} of A-Z a-z 0-9 . _ @ / -"
    if mode.lower() not in (*ON, *OFF):
        yield f"TOOLI_AGENT_MODE is ignored: {mode[:LONGEST]!r} is neither 1 nor 0"


def fingerprint(environ: Mapping[str, str], interactive: bool) -> Caller | None:
    """Return the agent, else the CI system, that the environment gives away."""
    given = {name: environ[name] for name in MARKERS.intersection(environ)}
    if CONVENTION.issuperset(given):
        return None
    ci = _ci(given)
    found = None if guesses_off(environ) else next(_evidence(given, interactive), None)
    if found is not None:
        caller_id, confidence, signal, version = found
        return Caller(
            category="ai_agent",
            confidence=confidence,
            caller_id=caller_id,
            caller_version=version or environ.get(VERSIONS.get(caller_id or "", "")),
            ci_name=ci[0] if ci is not None else None,
            signals=(signal,) if ci is None else (signal, ci[2]),
        )
    if ci is not None:
        return Caller(category="ci_cd", confidence=ci[1], ci_name=ci[0], signals=(ci[2],))
    return None


def _evidence(given: Mapping[str, str], interactive: bool) -> Iterator[Evidence]:
    """Give what names an agent, the surest first."""
    from tooli.caller.labels import known_agent

    label = given.get("AI_AGENT", "")
    known = known_agent(label)
    if known is not None:
        yield known[0].id, 0.95, f"AI_AGENT={label[:LONGEST]}", known[1]
    yield from _marked(given, "markers", 0.95)
    other = known_agent(given.get("AGENT", ""))
    if other is not None:
        yield other[0].id, 0.9, f"AGENT={other[0].id}", other[1]
    if not interactive:
        yield from _marked(given, "unattended", 0.9)
    if is_label(label) and label.lower() not in OFF:
        name, _, version = label.partition("@")
        yield None if label.lower() in ON else name or None, 0.85, f"AI_AGENT={label}", version or None
    if not interactive:
        yield from _marked(given, "hints", 0.7)


def _marked(given: Mapping[str, str], kind: str, confidence: float) -> Iterator[Evidence]:
    from tooli.caller.known_agents import AGENTS

    for agent in AGENTS:
        for marker in getattr(agent, kind):
            if holds(given, marker):
                yield agent.id, confidence, marker, None


def variable(marker: str) -> str:
    """Return the variable a marker looks at."""
    return marker.partition("=")[0].partition("~")[0]


def holds(given: Mapping[str, str], marker: str) -> bool:
    """Whether variables have a marker; a value that says no counts as none."""
    name = variable(marker)
    value = given.get(name, "")
    if value.lower() in OFF:
        return False
    wanted = marker[len(name) + 1 :]
    return value == wanted if marker[len(name) :].startswith("=") else wanted in value


def _ci(given: Mapping[str, str]) -> tuple[str | None, float, str] | None:
    """Return the name of the CI system, how sure that is, and what says so."""
    from tooli.caller.known_ci import SYSTEMS

    for name, markers, _ in SYSTEMS:
        if all(holds(given, marker) for marker in markers):
            return name, 0.95, markers[0]
    return (None, 0.8, "CI") if holds(given, "CI") else None
