"""Words where a model's JSON belongs: they may be its fields in order; else a placeholder shows the form."""

from __future__ import annotations

from tooli.schema.fix import Fix, placeholder
from tooli.schema.inside import shape_at
from tooli.schema.model_fields import field_names
from tooli.schema.sample import compact
from tooli.surfaces.cli.repair_words import takes
from tooli.surfaces.cli.usage import long_name
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tooli.model import Param
    from tooli.surfaces.cli.parser import Parsed
    from tooli.surfaces.cli.repair import Edit

_COMPOUND = frozenset({"list", "set", "frozenset", "tuple", "fixed", "dict", "model", "rich", "union"})
_MOST = 6
"""Options that a fix names."""


def mend_model(parsed: Parsed, tokens: list[str], extra: Sequence[int] = ()) -> Edit | None:
    """Write the words that stand for a model, and those behind them that nothing takes, as its JSON."""
    command = parsed.command
    assert command is not None
    for param in command.params:
        places = parsed.places.get(param.name, ())
        if param.shape.inner.kind != "model" or len(places) != 1:
            continue
        at, offset = places[0]
        end = at + len(extra) + 1
        if list(extra) != list(range(at + 1, end)) or takes(param, tokens[at][offset:]):
            continue
        texts = [tokens[at][offset:], *tokens[at + 1 : end]]
        fields = list(_simple_fields(param))
        fix = placeholder(command, param)
        if len(texts) <= len(fields) and not any(text[:1] in ("{", "[", "@", '"') for text in texts):
            value = compact(dict(zip(fields, texts, strict=False)))
            fix = Fix(kind="guess", words="", value=value, place=fix.place)
        names = [f"{long_name(param)}.{field}" for field in field_names(param.shape.inner.annotation)]
        words = f"Give {param.name} as JSON, or by {', '.join(names[:_MOST])}."
        return [*tokens[:at], f"{tokens[at][:offset]}{fix.value}", *tokens[end:]], fix.replace(words=words)
    return None


def _simple_fields(param: Param) -> Iterator[str]:
    """Give the first fields of a model, as far as a word can be the value of each."""
    for name in field_names(param.shape.inner.annotation):
        shape = shape_at(param.shape, (name,))
        if shape is None or shape.kind in _COMPOUND:
            return
        yield name
