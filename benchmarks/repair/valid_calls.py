"""The valid calls that mistakes are made in, at least eight of each command set."""

from __future__ import annotations

import json
import shlex
from typing import Any

from benchmarks.repair.command_sets import defaults_of
from benchmarks.repair.mistake import ValidCall

ADDRESS = {"street": "Am Markt 5", "city": "Bremen", "zip": "28195", "country": "DE"}
ORDER = {
    "customer": "Ann",
    "items": [{"sku": "pen", "quantity": 3}],
    "to": {"street": "Hauptstr. 1", "city": "Berlin", "zip": "10115", "country": "DE"},
}
BIG_ORDER = {
    "customer": "Bob",
    "items": [{"sku": "lamp", "quantity": 1}, {"sku": "desk", "quantity": 2}],
    "to": {"street": "Elm Street 7", "city": "Dover", "zip": "19901", "country": "US"},
}
PAGE = {"paper": "a4", "landscape": True, "margins": {"top": 10, "left": 15}}
DISCOUNT = {"percent": 15.0, "reason": "late"}


def text(value: object) -> str:
    """A value as JSON text, quoted for a shell."""
    return shlex.quote(json.dumps(value))


def call(app: str, command: str, line: str, **arguments: Any) -> ValidCall:
    """A valid call; `yes` is no argument of the function."""
    received = {name: value for name, value in arguments.items() if name != "yes"}
    received = {"command": command, "arguments": {**defaults_of(app, command), **received}}
    return ValidCall(app, command, tuple(shlex.split(line)), arguments, received)


FILES = (
    call("files", "find", "'*.py' --root src --max-depth 3", pattern="*.py", root="src", max_depth=3),
    call("files", "find", "'*.md' --kind file --hidden", pattern="*.md", kind="file", hidden=True),
    call(
        "files",
        "find",
        "'*.csv' --root data --newer-than 2026-11-15",
        pattern="*.csv",
        root="data",
        newer_than="2026-11-15",
    ),
    call(
        "files",
        "search",
        "lantern src/main.py notes.txt --context 2",
        text="lantern",
        paths=["src/main.py", "notes.txt"],
        context=2,
    ),
    call("files", "search", "todo src --ignore-case", text="todo", paths=["src"], ignore_case=True),
    call(
        "files",
        "list-files",
        "photos --sort-by size --reverse",
        folder="photos",
        sort_by="size",
        reverse=True,
    ),
    call("files", "list-files", "data --sort-by modified", folder="data", sort_by="modified"),
    call("files", "read-lines", "notes.txt --line-count 2000", file="notes.txt", line_count=2000),
    call(
        "files",
        "read-lines",
        "data/report.csv --start-line 5 --line-count 20",
        file="data/report.csv",
        start_line=5,
        line_count=20,
    ),
    call("files", "checksum", "backup.zip --algorithm md5", file="backup.zip", algorithm="md5"),
    call(
        "files",
        "copy",
        "notes.txt copies/notes.txt --overwrite",
        source="notes.txt",
        target="copies/notes.txt",
        overwrite=True,
    ),
    call("files", "copy", "data saved --no-keep-times", source="data", target="saved", keep_times=False),
    call("files", "remove", "photos --recursive --yes", path="photos", recursive=True, yes=True),
    call("files", "remove", "data/orders.json --yes", path="data/orders.json", yes=True),
    call(
        "files",
        "archive create",
        "pack.tgz src/main.py readme.md --format tgz --level 9",
        name="pack.tgz",
        files=["src/main.py", "readme.md"],
        format="tgz",
        level=9,
    ),
    call(
        "files",
        "archive extract",
        "backup.zip --into out --strip",
        file="backup.zip",
        into="out",
        strip=True,
    ),
)


DEPLOY = (
    call(
        "deploy",
        "release",
        "api production --replicas 3",
        service="api",
        environment="production",
        replicas=3,
    ),
    call(
        "deploy",
        "release",
        "web staging --image-tag v1.4 --no-wait",
        service="web",
        environment="staging",
        image_tag="v1.4",
        wait=False,
    ),
    call(
        "deploy",
        "release",
        "web preview --canary --canary-percent 12.5",
        service="web",
        environment="preview",
        canary=True,
        canary_percent=12.5,
    ),
    call("deploy", "scale", "api --replicas 5", service="api", replicas=5),
    call(
        "deploy",
        "scale",
        "worker --replicas 12 --environment production",
        service="worker",
        replicas=12,
        environment="production",
    ),
    call("deploy", "build", "api --git-tag v2.0.1", service="api", git_tag="v2.0.1"),
    call(
        "deploy",
        "build",
        "web --commit 8f3a2c1 --no-push --build-arg MODE=fast",
        service="web",
        commit="8f3a2c1",
        push=False,
        build_arg={"MODE": "fast"},
    ),
    call("deploy", "rollback", "api --to-revision 41 --yes", service="api", to_revision=41, yes=True),
    call(
        "deploy",
        "rollback",
        "web --to-revision 7 --environment production --yes",
        service="web",
        to_revision=7,
        environment="production",
        yes=True,
    ),
    call(
        "deploy",
        "logs",
        "api --tail 1000 --level warning --since 2026-11-15T08:30:00",
        service="api",
        tail=1000,
        level="warning",
        since="2026-11-15T08:30:00",
    ),
    call("deploy", "logs", "worker --level error --follow", service="worker", level="error", follow=True),
    call("deploy", "set-limits", "api --cpu 2.5 --memory-mb 2048", service="api", cpu=2.5, memory_mb=2048),
    call("deploy", "set-limits", "web --cpu 1 --grace-seconds 10", service="web", cpu=1.0, grace_seconds=10),
    call(
        "deploy",
        "traffic split",
        f"api --weights {text({'v1': 80, 'v2': 20})}",
        service="api",
        weights={"v1": 80, "v2": 20},
    ),
    call("deploy", "traffic show", "web", service="web"),
)


