"""Orders: models with models inside, lists of models, dates, money."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tooli import Annotated, Argument, Option, Tooli
from tooli.annotations import Destructive, ReadOnly

app = Tooli(name="orders", description="Take, ship and refund orders", version="0.9.0")
OrderId = Annotated[int, Argument(help="Number of the order", min=1)]
Status = Literal["open", "paid", "shipped", "cancelled"]


class Address(BaseModel):
    """Where an order goes."""

    model_config = ConfigDict(extra="forbid")
    street: str
    city: str
    zip: str
    country: str = "DE"


class Item(BaseModel):
    """One line of an order."""

    model_config = ConfigDict(extra="forbid")
    sku: str
    quantity: Annotated[int, Field(ge=1, le=999)] = 1


class Order(BaseModel):
    """What a customer wants, and where."""

    model_config = ConfigDict(extra="forbid")
    customer: str
    items: list[Item]
    to: Address


@dataclass
class Discount:
    """Money off an order."""

    percent: float
    reason: str = "goodwill"


@app.command(capabilities=["state:mutate"])
def create(order: Order, gift_wrap: bool = False, note: str | None = None) -> dict[str, Any]:
    """Take an order."""
    return {"command": "create", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def ship(
    order_id: OrderId,
    carrier: Annotated[Literal["dhl", "ups", "fedex", "post"], Option("--carrier", "-c")],
    ship_on: date | None = None,
    express: bool = False,
) -> dict[str, Any]:
    """Hand an order to a carrier."""
    return {"command": "ship", "arguments": locals()}


@app.command(annotations=Destructive)
def refund(
    order_id: OrderId,
    amount: Annotated[float, Option("--amount", "-a", min=0.01)],
    reason: Literal["damaged", "late", "returned"] = "returned",
) -> dict[str, Any]:
    """Pay money back."""
    return {"command": "refund", "arguments": locals()}


@app.command(annotations=Destructive)
def cancel_order(order_id: OrderId, notify: bool = True) -> dict[str, Any]:
    """Cancel an order."""
    return {"command": "cancel-order", "arguments": locals()}


@app.command(annotations=ReadOnly)
def list_orders(
    status: Annotated[Status, Option("--status", "-s")] = "open",
    from_date: date | None = None,
    max_rows: Annotated[int, Option("--max-rows", "-n", min=1, max=500)] = 50,
) -> dict[str, Any]:
    """List orders."""
    return {"command": "list-orders", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def change_address(order_id: OrderId, to: Annotated[Address, Option()]) -> dict[str, Any]:
    """Send an order elsewhere."""
    return {"command": "change-address", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def add_discount(order_id: OrderId, discount: Annotated[Discount, Option()]) -> dict[str, Any]:
    """Give a discount on an order."""
    return {"command": "add-discount", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def set_statuses(
    status: Status, order_ids: list[int], labels: dict[str, str] | None = None
) -> dict[str, Any]:
    """Give several orders a status."""
    return {"command": "set-statuses", "arguments": locals()}


if __name__ == "__main__":
    app()
