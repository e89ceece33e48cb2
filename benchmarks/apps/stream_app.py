from collections.abc import Iterator

from tooli import Tooli

app = Tooli(name="demo", description="A stream.", version="1.0.0")


@app.command()
def items(count: int) -> Iterator[dict[str, object]]:
    """Produce items."""
    for number in range(count):
        yield {"id": number, "name": f"item-{number}", "even": number % 2 == 0}


@app.command()
def nothing() -> None:
    """Produce nothing."""


if __name__ == "__main__":
    app()
