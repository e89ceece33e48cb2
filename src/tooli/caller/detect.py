"""From the environment and the terminal to a `Caller`: conventions first, then CI systems, then terminals.

Loaded on every start; may import `caller` and `types` only.
"""

from __future__ import annotations

from tooli.caller.caller import Caller
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

CI_SYSTEMS = {
    "GITHUB_ACTIONS": "github-actions",
    "GITLAB_CI": "gitlab-ci",
    "CIRCLECI": "circleci",
    "BUILDKITE": "buildkite",
    "JENKINS_URL": "jenkins",
    "TF_BUILD": "azure-pipelines",
    "TEAMCITY_VERSION": "teamcity",
    "TRAVIS": "travis-ci",
    "BITBUCKET_BUILD_NUMBER": "bitbucket-pipelines",
    "CODEBUILD_BUILD_ID": "aws-codebuild",
    "DRONE": "drone",
    "APPVEYOR": "appveyor",
}
"""Variables only that CI system sets, and its name."""
LABEL = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._@/-")


def is_label(text: str | None) -> bool:
    """Whether a caller may call itself that."""
    return bool(text) and len(text or "") <= 64 and LABEL.issuperset(text or "")


def detect(environ: Mapping[str, str], interactive: bool) -> Caller:
    """Say who is calling, by the cheapest signal that settles it."""
    session = environ.get("TOOLI_SESSION_ID")
    name = environ.get("TOOLI_CALLER")
    if name and is_label(name):
        category = "human" if name == "human" else "ci_cd" if name == "ci" else "ai_agent"
        return Caller(
            category=category,
            confidence=1.0,
            agent_name=name if category == "ai_agent" else None,
            caller_id=name,
            caller_version=environ.get("TOOLI_CALLER_VERSION"),
            session_id=session,
            interactive=interactive and category == "human",
        )
    if environ.get("TOOLI_AGENT_MODE", "").lower() in ("1", "true", "yes", "on"):
        return Caller(category="ai_agent", confidence=1.0, session_id=session)
    agent = environ.get("AI_AGENT")
    if agent and is_label(agent):
        return Caller(
            category="ai_agent", confidence=0.95, agent_name=agent, caller_id=agent, session_id=session
        )
    return _detect_machine(environ, interactive, session)


def _detect_machine(environ: Mapping[str, str], interactive: bool, session: str | None) -> Caller:
    for variable, name in CI_SYSTEMS.items():
        if environ.get(variable):
            return Caller(category="ci_cd", confidence=0.95, ci_name=name, session_id=session)
    if environ.get("CI", "").lower() in ("1", "true", "yes"):
        return Caller(category="ci_cd", confidence=0.8, session_id=session)
    if interactive:
        return Caller(category="human", confidence=0.7, session_id=session, interactive=True)
    return Caller(category="unknown_automation", confidence=0.3, session_id=session)
