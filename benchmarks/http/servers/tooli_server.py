"""Two commands over HTTP: one sync, one async."""

from models import Order, Total, total_of  # type: ignore[import-not-found] # beside this file

from tooli import Tooli

app = Tooli("bench", version="1.0.0")


@app.command(name="total")
def total(order: Order) -> Total:
    """Add up an order."""
    return total_of(order)


@app.command(name="atotal")
async def atotal(order: Order) -> Total:
    """Add up an order."""
    return total_of(order)


if __name__ == "__main__":
    app()
