# ruff: noqa: E501 - a table is read by rows
"""An app of 500 commands, as large ones are: many alike, some in the words of their trade.

Most commands come from a resource and a verb, with descriptions as terse as generated ones are; the others
are written out. `build()` makes the app; nothing here is random.
"""

from __future__ import annotations

from typing import Any

from tooli import Tooli
from tooli.annotations import Destructive, ReadOnly

PARAMS = {
    "name": ("str", "", "Name"),
    "id": ("str", "", "Identifier"),
    "query": ("str", "", "What to look for"),
    "path": ("str", "", "Path of the file"),
    "target": ("str", "", "Where it goes"),
    "limit_to": ("int", "20", "How many at most"),
    "since": ("str", "'1h'", "Start of the period"),
    "until": ("str", "'now'", "End of the period"),
    "namespace": ("str", "'default'", "Namespace"),
    "replicas": ("int", "1", "Number of copies to run"),
    "region": ("str", "'eu'", "Region"),
    "size": ("str", "'small'", "Size"),
    "label": ("str", "''", "Only those with this label"),
    "text": ("str", "''", "Text"),
    "to": ("list[str]", "[]", "Recipients"),
    "subject": ("str", "''", "Subject line"),
    "start": ("str", "''", "When it begins"),
    "end": ("str", "''", "When it ends"),
    "owner": ("str", "''", "Person responsible"),
    "amount": ("float", "0.0", "Amount of money"),
    "reason": ("str", "''", "Why"),
    "format": ("str", "'csv'", "File format"),
    "width": ("int", "0", "Width in pixels"),
    "height": ("int", "0", "Height in pixels"),
    "status": ("str", "'open'", "Only those in this state"),
    "value": ("str", "''", "New value"),
    "port": ("int", "80", "Port number"),
    "ttl": ("int", "3600", "Lifetime in seconds"),
    "role": ("str", "'viewer'", "Role"),
    "branch": ("str", "'main'", "Branch"),
    "column": ("str", "''", "Column"),
    "email": ("str", "''", "E-mail address"),
}

VERBS: dict[str, tuple[str, str, Any]] = {
    "L": ("list-{plural}", "List the {plural}.", ReadOnly),
    "S": ("get-{noun}", "Show one {noun}.", ReadOnly),
    "C": ("create-{noun}", "Create {a} {noun}.", None),
    "U": ("update-{noun}", "Change the settings of {a} {noun}.", None),
    "D": ("delete-{noun}", "Delete {a} {noun}.", Destructive),
}

