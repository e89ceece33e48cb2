"""Secrets given in the open: the options that would do it, and the line that does it right."""

from __future__ import annotations

from tooli.schema.closeness import closest
from tooli.schema.fix import Fix
from tooli.surfaces.cli.flags import BY_SPELLING
from tooli.surfaces.cli.mistake import Mistake
from tooli.surfaces.cli.parser import option_table
from tooli.surfaces.cli.usage import long_name
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.model import Command, Param
    from tooli.model.catalog import Catalog
    from tooli.surfaces.cli.repair import Edit


def secret_in_the_open(command: Command, tokens: list[str], at: int) -> tuple[Mistake | None, int]:
    """Return the mistake of a token that gives a secret as plain text, and how many tokens that takes."""
    name, equals, _ = tokens[at].partition("=")
    param = _meant(command, name)
    if param is None:
        return None, 0
    message = f"{name} would show a secret to others: give it in a file, with {long_name(param)}"
    mistake = Mistake(code="E1903", message=message, field=param.name, token=name, position=at)
    return mistake, 1 if equals else 1 + _value_follows(command, tokens, at)


def names_secret(catalog: Catalog, option: str) -> bool:
    """Whether some command has a secret of that name."""
    return any(_meant(command, option) is not None for command in catalog.commands())


def _meant(command: Command, name: str) -> Param | None:
    """Return the secret that an option names which does not exist: `--password`, or nearly so."""
    plain = {
        spelling.removesuffix("-file").lstrip("-"): param
        for param in command.inputs
        if param.shape.input == "secret"
        for spelling in param.names
        if spelling.startswith("--")
    }
    word = name.lstrip("-")
    if word in plain:
        return plain[word]
    spellings = [spelling.lstrip("-") for param in command.params for spelling in param.names]
    found = closest(word, [*plain, *spellings])
    return plain.get(found[0]) if found is not None else None


def _value_follows(command: Command, tokens: list[str], at: int) -> bool:
    """Whether the next token is a value; one that looks like an option may be a secret all the same."""
    if at + 1 == len(tokens):
        return False
    bare = tokens[at + 1].partition("=")[0]
    return bare not in option_table(command) and bare not in BY_SPELLING


def mend_secret(command: Command, tokens: list[str], mistake: Mistake) -> Edit:
    """Put a file in the place of a secret that was given in the open."""
    param = command.param_by_name[mistake.field]
    at, spelling = mistake.position, long_name(param)
    width = secret_in_the_open(command, tokens, at)[1]
    words = f"Put the secret into a file and give {spelling} PATH, or {spelling} - to read it from stdin."
    fix = Fix(kind="placeholder", words=words, value=f"<{param.name}: PATH>")
    return [*tokens[:at], spelling, str(fix.value), *tokens[at + width :]], fix
