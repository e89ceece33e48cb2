"""A command line repaired: tokens that were misunderstood are replaced by those that were meant.

One mistake is mended, the line is read again, and so on until nothing is wrong: what comes out is known to
parse and to validate. Lines keep everything the caller got right.
"""

from __future__ import annotations

from tooli.errors import Suggestion
from tooli.schema.repair import ROUNDS, is_placeholder, suggestion
from tooli.surfaces.cli.parser import parse
from tooli.surfaces.cli.program import line, program_words
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.errors import ToolError
    from tooli.execute import Runtime
    from tooli.model import Command, Param
    from tooli.model.catalog import Catalog
    from tooli.schema.fix import Fix
    from tooli.schema.invalid import Invalid
    from tooli.surfaces.cli.parser import Parsed

    Edit = tuple[list[str], Fix]
    """The tokens after a change, and what the change was."""


def repair_error(runtime: Runtime, argv: list[str], error: ToolError) -> Suggestion | None:
    """Return how a command line that ended in an input error can be repaired."""
    if error.code == "E1010":
        example = _spelt(runtime, parse(runtime.catalog, argv), [*argv, "--yes"])
        return Suggestion("Ask a person, then run this.", action="ask_human", example=example)
    if error.code == "E2903" and error.suggestion is not None:
        return error.suggestion.replace(example=_spelt(runtime, parse(runtime.catalog, argv), argv))
    if error.code == "E1913":
        rest = [token for token in argv if token != "--dry-run"]
        example = _spelt(runtime, parse(runtime.catalog, rest), rest)
        return Suggestion("Ask a person, then run it without --dry-run.", action="ask_human", example=example)
    if error.code == "E1906":
        return _name_input(runtime, argv, error)
    if error.code in ("E1910", "E1911", "E1912"):
        return _reshaped(runtime, argv, error)
    return repair_line(runtime, argv) or _belongs_elsewhere(runtime, argv, error)


def _belongs_elsewhere(runtime: Runtime, argv: list[str], error: ToolError) -> Suggestion | None:
    """Name the commands that have an option this one does not."""
    if error.code != "E1902":
        return None
    from tooli.surfaces.cli.parser import option_table

    name = str((error.details or {}).get("token", "")).partition("=")[0]
    owners = [command.name for command in runtime.catalog.commands() if name in option_table(command)]
    if not owners:
        return None
    words = f"{name} belongs to {', '.join(owners[:3])}; leave it out here, or use that command."
    return Suggestion(words, action="use_different_tool")


def _reshaped(runtime: Runtime, argv: list[str], error: ToolError) -> Suggestion | None:
    """Return the line with a corrected `--fields` or `--filter`, or without a cursor that is not valid."""
    told, name = error.suggestion, str(error.field)
    corrected = (error.details or {}).get("corrected")
    if told is None:
        return None
    tokens = without_flag(runtime.catalog, argv, name)
    if corrected is not None:
        tokens += [f"--{name}", str(corrected)]
    elif name != "cursor":
        return told
    return told.replace(example=_spelt(runtime, parse(runtime.catalog, tokens), tokens))


def _name_input(runtime: Runtime, argv: list[str], error: ToolError) -> Suggestion | None:
    """Return the line with a placeholder for the input that was not there."""
    from tooli.schema.fix import placeholder
    from tooli.surfaces.cli.usage import long_name

    parsed = parse(runtime.catalog, argv)
    param = parsed.command.param_by_name.get(error.field or "") if parsed.command is not None else None
    if parsed.command is None or param is None or param.name in parsed.raw or error.suggestion is None:
        return None
    given = str(placeholder(parsed.command, param).value)
    example = _spelt(runtime, parsed, [*argv, long_name(param), given])
    return error.suggestion.replace(example=example, applicability="has_placeholders")


