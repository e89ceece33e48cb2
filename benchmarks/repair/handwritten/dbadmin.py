"""Mistakes with the database: names of commands, destructive ones."""

from __future__ import annotations

from benchmarks.repair.handwritten.notebook import GUESS, MISSING, Notebook

book = Notebook("dbadmin")
note = book.line

up = {"steps": 3}
for joined in ("db_migrate_up", "db-migrate-up", "db.migrate.up", "db:migrate:up", "db/migrate/up"):
    note("command-joined", f"{joined} --steps 3", "db migrate up", up)
note("command-missing", "db migrate", "db migrate up", {}, **GUESS)
note("command-missing", "db backup nightly", "db backup create", {"name": "nightly"}, **GUESS)
note(
    "command-synonym",
    "db migrate rollback --steps 1 --yes",
    "db migrate down",
    {"steps": 1},
    **GUESS,
)
nightly = {"name": "nightly", "tables": ["users"]}
note(
    "option-plural",
    "db backup create --name nightly --table users",
    "db backup create",
    nightly,
)
note(
    "command-synonym",
    "user create ann --role editor",
    "user add",
    {"name": "ann", "role": "editor"},
    **GUESS,
)
note("choice-switch", "user add ann --admin", "user add", {"name": "ann", "role": "admin"})
note(
    "choice-part",
    "user add ann --role administrator",
    "user add",
    {"name": "ann", "role": "admin"},
)
note("words-unquoted", "db query select 1", "db query", {"sql": "select 1"}, **GUESS)
ann = {"name": "ann", "role": "editor"}
note(
    "option-synonym",
    "user add ann --role editor --inactive",
    "user add",
    {**ann, "active": False},
    **GUESS,
)
note(
    "number-unit",
    "user add ann --role editor --quota-gb 2.5GB",
    "user add",
    {**ann, "quota_gb": 2.5},
)
note(
    "option-part",
    "user add ann --role editor --quota 2.5",
    "user add",
    {**ann, "quota_gb": 2.5},
)
note(
    "option-synonym",
    "user add ann --role editor --mail ann@example.org",
    "user add",
    {**ann, "email": "ann@example.org"},
)
bob = {"name": "bob"}
note("command-synonym", "user remove bob --yes", "user delete", bob, **GUESS)
note("option-synonym", "user delete --user bob --yes", "user delete", bob, **GUESS)
note("arguments-many", "user delete bob ann --yes", "user delete", bob, **GUESS)
note("flag-misspelt", "user delete bob --yess", "user delete", bob)
note("short-case", "user delete bob -Y", "user delete", bob)
note("option-synonym", "user delete bob --confirm", "user delete", bob, **GUESS)
note(
    "option-no-dashes",
    "table drop old_orders CASCADE --yes",
    "table drop",
    {"table_name": "old_orders", "cascade": True},
)
note(
    "date-relative",
    "user grant ann admin --expires +30d",
    "user grant",
    {"name": "ann", "role": "admin", "expires": "2026-12-15"},
    **MISSING,
)
note(
    "value-words",
    "user grant ann admin --expires never",
    "user grant",
    {"name": "ann", "role": "admin"},
    **GUESS,
)
note("arguments-swapped", "user grant admin ann", "user grant", {"name": "ann", "role": "admin"})
note("two-mistakes", "users add ann --rol editor", "user add", ann)
note(
    "two-mistakes",
    "backup create nightly --keep_days 7",
    "db backup create",
    {"name": "nightly", "keep_days": 7},
)
