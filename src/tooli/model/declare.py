"""Checks of what a developer declares. Mistakes raise where they are made, naming command and param."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import DeclarationError
from tooli.model import export_name
from tooli.model.behavior import Behavior
from tooli.model.capability import (
    behavior_mistake,
    capability_mistake,
    permission_mistake,
    permissions_mistake,
)
from tooli.model.catalog import Entry, Group
from tooli.model.choices import MODES, TRANSPORTS
from tooli.model.policy_check import policy_mistakes
from tooli.model.signature import describe, is_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tooli.model import Command

COMMAND_SETTINGS = frozenset(
    {"name", "title", "aliases", "group", "annotations", "capabilities", "cost_hint", "danger_level"}
    | {"human_in_the_loop", "requires_approval", "auth", "examples", "error_codes", "timeout", "isolate"}
    | {"max_tokens", "version", "deprecated", "hidden", "tags", "when_to_use", "task_group", "handoffs"}
    | {"delegation_hint", "pipe_input", "pipe_output", "paginated", "output_schema", "output_example"}
    | {"agent_auto_confirm", "recovery_playbooks", "help", "short_help", "epilog", "rich_help_panel"}
    | {"no_args_is_help", "constraints"}
)
REPLACED = {
    "cls": "transforms",
    "context_settings": "Tooli(...) keywords",
    "chain": "orchestration plans",
    "result_callback": "@app.middleware",
    "options_metavar": "nothing: the usage line is derived",
    "add_help_option": "nothing: help is always there",
}
APP_REPLACED = {
    "add_completion": "nothing: completion is always there",
    "rich_markup_mode": "nothing: help is plain text",
    "no_args_is_help": "nothing: an app without a command shows its help",
    "invoke_without_command": "a command of its own",
    "context_settings": "Tooli(...) keywords",
    "cls": "transforms",
    "chain": "orchestration plans",
    "result_callback": "@app.middleware",
    "callback": "Depends or @app.middleware",
    "help": "description=",
}
PARAM_REPLACED = {
    "cls": "a param's class follows from its type",
    "context_settings": "Tooli(...) keywords",
    "click_type": "parser=",
    "chain": "orchestration plans",
    "result_callback": "@app.middleware",
    "file_mode": "StdinOr, or open the Path yourself",
    "mode": "StdinOr, or open the Path yourself",
    "encoding": "StdinOr, or open the Path yourself",
    "errors": "StdinOr, or open the Path yourself",
    "lazy": "StdinOr, or open the Path yourself",
    "atomic": "StdinOr, or open the Path yourself",
    "multiple": "a list type",
    "nargs": "a tuple type",
    "type": "the annotation",
    "required": "leaving out the default",
}
"""Keywords of Click and Typer that have no place here, and what to use instead."""
LEVELS = {
    "cost_hint": ("low", "medium", "high"),
    "danger_level": ("low", "medium", "high", "critical"),
}
SEQUENCES = ("aliases", "capabilities", "auth", "examples", "tags", "handoffs", "constraints")
STORES = ("sqlite:///", "redis://", "rediss://", "unix://")


def check_command(function: Any, settings: Mapping[str, Any], permissions: Mapping[str, str] | None) -> None:
    """Refuse keywords that do not exist and values that cannot be."""
    label = getattr(function, "__name__", repr(function))
    for name, value in settings.items():
        if name not in COMMAND_SETTINGS:
            raise unknown_setting(f"command {label!r}", name, COMMAND_SETTINGS, REPLACED)
        if name in LEVELS and value not in LEVELS[name]:
            raise DeclarationError(
                f"command {label!r}: {name}={value!r} is not one of {', '.join(LEVELS[name])}"
            )
        if name in SEQUENCES and (isinstance(value, (str, bytes)) or not hasattr(value, "__iter__")):
            raise DeclarationError(f"command {label!r}: {name} must be a list, not {type(value).__name__}")
    _check_values(label, settings)
    capabilities = settings.get("capabilities", ())
    mistakes = [capability_mistake(capability) for capability in capabilities]
    mistakes.append(behavior_mistake(settings.get("annotations"), capabilities))
    if permissions:
        mistakes.append(permission_mistake(permissions, capabilities))
    for mistake in mistakes:
        if mistake is not None:
            raise DeclarationError(f"command {label!r}: {mistake}")
    looked_at = any(settings.get(name) for name in ("constraints", "pipe_input", "pipe_output", "paginated"))
    if looked_at and is_plain(function):  # others are described at once, and checked then
        check_described(describe(function, (label,), settings))


def _check_values(label: str, settings: Mapping[str, Any]) -> None:
    annotations = settings.get("annotations")
    if annotations is not None and not isinstance(annotations, Behavior):
        raise DeclarationError(f"command {label!r}: annotations must be hints such as ReadOnly | Idempotent")
    timeout = settings.get("timeout")
    if timeout is not None and (
        isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or timeout <= 0
    ):
        raise DeclarationError(f"command {label!r}: timeout must be a positive number of seconds")
    for name, key in (("examples", "args"), ("handoffs", "command")):
        for item in settings.get(name, ()):
            if not isinstance(item, dict) or key not in item:
                raise DeclarationError(f'command {label!r}: each of {name} is a dict with "{key}"')
    for name in ("aliases", "capabilities", "auth", "tags"):
        for item in settings.get(name, ()):
            if not isinstance(item, str):
                raise DeclarationError(f"command {label!r}: {name} holds {item!r}, which is not a string")


def check_described(command: Command) -> None:
    """Refuse relations between params that do not exist, and isolation of what cannot leave the process."""
    for constraint in command.constraints:
        for name in constraint.params:
            if name not in command.param_by_name:
                raise DeclarationError(
                    f"command {command.name!r}: {constraint.kind}: there is no param {name!r}"
                )
    if command.pipe_input is not None or command.pipe_output is not None:
        from tooli.model.pipe import check_pipes

        check_pipes(command)
    if command.isolate and command.injected:
        raise DeclarationError(
            f"command {command.name!r}: isolate=True runs in a child process, where "
            f"{command.injected[0].name!r} cannot be injected"
        )


def check_app(name: str, settings: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuse keywords of an app that do not exist and values that cannot be."""
    for keyword in settings:
        if keyword not in known:
            raise unknown_setting("Tooli", keyword, known, APP_REPLACED)
    mistake = permissions_mistake(settings.get("permissions", {}))
    if mistake is not None:
        raise DeclarationError(f"{name}: {mistake}")
    transforms = _transform_mistakes(settings.get("transforms", ()))
    for wrong in (
        *policy_mistakes(settings),
        *transforms,
        *_document_mistakes(settings),
        *_kind_mistakes(settings),
    ):
        raise DeclarationError(f"{name}: {wrong}")
    store = settings.get("store", STORES[0])
    if not (isinstance(store, str) and store.startswith(STORES)):
        raise DeclarationError(f"{name}: store={store!r} does not begin with {' or '.join(STORES)}")
    transport = settings.get("mcp_transport", "stdio")
    if transport not in TRANSPORTS:
        raise DeclarationError(f"{name}: mcp_transport={transport!r} is not one of {', '.join(TRANSPORTS)}")
    concurrent = settings.get("mcp_concurrency", 1)
    if not isinstance(concurrent, int) or isinstance(concurrent, bool) or concurrent < 1:
        raise DeclarationError(f"{name}: mcp_concurrency={concurrent!r} is not a positive whole number")
    output = settings.get("default_output", "auto")
    if output not in MODES:
        raise DeclarationError(f"{name}: default_output={output!r} is not one of {', '.join(MODES)}")


