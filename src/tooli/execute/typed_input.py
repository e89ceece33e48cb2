"""The type in `StdinOr[...]`: what `read` returns for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, get_args, get_origin

from tooli.execute.handed_on import unpacked
from tooli.model.annotation import read_shape
from tooli.schema import shape_converter
from tooli.schema.invalid import Invalid, InvalidMany

if TYPE_CHECKING:
    from tooli.execute.stdin_or import StdinOr

_ITERATORS = frozenset({"Iterator", "Iterable", "Generator"})
_LISTS = frozenset({"list", "set", "frozenset", "tuple", "Sequence", "Collection"})


def read_as(given: StdinOr[Any], expected: Any) -> Any:
    """Return an input as a type: text, bytes, a path, lines, an iterator, or JSON that fits."""
    if expected is str:
        return given.text()
    if expected is bytes:
        return given.bytes()
    if isinstance(expected, type) and hasattr(expected, "__fspath__"):
        return given.path()
    args = get_args(expected)
    name = getattr(get_origin(expected) or expected, "__name__", "")
    if name in _ITERATORS:
        return _each(given, args[0] if args else Any)
    fit = _fitter(given, expected)
    if name not in _LISTS:
        return fit(given.json(), ())
    return fit(list(given.lines()) if args[:1] == (str,) else _listed(given), ())


def _each(given: StdinOr[Any], item: Any) -> Iterator[Any]:
    """Give an input's lines, pieces or JSON documents, as they arrive."""
    if item is str:
        yield from given.lines()
    elif item is bytes:
        yield from given.stream()
    else:
        fit = _fitter(given, item)
        for place, document in enumerate(given.jsonl()):
            yield fit(document, (place,))


def _listed(given: StdinOr[Any]) -> list[Any]:
    """Return the list an input holds: a JSON array, or one document a line."""
    import json

    text = given.text()
    if not text.strip():
        return []
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return list(given.documents(text.splitlines()))
        document = given.parsed(text)  # which says what is wrong
    whole = unpacked(document, given.name)
    return whole if isinstance(whole, list) else [whole]


def _fitter(given: StdinOr[Any], expected: Any) -> Callable[[Any, tuple[int, ...]], Any]:
    """Return the function that takes data as a type, or raises what in it does not fit."""
    convert = converter_of(expected)

    def fit(data: Any, place: tuple[int, ...]) -> Any:
        try:
            return convert(data)
        except (Invalid, InvalidMany) as error:
            first = error.mistakes[0]
            steps = (*place, *first.where)
            where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
            said = f"{where.lstrip('.')}: {first.message}" if where else first.message
            raise given.malformed(said, at=where or "the whole") from None

    return fit


def converter_of(expected: Any) -> Callable[[Any], Any]:
    """Return the function that takes data as a type; it raises what does not fit."""
    shape = read_shape(expected)
    if shape.simple:
        simple = shape_converter(shape)
        return lambda data: simple(data, False)
    from tooli.schema.rich import make_adapter, mistakes_of

    adapter = make_adapter(expected)

    def convert(data: Any) -> Any:
        from pydantic import ValidationError

        try:
            return adapter.validate_python(data)
        except ValidationError as error:
            raise InvalidMany(mistakes_of(error, data)) from None

    return convert
