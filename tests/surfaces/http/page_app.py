"""The app that the page's tests look at: forms of every kind, and every kind of answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from tooli import AgentContext, Argument, Option, SecretInput, Tooli, dry_run_support, record_dry_action
from tooli.annotations import Destructive, ReadOnly
from tooli.content import Audio, File, Image

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
SILENCE = (
    b"RIFF\x25\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x01\0\0\0\x80"
)


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Address(BaseModel):
    street: str = Field(description="Street and number")
    city: str = Field(min_length=2)
    country: Literal["de", "fr", "it"] = "de"


class Customer(BaseModel):
    name: str
    email: str | None = None
    address: Address
    tags: list[str] = []


class Item(BaseModel):
    sku: str
    quantity: int = Field(1, ge=1, le=99)
    price: Decimal = Decimal("9.90")


class Card(BaseModel):
    kind: Literal["card"] = "card"
    number: str


class Transfer(BaseModel):
    kind: Literal["transfer"] = "transfer"
    iban: str


class Tree(BaseModel):
    name: str
    children: list[Tree] = []


@dataclass
class Spot:
    x: int
    y: int = 0


app = Tooli("shop", "Orders and stock of a small shop", version="1.4.0")
orders = app.group("orders", help="Orders of customers")
stock = app.group("stock", help="What is on the shelves")


@orders.command(capabilities=["state:mutate"])
def place(
    customer: Annotated[Customer, Argument(help="Who orders, and where it goes")],
    items: Annotated[list[Item], Argument(help="What is ordered")],
    payment: Annotated[Card | Transfer, Field(discriminator="kind")] = Transfer(iban="DE00"),  # noqa: B008
    priority: Literal["low", "normal", "urgent"] = "normal",
    deliver: date | None = None,
    labels: Annotated[dict[str, str], Option(help="Anything to remember")] = {},  # noqa: B006 - never changed
    boxes: Annotated[int, Option(min=1, max=5)] = 1,
    gift: bool = False,
) -> dict[str, Any]:
    """Place an order.

    It is priced at once; nothing is sent before the payment has arrived.
    """
    total = sum((item.price * item.quantity for item in items), Decimal(0))
    told = {"to": customer.name, "city": customer.address.city, "total": total, "boxes": boxes}
    return {
        **told,
        "priority": priority,
        "items": items,
        "payment": payment,
        "deliver": deliver,
        "labels": labels,
        "gift": gift,
    }


@orders.command("list", annotations=ReadOnly)
def list_orders(status: Literal["open", "sent"] | None = None) -> list[dict[str, Any]]:
    """List orders, newest first."""
    rows = [{"order": 9 - n, "status": ("open", "sent")[n % 2], "total": n * 1.5} for n in range(7)]
    return [row for row in rows if status in (None, row["status"])]


@orders.command(annotations=Destructive)
@dry_run_support
def cancel(order: Annotated[int, Argument(min=1)], reason: str = "") -> str:
    """Cancel an order for good."""
    return "" if record_dry_action("cancel", f"order {order}") else f"order {order} is cancelled"


@stock.command(annotations=ReadOnly)
def least(ctx: AgentContext) -> str:
    """Say what runs out first."""
    ctx.next("orders place", when="it runs out", priority="urgent")
    return "A-1"


@stock.command(annotations=ReadOnly)
def watch(ctx: AgentContext, count: int = 3, endless: bool = False) -> Iterator[dict[str, Any]]:
    """Watch the stock change, until it is told to stop."""
    for number in range(count):
        yield {"tick": number, "left": 40 - number}
    if endless:
        threading.Event().wait(600)


@app.command(annotations=ReadOnly)
def every(
    text: str,
    number: int,
    ratio: float,
    flag: bool,
    when: datetime,
    at: time,
    span: timedelta,
    id: UUID,
    amount: Decimal,
    blob: bytes,
    color: Color,
    tree: Tree,
    pair: tuple[int, str],
    path: Path = Path("x"),
    maybe: int | None = None,
    null: int | None = 3,
    either: int | list[int] = 1,
    numbers: Annotated[set[int], Option()] = set(),  # noqa: B006 - never changed
    table: Annotated[dict[str, list[int]], Option()] = {},  # noqa: B006
    matrix: Annotated[list[list[float]], Option()] = [],  # noqa: B006
    spot: Annotated[Spot | None, Option()] = None,
    on: bool = True,
    one: Literal["only"] = "only",
) -> dict[str, Any]:
    """Take a value of every type."""
    return dict(locals())


@app.command(annotations=ReadOnly)
def login(password: SecretInput[str], user: str = "ann") -> dict[str, Any]:
    """Log in with a secret."""
    return {"user": user, "length": len(password.reveal())}


@app.command(annotations=ReadOnly)
def picture() -> Image:
    """Draw a picture."""
    return Image(PIXEL, name="pixel.png")


@app.command(annotations=ReadOnly)
def sound() -> Audio:
    """Make a sound."""
    return Audio(SILENCE, name="silence.wav")


@app.command(annotations=ReadOnly)
def report() -> File:
    """Write a report."""
    return File(b"\x00\x01\x02", name="report.bin")


@app.command(annotations=ReadOnly, auth=["orders:read"])
def whoami(ctx: AgentContext) -> list[str]:
    """Say what the caller may do."""
    return sorted(ctx.auth)


if __name__ == "__main__":
    app()
