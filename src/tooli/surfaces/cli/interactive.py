"""A person is at the terminal: questions can be asked, and progress is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.surfaces.cli.prompt import ask_value, confirm
from tooli.surfaces.cli.reporter import StderrReporter

if TYPE_CHECKING:
    from tooli.execute.call import Call
    from tooli.surfaces.cli.main import Session


def make_interactive(session: Session, call: Call) -> None:
    """Let a call ask, and ask for the params that want to be asked for."""
    reporter = StderrReporter(session)
    call.reporter = reporter
    call.on_end.append(reporter.clear)

    def ask(question: str) -> bool:
        reporter.clear()
        return confirm(question, session.streams.ask)

    call.ask = ask
    if call.mistakes:
        return
    raw: dict[str, Any] = session.parsed.raw
    for param in call.command.params:
        prompt = param.settings.get("prompt")
        if (
            not prompt
            or param.name in raw
            or (not param.required and not param.settings.get("prompt_required", True))
        ):
            continue
        label = prompt if isinstance(prompt, str) else param.name.replace("_", " ").capitalize()
        raw[param.name] = ask_value(
            label,
            session.streams.ask,
            hide=bool(param.settings.get("hide_input")),
            confirmation=param.settings.get("confirmation_prompt", False),
        )
        session.parsed.sources[param.name] = "prompt"
