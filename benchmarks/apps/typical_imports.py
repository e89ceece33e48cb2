from enum import Enum
from pathlib import Path
from typing import Annotated, Literal


class Mode(Enum):
    """How to resize."""

    FAST = "fast"
    SAFE = "safe"


def resize(
    source: Path,
    mode: Mode = Mode.FAST,
    level: Annotated[int, "How much"] = 3,
    shape: Literal["box", "round"] = "box",
    tags: list[str] | None = None,
) -> dict[str, object]:
    """Resize a picture."""
    return {"name": source.name, "mode": mode.value, "level": level, "shape": shape, "tags": tags}


def inspect(source: Path) -> dict[str, str]:
    """Describe a picture."""
    return {"name": source.name}
