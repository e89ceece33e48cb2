"""Any result, and the envelope around it, as compact JSON: the quick road, which C walks for ordinary values.

Whatever the quick road cannot take (NaN, odd keys, lone surrogates, cycles, values read only once) goes
through `plain`, where the rules are. This module is loaded by every run, so it may import nothing at the
top but builtins, `_json` and `types`.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tooli.execute import Outcome
    from tooli.execute.redaction import Redaction

__all__ = ["checked", "encode", "envelope", "is_suspect", "item_text"]


def _shallow(value: object) -> object:
    from tooli.execute.plain import shallow

    return shallow(value)


try:
    from _json import encode_basestring, make_encoder
except ImportError:  # PyPy has no `_json`; its `json` is quick by itself and writes the same text

    def dump(value: object, default: Callable[[object], object] = _shallow) -> str:
        """Return compact JSON text; raise whatever the value makes the encoder raise."""
        import json

        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=default)
else:

    def dump(value: object, default: Callable[[object], object] = _shallow) -> str:
        """Return compact JSON text; raise whatever the value makes the encoder raise."""
        # Each call has markers of its own: they hold the open containers, and a failure leaves them behind.
        write = make_encoder({}, default, encode_basestring, None, ":", ",", False, False, False)
        return "".join(write(value, 0))


def encode(value: object, warnings: list[str]) -> str:
    """Return `value` as compact JSON; what was lost is added to `warnings`, what cannot be is E5902."""
    try:
        text = dump(value)
        if not text.isascii():
            text.encode()  # refuses lone surrogates
    except Exception:  # a value's own methods may raise anything; the careful walk says what and where
        from tooli.execute.plain import plain_text

        return plain_text(value, warnings)
    return text


def envelope(outcome: Outcome) -> str:
    """Return an outcome as one compact JSON document."""
    lost: list[str] = []
    if outcome.error is None:
        body = f'"ok":true,"result":{encode(outcome.result, lost)}'
    else:
        body = f'"ok":false,"error":{encode(outcome.error.to_dict(), lost)}'
    meta = outcome.meta
    if lost:
        meta = {**meta, "warnings": [*meta.get("warnings", ()), *lost]}
    return checked(f'{{{body},"meta":{encode(meta, [])}}}', outcome.redact)


def checked(text: str, redact: Redaction | None) -> str:
    """Return an envelope's text as it may be printed; what it hides is told in its meta."""
    if is_suspect(text) and (redact is None or not redact.as_is):
        from tooli.execute.shown import clean_envelope

        return clean_envelope(text)
    return text


def item_text(item: object, warnings: list[str], redact: Redaction | None) -> str:
    """Return a stream's item as JSON, as it may be printed; what it hides is added to `warnings`."""
    text = encode(item, warnings)
    if is_suspect(text) and (redact is None or not redact.as_is):
        from tooli.execute.shown import clean_line

        return clean_line(text, warnings)
    return text


def is_suspect(text: str) -> bool:
    """Whether JSON text may hold control or hidden characters; the encoder escapes those below a blank."""
    return not text.isprintable() or ("\\" in text and ("\\u00" in text or "\\b" in text or "\\f" in text))
