"""Raw values become arguments: types, constraints, defaults and environment variables, for every surface.

Simple types are handled here, as pydantic's lax mode would (a property test holds them equal); values that
need a closer look go to `lax`, rules beyond the type to `rules`, richer types to `rich`, which imports
pydantic. All mistakes of a call are found before it fails.
"""

from __future__ import annotations

from tooli.model import Shape
from tooli.model.signature import PLAIN_DEFAULTS
from tooli.types import TYPE_CHECKING, UNSET, Unset

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from tooli.errors import InputError
    from tooli.model import Command, Param
    from tooli.schema.invalid import Invalid, InvalidMany

    Convert = Callable[[Any, bool], Any]

RULES = (
    "min",
    "max",
    "clamp",
    "exists",
    "file_okay",
    "dir_okay",
    "readable",
    "writable",
    "resolve_path",
    "allow_dash",
    "path_type",
    "callback",
    "deprecated",
)
"""Settings that say, beyond the type, which values are valid and what becomes of them."""

CONVERTED = ("parser", "formats", "case_sensitive")
"""Settings that say how text becomes a value."""


def validate(
    command: Command,
    raw: Mapping[str, Any],
    *,
    textual: bool,
    environ: Mapping[str, str],
    prefix: str | None,
    sources: dict[str, str],
    warnings: list[str],
    mistakes: Sequence[InputError] = (),
    configured: Mapping[str, Any] = {},
) -> dict[str, Any]:
    """Return the arguments of a call, or raise one `InputError` that tells all mistakes.

    `mistakes` are those the surface has found already; `configured` stands in for values that are not given.
    """
    arguments, found = examine(
        command,
        raw,
        textual=textual,
        environ=environ,
        prefix=prefix,
        sources=sources,
        warnings=warnings,
        configured=configured,
    )
    if found or mistakes or command.constraints or not raw.keys() <= command.param_by_name.keys():
        from tooli.schema.mistakes import check_call

        check_call(command, raw, arguments, found, mistakes, sources)
    for param in command.params:
        if not param.settings.get("expose_value", True):
            arguments.pop(param.name, None)
    return arguments


def examine(
    command: Command,
    raw: Mapping[str, Any],
    *,
    textual: bool,
    environ: Mapping[str, str],
    prefix: str | None,
    sources: dict[str, str],
    warnings: list[str],
    configured: Mapping[str, Any] = {},
) -> tuple[dict[str, Any], list[tuple[Param, Invalid]]]:
    """Return the arguments that are right, and what is wrong with the others."""
    arguments: dict[str, Any] = {}
    found: list[tuple[Param, Invalid]] = []
    for param, ruled, aside in _checks(command):
        name, is_text = param.name, textual
        if name in raw:
            value = raw[name]
        else:
            value = from_environ(command, param, environ, prefix, sources) if aside or prefix else UNSET
            is_text = not isinstance(value, Unset)
            if not is_text and name in configured:
                value = configured[name]
            if isinstance(value, Unset):
                _fill_default(param, arguments, found)
                if ruled and name in arguments:
                    from tooli.schema.rules import check_default

                    check_default(param, arguments, found)
                continue
        try:
            value = converter(param)(value, is_text)
            if ruled:
                from tooli.schema.rules import apply_rules

                value = apply_rules(param, value, warnings)
            arguments[name] = value
        except invalid_types() as error:
            found += [(param, mistake) for mistake in error.mistakes]
        except BaseException as error:
            vars(error)["tooli_field"] = name  # for the error that it becomes; an exception may be frozen
            raise
    return arguments, found


def refused(message: str, details: Mapping[str, Any] | None = None, code: str = "E1903") -> Invalid:
    """Return what a value that does not fit raises; imported when a value does not fit."""
    from tooli.schema.invalid import Invalid

    return Invalid(message, code, details=details)


def invalid_types() -> tuple[type[Invalid], type[InvalidMany]]:
    """Return what a value that does not fit raises; imported when something was raised."""
    from tooli.schema.invalid import Invalid, InvalidMany

    return Invalid, InvalidMany


