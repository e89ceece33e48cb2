from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

from tooli import Option, Tooli

app = Tooli(name="demo", description="A typical app.", version="1.0.0")


class Mode(Enum):
    """How to resize."""

    FAST = "fast"
    SAFE = "safe"


@app.command()
def resize(
    source: Path,
    mode: Mode = Mode.FAST,
    level: Annotated[int, Option(help="How much", min=1, max=9)] = 3,
    shape: Literal["box", "round"] = "box",
    tags: list[str] | None = None,
) -> dict[str, object]:
    """Resize a picture."""
    return {"name": source.name, "mode": mode.value, "level": level, "shape": shape, "tags": tags}


@app.command()
def inspect(source: Path) -> dict[str, str]:
    """Describe a picture."""
    return {"name": source.name}


if __name__ == "__main__":
    app()
