"""Four answers of the kinds that tools give: two uniform lists, two nested objects."""

from __future__ import annotations

from random import Random
from typing import Any

_ZONES = ("eu-north-1", "eu-north-2", "us-west-1", "ap-east-3")
_NAMES = ("web", "api", "worker", "search", "mail", "cache", "cron", "edge")
_LINES = (
    "request finished", "upstream did not answer in time", "user signed in", "cache filled",
    "could not parse the request body", "retrying the payment", "certificate renewed",
)  # fmt: skip


def _clock(random: Random) -> str:
    return f"{random.randrange(24):02}:{random.randrange(60):02}:{random.randrange(60):02}"


def servers() -> list[dict[str, Any]]:
    """25 rows of eight fields."""
    random = Random(25)
    return [
        {
            "id": f"srv-{random.getrandbits(32):08x}",
            "name": f"{random.choice(_NAMES)}-{number:02}",
            "zone": random.choice(_ZONES),
            "state": random.choice(("running", "running", "stopped", "failed")),
            "size": random.choice(("small", "medium", "large")),
            "address": f"10.{random.randrange(4)}.{random.randrange(256)}.{random.randrange(256)}",
            "cpu_percent": round(random.uniform(0, 100), 1),
            "created_at": f"2026-0{random.randrange(1, 7)}-{random.randrange(10, 29)}T{_clock(random)}Z",
        }
        for number in range(25)
    ]


def log_lines() -> list[dict[str, Any]]:
    """50 rows of five fields, one of them prose."""
    random = Random(50)
    return [
        {
            "time": f"2026-06-14T{_clock(random)}Z",
            "level": random.choice(("info", "info", "warning", "error")),
            "source": random.choice(_NAMES),
            "message": f"{random.choice(_LINES)} after {random.randrange(9000)} ms",
            "request_id": f"{random.getrandbits(48):012x}",
        }
        for _ in range(50)
    ]


def database() -> dict[str, Any]:
    """A nested object: an instance, its replicas and its load."""
    return {
        "name": "orders",
        "engine": {"kind": "postgres", "version": "17.4", "extensions": ["pg_trgm", "postgis"]},
        "zone": "eu-north-1",
        "endpoints": {"write": "orders.db.nimbus.example:5432", "read": "orders-ro.db.nimbus.example:5432"},
        "replicas": [
            {"zone": "eu-north-2", "lag_seconds": 0.2, "state": "streaming"},
            {"zone": "us-west-1", "lag_seconds": 1.9, "state": "streaming", "priority": 2},
        ],
        "load": {
            "cpu_percent": 41.5,
            "connections": {"open": 118, "limit": 400},
            "disk": {"used_gb": 212, "size_gb": 500},
        },
        "backups": {
            "daily_at": "02:30",
            "keep_days": 14,
            "last": {"id": "bk-77120", "ok": True, "size_gb": 180.4},
        },
        "maintenance": None,
    }


def bill() -> dict[str, Any]:
    """A nested object: a bill with the costs of services."""
    return {
        "number": "2026-05-00417",
        "period": {"from": "2026-05-01", "to": "2026-05-31"},
        "customer": {
            "name": "Harbour Books",
            "address": {"street": "Quay 4", "city": "Turku", "country": "FI"},
        },
        "services": {
            "compute": {"total": 812.4, "items": [{"what": "server hours", "count": 8928, "price": 0.091}]},
            "storage": {
                "total": 96.12,
                "items": [
                    {"what": "hot storage", "gb": 1840, "price": 0.021},
                    {"what": "requests", "count": 2300411, "note": "first million free"},
                ],
            },
            "database": {
                "total": 310.0,
                "items": [{"what": "orders", "size": "large"}, {"what": "search", "size": "small"}],
            },
        },
        "discounts": [{"reason": "yearly contract", "percent": 12}],
        "tax": {"percent": 25.5, "amount": 273.31},
        "total": 1345.11,
        "paid": False,
    }


FIXTURES = {
    "25 servers": servers,
    "50 log lines": log_lines,
    "a database": database,
    "a bill": bill,
}

ANSWERS = {
    "server-list": servers,
    "log-search": log_lines,
    "instance-show": database,
    "bill-show": bill,
}


def answer(command: str) -> Any:
    """Return what a command answers."""
    if command in ANSWERS:
        return ANSWERS[command]()
    return [{"command": command}] if command.endswith(("-list", "-slow")) else {"command": command}
