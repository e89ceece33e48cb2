"""A database's administration: groups two deep, destructive commands, lists."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from tooli import Annotated, Argument, Option, Tooli
from tooli.annotations import Destructive, ReadOnly

app = Tooli(name="dbadmin", description="Look after a database", version="4.2.0")
Role = Literal["admin", "editor", "viewer"]


@app.command("up", group="db migrate", capabilities=["state:mutate"])
def db_migrate_up(
    steps: Annotated[int, Option("--steps", "-n", min=1, max=100)] = 1, database: str = "main"
) -> dict[str, Any]:
    """Apply migrations."""
    return {"command": "db migrate up", "arguments": locals()}


@app.command("down", group="db migrate", annotations=Destructive)
def db_migrate_down(
    steps: Annotated[int, Option("--steps", "-n", min=1, max=100)], database: str = "main"
) -> dict[str, Any]:
    """Undo migrations."""
    return {"command": "db migrate down", "arguments": locals()}


@app.command("status", group="db migrate", annotations=ReadOnly)
def db_migrate_status(database: str = "main") -> dict[str, Any]:
    """Show which migrations are applied."""
    return {"command": "db migrate status", "arguments": locals()}


@app.command("create", group="db backup", capabilities=["state:mutate"])
def db_backup_create(
    name: Annotated[str, Argument(help="Name of the backup")],
    tables: Annotated[list[str], Option("--tables", "-t")] = [],  # noqa: B006 - never changed
    compress: bool = True,
    keep_days: Annotated[int, Option(min=1, max=3650)] = 30,
) -> dict[str, Any]:
    """Make a backup."""
    return {"command": "db backup create", "arguments": locals()}


@app.command("restore", group="db backup", annotations=Destructive)
def db_backup_restore(name: str, database: str = "main") -> dict[str, Any]:
    """Put a backup in the place of the data."""
    return {"command": "db backup restore", "arguments": locals()}


@app.command("query", group="db", annotations=ReadOnly)
def db_query(
    sql: Annotated[str, Argument(help="One SELECT statement")],
    max_rows: Annotated[int, Option("--max-rows", "-n", min=1, max=10_000)] = 100,
    explain: bool = False,
) -> dict[str, Any]:
    """Run a query."""
    return {"command": "db query", "arguments": locals()}


@app.command("add", group="user", capabilities=["state:mutate"])
def user_add(
    name: str,
    role: Annotated[Role, Option("--role", "-r")],
    email: str | None = None,
    active: bool = True,
    quota_gb: Annotated[float | None, Option(min=0)] = None,
) -> dict[str, Any]:
    """Add a user."""
    return {"command": "user add", "arguments": locals()}


@app.command("delete", group="user", annotations=Destructive)
def user_delete(name: str, keep_data: bool = False) -> dict[str, Any]:
    """Delete a user."""
    return {"command": "user delete", "arguments": locals()}


@app.command("grant", group="user", capabilities=["state:mutate"])
def user_grant(name: str, role: Role, expires: date | None = None) -> dict[str, Any]:
    """Give a user a role."""
    return {"command": "user grant", "arguments": locals()}


@app.command("drop", group="table", annotations=Destructive)
def table_drop(table_name: str, cascade: bool = False) -> dict[str, Any]:
    """Drop a table."""
    return {"command": "table drop", "arguments": locals()}


@app.command("describe", group="table", annotations=ReadOnly)
def table_describe(table_name: str, with_indexes: bool = False) -> dict[str, Any]:
    """Describe a table."""
    return {"command": "table describe", "arguments": locals()}


if __name__ == "__main__":
    app()
