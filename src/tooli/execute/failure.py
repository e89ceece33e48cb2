"""Exceptions become errors: the command's own mapping first, then what the standard library's ones mean.

Cold: a call that succeeds never comes here.
"""

from __future__ import annotations

from tooli.errors import (
    CODES,
    AuthError,
    ConflictError,
    DataFormatError,
    DependencyError,
    Exit,
    InternalError,
    NotFoundError,
    Suggestion,
    TemporaryError,
    ToolError,
    ToolRuntimeError,
    ToolTimeoutError,
)
from tooli.execute import Outcome
from tooli.schema.invalid import cut
from tooli.types import TYPE_CHECKING, UNSET

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from tooli.caller.caller import Caller
    from tooli.execute import Call

    Maps = tuple[tuple[type[BaseException], Mapping[str, Any]], ...]


_OF_THE_LINE = frozenset({"E1010", "E1910", "E1911", "E1912", "E1913"})
"""Mistakes in what the command line says beside the arguments."""

BESIDE = "_tooli.yes"
"""A yes in the object that stands beside the arguments."""

LONGEST_PATH = 4096
"""Letters of a path that an error repeats: all of any path there can be."""


def fail(call: Call, error: BaseException) -> Outcome:
    """Return the outcome of a call that raised."""
    told = to_tool_error(error, call.command.error_maps)
    refused = vars(error).get("tooli_field")
    told.field = told.field or refused
    by_app = refused is not None and told.suggestion is not None  # which knows better what is right
    if told.category == "input" and told.code in CODES and not by_app:
        told.suggestion = _repair(call, told) or told.suggestion
    if call.options.response_format != "detailed":
        shorten(told, call.caller)
    return Outcome(error=told, cause=error)


def shorten(error: ToolError, caller: Caller) -> None:
    """Leave out what only helps to try again at once, for a CI system: nobody there would."""
    if caller.is_ci and error.code in CODES:
        error.details = None
        if error.suggestion is not None and error.suggestion.action in ("retry_with_modified_input", "fix"):
            error.suggestion = None


def said(error: object) -> str:
    """Return an exception's text; one that cannot tell it has none."""
    try:
        return str(error)
    except Exception:  # its own method may raise anything
        return ""


def _repair(call: Call, error: ToolError) -> Suggestion | None:
    """Return how the caller can repair the call: in the surface's syntax, else as arguments."""
    if error.suggestion is not None and error.suggestion.action == "fix":
        return None  # what has to change is not in the call
    if call.repair is not None and (call.packed is None or error.code in _OF_THE_LINE):
        return call.repair(error)
    if call.packed is not None and call.textual:  # its arguments could not be read
        return None
    if error.code in ("E1010", "E1913"):
        return _consent(call, error)
    from tooli.schema.repair import SWITCHES, repair_arguments

    runtime, beside = call.runtime, _beside(call)
    wrong = {str(mistake.field).partition(".")[0] for mistake in call.mistakes}
    if wrong & (beside.keys() - SWITCHES):
        return None  # what is wrong would stay
    prefix = None if call.remote else runtime.settings.get("env_prefix")
    return repair_arguments(call.command, call.raw, runtime.environ, prefix, beside)


def _beside(call: Call) -> dict[str, Any]:
    """Return the options for among the arguments: a dry run stays one, wherever the caller asked for it."""
    taken = "dry_run" in call.command.param_by_name or call.packed is not None  # a line has it as a flag
    dry = call.options.dry_run and not taken
    return {**(call.beside or {}), **({"dry_run": True} if dry else {})}


def _consent(call: Call, error: ToolError) -> Suggestion | None:
    """Return the call that a person has to allow: with a yes, or without the dry run."""
    beside, words = _beside(call), "Ask a person, then make this call"
    if error.code != "E1010":
        beside.pop("dry_run", None)
    elif "yes" not in call.command.param_by_name:
        beside["yes"] = True
    elif call.consent == BESIDE:
        beside["_tooli"] = {**beside.get("_tooli", {}), "yes": True}
    else:
        words += f" with {call.consent or 'options=CallOptions(yes=True)'}"
    return Suggestion(f"{words}.", action="ask_human", arguments={**call.raw, **beside})


