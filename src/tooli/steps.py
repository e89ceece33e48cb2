"""The pipeline, put in order: its steps, and the calls each is for.

Loaded on every start, and asked on every call: it looks at what there is, and imports nothing that a plain
call does without. A step is imported by the first call it is for.
"""

from __future__ import annotations

import sys

from tooli.types import TYPE_CHECKING, UNSET

if TYPE_CHECKING:
    from tooli.execute import Call, Runtime
    from tooli.model import Command

STEPS = (
    "answer",
    "redact",
    "deprecation",
    "arguments",
    "configure",
    "pipe",
    "sandbox",
    "validate",
    "confine",
    "policy",
    "shape",
    "untrusted",
    "promised",
    "preview",
    "idempotency",
    "resolve",
    "guard",
    "inject",
    "run",
)
"""The pipeline, outermost first. `answer`, `validate` and `run` are for every call."""


def steps_for(call: Call) -> list[str]:
    """Return the steps of a call, in the order of `STEPS`."""
    runtime = call.runtime
    level = runtime.__dict__.get("_levelled")
    if level is None:
        level = _levelled(runtime)
    steps = ["answer"]
    if level or call.command.inputs:  # there may be secrets
        steps.append("redact")
    steps += _before_validation(call)
    steps.append("validate")
    if call.remote or "sandbox" in runtime.settings:
        steps.append("confine")
    if level or _is_governed(call):
        steps.append("policy")
    steps += _before_the_run(call)
    if level or runtime.observer is not None:
        steps.append("guard")
    if call.command.injected:
        steps.append("inject")
    steps.append("run")
    return steps


def _levelled(runtime: Runtime) -> bool:
    """Whether somebody chose how strict the policy is; looked up once, so that no call changes it."""
    chosen = "security_policy" in runtime.settings or "TOOLI_SECURITY_POLICY" in runtime.environ
    runtime.__dict__["_levelled"] = chosen
    return chosen


def _before_validation(call: Call) -> list[str]:
    command, runtime = call.command, call.runtime
    steps = []
    if command.deprecated:
        steps.append("deprecation")
    if call.packed is not None:
        steps.append("arguments")
    if runtime.config is not None or (runtime.dotenv is not None and _declares_variables(call)):
        steps.append("configure")
    if command.pipe_input is not None or call.options.null:
        steps.append("pipe")
    if call.remote or "sandbox" in runtime.settings:
        steps.append("sandbox")
    return steps


def _declares_variables(call: Call) -> bool:
    return any("envvar" in param.settings for param in call.command.params)


def _is_governed(call: Call) -> object:
    """Whether a rule of the policy may say something about a call."""
    command, runtime = call.command, call.runtime
    return command.guarded or (command.capabilities and "TOOLI_ALLOWED_CAPABILITIES" in runtime.environ)


def _is_untrusted(command: Command) -> object:
    """Whether a command's results hold what others wrote, as its type says: no type does without the mark."""
    if "tooli.model.untrusted" not in sys.modules:
        return False
    from tooli.execute.untrusted import untrusted_ways

    return untrusted_ways(command)


def _before_the_run(call: Call) -> list[str]:
    command, options = call.command, call.options
    steps = []
    if options.shapes or command.max_tokens or command.paginated:
        steps.append("shape")
    if _is_untrusted(command):
        steps.append("untrusted")
    if call.served and (command.returns is not UNSET or command.output_schema is not None):
        steps.append("promised")
    if options.dry_run:
        steps.append("preview")
    if options.idempotency_key is not None:
        steps.append("idempotency")
    if command.inputs:
        steps.append("resolve")
    return steps