def _kind_mistakes(settings: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(settings.get("defer_loading", False), bool):
        yield f"defer_loading is True or False, not {settings['defer_loading']!r}"
    if not callable(settings.get("sampler", callable)):
        yield f"sampler={settings['sampler']!r} is not a function of a prompt"


def _transform_mistakes(transforms: Any) -> Iterator[str]:
    if not isinstance(transforms, (list, tuple)):
        yield f"transforms must be a list, not {type(transforms).__name__}"
        return
    for transform in transforms:
        if not callable(transform):
            yield f"transforms holds {transform!r}, which is no function from a command to a command or None"


def _document_mistakes(settings: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(settings.get("skill_auto_generate", False), bool):
        yield f"skill_auto_generate is True or False, not {settings['skill_auto_generate']!r}"
    sections = settings.get("doc_sections", {})
    texts = [*sections, *sections.values()] if isinstance(sections, dict) else [None]
    if not all(isinstance(text, str) for text in texts):
        yield "doc_sections is a dict of titles and Markdown texts"
    for name in ("rules", "triggers", "anti_triggers"):
        given = settings.get(name, ())
        if isinstance(given, str) or not all(isinstance(text, str) for text in given):
            yield f"{name} is a list of sentences"


def check_error_map(exception: Any, code: str, fields: Mapping[str, Any]) -> None:
    """Refuse a mapping of errors that cannot work."""
    if not (isinstance(exception, type) and issubclass(exception, BaseException)):
        raise DeclarationError(f"map_error: {exception!r} is not an exception class")
    if not (len(code) == 5 and code[0] == "E" and code[1] in "12345" and code[2:].isdigit()):
        raise DeclarationError(f"map_error: {code!r} is not a code such as E3002")
    known = frozenset({"message", "category", "suggestion", "is_retryable", "details", "field", "exit_code"})
    for name in fields:
        if name not in known:
            raise unknown_setting("map_error", name, known, {})


def check_export_names(root: Group) -> None:
    """Refuse two commands that have one name where only letters, digits and `_` are allowed."""
    seen: dict[str, str] = {}
    for path in _paths(root, ()):
        name = export_name(path)
        if name in seen:
            raise DeclarationError(
                f"commands {seen[name]!r} and {' '.join(path)!r} are both exported as {name};"
                " give one of them another name="
            )
        seen[name] = " ".join(path)


def check_offers(group: Group, at: tuple[str, ...] = (), seen: set[str] | None = None) -> None:
    """Refuse two resources with one URI, and two prompts with one exported name."""
    seen = set() if seen is None else seen
    names = [f"prompt {export_name((*at, label))!r}" for label in group.prompts]
    for name in (*(f"resource {uri!r}" for uri in group.resources), *names):
        if name in seen:
            raise DeclarationError(f"{name} is declared twice")
        seen.add(name)
    for label, node in group.children.items():
        if isinstance(node, Group):
            check_offers(node, (*at, label), seen)


def check_handoffs(root: Group) -> None:
    """Refuse handoffs to commands that do not exist."""
    names = {export_name(path) for path in _paths(root, ())}
    lazy = {name for name, node in root.children.items() if not isinstance(node, (Entry, Group))}
    for path, entry in _entries(root, ()):
        for handoff in entry.settings.get("handoffs", ()):
            target = handoff["command"]
            if target.replace(".", " ").split()[0] in lazy:
                continue  # looking would import it
            if export_name(target.partition("@")[0].replace(".", " ").split()) not in names:
                raise DeclarationError(f"command {' '.join(path)!r}: handoff to {target!r}: no such command")


def _paths(group: Group, at: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (path for path, _ in _entries(group, at))


def _entries(group: Group, at: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Entry]]:
    for name, node in group.children.items():
        if isinstance(node, Entry):
            yield (*at, name), node
        elif isinstance(node, Group):
            yield from _entries(node, (*at, name))


def unknown_setting(owner: str, name: str, known: Iterable[str], replaced: Mapping[str, str]) -> Exception:
    """Return the error for a keyword that does not exist, naming what to use instead."""
    import difflib

    if name in replaced:
        return DeclarationError(f"{owner}: {name}= is not supported; use {replaced[name]}")
    close = difflib.get_close_matches(name, sorted(known), 1)
    hint = f"; did you mean {close[0]}=?" if close else ""
    return DeclarationError(f"{owner}: unknown keyword {name!r}{hint}")
