"""The models of both servers."""

from __future__ import annotations

from pydantic import BaseModel


class Item(BaseModel):
    sku: str
    count: int = 1
    price: float = 0.0


class Order(BaseModel):
    customer: str
    items: list[Item]
    note: str | None = None


class Total(BaseModel):
    customer: str
    count: int
    price: float


def total_of(order: Order) -> Total:
    """Add up an order."""
    count = sum(item.count for item in order.items)
    return Total(
        customer=order.customer, count=count, price=sum(item.count * item.price for item in order.items)
    )
