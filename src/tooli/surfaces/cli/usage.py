"""How a command is called: its usage line, and what stands for each value (`TEXT`, `[a|b]`, `PATH...`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tooli.surfaces.cli.type_text import spelling, type_text

if TYPE_CHECKING:
    from tooli.model import Command, Param, Shape

_METAVARS = {
    "str": "TEXT",
    "int": "INTEGER",
    "float": "FLOAT",
    "bool": "BOOLEAN",
    "bytes": "BASE64",
    "date": "DATE",
    "datetime": "DATETIME",
    "time": "TIME",
    "timedelta": "DURATION",
    "uuid": "UUID",
    "decimal": "DECIMAL",
    "model": "JSON",
    "dict": "KEY=VALUE",
    "stdin": "PATH|URL|-",
    "secret": "PATH|-",
    "none": "NULL",
    "any": "TEXT",
}


def metavar(param: Param) -> str:
    """Return what stands for a param's value; empty when it takes none."""
    if param.flag:
        return ""
    declared = param.settings.get("metavar")
    if declared and not param.positional:
        return str(declared)
    return shape_metavar(param.shape, param.settings)


def shape_metavar(shape: Shape, settings: Mapping[str, Any]) -> str:
    """Return what stands for a value of some type."""
    shape = shape.inner
    if shape.multiple:
        return (shape_metavar(shape.items[0], settings) if shape.items else "TEXT") + "..."
    if shape.kind == "fixed":
        return " ".join(shape_metavar(item, settings) for item in shape.items)
    if shape.kind == "dict":
        return "KEY=VALUE..."
    if shape.kind == "union":
        return "|".join(dict.fromkeys(shape_metavar(item, settings) for item in shape.items))
    return _single_metavar(shape, settings)


def _single_metavar(shape: Shape, settings: Mapping[str, Any]) -> str:
    if shape.choices and settings.get("show_choices", True):
        return f"[{'|'.join(spelling(choice) for choice in shape.choices)}]"
    if shape.kind == "path":
        if not settings.get("file_okay", True):
            return "DIRECTORY"
        return "PATH" if settings.get("dir_okay", True) else "FILE"
    if shape.kind == "datetime" and settings.get("formats"):
        return f"[{'|'.join(settings['formats'])}]"
    if shape.kind == "parsed":
        return _parser_metavar(settings.get("parser"))
    if shape.kind == "rich":
        name = getattr(shape.annotation, "__name__", "")
        return name.upper() if name.isidentifier() else "TEXT"
    return _METAVARS.get(shape.kind, "TEXT")


def _parser_metavar(parser: Any) -> str:
    name = str(getattr(parser, "__name__", ""))
    return name.strip("_").upper() if name.isidentifier() else "TEXT"


def takes(param: Param) -> str:
    """Return what a param takes, in few words, for agents."""
    shape = param.shape.inner
    if param.flag:
        return ""
    if shape.input:
        return _METAVARS[shape.input].lower() + ("..." if shape.multiple else "")
    if shape.multiple:
        return (type_text(shape.items[0].annotation) if shape.items else "str") + "..."
    if shape.kind == "fixed":
        return " ".join(type_text(item.annotation) for item in shape.items)
    if shape.kind == "dict":
        value = type_text(shape.items[1].annotation) if len(shape.items) > 1 else "any"
        return f"key={'value' if value in ('any', 'str') else value}..."
    if shape.kind == "model":
        return f"JSON {type_text(shape.annotation)}"
    if shape.kind == "union":
        return "|".join(dict.fromkeys(type_text(item.annotation) for item in shape.items))
    return type_text(shape.annotation) or "str"


def long_name(param: Param) -> str:
    """Return the spelling that says most: the first long one."""
    return next((name for name in param.names if name.startswith("--")), param.names[0])


def argument_name(param: Param) -> str:
    """Return the name under which a page shows a positional param."""
    return str(param.settings.get("metavar") or param.name.strip("_").upper())


def argument_usage(param: Param) -> str:
    """Return how a positional param stands in a usage line: `NAME`, `[NAME]`, `[FILES]...`."""
    shape = param.shape.inner
    many = shape.multiple or shape.kind in ("dict", "fixed")
    name = argument_name(param)
    return (name if param.required else f"[{name}]") + ("..." if many else "")


def usage(called: str, command: Command, *, options: bool) -> str:
    """Return the usage line of a command that is called as `called`; required options stand in it.

    options: whether `[OPTIONS]` is there.
    """
    words = [called]
    if options:
        words.append("[OPTIONS]")
    shown = [param for param in command.params if not param.hidden]
    for param in shown:
        if param.required and not param.positional:
            words.append(f"{long_name(param)} {metavar(param)}".rstrip())
    words += [argument_usage(param) for param in shown if param.positional]
    return " ".join(words)
