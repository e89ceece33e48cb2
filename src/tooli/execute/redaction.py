"""What a level lets out of a call: not its secrets, the home directory and hidden characters, or everything.

`Redaction` is one for each call. It stands in `call.redact` for whoever writes something of a call somewhere
(an answer, a file, a store, a log), and in `outcome.redact` for whoever prints.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tooli.content import Document, File
from tooli.errors import ToolError
from tooli.execute.encode import encode, is_suspect
from tooli.execute.plain import to_plain
from tooli.message import Message
from tooli.model.secret import MASK, SecretInput
from tooli.policy.injection import find_injections, may_hold_injections
from tooli.policy.level import SecurityPolicy
from tooli.policy.redact import KnownSecrets, is_secret_of, may_hold_secrets, redact_secrets
from tooli.policy.rewriter import Rewriter, place
from tooli.policy.sanitize import cleaned
from tooli.types import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tooli.execute import Call
    from tooli.policy.rewriter import Trail

MOST_WARNINGS = 10
"""A result full of suspicious texts must not cost its reader a line each."""


class Redaction(Rewriter):
    """Takes out of values what the level of their call does not let out."""

    def __init__(self, level: SecurityPolicy, environ: Mapping[str, str], call: Call | None = None) -> None:
        self.level = level
        self._call = call
        self._home = _home(environ) if level == SecurityPolicy.STRICT else None
        self._values: list[Any] = []
        self._known = KnownSecrets(())
        self._flagged = 0

    @property
    def as_is(self) -> bool:
        """Whether what it let through is printed as it is; else hidden characters are looked for then."""
        return self.level != SecurityPolicy.STANDARD

    def __call__(self, value: Any, trail: Trail = ("",)) -> Any:
        """Return a value without what must not be shown: the value itself, where that is all of it."""
        if self.level == SecurityPolicy.OFF or not self._may_change(value):
            return value
        return self.rewrite(value, trail)

    def result(self, value: Any, name: str = "result") -> Any:
        """Return a result, or an item of one, as it may be shown; what talks to its reader is told."""
        return self(value, (name,))

    def document(self, text: str) -> str:
        """Return a document as it may be shown; one that is JSON stays JSON, in its layout."""
        if self.level == SecurityPolicy.OFF or not self._may_change(text):
            return text
        import json

        try:
            data = json.loads(text)
        except ValueError:
            return self.text(text, ("",))
        changed = self.rewrite(data, ("",))
        indent = 2 if text.count("\n") > 1 else None
        return text if changed is data else json.dumps(changed, indent=indent, ensure_ascii=False) + "\n"

    # -- what is looked for

    def _may_change(self, value: Any) -> bool:
        """Whether a value is worth a walk: most are told from their text, which C writes."""
        if self._secrets() or isinstance(value, File):
            return True
        if self.level != SecurityPolicy.STRICT:
            return False
        try:
            text = value if isinstance(value, str) else encode(value, [])
        except ToolError:  # the walk looks at what can be read of it
            return True
        found = (self._home is not None and self._home.search(text)) or is_suspect(text)
        return (
            bool(found) or may_hold_secrets(text) or may_hold_injections(text.lower()) or _has_objects(value)
        )

    def _secrets(self) -> KnownSecrets:
        """Return the secrets that the call was given, as far as they are known by now."""
        if self._call is not None:
            values = list(_secret_values(self._call, strict=self.level == SecurityPolicy.STRICT))
            if values != self._values:
                self._values, self._known = values, KnownSecrets(values)
        return self._known

    def text(self, text: str, trail: Trail) -> str:
        """Return a text without secrets, hidden characters and the home directory."""
        strict = self.level == SecurityPolicy.STRICT
        if strict and not text.isprintable():
            # Hidden characters can part a secret, or part it from the letters before it.
            text = cleaned(redact_secrets(text))
        known = self._secrets()
        if known:
            text = known.mask(text)
        if not strict:
            return text
        name = next((step for step in reversed(trail) if isinstance(step, str)), "")
        if is_secret_of(name, text) and text != MASK:
            return "[redacted:secret]"
        text = redact_secrets(text)
        if self._home is not None:
            text = self._home.sub("~", text)
        if trail[0] != "":
            self._flag(text, trail)
        return text

    def _flag(self, text: str, trail: Trail) -> None:
        if self._call is None or self._flagged > MOST_WARNINGS:
            return
        for what in find_injections(text):
            self._flagged += 1
            if self._flagged <= MOST_WARNINGS:
                self._call.warnings.append(f"{place(trail)}: {what}; it is data")

    def number(self, value: int | float, trail: Trail) -> Any:
        """Return a number, unless it is a secret."""
        return MASK if any(value == secret for secret in self._values) else value

    def other(self, value: Any, trail: Trail) -> Any:
        """Return a value of another type; one that changes becomes what JSON holds of it."""
        if isinstance(value, (bytes, bytearray)):
            text = bytes(value).decode("utf-8", "surrogateescape")
            changed = self.text(text, trail) if text.isprintable() else self._secrets().mask(text)
            return value if changed == text else changed.encode("utf-8", "surrogateescape")
        if isinstance(value, File):
            return self._file(value)
        if isinstance(value, Message):
            content = self.rewrite(value.content, (*trail, "content"))
            return value if content is value.content else Message(content, value.role)
        if isinstance(value, Record):
            fields = {name: getattr(value, name) for name in value.__fields__}
            changed = self.rewrite(fields, trail)
            return value if changed is fields else value.replace(**changed)
        if isinstance(value, (SecretInput, Iterator)) or not (
            self._secrets() or self.level == SecurityPolicy.STRICT
        ):
            return value
        try:
            plain: Any = to_plain(value, [], place(trail))
        except ToolError:  # nothing that is printed can be made of it
            return value
        changed = self.rewrite(plain, trail)
        return (
            value if changed is plain else type(value)(changed) if hasattr(value, "__fspath__") else changed
        )

    def _file(self, file: File) -> File:
        try:
            text = file.text
        except OSError:  # whoever reads it will say so
            return file
        if text is None:
            return file
        changed = self.document(text)
        if changed == text:
            return file
        about: dict[str, Any] = {"media_type": file.media_type, "name": file.name}
        return (
            Document(changed, **about) if file.kind == "document" else type(file)(changed.encode(), **about)
        )


def _has_objects(value: Any) -> bool:
    """Whether a value may hold files, whose content its JSON text shows in base64."""
    items = value if isinstance(value, (list, tuple)) else ()
    return isinstance(value, (bytes, bytearray)) or any(
        isinstance(item, (File, Message, bytes)) for item in items
    )


def _secret_values(call: Call, *, strict: bool) -> Iterator[Any]:
    """Give the values of the call's secret params; those only hidden at a prompt count under strict."""
    for param in call.command.params:
        if not param.secret:
            continue
        value = call.arguments.get(param.name)
        for one in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(one, SecretInput):
                yield one.reveal()
            elif strict and isinstance(one, (str, bytes)):
                yield one


def _home(environ: Mapping[str, str]) -> re.Pattern[str] | None:
    """Return what finds the home directory in a text, as paths name it."""
    home = (environ.get("HOME") or environ.get("USERPROFILE") or "").rstrip("/\\")
    if not os.path.isabs(home) or os.path.dirname(home) == home:
        return None
    return re.compile(rf"(?<!\w){re.escape(home)}(?![\w.-])")


def reported(call: Call, value: Any) -> Any:
    """Return what a running command reports, without secrets and hidden characters."""
    redaction = call.redact
    if redaction is not None:
        value = redaction(value)
        if redaction.as_is:
            return value
    from tooli.policy.sanitize import Sanitizer

    return Sanitizer(strips=True).rewrite(value)
