"""Mistakes in calls with an object of arguments."""

from __future__ import annotations

from benchmarks.repair.handwritten.notebook import GUESS, MISSING, Notebook
from benchmarks.repair.handwritten.orders import UNKNOWN_ORDER
from benchmarks.repair.valid_calls import ORDER

files = Notebook("files")
deploy = Notebook("deploy")
orders = Notebook("orders")
agenda = Notebook("agenda")
dbadmin = Notebook("dbadmin")
convert = Notebook("convert")
BOOKS = (files, deploy, orders, agenda, dbadmin, convert)

py = {"pattern": "*.py"}
api = {"service": "api", "environment": "production"}
files.call("option-synonym", "find", {**py, "path": "src"}, "find", {**py, "root": "src"}, **GUESS)
files.call("command-synonym", "find-files", py, "find", py, **GUESS)
files.call("command-program", "files.find", py, "find", py)
files.call("command-program", "files_find", py, "find", py)
deploy.call(
    "value-null",
    "scale",
    {"service": "api", "replicas": None},
    "scale",
    {"service": "api", "replicas": 5},
    **MISSING,
)
deploy.call(
    "value-null",
    "scale",
    {"service": "api", "replicas": 5, "environment": None},
    "scale",
    {"service": "api", "replicas": 5},
)
deploy.call(
    "value-null-unused",
    "build",
    {"service": "api", "git_tag": None, "commit": "8f3a2c1"},
    "build",
    {"service": "api", "commit": "8f3a2c1"},
)
deploy.call("value-empty", "logs", {"service": "api", "since": ""}, "logs", {"service": "api"})
deploy.call("choice-case", "release", {**api, "environment": "PRODUCTION"}, "release", api)
deploy.call("choice-form", "release", {**api, "environment": "Environment.PRODUCTION"}, "release", api)
deploy.call("arguments-wrapped", "release", {"arguments": api}, "release", api)
deploy.call("arguments-wrapped", "release", {"args": api}, "release", api)
deploy.call(
    "switch-word",
    "release",
    {**api, "wait": "nope"},
    "release",
    {**api, "wait": False},
    **GUESS,
)
orders.call("option-flattened", "create", ORDER, "create", {"order": ORDER})
orders.call("object-wrapped", "create", {"order": [ORDER]}, "create", {"order": ORDER})
orders.call("field-misnamed", "create", {"order": UNKNOWN_ORDER}, "create", {"order": ORDER})
orders.call(
    "list-scalar",
    "set-statuses",
    {"status": "paid", "order_ids": 11},
    "set-statuses",
    {"status": "paid", "order_ids": [11]},
)
orders.call(
    "list-commas",
    "set-statuses",
    {"status": "paid", "order_ids": "11, 12"},
    "set-statuses",
    {"status": "paid", "order_ids": [11, 12]},
)
agenda.call(
    "choice-part",
    "repeat-event",
    {"event_id": 17, "weekdays": ["Monday"]},
    "repeat-event",
    {"event_id": 17, "weekdays": ["mon"]},
)
agenda.call(
    "option-part",
    "list-events",
    {"from": "2026-11-01"},
    "list-events",
    {"from_date": "2026-11-01"},
)
dbadmin.call(
    "two-mistakes",
    "user add",
    {"name": "ann", "Role": "Editor"},
    "user add",
    {"name": "ann", "role": "editor"},
)
dbadmin.call(
    "two-mistakes",
    "db_backup_create",
    {"name": "nightly", "keepDays": 7},
    "db backup create",
    {"name": "nightly", "keep_days": 7},
)
convert.call(
    "number-unit",
    "image",
    {"source": "photos/beach.png", "target": "x.png", "quality": "70%"},
    "image",
    {"source": "photos/beach.png", "target": "x.png", "quality": 70},
)
convert.call(
    "number-fraction",
    "units",
    {"amount": 3, "from_unit": "pound", "to_unit": "kilogram", "precision": 1.5},
    "units",
    {"amount": 3.0, "from_unit": "pound", "to_unit": "kilogram"},
    **GUESS,
)
