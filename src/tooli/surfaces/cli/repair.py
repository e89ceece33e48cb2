"""A command line repaired: tokens that were misunderstood are replaced by those that were meant.

One mistake is mended, the line is read again, and so on until nothing is wrong: what comes out is known to
parse and to validate. Lines keep everything the caller got right.
"""

from __future__ import annotations

from tooli.errors import Suggestion
from tooli.schema.closeness import closest
from tooli.schema.invalid import Invalid, InvalidMany
from tooli.schema.repair import ROUNDS, is_held, is_placeholder, suggestion
from tooli.surfaces.cli.builtin import PREFIX
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
    from tooli.surfaces.cli.parser import Parsed

    Edit = tuple[list[str], Fix]
    """The tokens after a change, and what the change was."""


def repair_error(runtime: Runtime, argv: list[str], error: ToolError) -> Suggestion | None:
    """Return how a command line that ended in an input error can be repaired."""
    if error.code == "E1010":
        parsed = parse(runtime.catalog, argv)
        example = _spelt(runtime, parsed, _with(argv, _flag("yes", parsed)))
        return Suggestion("Ask a person, then run this.", action="ask_human", example=example)
    if error.code == "E2903" and error.suggestion is not None:
        return _approved(runtime, argv, error.suggestion, by_token=bool(error.details))
    if error.code == "E1913":
        rest = [token for token in argv if token != "--dry-run"]
        example = _spelt(runtime, parse(runtime.catalog, rest), rest)
        return Suggestion("Ask a person, then run it without --dry-run.", action="ask_human", example=example)
    if error.code == "E1906":
        return _name_input(runtime, argv, error)
    if error.code in ("E1910", "E1911", "E1912"):
        return _reshaped(runtime, argv, error)
    if runtime.catalog.single is not None and error.code in ("E1900", "E1902"):
        return _of_every_app(runtime, argv) or repair_line(runtime, argv)
    return repair_line(runtime, argv) or _belongs_elsewhere(runtime, argv, error)


def _approved(runtime: Runtime, argv: list[str], told: Suggestion, *, by_token: bool) -> Suggestion:
    """Return the line with a place for the token of a person; without one a person has to run the line."""
    parsed = parse(runtime.catalog, argv)
    if not by_token:
        return told.replace(example=_spelt(runtime, parsed, argv))
    example = _spelt(runtime, parsed, _with(argv, _flag("approval", parsed), "<token>"))
    return told.replace(example=example, applicability="has_placeholders")


def _flag(name: str, parsed: Parsed) -> str:
    """Return the spelling of a framework's flag that no param of the command has."""
    from tooli.surfaces.cli.parser import option_table

    taken = parsed.command is not None and f"--{name}" in option_table(parsed.command)
    return f"--tooli-{name}" if taken else f"--{name}"


def _with(argv: list[str], *option: str) -> list[str]:
    """Return a line with one more option; after `--` there can be none."""
    at = argv.index("--") if "--" in argv else len(argv)
    return [*argv[:at], *option, *argv[at:]]


def _of_every_app(runtime: Runtime, argv: list[str]) -> Suggestion | None:
    """Return the line for a built-in command, whose name an app of one command takes as its argument."""
    builtins = runtime.builtins(runtime) if runtime.builtins is not None else None
    if builtins is None or not argv or runtime.catalog.root.child(argv[0]) is not None:
        return None
    if argv[0] not in builtins.catalog.root.children:
        return None
    tokens = [PREFIX, *argv]
    words = f"Write {PREFIX} first: {argv[0]} is a command of every app."
    parsed = parse(builtins.catalog, tokens)
    if parsed.command is not None:
        example = _spelt(runtime, parsed, tokens)
        return Suggestion(words, example=example, applicability="maybe_incorrect")
    near = closest(parsed.unknown, parsed.group.children) if parsed.unknown and parsed.group else None
    misspelt = repair_line(builtins, tokens) if near is not None and near[1] != "guess" else None
    if misspelt is not None:
        return misspelt.replace(fix=f"{words} {misspelt.fix}", applicability="maybe_incorrect")
    found = repair_line(runtime, argv)
    return found and found.replace(applicability="maybe_incorrect")


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
    tokens = list(argv)
    fixes: list[Fix] = []
    parsed = parse(runtime.catalog, tokens)
    for _ in range(ROUNDS):
        edit = mend(runtime, tokens, parsed, fixes[-1].place if fixes else ())
        if edit is None:
            break
        tokens, fix = edit
        fixes.append(fix)
        parsed = parse(runtime.catalog, tokens)
    command = parsed.command
    if command is None or not fixes or parsed.mistakes or _wrong(runtime, parsed) != []:
        return None
    return suggestion(fixes, command.destructive, example=_spelt(runtime, parsed, tokens))


def _spelt(runtime: Runtime, parsed: Parsed, tokens: list[str]) -> str:
    return line([*program_words(runtime), *hide_secrets(parsed, tokens)])


def mend(
    runtime: Runtime, tokens: list[str], parsed: Parsed, tried: tuple[str | int, ...] = ()
) -> Edit | None:
    """Mend one mistake of a line; None when there is none, or none that can be mended."""
    if parsed.command is None or parsed.mistakes:
        from tooli.surfaces.cli.repair_tokens import mend_tokens

        return mend_tokens(runtime, tokens, parsed)
    wrong = _wrong(runtime, parsed, tried)
    if not wrong:
        return None
    from tooli.surfaces.cli.repair_values import mend_value

    return mend_value(parsed, tokens, *wrong[0])


def _wrong(
    runtime: Runtime, parsed: Parsed, tried: tuple[str | int, ...] = ()
) -> list[tuple[Param | None, Invalid]] | None:
    """Return what is wrong with the values of a line that parses, placeholders aside, if that can be told."""
    from tooli.schema.guess import misfits
    from tooli.schema.relations import broken_relations
    from tooli.surfaces.cli.options import flag_mistakes

    command = parsed.command
    assert command is not None
    prefix = runtime.settings.get("env_prefix")
    found: list[tuple[Param | None, Invalid]] = list(flag_mistakes(parsed.flags))
    wrong = misfits(command, parsed.raw, textual=True, environ=runtime.environ, prefix=prefix, tried=tried)
    if wrong is None:
        return None
    found += [(param, mistake) for param, mistake in wrong if not _is_held(command, parsed, param, mistake)]
    if not found and not wrong:
        found += broken_relations(command, parsed.raw)
    return found


def _is_held(command: Command, parsed: Parsed, param: Param, mistake: Invalid) -> bool:
    """Whether a mistake is only that something else stands in for a value: a placeholder, or a pipe."""
    raw = parsed.raw.get(param.name)
    if _is_piped(command, param.name, raw):
        return True
    if not _holds(raw):
        return False
    from tooli.schema.text import read_data

    try:
        return is_held(read_data(param, raw, mistake), mistake)
    except (Invalid, InvalidMany):  # the whole is a placeholder
        return True


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
    return is_placeholder(value) or (isinstance(value, str) and value[:1] in ("{", "[") and '"<' in value)


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
