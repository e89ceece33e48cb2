"""Resources and prompts as calls: the pipeline runs their functions as it runs a command's.

A URI or a name and strings in, a `Call` out. What a call gave becomes files (`as_files`) or messages.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tooli.content import Document, File
from tooli.errors import InternalError, NotFoundError, Suggestion, ToolError
from tooli.execute import Call, CallOptions
from tooli.execute.encode import encode
from tooli.execute.pipeline import run
from tooli.message import as_message, as_messages
from tooli.model.catalog import Catalog
from tooli.model.prompt import find_prompt, prompts
from tooli.model.resource import find_resource, resources
from tooli.schema.invalid import cut, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping

    from tooli.caller.caller import Caller
    from tooli.execute import Runtime
    from tooli.execute.context import AgentContext
    from tooli.model import Command
    from tooli.model.resource import Resource

_STRUCTURED = ("list", "set", "frozenset", "tuple", "fixed", "dict", "model", "rich", "union")
LONGEST = 2048
"""Letters of a URI that an error repeats: MCP's clients are told which one they asked for."""


def resource_call(
    runtime: Runtime, uri: str, caller: Caller, options: CallOptions | None = None, **surface: Any
) -> tuple[Resource, Call]:
    """Return the resource of a URI and the call that reads it; raise `NotFoundError` when there is none."""
    for owner in _owners(runtime):
        found = find_resource(owner.catalog, uri)
        if found is not None:
            resource, values = found
            raw = as_data(resource.command, values)
            repair = _repair(owner, resource, raw)
            call = Call(
                owner, resource.command, raw, options or CallOptions(), caller, repair=repair, **surface
            )
            return resource, call
    raise _unknown("resource", uri, "uri", [resource.uri for resource in all_resources(runtime)])


def _repair(
    runtime: Runtime, resource: Resource, raw: Mapping[str, Any]
) -> Callable[[ToolError], Suggestion | None]:
    """Return what derives the URI that was meant."""

    def repair(_: ToolError) -> Suggestion | None:
        from tooli.schema.repair import repair_arguments

        found = repair_arguments(resource.command, raw, runtime.environ, runtime.settings.get("env_prefix"))
        if found is None or found.arguments is None:
            return None
        told = found.arguments.items()
        values = {name: value if isinstance(value, str) else encode(value, []) for name, value in told}
        meant = (
            resource.uri if found.applicability == "has_placeholders" else resource.template.expand(values)
        )
        return Suggestion(found.fix, example=meant, applicability=found.applicability)

    return repair


def all_resources(runtime: Runtime) -> list[Resource]:
    """Return an app's resources, and then those that every app has."""
    found: dict[str, Resource] = {}
    for owner in _owners(runtime):
        for uri, resource in resources(owner.catalog).items():
            found.setdefault(uri, resource)
    return list(found.values())


def _owners(runtime: Runtime) -> list[Runtime]:
    """Return the app and the built-in group that has resources of its own."""
    memo: list[Runtime] | None = runtime.__dict__.get("_owners")
    if memo is None:
        memo = [runtime]
        builtin = runtime.builtins(runtime) if runtime.builtins is not None else None
        group = builtin.catalog.group(("resource",)) if builtin is not None else None
        if builtin is not None and group is not None:
            memo.append(builtin.replace(catalog=Catalog(group)))
        runtime.__dict__["_owners"] = memo
    return memo


def prompt_call(
    runtime: Runtime,
    name: str,
    arguments: Mapping[str, Any],
    caller: Caller,
    options: CallOptions | None = None,
    **surface: Any,
) -> Call:
    """Return the call that writes a prompt's messages; raise `NotFoundError` when there is no such prompt."""
    command = find_prompt(runtime.catalog, name)
    if command is None:
        raise _unknown("prompt", name, "name", prompts(runtime.catalog))
    if not command.is_stream:
        command = command.replace(middleware=(_say, *command.middleware))
    raw = as_data(command, arguments)
    call = Call(runtime, command, raw, options or CallOptions(), caller, **surface)
    if command.is_stream:
        call.on_item.append(_message)
    return call


def run_within(ctx: AgentContext, call: Call) -> Any:
    """Run a call inside another one, whose caller it can ask and warn; return the result, raise the error."""
    outer = ctx._call
    call.asker, call.reporter, call.remote = outer.asker, outer.reporter, outer.remote
    outcome = run(call)
    outer.warnings += outcome.meta.get("warnings", ())
    if outcome.error is not None:
        raise outcome.error
    return outcome.result


def _say(call: Call) -> Generator[None, Any, Any]:
    """Make messages of what a prompt function returned."""
    value = yield
    try:
        return as_messages(value)
    except (TypeError, ValueError) as error:
        raise InternalError(f"{call.command.name}: {error}") from None


def _message(item: Any) -> Any:
    try:
        return as_message(item)
    except (TypeError, ValueError) as error:
        raise InternalError(str(error)) from None


def as_data(command: Command, values: Mapping[str, Any]) -> dict[str, Any]:
    """Read strings for params that hold lists or objects as JSON; the validator decides on all of them."""
    data = dict(values)
    for name, value in values.items():
        param = command.param_by_name.get(name)
        if isinstance(value, str) and param is not None and param.shape.inner.kind in _STRUCTURED:
            try:
                data[name] = json.loads(value)
            except ValueError:
                data[name] = [value] if param.shape.inner.multiple else value
    return data


def _unknown(kind: str, given: str, field: str, known: Iterable[str]) -> NotFoundError:
    from tooli.schema.closeness import closest

    names = list(known)
    found = closest(given, names)
    suggestion = Suggestion(
        f"Use {found[0]} instead of {given}." if found else f"See which there are: {kind} list.",
        example=found[0] if found else None,
    )
    return NotFoundError(
        f"there is no {kind} {shown(given)}",
        field=field,
        suggestion=suggestion,
        details={"value": cut(given, LONGEST)},
    )


def as_files(resource: Resource, value: Any) -> list[File]:
    """Return what a resource's function gave as files: text, bytes, or JSON for any other value."""
    if isinstance(value, (list, tuple)) and value:
        if all(isinstance(item, File) for item in value):
            return list(value)
        if resource.command.is_stream and all(isinstance(item, str) for item in value):
            value = "".join(value)
        elif resource.command.is_stream and all(isinstance(item, bytes) for item in value):
            value = b"".join(value)
    if isinstance(value, File):
        return [value]
    if isinstance(value, str):
        return [Document(value, media_type=resource.media_type or "text/plain")]
    if isinstance(value, (bytes, bytearray, memoryview)):
        return [File(value, media_type=resource.media_type)]
    text = encode(value, [])
    return [Document(text, media_type=resource.media_type or "application/json")]
