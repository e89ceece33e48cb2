"""Mistakes with the deployments."""

from __future__ import annotations

from benchmarks.repair.handwritten.notebook import GUESS, MISSING, Notebook

book = Notebook("deploy")
note = book.line

api = {"service": "api"}
production = {**api, "environment": "production"}
note("choice-part", "release api prod", "release", production)
note("choice-part", "release api stage", "release", {**api, "environment": "staging"})
note("option-part", "release api --env production", "release", production)
note(
    "option-plural",
    "release api production --replica 3",
    "release",
    {**production, "replicas": 3},
)
note(
    "option-part",
    "release api production --tag v1.4",
    "release",
    {**production, "image_tag": "v1.4"},
)
note(
    "switch-valued",
    "release api production --wait=false",
    "release",
    {**production, "wait": False},
)
note(
    "requires-missing",
    "release api production --canary-percent 10",
    "release",
    {**production, "canary": True, "canary_percent": 10.0},
)
note("option-positional", "scale api 5", "scale", {**api, "replicas": 5})
note("habit", "scale api=5", "scale", {**api, "replicas": 5}, **GUESS)
note("filler-word", "scale api --replicas 5 instances", "scale", {**api, "replicas": 5}, **GUESS)
note("short-guessed", "logs -f api", "logs", {**api, "follow": True})
note(
    "date-relative",
    "logs api --since 1h",
    "logs",
    {**api, "since": "2026-11-15T08:00:00"},
    **MISSING,
)
note("number-word", "logs api --tail all", "logs", {**api, "tail": 5000}, **GUESS)
note("choice-part", "logs api --level warn", "logs", {**api, "level": "warning"})
since = {**api, "since": "2026-11-15T08:30:00"}
note("date-written", "logs api --since '15/11/2026 08:30'", "logs", since)
note("date-written", "logs api --since 'Nov 15 2026 08:30'", "logs", since)
cpu = {**api, "cpu": 2.0}
note("number-unit", "set-limits api --cpu 2500m", "set-limits", {**api, "cpu": 2.5}, **GUESS)
note(
    "number-unit",
    "set-limits api --cpu 2 --memory-mb 2GB",
    "set-limits",
    {**cpu, "memory_mb": 2048},
    **GUESS,
)
note(
    "number-unit",
    "set-limits api --cpu 2 --memory-mb 1024MB",
    "set-limits",
    {**cpu, "memory_mb": 1024},
)
note(
    "number-unit",
    "set-limits api --cpu 2 --grace-seconds 45s",
    "set-limits",
    {**cpu, "grace_seconds": 45},
)
note(
    "option-part",
    "set-limits api --cpu 2 --memory 1024",
    "set-limits",
    {**cpu, "memory_mb": 1024},
)
note("decimal-comma", "set-limits api --cpu 2,5", "set-limits", {**api, "cpu": 2.5})
split = {**api, "weights": {"v1": 80, "v2": 20}}
note("pairs-commas", "traffic split api --weights v1=80,v2=20", "traffic split", split)
note("pairs-colons", "traffic split api --weights v1:80 --weights v2:20", "traffic split", split)
note("option-positional", "traffic split api v1=80 v2=20", "traffic split", split)
note(
    "number-unit",
    """traffic split api --weights '{"v1": "80%", "v2": "20%"}'""",
    "traffic split",
    split,
)
note("option-part", "build api --tag v2.0.1", "build", {**api, "git_tag": "v2.0.1"})
note("one-of-missing", "build api", "build", {**api, "git_tag": "v2.0.1"}, **MISSING)
back = {**api, "to_revision": 41}
note("option-missing", "rollback api --yes", "rollback", back, **MISSING)
note("option-part", "rollback api --revision 41 --yes", "rollback", back)
note("value-words", "rollback api --to-revision previous --yes", "rollback", back, **MISSING)
note("option-synonym", "rollback api --to-revision 41 --force", "rollback", back, **GUESS)
