"""Bytes in types: text given for them is base64, on every surface.

Holds for params and for the containers and unions they are made of; inside a class (a model, a dataclass, a
TypedDict) the class's own rules hold, which pydantic applies.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

from tooli.schema.typed_dict import rebuilt

BASE64 = {"type": "string", "contentEncoding": "base64"}
"""How a schema says it."""


def with_base64(annotation: Any) -> Any:
    """Return a type with every `bytes` in it read from base64 text."""
    if annotation is bytes:
        from pydantic import BeforeValidator, WithJsonSchema

        return Annotated[bytes, BeforeValidator(_decoded), WithJsonSchema(BASE64)]
    args = get_args(annotation)
    if not args or get_origin(annotation) is Literal:
        return annotation
    if get_origin(annotation) is Annotated:
        inner = with_base64(args[0])
        return annotation if inner is args[0] else Annotated[(inner, *args[1:])]
    changed = tuple(with_base64(arg) for arg in args)
    same = all(new is old for new, old in zip(changed, args, strict=True))
    return annotation if same else rebuilt(annotation, changed)


def _decoded(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    import binascii

    padded = value.replace("-", "+").replace("_", "/")
    try:
        return binascii.a2b_base64(padded + "=" * (-len(padded) % 4), strict_mode=True)
    except ValueError:
        raise ValueError("must be base64 text") from None
