"""What a filter's text may leave out: the forgiving pass that makes JMESPath of it.

The rules, by the token they look at:

- a number stands for itself, except as an index or in a slice: `size > 10` is ``size > `10` ``;
- `true`, `false` and `null` (also `True`, `None`, `NULL` …) are constants unless a part of them is asked for;
- `"x"` is text on the right of a comparison, in a list inside a function's arguments, and as an argument of a
  function that is not its subject (the first one; for `join` the second). Elsewhere it is a field, as it is
  in JMESPath;
- `=` and `===` are `==`; `!==` and `<>` are `!=`;
- `and`, `or` and `not`, in any case, are `&&`, `||` and `!`. `not` reaches to the next `and` or `or`;
- `!` takes a whole path: `!owner.active` is `!(owner.active)`;
- a name may hold dashes and letters of any script: `content-type == 'x'`;
- text between backticks that is not JSON is a string;
- `[? … ]` around the whole filter means nothing, since a filter is asked of each item.

All else is as JMESPath has it. May not import jmespath: this is about text.
"""

from __future__ import annotations

import json
import re

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import NamedTuple

    class Token(NamedTuple):
        """A piece of a filter's text."""

        kind: str
        text: str

else:
    from collections import namedtuple

    Token = namedtuple("Token", "kind text")

__all__ = ["CONSTANTS", "PLAIN_NAME", "Token", "Unreadable", "jmespath_text", "tokens"]

CONSTANTS = {
    spelling: text
    for text, word in (("true", "true"), ("false", "false"), ("null", "null"), ("null", "none"))
    for spelling in (word, word.title(), word.upper())
    if spelling != "none"
}
"""Words that are values → their JSON."""

QUOTES = ("'", '"', "`")
COMPARATORS = {"==", "!=", "<", "<=", ">", ">=", "=", "===", "!==", "<>"}
PLAIN_NAME = re.compile(r"[^\W\d][\w-]*")
"""A name that needs no quotes."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<raw>'(?:[^'\\]|\\.)*')
    | (?P<quoted>"(?:[^"\\]|\\.)*")
    | (?P<literal>`(?:[^`\\]|\\.)*`)
    | (?P<number>-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?!\w))
    | (?P<word>[^\W\d][\w-]*)
    | (?P<sign>===|!==|==|!=|<>|<=|>=|&&|\|\||\[\?|\[\]|.)""",
    re.VERBOSE | re.DOTALL,
)
_SAME = {"=": "==", "===": "==", "!==": "!=", "<>": "!="}
_PARTS = {".", "[", "[?", "[]", "("}
_OPENERS = {"(": ")", "[": "]", "[?": "]", "{": "}"}
_VALUES = ("word", "quoted", "raw", "literal", "number")
_ENDS = {"&&", "||", "|", ",", ")", "]", "}", ""}
_JOINERS = {"and": "&&", "or": "||"}
_WORDS = {*_JOINERS, "not"}
_NOTHING = Token("end", "")


class Unreadable(ValueError):
    """A piece of the filter means nothing."""


def tokens(text: str) -> list[Token]:
    """Return the pieces of a filter, white space included."""
    return [Token(str(found.lastgroup), found[0]) for found in _TOKEN.finditer(text)]


def jmespath_text(text: str) -> str:
    """Return the JMESPath that a filter's text stands for; it may still be wrong JMESPath."""
    pieces = _unwrapped([token for token in tokens(text) if token.kind != "space"])
    return " ".join(_Pass(pieces).words())


def is_value_end(token: Token) -> bool:
    """Whether a value can end with a token, so that an operator follows it."""
    return token.kind in _VALUES or token.text in (")", "]", "}", "@", "*", "[]")


def _unwrapped(pieces: list[Token]) -> list[Token]:
    """Return a filter without the `[? … ]` that selects from a list."""
    if len(pieces) < 3 or pieces[0].text != "[?":
        return pieces
    depth = 0
    for place, token in enumerate(pieces):
        if token.kind == "sign":
            depth += (token.text in _OPENERS) - (token.text in _OPENERS.values())
        if depth == 0:
            return pieces[1:-1] if place == len(pieces) - 1 else pieces
    return pieces