# group: help, resources (noun, plural, what it is, verbs, params), other commands (name, summary, params, writes)
GROUPS: dict[str, tuple[str, list[tuple[str, str, str, str, str]], list[tuple[str, str, str, bool]]]] = {
    "cluster": (
        "Kubernetes clusters",
        [
            ("pod", "pods", "A pod is a group of containers that run together.", "LSD", "name namespace label"),
            ("deployment", "deployments", "A deployment keeps copies of a workload.", "LSCUD", "name namespace replicas"),
            ("node", "nodes", "A node is a machine of the cluster.", "LS", "name label"),
            ("namespace", "namespaces", "A namespace separates workloads of teams.", "LCD", "name"),
            ("config-map", "config-maps", "Settings that workloads read.", "LSCUD", "name namespace value"),
        ],
        [
            ("scale-deployment", "Change how many copies of a workload run.", "name replicas namespace", True),
            ("rollback-deployment", "Go back to the previous revision of a workload.", "name namespace", True),
            ("restart-deployment", "Replace the containers of a workload one after the other.", "name namespace", True),
            ("drain-node", "Move all workloads off a machine before maintenance.", "name", True),
            ("cordon-node", "Keep new workloads away from a machine.", "name", True),
            ("pod-logs", "Print what a container wrote to its log.", "name namespace since", False),
            ("exec-pod", "Run a shell command inside a running container.", "name text namespace", True),
            ("top-pods", "Show CPU and memory use of containers.", "namespace", False),
            ("forward-port", "Make a port of a container reachable on this machine.", "name port", True),
        ],
    ),
    "vm": (
        "Virtual machines",
        [
            ("instance", "instances", "A virtual machine.", "LSCUD", "name region size"),
            ("snapshot", "snapshots", "The state of a disk at one moment.", "LSCD", "name region"),
            ("image", "images", "What a virtual machine boots from.", "LSCD", "name region"),
            ("disk", "disks", "A volume that can be attached to a machine.", "LSCD", "name size"),
        ],
        [
            ("start-instance", "Boot a virtual machine that is powered off.", "name", True),
            ("stop-instance", "Power off a virtual machine.", "name", True),
            ("reboot-instance", "Restart a virtual machine.", "name", True),
            ("resize-instance", "Give a virtual machine more or fewer processors and memory.", "name size", True),
            ("attach-disk", "Connect a volume to a virtual machine.", "name target", True),
            ("detach-disk", "Disconnect a volume from a virtual machine.", "name", True),
            ("console-output", "Print the serial console of a virtual machine.", "name", False),
        ],
    ),
    "storage": (
        "Object storage",
        [
            ("bucket", "buckets", "A container for objects.", "LSCUD", "name region"),
            ("object", "objects", "A file in object storage.", "LSD", "name label"),
            ("lifecycle-rule", "lifecycle-rules", "Says when old objects expire.", "LCD", "name ttl"),
        ],
        [
            ("upload", "Send a local file to a bucket.", "path target", True),
            ("download", "Fetch an object to a local file.", "name path", False),
            ("copy-object", "Copy an object to another bucket.", "name target", True),
            ("sync-folder", "Make a bucket and a local folder the same.", "path target", True),
            ("presign-url", "Make a temporary link to an object that needs no login.", "name ttl", False),
            ("empty-bucket", "Remove everything from a bucket and keep the bucket.", "name", True),
            ("disk-usage", "Sum up how much space each bucket takes.", "name", False),
        ],
    ),
    "database": (
        "Relational databases",
        [
            ("table", "tables", "A table of rows and columns.", "LSCD", "name"),
            ("db-user", "db-users", "An account that may log in to the database.", "LCUD", "name role"),
            ("backup", "backups", "A saved copy of the whole database.", "LSCD", "name"),
            ("index", "indexes", "Makes lookups on a column fast.", "LCD", "name column"),
            ("replica", "replicas", "A read-only copy of the server that follows it.", "LSCD", "name region"),
        ],
        [
            ("run-query", "Execute an SQL statement and return the rows.", "query limit_to", False),
            ("explain-query", "Show how the planner would execute an SQL statement.", "query", False),
            ("slow-queries", "List the statements that took the longest.", "since limit_to", False),
            ("restore-backup", "Bring the database back to the state of a saved copy.", "name target", True),
            ("migrate", "Apply pending schema changes.", "target", True),
            ("rollback-migration", "Undo the last schema change.", "name", True),
            ("kill-connection", "Terminate a client session.", "id", True),
            ("list-connections", "List the clients that are connected right now.", "status", False),
            ("vacuum", "Reclaim the space of dead rows.", "name", True),
            ("dump-table", "Write the rows of a table to a file.", "name format path", False),
        ],
    ),
    "dns": (
        "Domain names",
        [
            ("zone", "zones", "A domain and what is below it.", "LSCD", "name"),
            ("record", "records", "An entry such as A, CNAME, MX or TXT.", "LSCUD", "name value ttl"),
        ],
        [
            ("lookup", "Resolve a host name to its addresses.", "name", False),
            ("reverse-lookup", "Find the host name that belongs to an IP address.", "name", False),
            ("export-zone", "Write a domain as a BIND zone file.", "name path", False),
            ("check-propagation", "See whether resolvers around the world know a change yet.", "name", False),
        ],
    ),
    "repo": (
        "Source code",
        [
            ("branch", "branches", "A line of development.", "LSCD", "name"),
            ("tag", "tags", "A name for a revision.", "LCD", "name"),
            ("pull-request", "pull-requests", "A proposal to merge a branch.", "LSCU", "id branch"),
            ("issue", "issues", "A bug report or a wish.", "LSCU", "id label text"),
            ("release", "releases", "A published version with its notes.", "LSCD", "name"),
            ("webhook", "webhooks", "A URL that is called when something happens.", "LCD", "name target"),
        ],
        [
            ("merge-pull-request", "Merge a proposal into its target branch.", "id", True),
            ("review-pull-request", "Approve a proposal or request changes.", "id text", True),
            ("close-issue", "Mark a bug report as done.", "id reason", True),
            ("comment-issue", "Write a comment under a bug report.", "id text", True),
            ("search-code", "Find a string in all source files.", "query", False),
            ("blame", "Show who last changed each line of a file.", "path", False),
            ("diff", "Compare two revisions.", "name target", False),
            ("cherry-pick", "Apply one commit to another branch.", "id branch", True),
            ("clone", "Copy a repository to this machine.", "name path", True),
            ("history", "Show the commits of a file or branch.", "path limit_to", False),
        ],
    ),
    "ci": (
        "Builds and deployments",
        [
            ("pipeline", "pipelines", "A series of build steps.", "LSC", "id branch"),
            ("job", "jobs", "One step of a pipeline.", "LS", "id status"),
            ("runner", "runners", "A machine that executes jobs.", "LSCD", "name"),
            ("artifact", "artifacts", "A file that a job produced.", "LSD", "id"),
            ("variable", "variables", "A setting that jobs see in their environment.", "LSCUD", "name value"),
            ("environment", "environments", "A place to deploy to, such as staging.", "LSCD", "name"),
        ],
        [
            ("trigger-pipeline", "Start a build of a branch.", "branch", True),
            ("cancel-pipeline", "Stop a build that is running.", "id", True),
            ("retry-job", "Run a failed step again.", "id", True),
            ("job-log", "Print the output of a build step.", "id", False),
            ("download-artifact", "Fetch a file that a build produced.", "id path", False),
            ("deploy", "Roll out a version to an environment.", "name target", True),
            ("promote", "Move a version from staging to production.", "name", True),
            ("test-report", "Summarise which tests passed and failed.", "id", False),
            ("flaky-tests", "List tests that fail now and then.", "since", False),
            ("code-coverage", "Show how much of the code tests reach.", "branch", False),
        ],
    ),
    "iam": (
        "Identities and access",
        [
            ("user", "users", "A person who can sign in.", "LSCUD", "name email role"),
            ("group", "groups", "Users that share permissions.", "LSCD", "name"),
            ("role", "roles", "A set of permissions.", "LSCUD", "name"),
            ("policy", "policies", "Says what is allowed to whom.", "LSCUD", "name"),
            ("api-key", "api-keys", "A credential for programs.", "LCD", "name"),
            ("service-account", "service-accounts", "An identity for programs.", "LSCD", "name"),
        ],
        [
            ("rotate-api-key", "Replace a credential by a fresh one.", "name", True),
            ("reset-password", "Send a user a link to choose a new password.", "email", True),
            ("grant-role", "Give a user permissions.", "name role", True),
            ("revoke-role", "Take permissions away from a user.", "name role", True),
            ("add-user-to-group", "Make a user a member of a group.", "name target", True),
            ("lock-account", "Block a user from signing in.", "name reason", True),
            ("who-can-access", "List everybody who may use a resource.", "name", False),
            ("enable-mfa", "Require a second factor at sign-in.", "name", True),
            ("login-history", "Show when and from where a user signed in.", "name since", False),
        ],
    ),
    "monitor": (
        "Monitoring and alerting",
        [
            ("alert", "alerts", "A problem that was noticed.", "LS", "id status"),
            ("alert-rule", "alert-rules", "Says when to raise an alert.", "LSCUD", "name value"),
            ("dashboard", "dashboards", "A page of charts.", "LSCUD", "name"),
            ("incident", "incidents", "An outage and how it is handled.", "LSCU", "id owner"),
            ("uptime-check", "uptime-checks", "Probes a URL from outside.", "LSCD", "name target"),
        ],
        [
            ("acknowledge-alert", "Tell others that you look into a problem.", "id", True),
            ("silence-alerts", "Mute notifications for some time.", "name ttl reason", True),
            ("query-metrics", "Read a time series such as CPU load or request rate.", "query since until", False),
            ("on-call", "Show who is on duty now and next.", "name", False),
            ("page-person", "Wake up the person on duty.", "name text", True),
            ("resolve-incident", "Close an outage with a summary.", "id text", True),
            ("status-page", "Publish the state of the service for customers.", "status text", True),
            ("error-rate", "Show how many requests fail.", "name since", False),
            ("trace-request", "Follow one request through all services.", "id", False),
        ],
    ),
    "logs": (
        "Log files",
        [
            ("log-stream", "log-streams", "Lines from one source.", "LSCD", "name"),
            ("log-archive", "log-archives", "Old lines, compressed.", "LSCD", "name since"),
            ("saved-search", "saved-searches", "A query that is kept.", "LCD", "name query"),
        ],
        [
            ("search", "Find log lines that contain a text.", "query since until", False),
            ("tail", "Follow new log lines as they arrive.", "name", False),
            ("count-by-level", "Count errors, warnings and infos over time.", "name since", False),
            ("set-retention", "Decide after how many days lines are dropped.", "name ttl", True),
            ("export", "Write log lines of a period to a file.", "path since until format", False),
            ("top-errors", "Group exceptions and show the most frequent.", "since limit_to", False),
        ],
    ),
    "mail": (
        "E-mail",
        [
            ("message", "messages", "An e-mail.", "LSD", "id label"),
            ("draft", "drafts", "An e-mail that was not sent yet.", "LSCUD", "subject to text"),
            ("mail-folder", "mail-folders", "A place for e-mails.", "LCD", "name"),
            ("filter-rule", "filter-rules", "Sorts incoming e-mail.", "LCUD", "name query"),
            ("signature", "signatures", "Text under each e-mail.", "LCUD", "name text"),
        ],
        [
            ("send", "Send an e-mail.", "to subject text", True),
            ("reply", "Answer an e-mail.", "id text", True),
            ("forward", "Pass an e-mail on to somebody else.", "id to", True),
            ("search-inbox", "Find e-mails by sender, subject or text.", "query since", False),
            ("mark-read", "Mark e-mails as read.", "id", True),
            ("mark-spam", "Report an e-mail as junk.", "id", True),
            ("move-message", "Put an e-mail into another folder.", "id target", True),
            ("set-out-of-office", "Answer automatically while you are away.", "text start end", True),
            ("save-attachments", "Store the files attached to an e-mail.", "id path", False),
            ("unsubscribe", "Leave a mailing list.", "id", True),
        ],
    ),
    "calendar": (
        "Appointments",
        [
            ("event", "events", "An appointment.", "LSCUD", "name start end"),
            ("calendar", "calendars", "A collection of appointments.", "LCD", "name"),
            ("reminder", "reminders", "A notice before something is due.", "LCD", "name start"),
            ("meeting-room", "meeting-rooms", "A place to meet.", "LS", "name size"),
        ],
        [
            ("find-free-time", "Find a slot in which all participants are available.", "to start end", False),
            ("book-room", "Reserve a place to meet.", "name start end", True),
            ("reschedule", "Move an appointment to another time.", "id start", True),
            ("invite", "Ask people to join an appointment.", "id to", True),
            ("respond", "Accept or decline an invitation.", "id value", True),
            ("agenda", "Show what is on today and tomorrow.", "start", False),
            ("import-ics", "Read appointments from an iCalendar file.", "path", True),
        ],
    ),
    "docs": (
        "Text documents",
        [
            ("document", "documents", "A text with formatting.", "LSCUD", "name"),
            ("comment", "comments", "A remark in the margin.", "LCD", "id text"),
            ("template", "templates", "A document to start from.", "LSCD", "name"),
            ("folder", "folders", "A place for documents.", "LCD", "name"),
        ],
        [
            ("share", "Let other people read or edit a document.", "name to role", True),
            ("unshare", "Stop sharing a document with somebody.", "name to", True),
            ("to-pdf", "Convert a document to PDF.", "name path", False),
            ("compare-versions", "Show what changed between two versions of a document.", "name since", False),
            ("restore-version", "Go back to an earlier version of a document.", "name id", True),
            ("word-count", "Count words, characters and pages.", "name", False),
            ("spell-check", "List misspelt words.", "name", False),
            ("translate", "Translate a document to another language.", "name target", False),
            ("fill-template", "Make a document from a template and values.", "name value", True),
            ("request-signature", "Ask somebody to sign a document electronically.", "name to", True),
        ],
    ),
    "hr": (
        "Employees",
        [
            ("employee", "employees", "Somebody who works here.", "LSCU", "name email"),
            ("leave-request", "leave-requests", "Vacation that somebody asks for.", "LSC", "name start end"),
            ("payslip", "payslips", "What somebody earned in a month.", "LS", "name since"),
            ("candidate", "candidates", "Somebody who applied for a job.", "LSCU", "name"),
            ("job-opening", "job-openings", "A position to fill.", "LSCU", "name"),
            ("expense", "expenses", "Money an employee spent for the company.", "LSC", "name amount"),
        ],
        [
            ("approve-leave", "Allow somebody's vacation.", "id", True),
            ("reject-leave", "Refuse somebody's vacation.", "id reason", True),
            ("vacation-balance", "Show how many days off somebody has left.", "name", False),
            ("approve-expense", "Accept a reimbursement claim.", "id", True),
            ("onboard", "Start the checklist for a new colleague.", "name start", True),
            ("offboard", "Start the checklist for a colleague who leaves.", "name end", True),
            ("org-chart", "Show who reports to whom.", "name", False),
            ("clock-in", "Record the beginning of working time.", "name", True),
            ("timesheet", "Show the hours somebody worked.", "name since until", False),
            ("schedule-interview", "Arrange a conversation with an applicant.", "name start", True),
        ],
    ),
    "data": (
        "Data sets",
        [
            ("dataset", "datasets", "A named table of data.", "LSCUD", "name"),
            ("data-source", "data-sources", "Where data comes from.", "LSCD", "name target"),
            ("quality-rule", "quality-rules", "What must hold for data.", "LSCD", "name column"),
        ],
        [
            ("profile", "Describe each column: types, ranges, distinct values.", "name", False),
            ("preview", "Show the first rows.", "name limit_to", False),
            ("dedupe", "Drop rows that occur more than once.", "name column", True),
            ("fill-missing", "Replace empty values.", "name column value", True),
            ("join", "Combine two data sets on a key.", "name target column", True),
            ("sample", "Draw random rows.", "name limit_to", False),
            ("aggregate", "Group rows and compute sums or averages.", "name column", False),
            ("detect-outliers", "Find values that are unusually large or small.", "name column", False),
            ("convert-format", "Convert between CSV, JSON, Parquet and Excel files.", "path format target", False),
            ("rename-column", "Give a column another name.", "name column value", True),
            ("cast-column", "Change the type of a column.", "name column value", True),
            ("validate", "Check data against a schema.", "name", False),
            ("anonymize", "Mask personal information.", "name column", True),
            ("lineage", "Show from which tables a table was computed.", "name", False),
        ],
    ),
    "files": (
        "Files on this machine",
        [("bookmark", "bookmarks", "A folder to come back to.", "LCD", "name path")],
        [
            ("find", "Find files by name, size or age.", "query path", False),
            ("grep", "Search the contents of files.", "query path", False),
            ("compress", "Pack files into a zip or tar archive.", "path target format", True),
            ("extract", "Unpack an archive.", "path target", True),
            ("checksum", "Compute the SHA-256 digest of a file.", "path", False),
            ("find-duplicates", "List files with the same content.", "path", False),
            ("rename-many", "Rename many files by a pattern.", "path value", True),
            ("disk-space", "Show how full the disks are.", "path", False),
            ("largest", "List the biggest files below a folder.", "path limit_to", False),
            ("trash", "Move files to the recycle bin.", "path", True),
            ("set-permissions", "Change who may read, write or execute a file.", "path value", True),
            ("encrypt", "Protect a file with a passphrase.", "path", True),
            ("decrypt", "Make a protected file readable again.", "path", True),
            ("watch", "Report changes in a folder as they happen.", "path", False),
        ],
    ),
    "media": (
        "Pictures, sound and video",
        [("album", "albums", "A collection of pictures.", "LSCD", "name")],
        [
            ("resize-image", "Scale a picture.", "path width height", True),
            ("crop-image", "Cut out a part of a picture.", "path width height", True),
            ("convert-image", "Save a picture as PNG, JPEG or WebP.", "path format", True),
            ("remove-background", "Make everything but the subject of a picture transparent.", "path", True),
            ("transcode-video", "Convert a video to another codec.", "path format", True),
            ("trim-video", "Cut the beginning or end off a video.", "path start end", True),
            ("extract-audio", "Save the sound track of a video.", "path target", True),
            ("add-subtitles", "Put captions into a video.", "path text", True),
            ("transcribe", "Turn speech into text.", "path", False),
            ("read-exif", "Show camera, date and place of a photo.", "path", False),
            ("ocr", "Recognise the text in a scanned page.", "path", False),
            ("make-thumbnail", "Create a small preview of a picture.", "path size", True),
            ("watermark", "Stamp a logo on pictures.", "path text", True),
            ("qr-code", "Draw a QR code for a link or text.", "text path", True),
        ],
    ),
    "shop": (
        "Web shop",
        [
            ("product", "products", "Something we sell.", "LSCUD", "name amount"),
            ("order", "orders", "What a customer bought.", "LSCU", "id status"),
            ("shipment", "shipments", "A parcel to a customer.", "LSC", "id"),
            ("customer", "customers", "Somebody who bought something.", "LSCUD", "name email"),
            ("review", "reviews", "What a customer says about a product.", "LSD", "id"),
        ],
        [
            ("cancel-order", "Stop an order before it is sent.", "id reason", True),
            ("return-order", "Take back what a customer bought.", "id reason", True),
            ("track-shipment", "Show where a parcel is.", "id", False),
            ("adjust-stock", "Correct how many pieces are in the warehouse.", "name value", True),
            ("low-stock", "List products that are almost sold out.", "limit_to", False),
            ("set-price", "Change what a product costs.", "name amount", True),
            ("best-sellers", "List what sold most.", "since limit_to", False),
            ("abandoned-carts", "List purchases that were not finished.", "since", False),
            ("shipping-label", "Print the address sticker of a parcel.", "id", False),
        ],
    ),
    "chat": (
        "Team chat",
        [
            ("channel", "channels", "A room for a topic.", "LSCUD", "name"),
            ("bot", "bots", "A program that takes part.", "LSCD", "name"),
            ("emoji", "emojis", "A picture for reactions.", "LCD", "name path"),
        ],
        [
            ("post-message", "Write into a channel.", "target text", True),
            ("direct-message", "Write to one person privately.", "to text", True),
            ("pin-message", "Keep a message at the top of a channel.", "id", True),
            ("invite-to-channel", "Add people to a channel.", "name to", True),
            ("leave-channel", "Quit a channel.", "name", True),
            ("archive-channel", "Make a channel read-only.", "name", True),
            ("search-messages", "Find what was said.", "query since", False),
            ("set-status", "Tell others whether you are busy or away.", "text", True),
            ("summarize-thread", "Give the gist of a long conversation.", "id", False),
        ],
    ),
    "vault": (
        "Passwords and secrets",
        [("secret", "secrets", "A password or token that programs need.", "LSCUD", "name value")],
        [
            ("generate-password", "Make up a strong random password.", "size", False),
            ("share-secret", "Give somebody access to a password once.", "name to", True),
            ("rotate-secret", "Change a password in the store and in the system that uses it.", "name", True),
            ("leak-check", "See whether a password is known from a data breach.", "value", False),
            ("access-log", "Show who read which password.", "name since", False),
        ],
    ),
    "project": (
        "Tasks and projects",
        [
            ("task", "tasks", "Something to do.", "LSCUD", "name owner"),
            ("milestone", "milestones", "A date by which something is done.", "LCUD", "name end"),
            ("sprint", "sprints", "Two weeks of work.", "LSC", "name start"),
        ],
        [
            ("complete-task", "Tick off something to do.", "id", True),
            ("assign-task", "Say who has to do something.", "id owner", True),
            ("set-due-date", "Say until when something has to be done.", "id end", True),
            ("burndown", "Show how much work is left in the sprint.", "name", False),
            ("log-time", "Record hours spent on something.", "id value", True),
            ("my-tasks", "List what is assigned to me.", "status", False),
            ("block-task", "Say that something waits for something else.", "id target", True),
        ],
    ),
}  # fmt: skip