def _fill_default(param: Param, arguments: dict[str, Any], found: list[tuple[Param, Invalid]]) -> None:
    default = param.default
    if default.__class__ in PLAIN_DEFAULTS:
        arguments[param.name] = default
    elif not isinstance(default, Unset):
        from tooli.schema.own_default import own_default

        arguments[param.name] = own_default(default)
    elif "default_factory" in param.settings:
        arguments[param.name] = param.settings["default_factory"]()
    elif param.optional:
        arguments[param.name] = () if param.kind == "variadic" else UNSET  # which may be piped in
    else:
        from tooli.schema.invalid import Invalid

        found.append((param, Invalid("is required", code="E1901")))


def _checks(command: Command) -> list[tuple[Param, bool, bool]]:
    """Return what there is to look at for each param: whether it has rules, whether it has variables."""
    memo: list[tuple[Param, bool, bool]] | None = command.__dict__.get("_checks")
    if memo is None:
        memo = command.__dict__["_checks"] = [
            (param, any(name in RULES for name in param.settings), "envvar" in param.settings)
            for param in command.params
        ]
    return memo


def from_environ(
    command: Command, param: Param, environ: Mapping[str, str], prefix: str | None, sources: dict[str, str]
) -> Any:
    """Return a param's value from its environment variables, as the command line would have given it."""
    variables = param.envvars
    if prefix and param.settings.get("allow_from_autoenv", True):
        own = "_".join((*command.path, param.name)).upper().replace("-", "_")
        variables = (*variables, f"{prefix}_{own}", f"{prefix}_{param.name.upper()}")
    for variable in variables:
        text = environ.get(variable)
        if text:
            told = getattr(environ, "source_of", None)  # some variables stand in a file
            sources[param.name] = f"env {variable}" if told is None else told(variable)
            shape = param.shape.inner
            if shape.kind in ("dict", "model", "union", "rich"):
                return [text]
            if shape.multiple or shape.kind == "fixed":
                from tooli.schema.text import split_variable

                return split_variable(shape, text)
            return text
    return UNSET


def converter(param: Param) -> Convert:
    """Return the function that converts one param's values; it is made for the first one."""
    memo: Convert | None = param.__dict__.get("_convert")
    if memo is None:
        memo = param.__dict__["_convert"] = _make_converter(param)
    return memo


def _make_converter(param: Param) -> Convert:
    if any(name in CONVERTED for name in param.settings):
        from tooli.schema.converted import special_converter

        special = special_converter(param)
        if special is not None:
            return special
    return shape_converter(param.shape) if is_simple(param) else _rich(param)


def is_simple(param: Param) -> bool:
    """Whether a param is validated without pydantic."""
    return param.shape.simple and all(
        isinstance(item, str) or hasattr(item, "documentation") for item in param.metadata
    )


def shape_converter(shape: Shape) -> Convert:
    """Return the function that converts values to a simple shape."""
    quick = QUICK.get(shape.kind)
    if quick is not None:
        return quick
    if shape.kind in ("list", "set", "frozenset", "tuple", "fixed", "dict", "optional"):
        from tooli.schema.containers import container_converter

        return container_converter(shape)
    return _slow(shape)


def _slow(shape: Shape) -> Convert:
    def convert(value: Any, textual: bool) -> Any:
        from tooli.schema.lax import convert as convert_lax

        return convert_lax(shape, value, textual)

    return convert


def _rich(param: Param) -> Convert:
    def convert(value: Any, textual: bool) -> Any:
        from tooli.schema.rich import validate_rich

        return validate_rich(param, value, textual)

    return convert


def _str(value: Any, textual: bool) -> Any:
    return value if value.__class__ is str else _STR(value, textual)


def _int(value: Any, textual: bool) -> Any:
    if value.__class__ is int:
        return value
    if value.__class__ is str and value.isascii() and len(value) < 4000:
        digits = value[1:] if value[:1] in ("-", "+") else value
        if digits.isdigit():
            return int(value)
    return _INT(value, textual)


def _float(value: Any, textual: bool) -> Any:
    return value if value.__class__ is float else _FLOAT(value, textual)


def _bool(value: Any, textual: bool) -> Any:
    return value if value.__class__ is bool else _BOOL(value, textual)


def _any(value: Any, textual: bool) -> Any:
    return value


_STR = _slow(Shape(kind="str", annotation=str))
_INT = _slow(Shape(kind="int", annotation=int))
_FLOAT = _slow(Shape(kind="float", annotation=float))
_BOOL = _slow(Shape(kind="bool", annotation=bool))
QUICK: Mapping[str, Convert] = {"str": _str, "int": _int, "float": _float, "bool": _bool, "any": _any}