class _Pass:
    """One walk over the pieces, knowing what stands around each."""

    def __init__(self, pieces: Sequence[Token]) -> None:
        self.pieces = pieces
        self.place = 0
        self.open: list[tuple[str, str, int]] = []
        """The brackets around: which, the function it calls, and the number of its argument."""
        self.negations: list[tuple[int, bool]] = []
        """The negations that are not closed yet: at which depth, and whether a comparison ends it."""
        self.before = _NOTHING
        """The piece before, with words that join read as what they are."""

    def words(self) -> Iterator[str]:
        """Yield the words of the JMESPath text."""
        for place, token in enumerate(self.pieces):
            self.place = place
            word = self._said(token)
            yield from self._closed(word)
            yield word
            is_sign = token.kind == "sign" or word in ("&&", "||", "! (")
            self.before = Token("sign", word) if is_sign else token
            if token.kind == "sign":
                self._nest(token.text)
        yield from self._closed("")

    def _said(self, token: Token) -> str:
        rules = {
            "word": self._word,
            "sign": self._sign,
            "number": self._number,
            "literal": self._literal,
            "quoted": self._quoted,
        }
        return rules[token.kind](token.text) if token.kind in rules else token.text

    @property
    def _after(self) -> Token:
        return self.pieces[self.place + 1] if self.place + 1 < len(self.pieces) else _NOTHING

    def _closed(self, word: str) -> Iterator[str]:
        """Yield the brackets that close before a word."""
        while self.negations and self.negations[-1][0] == len(self.open):
            if word not in _ENDS and not (self.negations[-1][1] and word in COMPARATORS):
                return
            self.negations.pop()
            yield ")"

    def _nest(self, sign: str) -> None:
        if sign in _OPENERS:
            earlier = self.pieces[self.place - 1] if self.place else _NOTHING
            is_call = sign == "(" and earlier.kind == "word" and earlier.text.lower() not in _WORDS
            # Written like a method, `name.contains("x")`, the subject stands in front.
            is_method = is_call and self.place > 1 and self.pieces[self.place - 2].text == "."
            self.open.append((sign, earlier.text if is_call else "", int(is_method)))
        elif sign in (")", "]", "}") and self.open:
            self.open.pop()
        elif sign == "," and self.open:
            bracket, name, number = self.open[-1]
            self.open[-1] = (bracket, name, number + 1)

    def _sign(self, text: str) -> str:
        if text in QUOTES:
            raise Unreadable(f"the {text} is not closed")
        if text == "!" and not is_value_end(self.before):
            self.negations.append((len(self.open), True))
            return "! ("
        return _SAME.get(text, text)

    def _number(self, text: str) -> str:
        if self.before.text in ("[", ":") and self._after.text in ("]", ":"):
            return text
        try:
            value = json.loads(text)
        except ValueError:
            raise Unreadable(f"{_short(text)} is not a number") from None
        if value in (float("inf"), -float("inf")):
            raise Unreadable(f"{_short(text)} is too large a number")
        return f"`{text}`"

    def _literal(self, text: str) -> str:
        inside = text[1:-1].replace("\\`", "`")
        try:
            json.loads(inside)
        except (ValueError, RecursionError):
            return _text_literal(inside.strip())
        return text

    def _quoted(self, text: str) -> str:
        try:
            value = str(json.loads(text, strict=False))
        except ValueError:  # a path with backslashes, say
            value = text[1:-1].replace('\\"', '"')
        return _text_literal(value) if self._is_text() else json.dumps(value)

    def _is_text(self) -> bool:
        """Whether the quoted piece at this place is text rather than a field."""
        before, after = self.before.text, self._after.text
        if before in COMPARATORS:
            return after not in _PARTS
        if not self.open:
            return False
        bracket, name, number = self.open[-1]
        if bracket == "[" and len(self.open) > 1 and self.open[-2][1]:
            return before in ("[", ",") and after in ("]", ",")
        subject = 1 if name == "join" else 0
        return bool(name) and number != subject and before in ("(", ",") and after in (")", ",")

    def _word(self, text: str) -> str:
        word, after = text.lower(), self._after
        if self.before.text != ".":
            if is_value_end(self.before):
                return _JOINERS.get(word, text)
            if word == "not" and self._starts_value(after):
                self.negations.append((len(self.open), False))
                return "! ("
            if text in CONSTANTS and after.text not in (*_PARTS, ":"):
                return f"`{CONSTANTS[text]}`"
        if after.text == "(" or (text.isascii() and "-" not in text):
            return text
        return json.dumps(text)

    def _starts_value(self, token: Token) -> bool:
        if token.kind == "word":
            return token.text.lower() not in _JOINERS
        return token.kind in _VALUES or token.text in ("(", "!", "@", "{")


def _text_literal(value: str) -> str:
    return "`" + json.dumps(value).replace("`", "\\u0060") + "`"


def _short(text: str) -> str:
    return text if len(text) <= 20 else text[:19] + "…"