def rows() -> list[tuple[str, str, str, str, Any]]:
    """Return group, name, docstring, params and behaviour of every command."""
    found = []
    for group, (_, resources, others) in GROUPS.items():
        for noun, plural, what, verbs, params in resources:
            for letter in verbs:
                name, summary, behavior = VERBS[letter]
                words = {"noun": noun, "plural": plural}
                article = "an" if noun[0] in "aeiou" and noun != "user" else "a"
                spoken = {"a": article, "noun": noun.replace("-", " "), "plural": plural.replace("-", " ")}
                doc = f"{summary.format(**spoken)}\n\n{what}"
                found.append((group, name.format(**words), doc, params, behavior))
        for name, summary, params, writes in others:
            found.append((group, name, summary, params, None if writes else ReadOnly))
    return found


def _function(name: str, doc: str, params: str) -> Any:
    lines = []
    required: list[str] = []
    optional: list[str] = []
    for param in params.split():
        kind, default, _ = PARAMS[param]
        (optional if default else required).append(f"{param}: {kind}" + (f" = {default}" if default else ""))
        lines.append(f"    {param}: {PARAMS[param][2]}.")
    label = name.replace("-", "_")
    source = f"def {label}({', '.join([*required, *optional])}) -> dict:\n    return dict(locals())\n"
    scope: dict[str, Any] = {}
    exec(compile(source, f"<{name}>", "exec"), scope)
    scope[label].__doc__ = "\n".join([doc, "", "Args:", *lines])
    return scope[label]


def build(**settings: Any) -> Tooli:
    """Return the app."""
    app = Tooli(name="works", description="Everything a company does", version="1.0.0", **settings)
    groups = {name: app.group(name, help=text) for name, (text, _, _) in GROUPS.items()}
    for group, name, doc, params, behavior in rows():
        writes = {"capabilities": ["state:mutate"]}
        declared = {"annotations": behavior} if behavior is not None else writes
        groups[group].command(name, **declared)(_function(name, doc, params))
    return app


if __name__ == "__main__":
    build()()
