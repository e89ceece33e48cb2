"""Mistakes with the orders: JSON, money, lists."""

from __future__ import annotations

import json
import shlex

from benchmarks.repair.handwritten.notebook import GUESS, MISSING, Notebook
from benchmarks.repair.valid_calls import ADDRESS, ORDER

UNKNOWN_ORDER = {**ORDER, "to": {"street": "Hauptstr. 1", "city": "Berlin", "zipCode": "10115"}}
RENAMED_ORDER = {"customer": ORDER["customer"], "items": ORDER["items"], "address": ORDER["to"]}
CURLY = json.dumps(ORDER).replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}")
UNCLOSED = json.dumps(ORDER)[:-1]

book = Notebook("orders")
note = book.line

order = {"order": ORDER}
note("field-misnamed", f"create {shlex.quote(json.dumps(UNKNOWN_ORDER))}", "create", order)
note("field-misnamed", f"create {shlex.quote(json.dumps(RENAMED_ORDER))}", "create", order)
note("json-quotes", f"create {shlex.quote(CURLY)}", "create", order)
note("json-unclosed", f"create {shlex.quote(UNCLOSED)}", "create", order)
note(
    "json-unclosed",
    f"create {shlex.quote(UNCLOSED[:-1])} --gift-wrap",
    "create",
    {**order, "gift_wrap": True},
)
words = {**ORDER, "items": ["pen"]}
pen = {**ORDER, "items": [{"sku": "pen", "quantity": 1}]}
note("field-shape", f"create {shlex.quote(json.dumps(words))}", "create", {"order": pen}, **GUESS)
single = {**ORDER, "items": ORDER["items"][0]}  # type: ignore[index] # a list, as written
note("list-scalar", f"create {shlex.quote(json.dumps(single))}", "create", order)
moved = {"order_id": 12, "to": ADDRESS}
note(
    "option-flattened",
    "change-address 12 --street 'Am Markt 5' --city Bremen --zip 28195",
    "change-address",
    moved,
)
note(
    "option-flattened",
    "change-address 12 --to-street 'Am Markt 5' --to-city Bremen --to-zip 28195",
    "change-address",
    moved,
)
note(
    "text-for-object",
    "change-address 12 --to 'Am Markt 5, 28195 Bremen'",
    "change-address",
    moved,
    **GUESS,
)
ship = {"order_id": 1042, "carrier": "dhl"}
note("number-noise", "ship '#1042' --carrier dhl", "ship", ship)
note("number-noise", "ship ORD-1042 --carrier dhl", "ship", ship, **GUESS)
note(
    "date-relative",
    "ship 1042 --carrier dhl --ship-on tomorrow",
    "ship",
    {**ship, "ship_on": "2026-11-16"},
    **MISSING,
)
note(
    "option-synonym",
    "ship 1042 --carrier dhl --ship-date 2026-11-16",
    "ship",
    {**ship, "ship_on": "2026-11-16"},
)
refund = {"order_id": 1042, "amount": 19.99}
note("number-unit", "refund 1042 --amount '$19.99' --yes", "refund", refund)
note("number-unit", "refund 1042 --amount 19.99EUR --yes", "refund", refund)
note("decimal-comma", "refund 1042 --amount 19,99 --yes", "refund", refund)
note("yes-missing", "refund 1042 --amount 19.99", "refund", refund)
note("choice-unknown", "list-orders --status pending", "list-orders", {}, **GUESS)
note("choice-misspelt", "list-orders --status canceled", "list-orders", {"status": "cancelled"})
note("option-part", "list-orders --from 2026-10-01", "list-orders", {"from_date": "2026-10-01"})
note("command-program", "orders list-orders --status paid", "list-orders", {"status": "paid"})
note("command-part", "cancel 1042 --yes", "cancel-order", {"order_id": 1042})
paid = {"status": "paid", "order_ids": [11, 12, 13]}
note("list-commas", "set-statuses paid 11,12,13", "set-statuses", paid)
note("argument-missing", "set-statuses 11 12 13", "set-statuses", paid, **MISSING)
note("arguments-swapped", "set-statuses 11 12 13 paid", "set-statuses", paid)
note("list-greedy", "set-statuses paid --order-ids 11 12 13", "set-statuses", paid)
note(
    "pairs-colons",
    "set-statuses paid 11 12 13 --labels by:ann",
    "set-statuses",
    {**paid, "labels": {"by": "ann"}},
)
