"""A person is at the terminal: questions can be asked, and progress is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.execute.presented import presented
from tooli.schema import from_environ
from tooli.surfaces.cli.asker import TerminalAsker
from tooli.surfaces.cli.parser import WORDY
from tooli.surfaces.cli.prompt import ask_value
from tooli.surfaces.cli.reporter import StderrReporter
from tooli.types import Unset

if TYPE_CHECKING:
    from tooli.execute import Call
    from tooli.model import Command, Param
    from tooli.surfaces.cli.main import Session


def make_interactive(session: Session, call: Call) -> None:
    """Let a call ask, and ask for the params that want to be asked for."""
    reporter = StderrReporter(session)
    call.reporter = reporter
    call.on_end.append(reporter.clear)
    call.on_item.append(reporter.make_way)

    call.asker = TerminalAsker(session.streams.ask, reporter.clear)
    if call.mistakes or call.packed is not None:
        return
    for param in call.command.params:
        if _is_asked_for(session, call.command, param):
            _ask_for(session, param)


def _is_asked_for(session: Session, command: Command, param: Param) -> bool:
    """Whether a param wants to be asked for and nothing gives its value."""
    settings, runtime = param.settings, session.runtime
    if not settings.get("prompt") or param.name in session.parsed.raw:
        return False
    if not param.required and not settings.get("prompt_required", True):
        return False
    if runtime.config is not None and param.name in runtime.config.values_of(command):
        return False
    prefix = runtime.settings.get("env_prefix")
    return isinstance(from_environ(command, param, runtime.environ, prefix, {}), Unset)


def _ask_for(session: Session, param: Param) -> None:
    settings = param.settings
    prompt = settings["prompt"]
    value = ask_value(
        presented(session.runtime, prompt)
        if isinstance(prompt, str)
        else param.name.replace("_", " ").capitalize(),
        session.streams.ask,
        hide=bool(settings.get("hide_input")),
        confirmation=settings.get("confirmation_prompt", False),
        default=None if param.required else presented(session.runtime, _shown(param.default)),
    )
    if value is not None:
        many = param.shape.inner.kind in WORDY
        session.parsed.raw[param.name] = [value] if many else value
        session.parsed.sources[param.name] = "prompt"


def _shown(default: Any) -> str:
    """Return a default as a person would type it."""
    return "" if default is None or isinstance(default, Unset) else str(getattr(default, "value", default))
