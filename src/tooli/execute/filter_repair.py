"""A filter that cannot be read, as it was probably meant: operators of other languages, missing brackets."""

from __future__ import annotations

from tooli.execute.filter_words import QUOTES, Token, is_value_end, tokens
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["repaired"]

_OPERATORS = {"is": "==", "eq": "==", "ne": "!=", "gt": ">", "ge": ">=", "gte": ">=", "lt": "<", "le": "<="}
_OPERATORS["lte"] = "<="
_FUNCTIONS = {
    "contains": "contains",
    "includes": "contains",
    "in": "contains",
    "starts_with": "starts_with",
    "startswith": "starts_with",
    "ends_with": "ends_with",
    "endswith": "ends_with",
}
_CLOSERS = {"(": ")", "[": "]", "[?": "]", "{": "}"}
_SPACE = Token("space", " ")


def repaired(text: str) -> Iterator[tuple[str, bool]]:
    """Yield texts that may be what was meant, the likeliest first, each with whether it is sure."""
    pieces = tokens(text)
    quote = next((token.text for token in pieces if token.kind == "sign" and token.text in QUOTES), "")
    if quote:
        yield text + quote, False
        return
    pieces = _functions(_operators(pieces))
    mended = _text(pieces)
    if mended != text:
        yield mended, True
    yield _text(_closed(pieces)), False


def _text(pieces: list[Token]) -> str:
    return "".join(token.text for token in pieces)


def _operators(pieces: list[Token]) -> list[Token]:
    """Return the pieces with words and signs of other languages as comparisons and `&&`."""
    mended: list[Token] = []
    before = Token("end", "")
    for token in pieces:
        word = token.text.lower()
        now = token
        if token.kind == "word" and word in _OPERATORS and is_value_end(before):
            now = Token("sign", _OPERATORS[word])
        elif word == "not" and before.text == "==" and mended[-1] == _SPACE:
            _replace_last(mended, "!=")
            mended.pop()
            continue
        elif token.text == "&" and is_value_end(before):
            now = Token("sign", "&&")
        elif token.text in ("<", ">") and before.text == "=" and mended[-1].text == "=":
            mended.pop()
            now = Token("sign", f"{token.text}=")
        mended.append(now)
        if now.kind != "space":
            before = now
    return mended


def _replace_last(pieces: list[Token], sign: str) -> None:
    place = max(at for at, token in enumerate(pieces) if token.kind == "sign")
    pieces[place] = Token("sign", sign)


def _functions(pieces: list[Token]) -> list[Token]:
    """Return the pieces with `a contains b` and `b in a` as calls."""
    for at, token in enumerate(pieces):
        name = _FUNCTIONS.get(token.text.lower()) if token.kind == "word" else None
        start, end = _operand_before(pieces, at), _operand_after(pieces, at)
        if name is None or start is None or end is None:
            continue
        left, right = pieces[start:at], pieces[at + 1 : end]
        subject, other = (right, left) if token.text.lower() == "in" else (left, right)
        call = f"{name}({_listed(_text(subject).strip())}, {_text(other).strip()})"
        return _functions([*pieces[:start], Token("call", call), *pieces[end:]])
    return pieces


def _listed(subject: str) -> str:
    """Return `("a", "b")` as a list."""
    is_row = subject.startswith("(") and subject.endswith(")") and "," in subject
    return f"[{subject[1:-1]}]" if is_row else subject


def _operand_before(pieces: list[Token], at: int) -> int | None:
    """Return where the path or constant before a place starts."""
    place = at
    while place and pieces[place - 1].kind == "space":
        place -= 1
    if place == at or not place or not is_value_end(pieces[place - 1]):
        return None
    depth = 0
    while place:
        token = pieces[place - 1]
        depth += (token.text in _CLOSERS.values()) - (token.text in _CLOSERS)
        if depth < 0 or (depth == 0 and not (is_value_end(token) or token.text in (".", "[", "("))):
            break
        place -= 1
    return place


def _operand_after(pieces: list[Token], at: int) -> int | None:
    """Return where the path, list or constant after a place ends."""
    place = at + 1
    while place < len(pieces) and pieces[place].kind == "space":
        place += 1
    if place == at + 1 or place == len(pieces):
        return None
    depth, start = 0, place
    while place < len(pieces):
        token = pieces[place]
        opens, closes = token.text in _CLOSERS, token.text in _CLOSERS.values()
        if depth == 0 and (closes or not (opens or is_value_end(token) or token.text == ".")):
            break
        depth += opens - closes
        place += 1
    return place if place > start and depth == 0 else None


def _closed(pieces: list[Token]) -> list[Token]:
    """Return the pieces with the brackets that are open at the end closed."""
    open_brackets: list[str] = []
    for token in pieces:
        if token.kind == "sign" and token.text in _CLOSERS:
            open_brackets.append(_CLOSERS[token.text])
        elif open_brackets and token.text == open_brackets[-1]:
            open_brackets.pop()
    return [*pieces, *(Token("sign", sign) for sign in reversed(open_brackets))]
