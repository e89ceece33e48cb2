"""URI templates of RFC 6570, level 1: `notes://{id}/text`. Taken apart once, matched against URIs."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from tooli.errors import DeclarationError
from tooli.types import Record

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class UriTemplate(Record):
    """A URI, or a URI with variables."""

    text: str
    variables: tuple[str, ...] = ()
    pattern: re.Pattern[str]

    def match(self, uri: str) -> dict[str, str] | None:
        """Return the values of the variables in a URI, decoded; None when it is another URI."""
        found = self.pattern.fullmatch(uri)
        if found is None:
            return None
        try:
            return {name: unquote(value, errors="strict") for name, value in found.groupdict().items()}
        except UnicodeDecodeError:
            return None

    def expand(self, values: dict[str, str]) -> str:
        """Return the URI that has these values."""
        return _VARIABLE.sub(lambda found: quote(values[found[1]], safe=""), self.text)


def read_template(text: str) -> UriTemplate:
    """Take a URI template apart; raise `DeclarationError` for one that cannot be matched."""
    mistake = _mistake(text)
    if mistake is not None:
        raise DeclarationError(f"resource {text!r}: {mistake}")
    parts = _VARIABLE.split(text)
    variables = tuple(parts[1::2])
    pattern = "".join(
        f"(?P<{part}>[^/?#]+?)" if index % 2 else re.escape(part) for index, part in enumerate(parts)
    )
    return UriTemplate(text=text, variables=variables, pattern=re.compile(pattern))


def _mistake(text: str) -> str | None:
    """Say what is wrong with a template, if anything."""
    if not _SCHEME.match(text):
        return "a URI begins with its scheme, as in notes://all"
    if re.search(r"\s", text):
        return "a URI holds no white space"
    parts = _VARIABLE.split(text)
    if any("{" in part or "}" in part for part in parts[::2]):
        return "a brace has no partner"
    variables = parts[1::2]
    for name in variables:
        if not name.isidentifier():
            return f"{{{name}}} is not a variable; only {{name}} is, the first level of RFC 6570"
        if variables.count(name) > 1:
            return f"{{{name}}} stands in it twice"
    if "" in parts[2:-1:2]:
        return "two variables need something between them"
    return None
