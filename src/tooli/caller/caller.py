"""Who is calling. Pure data; may import `types` only."""

from __future__ import annotations

from tooli.types import Record


class Caller(Record):
    """Who is calling, and how sure we are."""

    category: str
    """human, ai_agent, ci_cd, container, unknown_automation or python_api."""
    confidence: float = 0.0
    agent_name: str | None = None
    caller_id: str | None = None
    caller_version: str | None = None
    session_id: str | None = None
    ci_name: str | None = None
    interactive: bool = False
    """Whether a person can be asked on a terminal."""

    @property
    def is_agent(self) -> bool:
        """Whether an AI agent is calling."""
        return self.category == "ai_agent"

    @property
    def is_ci(self) -> bool:
        """Whether a CI system is calling."""
        return self.category == "ci_cd"

    def meta(self, detailed: bool) -> dict[str, str]:
        """Return what the envelope's meta says about the caller."""
        if self.confidence < 0.8 or not (detailed or self.caller_id or self.session_id or self.ci_name):
            return {}
        shown = {
            "caller_id": self.caller_id,
            "caller_version": self.caller_version,
            "session_id": self.session_id,
            "execution_context": self.category,
            "ci_name": self.ci_name,
        }
        return {name: value for name, value in shown.items() if value}
