"""The app for which a built-in command runs, as a param: `def export(host: Host) -> …`."""

from __future__ import annotations

from typing import Annotated

from tooli.execute import Runtime
from tooli.model.depends import Depends


def host() -> Runtime:
    """Stand for the app; `with_builtins` puts it in."""
    raise LookupError("a built-in command runs for an app")


Host = Annotated[Runtime, Depends(host)]