ORDERS = (
    call("orders", "create", text(ORDER), order=ORDER),
    call("orders", "create", f"--order {text(BIG_ORDER)} --gift-wrap", order=BIG_ORDER, gift_wrap=True),
    call("orders", "create", f"--order {text(ORDER)} --note 'ring twice'", order=ORDER, note="ring twice"),
    call(
        "orders",
        "ship",
        "1042 --carrier dhl --ship-on 2026-11-16",
        order_id=1042,
        carrier="dhl",
        ship_on="2026-11-16",
    ),
    call("orders", "ship", "7 --carrier fedex --express", order_id=7, carrier="fedex", express=True),
    call(
        "orders",
        "refund",
        "1042 --amount 19.99 --reason damaged --yes",
        order_id=1042,
        amount=19.99,
        reason="damaged",
        yes=True,
    ),
    call("orders", "refund", "8 --amount 5 --yes", order_id=8, amount=5.0, yes=True),
    call("orders", "cancel-order", "1042 --no-notify --yes", order_id=1042, notify=False, yes=True),
    call(
        "orders",
        "list-orders",
        "--status shipped --from-date 2026-10-01 --max-rows 20",
        status="shipped",
        from_date="2026-10-01",
        max_rows=20,
    ),
    call("orders", "list-orders", "--status cancelled --max-rows 10", status="cancelled", max_rows=10),
    call(
        "orders",
        "change-address",
        "12 --to.street 'Am Markt 5' --to.city Bremen --to.zip 28195",
        order_id=12,
        to=ADDRESS,
    ),
    call("orders", "change-address", f"9 --to {text(ADDRESS)}", order_id=9, to=ADDRESS),
    call("orders", "add-discount", f"12 --discount {text(DISCOUNT)}", order_id=12, discount=DISCOUNT),
    call("orders", "set-statuses", "paid 11 12 13", status="paid", order_ids=[11, 12, 13]),
    call(
        "orders",
        "set-statuses",
        "shipped 4 5 --labels by=ann",
        status="shipped",
        order_ids=[4, 5],
        labels={"by": "ann"},
    ),
)


AGENDA = (
    call(
        "agenda",
        "add",
        "'Team lunch' --at 2026-11-15T12:30:00 --minutes 60",
        title="Team lunch",
        at="2026-11-15T12:30:00",
        minutes=60,
    ),
    call(
        "agenda",
        "add",
        "Planning --at 2026-12-01T09:00:00 --location 'Room 4' --private",
        title="Planning",
        at="2026-12-01T09:00:00",
        location="Room 4",
        private=True,
    ),
    call(
        "agenda",
        "add",
        "Review --at 2026-12-02T14:00:00 --attendee ann --attendee bob",
        title="Review",
        at="2026-12-02T14:00:00",
        attendee=["ann", "bob"],
    ),
    call(
        "agenda",
        "move-event",
        "17 --new-start 2026-11-20T10:00:00",
        event_id=17,
        new_start="2026-11-20T10:00:00",
    ),
    call("agenda", "delete-event", "17 --no-notify --yes", event_id=17, notify=False, yes=True),
    call("agenda", "delete-event", "99 --yes", event_id=99, yes=True),
    call(
        "agenda",
        "list-events",
        "--from-date 2026-11-01 --to-date 2026-11-30 --calendar team",
        from_date="2026-11-01",
        to_date="2026-11-30",
        calendar="team",
    ),
    call("agenda", "list-events", "--calendar home --show-private", calendar="home", show_private=True),
    call("agenda", "find-slot", "--minutes 45 --day 2026-11-18", minutes=45, day="2026-11-18"),
    call("agenda", "find-slot", "--minutes 90 --within-days 7", minutes=90, within_days=7),
    call(
        "agenda",
        "repeat-event",
        "17 --weekdays mon --weekdays thu --until 2027-01-31",
        event_id=17,
        weekdays=["mon", "thu"],
        until="2027-01-31",
    ),
    call(
        "agenda",
        "export-events",
        "events.csv --format csv --year 2026",
        target="events.csv",
        format="csv",
        year=2026,
    ),
    call(
        "agenda",
        "room book",
        "Aurora --day 2026-11-15 --start-hour 14 --hours 2.5",
        room="Aurora",
        day="2026-11-15",
        start_hour=14,
        hours=2.5,
    ),
    call("agenda", "room free", "--day 2026-11-19 --seats 8", day="2026-11-19", seats=8),
)