def repair_line(runtime: Runtime, argv: list[str]) -> Suggestion | None:
    """Return the suggestion that repairs a command line, or None when something in it cannot be derived."""
    tokens, fixes = list(argv), []
    parsed = parse(runtime.catalog, tokens)
    for _ in range(ROUNDS):
        edit = mend(runtime, tokens, parsed)
        if edit is None:
            break
        tokens, fix = edit
        fixes.append(fix)
        parsed = parse(runtime.catalog, tokens)
    command = parsed.command
    if command is None or not fixes or parsed.mistakes or _wrong(runtime, parsed):
        return None
    return suggestion(fixes, command.destructive, example=_spelt(runtime, parsed, tokens))


def _spelt(runtime: Runtime, parsed: Parsed, tokens: list[str]) -> str:
    return line([*program_words(runtime.name, runtime.program), *hide_secrets(parsed, tokens)])


def mend(runtime: Runtime, tokens: list[str], parsed: Parsed) -> Edit | None:
    """Mend one mistake of a line; None when there is none, or none that can be mended."""
    if parsed.command is None or parsed.mistakes:
        from tooli.surfaces.cli.repair_tokens import mend_tokens

        return mend_tokens(runtime, tokens, parsed)
    wrong = _wrong(runtime, parsed)
    if not wrong:
        return None
    from tooli.surfaces.cli.repair_values import mend_value

    return mend_value(parsed, tokens, *wrong[0])


def _wrong(runtime: Runtime, parsed: Parsed) -> list[tuple[Param | None, Invalid]]:
    """Return what is wrong with the values of a line that parses, placeholders aside."""
    from tooli.schema import examine
    from tooli.schema.relations import broken_relations
    from tooli.surfaces.cli.options import flag_mistakes

    command = parsed.command
    assert command is not None
    prefix = runtime.settings.get("env_prefix")
    found: list[tuple[Param | None, Invalid]] = list(flag_mistakes(parsed.flags))
    _, wrong = examine(
        command, parsed.raw, textual=True, environ=runtime.environ, prefix=prefix, sources={}, warnings=[]
    )
    held = {name for name, value in parsed.raw.items() if _holds(value) or _is_piped(command, name, value)}
    found += [(param, mistake) for param, mistake in wrong if param.name not in held]
    if not found and not wrong:
        found += broken_relations(command, parsed.raw)
    return found


def _is_piped(command: Command, name: str, value: object) -> bool:
    """Whether a raw value stands for what comes through a pipe."""
    if command.pipe_input is None or "-" not in (value if isinstance(value, list) else [value]):
        return False
    from tooli.model.pipe import pipe_of

    pipe = pipe_of(command)
    return pipe is not None and pipe.param.name == name


def _holds(value: object) -> bool:
    """Whether a raw value has a placeholder in it."""
    if isinstance(value, (list, tuple)):
        return any(_holds(item) for item in value)
    return is_placeholder(value) or (isinstance(value, str) and value[:1] == "{" and '"<' in value)


def hide_secrets(parsed: Parsed, tokens: list[str]) -> list[str]:
    """Return the tokens with the values of secrets replaced by placeholders."""
    shown = list(tokens)
    params: Mapping[str, Param] = parsed.command.param_by_name if parsed.command is not None else {}
    for name, places in parsed.places.items():
        if name in params and params[name].secret:
            for at, offset in places:
                shown[at] = f"{shown[at][:offset]}<{name}>"
    return shown


def without_flag(catalog: Catalog, tokens: list[str], name: str) -> list[str]:
    """Return a line without a flag of the framework and its value."""
    gone: set[int] = set()
    parsed = parse(catalog, tokens)
    places = [*parsed.places.get(f"--{name}", ())]
    if parsed.command is not None and parsed.command.paginated:  # whose own param has the flag's name
        places += parsed.places.get(name, ())
    for at, offset in places:
        gone |= {at} if offset else {at - 1, at}
    return [token for index, token in enumerate(tokens) if index not in gone]
