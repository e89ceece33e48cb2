"""The app, frozen: all that a surface and the pipeline need of it.

May import `model`, `caller` and the rest of `execute`, never the app.
"""

from __future__ import annotations

from tooli.types import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, BinaryIO

    from tooli.execute.host import Host
    from tooli.execute.pipeline import Flow
    from tooli.model.catalog import Catalog


class Runtime(Record):
    """Catalog, pipeline and the outside world, handed to surfaces instead of the app."""

    name: str
    version: str
    description: str
    catalog: Catalog
    flow: Flow
    """The steps, composed."""
    settings: Mapping[str, Any]
    """The app's keywords."""
    environ: Mapping[str, str]
    clock: Callable[[], float]
    host: Callable[[], Host]
    """Makes the place where a bounded call's code runs."""
    stdin: Callable[[], BinaryIO | None] | None = None
    """Gives the stream that `-` and piped data are read from; None where there is none."""
    overrides: Mapping[Callable[..., Any], Callable[..., Any]] = {}
    """Dependencies replaced in tests."""
    builtins: Callable[[Runtime], Runtime] | None = None
    """Gives the runtime of the built-in commands; None for that one itself."""