DBADMIN = (
    call("dbadmin", "db migrate up", "--steps 3 --database shop", steps=3, database="shop"),
    call("dbadmin", "db migrate down", "--steps 1 --yes", steps=1, yes=True),
    call("dbadmin", "db migrate status", "--database shop", database="shop"),
    call(
        "dbadmin",
        "db backup create",
        "nightly --tables users --tables orders --keep-days 1000",
        name="nightly",
        tables=["users", "orders"],
        keep_days=1000,
    ),
    call("dbadmin", "db backup create", "weekly --no-compress", name="weekly", compress=False),
    call(
        "dbadmin",
        "db backup restore",
        "nightly --database shop --yes",
        name="nightly",
        database="shop",
        yes=True,
    ),
    call(
        "dbadmin",
        "db query",
        "'select * from users' --max-rows 5000",
        sql="select * from users",
        max_rows=5000,
    ),
    call(
        "dbadmin",
        "db query",
        "'select name from users' --explain",
        sql="select name from users",
        explain=True,
    ),
    call(
        "dbadmin",
        "user add",
        "ann --role editor --email ann@example.org",
        name="ann",
        role="editor",
        email="ann@example.org",
    ),
    call(
        "dbadmin",
        "user add",
        "bob --role viewer --no-active --quota-gb 2.5",
        name="bob",
        role="viewer",
        active=False,
        quota_gb=2.5,
    ),
    call("dbadmin", "user delete", "bob --keep-data --yes", name="bob", keep_data=True, yes=True),
    call(
        "dbadmin",
        "user grant",
        "ann admin --expires 2027-01-31",
        name="ann",
        role="admin",
        expires="2027-01-31",
    ),
    call(
        "dbadmin",
        "table drop",
        "old_orders --cascade --yes",
        table_name="old_orders",
        cascade=True,
        yes=True,
    ),
    call("dbadmin", "table describe", "users --with-indexes", table_name="users", with_indexes=True),
)


CONVERT = (
    call(
        "convert",
        "image",
        "photos/beach.png beach.webp --format webp --quality 70",
        source="photos/beach.png",
        target="beach.webp",
        format="webp",
        quality=70,
    ),
    call(
        "convert",
        "image",
        "photos/castle.jpg small.png --max-width 1200 --keep-metadata",
        source="photos/castle.jpg",
        target="small.png",
        max_width=1200,
        keep_metadata=True,
    ),
    call(
        "convert",
        "units",
        "26.2 mile meter --precision 1",
        amount=26.2,
        from_unit="mile",
        to_unit="meter",
        precision=1,
    ),
    call("convert", "units", "3 pound kilogram", amount=3.0, from_unit="pound", to_unit="kilogram"),
    call(
        "convert",
        "csv-to-json",
        "data/report.csv --indent 2 --no-header",
        file="data/report.csv",
        indent=2,
        header=False,
    ),
    call(
        "convert",
        "csv-to-json",
        "data/report.csv --columns 1 --columns 3 --delimiter ';'",
        file="data/report.csv",
        columns=[1, 3],
        delimiter=";",
    ),
    call(
        "convert",
        "render-page",
        f"templates/letter.html --page {text(PAGE)} --title 'Annual report'",
        template="templates/letter.html",
        page=PAGE,
        title="Annual report",
    ),
    call(
        "convert",
        "render-page",
        "templates/letter.html --page.paper a4 --page.landscape true --page.margins.top 10"
        " --page.margins.left 15 --values name=Ann",
        template="templates/letter.html",
        page=PAGE,
        values={"name": "Ann"},
    ),
    call(
        "convert",
        "many",
        "photos/beach.png photos/castle.jpg --to-format pdf --workers 8",
        files=["photos/beach.png", "photos/castle.jpg"],
        to_format="pdf",
        workers=8,
    ),
    call(
        "convert",
        "strip-metadata",
        "photos/beach.png --no-keep-dates --yes",
        source="photos/beach.png",
        keep_dates=False,
        yes=True,
    ),
    call("convert", "color to-rgb", "ff8800 --alpha 0.5", code="ff8800", alpha=0.5),
    call("convert", "color mix", "red blue --share 0.25", first="red", second="blue", share=0.25),
)


def valid_calls() -> list[ValidCall]:
    """All valid calls, in a fixed order."""
    return [*FILES, *DEPLOY, *ORDERS, *AGENDA, *DBADMIN, *CONVERT]
