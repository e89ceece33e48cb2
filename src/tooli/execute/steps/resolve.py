"""Inputs that have to be looked for or read: paths, URLs and stdin, and secrets."""

from __future__ import annotations

from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from tooli.execute import Call, Outcome
    from tooli.execute.pipeline import Flow


def resolve(call: Call, inner: Flow) -> Generator[Any, Any, Outcome]:
    """Give the command its inputs, and let go of them when it, or its stream, has ended."""
    from tooli.execute.inputs import Inputs

    inputs = Inputs(call, public_only=call.remote)
    try:
        yield from inputs.fill()
        return (yield from inner(call))
    except BaseException as error:
        inputs.scrub(error)
        raise
    finally:
        inputs.close()
