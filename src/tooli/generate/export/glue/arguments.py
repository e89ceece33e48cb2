"""The arguments of a tool as a model that checks nothing."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from pydantic import BaseModel, ConfigDict


def arguments_of(schema: dict[str, Any]) -> type[BaseModel]:
    """Return a model with the schema as it is; the command checks the arguments."""

    class Arguments(BaseModel):
        model_config = ConfigDict(extra="allow")

        @classmethod
        def model_json_schema(cls, *args: Any, **options: Any) -> dict[str, Any]:
            return deepcopy(schema)

    return Arguments
