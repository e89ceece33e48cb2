"""A path at which there is nothing: the error says where what was looked for is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tooli.errors import NotFoundError, Suggestion
from tooli.surfaces.python import find

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.surfaces.http.requests import Request

_PAGES = frozenset({"docs", "redoc", "swagger", "swagger-ui", "api-docs", "ui", "api"})
"""Where other servers have their page for people."""
_DOCUMENTS = frozenset({"openapi", "openapi.yaml", "swagger.json", "schema", "schema.json"})


def nothing_at(request: Request, runtime: Runtime, *, secured: bool) -> NotFoundError:
    """Return the error of a request for a path that leads nowhere.

    secured: whether callers need a token; which commands there are is told to those who have shown one.
    """
    root = request.scope.get("root_path", "")
    command = None if secured else find(runtime, " ".join(request.parts))
    if request.parts[0] in _PAGES:
        suggestion = Suggestion(
            f"The page is at {root}/, the OpenAPI document at {root}/openapi.json.", "fix"
        )
    elif request.parts[0] in _DOCUMENTS:
        suggestion = Suggestion(f"The OpenAPI document is at {root}/openapi.json.", "fix")
    elif command is not None and not command.hidden:
        line = f"POST {root}/commands/{'/'.join(command.path)}"
        suggestion = Suggestion("Commands are below /commands.", example=line)
    else:
        suggestion = Suggestion(
            f"POST {root}/commands/NAME runs a command; GET {root}/manifest lists them.", "fix"
        )
    return NotFoundError(f"there is nothing at {request.path}", field="path", suggestion=suggestion)
