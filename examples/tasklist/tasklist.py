"""tasklist: a list of things to do, in one SQLite file. Try `python tasklist.py --help`."""

import datetime

import tasks

from tooli import Annotated, Argument, Option, Tooli, dry_run_support, record_dry_action
from tooli.annotations import Behavior, Destructive, Idempotent, ReadOnly
from tooli.errors import NotFoundError, Suggestion

app = Tooli(
    name="tasklist",
    description="A list of things to do",
    version="1.0.0",
    env_prefix="TASKLIST",
    permissions={"filesystem": "read-write", "network": "none"},
)

WRITES = ["fs:read", "fs:write"]
File = Annotated[str, Option("--file", "-f", help="The file of the list; :sample: is one to try things on")]


@app.command(
    annotations=Behavior(),  # it writes, but destroys nothing
    capabilities=WRITES,
    examples=[{"args": ["Wash the windows", "--file", ":sample:"], "description": "Add a task"}],
    handoffs=[{"command": "done", "when": "the task is finished"}],
)
def add(title: Annotated[str, Argument(help="What to do")], file: File = "tasks.db") -> tasks.Task:
    """Add a task. With an idempotency key it is added once, however often it is tried."""
    with tasks.opened(file) as database:
        return tasks.add(database, title)


@app.command(
    "list",
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["--open", "--file", ":sample:"], "description": "What is left to do"}],
)
def list_tasks(
    is_open: Annotated[bool, Option("--open", help="Leave out what is done")] = False, file: File = "tasks.db"
) -> list[tasks.Task]:
    """List the tasks."""
    if not tasks.exists(file):
        return []
    with tasks.opened(file, writes=False) as database:
        return tasks.listed(database, done=False if is_open else None)


@app.command(
    annotations=Idempotent,
    capabilities=WRITES,
    examples=[{"args": ["3", "--file", ":sample:"], "description": "Task 3 is done"}],
    error_codes={"E3001": "there is no such task"},
)
@dry_run_support
def done(
    number: Annotated[int, Argument(help="The task's id", min=1)], file: File = "tasks.db"
) -> tasks.Task:
    """Mark a task as done."""
    with tasks.opened(file) as database:
        task = tasks.found(database, number)
        if task is None:
            raise NotFoundError(
                f"there is no task {number}",
                code="E3001",
                field="number",
                suggestion=Suggestion("See list for the tasks there are.", action="use_different_tool"),
            )
        after = task.copy()
        after["done"] = task["done"] or datetime.date.today().isoformat()
        if after != task and not record_dry_action("update", f"task {number}", before=task, after=after):
            tasks.finish(database, number, str(after["done"]))
        return after


@app.command(
    annotations=Destructive,
    capabilities=WRITES,
    examples=[
        {"args": ["--file", ":sample:", "--yes"], "description": "Delete what is done"},
        {"args": ["--before", "2026-03-10", "--file", ":sample:", "--yes"], "description": "Only old tasks"},
    ],
)
@dry_run_support
def purge(
    before: Annotated[datetime.date | None, Option(help="Only what was done before this day")] = None,
    file: File = "tasks.db",
) -> list[tasks.Task]:
    """Delete the tasks that are done."""
    with tasks.opened(file) as database:
        doomed = [
            task
            for task in tasks.listed(database, done=True)
            if before is None or str(task["done"]) < before.isoformat()
        ]
        for task in doomed:
            target = f"task {task['id']}"
            if not record_dry_action("delete", target, before=task, title=task["title"]):
                tasks.delete(database, task["id"])
        return doomed


if __name__ == "__main__":
    app()
