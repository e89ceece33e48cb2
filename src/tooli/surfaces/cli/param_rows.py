"""The rows that a help page shows for a command's params, and the panels they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tooli.errors import ToolError
from tooli.execute.plain import to_plain
from tooli.model.annotation import read_shape
from tooli.model.unsupported import UnsupportedTypeError
from tooli.render.help_page import HelpPanel, HelpRow
from tooli.surfaces.cli.type_text import fields_of, type_text
from tooli.surfaces.cli.usage import argument_usage, long_name, metavar, shape_metavar, takes
from tooli.types import Unset

if TYPE_CHECKING:
    from tooli.model import Command, Param
    from tooli.surfaces.cli.type_text import Field

_LONGEST_DEFAULT = 60
_SIGNS = (("ge", "{}<=", ""), ("gt", "{}<", ""), ("le", "", "<={}"), ("lt", "", "<{}"))


def param_panels(command: Command, prefix: str | None) -> Iterator[HelpPanel]:
    """Give the panels of a command's params: arguments, options, then those the developer named."""
    shown: dict[str, list[HelpRow]] = {"Arguments": [], "Options": []}
    for param in command.params:
        if not param.hidden:
            title = param.settings.get("rich_help_panel") or ("Arguments" if param.positional else "Options")
            shown.setdefault(str(title), []).extend(_rows(command, param, prefix))
    for title, rows in shown.items():
        if rows:
            yield HelpPanel(title=title, rows=tuple(rows))


def _rows(command: Command, param: Param, prefix: str | None) -> Iterator[HelpRow]:
    env = _variables(command, param, prefix) if param.settings.get("show_envvar", True) else ()
    yield HelpRow(
        kind="argument" if param.positional else "option",
        names=(argument_usage(param),) if param.positional else by_length(param.names),
        negatives=() if param.positional else param.negatives,
        metavar=_value(metavar(param), param),
        takes=_value(takes(param), param),
        help=command.param_help(param),
        required=param.required,
        repeatable=bool(param.settings.get("count")),
        default=_default(param),
        bounds=bounds(param),
        env=env,
        declared_env=param.envvars if env else (),
        deprecated=deprecation(param.settings.get("deprecated")),
    )
    if param.shape.inner.kind == "model":
        for field in fields_of(param.shape.inner.annotation):
            yield _field_row(f"{long_name(param)}.{field.name}", field, required=param.required)


def _value(text: str, param: Param) -> str:
    """Return what stands for a value; that an argument can be repeated its name says already."""
    return text.removesuffix("...") if param.positional else text


def _field_row(name: str, field: Field, *, required: bool) -> HelpRow:
    try:
        shown = shape_metavar(read_shape(field.annotation), {})
    except (UnsupportedTypeError, AttributeError):  # a type that has a meaning only inside its model
        shown = "JSON"
    return HelpRow(
        kind="field",
        names=(name,),
        metavar=shown.replace("KEY=VALUE...", "JSON"),
        takes=type_text(field.annotation),
        help=field.help,
        required=required and not field.optional,
        default=_default_text(field.default),
        bounds=_bounds((*field.metadata, *getattr(field.annotation, "__metadata__", ()))),
    )


def by_length(names: Iterable[str]) -> tuple[str, ...]:
    """Return spellings with the short ones first."""
    return tuple(sorted(names, key=lambda name: name.startswith("--")))


def deprecation(declared: bool | str | None) -> str:
    """Return what a page says of a deprecation: nothing, `yes`, or the developer's words."""
    return declared if isinstance(declared, str) else "yes" if declared else ""


def _variables(command: Command, param: Param, prefix: str | None) -> tuple[str, ...]:
    """Return the environment variables of a param, the first to be read first."""
    if not prefix or not param.settings.get("allow_from_autoenv", True):
        return param.envvars
    own = "_".join((*command.path, param.name)).upper().replace("-", "_")
    return (*param.envvars, f"{prefix}_{own}")


def _default(param: Param) -> str | None:
    """Return the default that help shows, if it may show one."""
    show = param.settings.get("show_default", True)
    if isinstance(show, str):
        return f"({show})"
    if not show or param.secret:
        return None
    if isinstance(param.default, Unset):
        return "(dynamic)" if "default_factory" in param.settings else None
    if param.flag:
        return _flag_default(param)
    return _default_text(param.default)


def _flag_default(param: Param) -> str | None:
    """Say which way a flag stands, unless that is as expected: off, or counted from nothing."""
    if param.default is True and param.negatives:
        return "on" if param.negatives[0].startswith("--no-") else long_name(param).lstrip("-")
    if param.default is False and param.negatives and not param.negatives[0].startswith("--no-"):
        return param.negatives[0].lstrip("-")
    if param.default in (True, False, None, 0) or "flag_value" in param.settings:
        return None
    return _default_text(param.default)


def _default_text(value: Any) -> str | None:
    if isinstance(value, Unset) or value is None:
        return None
    try:
        plain = to_plain(value, [])
    except ToolError:
        return None
    if plain is None or plain in ([], {}):
        return None
    text = plain_text(plain)
    return text if 0 < len(text) <= _LONGEST_DEFAULT else None


def plain_text(value: Any) -> str:
    """Return a plain value as it would be written on a command line."""
    if isinstance(value, str):
        return value or '""'
    if isinstance(value, list) and not any(isinstance(item, (list, dict)) for item in value):
        return ", ".join(plain_text(item) for item in value)
    import json

    return json.dumps(value, ensure_ascii=False)


def bounds(param: Param) -> str:
    """Return the range or form that a param's values have to keep: `1<=x<=9`, `length 3..20`."""
    return _bounds((*param.metadata, *param.shape.metadata, *param.shape.inner.metadata), param.settings)


def _bounds(metadata: Iterable[Any], settings: Mapping[str, Any] = {}) -> str:
    limits: dict[str, Any] = {}
    for item in _flat(metadata):
        for name in ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern"):
            value = getattr(item, name, None)
            if value is not None:
                limits[name] = value
    if settings.get("min") is not None:
        limits["ge"] = settings["min"]
    if settings.get("max") is not None:
        limits["le"] = settings["max"]
    shown = [_range(limits), _length(limits)]
    if "multiple_of" in limits:
        shown.append(f"multiple of {limits['multiple_of']}")
    if "pattern" in limits:
        shown.append(f"pattern {getattr(limits['pattern'], 'pattern', limits['pattern'])}")
    if settings.get("clamp"):
        shown.append("clamped")
    return ", ".join(part for part in shown if part)


def _flat(metadata: Iterable[Any]) -> Iterator[Any]:
    """Give every constraint, those inside a pydantic `Field` too."""
    for item in metadata:
        yield item
        inner = getattr(item, "metadata", None)
        if isinstance(inner, (list, tuple)):
            yield from inner


def _range(limits: dict[str, Any]) -> str:
    low = "".join(before.format(limits[name]) for name, before, _ in _SIGNS if before and name in limits)
    high = "".join(after.format(limits[name]) for name, _, after in _SIGNS if after and name in limits)
    return f"{low}x{high}" if low or high else ""


def _length(limits: dict[str, Any]) -> str:
    low, high = limits.get("min_length"), limits.get("max_length")
    if low is None and high is None:
        return ""
    return f"length {low if low is not None else 0}..{high if high is not None else ''}"