def leave(code: Any) -> Outcome:
    """Return the outcome of a command that ended itself with an exit status."""
    if code is None or code == 0:
        return Outcome(exit_code=0)
    status, message = (code, f"the command ended with exit status {code}")
    if not isinstance(code, int):
        status, message = 1, said(code)  # sys.exit("text"), as Python defines it
    return Outcome(error=ToolRuntimeError(message, exit_code=status), exit_code=status)


def _leave_early(error: BaseException, meta: Callable[[], dict[str, Any]]) -> Outcome:
    """Return the outcome of `Exit`; let any other exception that is no `Exception` go on, with its meta."""
    if not isinstance(error, Exit):
        error.tooli_meta = meta()  # type: ignore[attr-defined] # for the surface that says how the call ended
        raise error
    outcome = leave(error.code)
    if error.code == 0 and error.result is not UNSET:
        outcome.result = error.result
    return outcome


def ended(call: Call, error: BaseException, meta: Callable[[], dict[str, Any]] = dict) -> Outcome:
    """Return the outcome that an exception stands for; let one that is the surface's go on, with its meta."""
    if isinstance(error, Exception) or is_own(call, error):
        return fail(call, error)
    return leave(error.code) if isinstance(error, SystemExit) else _leave_early(error, meta)


def is_own(call: Call, error: BaseException) -> bool:
    """Whether an exception that is no `Exception` is a failure of the call's own code, and ends nothing else.

    Rust code panics with one; a task that a command cancels and awaits gives one that nobody asked for.
    """
    if isinstance(error, KeyboardInterrupt):
        return call.served  # a server hears of signals otherwise
    if isinstance(error, (SystemExit, GeneratorExit)) or type(error).__module__.startswith("tooli."):
        return False
    from tooli.execute.context import is_being_cancelled

    return type(error).__name__ != "CancelledError" or not is_being_cancelled()


def to_tool_error(error: BaseException, maps: Maps = ()) -> ToolError:
    """Return the error an exception stands for."""
    for cls, fields in maps:
        if isinstance(error, cls):
            return ToolError(**{"message": said(error) or cls.__name__, **fields})
    if isinstance(error, ToolError):
        return error
    if isinstance(error, OSError):
        return _from_os_error(error)
    if isinstance(error, UnicodeDecodeError):
        return DataFormatError(f"not valid {error.encoding}: {error.reason} at byte {error.start}")
    if type(error).__name__ == "JSONDecodeError":
        return DataFormatError(f"not valid JSON: {said(error)}")
    if isinstance(error, ExceptionGroup):
        return _from_group(error, maps)
    if isinstance(error, (NotImplementedError, MemoryError, RecursionError)):
        return InternalError(f"{type(error).__name__}: {said(error)}".rstrip(": "))
    return InternalError(f"unexpected {type(error).__name__}: {said(error)}".rstrip(": "))


def _from_group(group: ExceptionGroup[Exception], maps: Maps) -> ToolError:
    """Return what a group's only exception stands for, or one error that names them all."""
    if len(group.exceptions) == 1:
        return to_tool_error(group.exceptions[0], maps)
    names = "; ".join(to_tool_error(inner, maps).message for inner in group.exceptions)
    return InternalError(f"unexpected {type(group).__name__}: {group.message}: {names}")


def _from_os_error(error: OSError) -> ToolError:
    # The exception's own text names the file and the reason; its number adds nothing for the caller.
    where = f": {cut(str(error.filename), LONGEST_PATH)}" if error.filename is not None else ""
    text = f"{error.strerror}{where}" if error.strerror else said(error) or type(error).__name__
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return NotFoundError(text)
    if isinstance(error, (FileExistsError, IsADirectoryError)):
        return ConflictError(text)
    if isinstance(error, PermissionError):
        return AuthError(text)
    if isinstance(error, TimeoutError):
        return ToolTimeoutError(text)
    if isinstance(error, (BlockingIOError, InterruptedError)):
        return TemporaryError(text)
    if isinstance(error, (ConnectionError, ChildProcessError)) or type(error).__module__ != "builtins":
        return DependencyError(text)
    return ToolRuntimeError(text)
