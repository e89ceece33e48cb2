"""The 72 commands of a made-up cloud's tool, as data from which every framework's app is built.

A line is `name | params | what it does`. Of the params a bare word is an argument, `--x` an option, `!` says
required, `:int`, `:flag`, `:a,b` and names of `CHOICES` are types, `=v` is a default.
"""

from __future__ import annotations

from dataclasses import dataclass

PROGRAM = "nimbus"
ABOUT = "Run servers, storage, databases and networks in the Nimbus cloud."

CHOICES = {
    "SIZE": "small,medium,large",
    "CLASS": "hot,cool,archive",
    "LEVEL": "debug,info,warning,error",
    "ROLE": "viewer,editor,admin",
    "RECORD": "A,AAAA,CNAME,MX,TXT",
    "ENGINE": "postgres,mysql,redis",
}

GROUPS = {
    "compute": (
        "Servers, images and their keys.",
        """
        server-list | --zone --state:running,stopped,failed --limit:int=50 | List servers.
        server-show | server | Show everything known about a server.
        server-create | name --image! --zone! --size:SIZE=small --key --wait:flag | Create a server.
        server-delete | server --zone! --keep-disks:flag | Delete a server.
        server-start | server --wait:flag | Start a stopped server.
        server-stop | server --force:flag --wait:flag | Stop a running server.
        server-resize | server --size:SIZE! --restart:flag | Give a server more or less power.
        server-logs | server --lines:int=100 --since | Read the console of a server.
        image-list | --family --limit:int=50 | List the images that servers can start from.
        image-create | server name --description | Make an image of a server's disk.
        key-list | --limit:int=50 | List the SSH keys of the account.
        key-add | name --public-key! | Add an SSH key.
        """,
    ),
    "storage": (
        "Buckets, objects and disks.",
        """
        bucket-list | --region --limit:int=50 | List buckets.
        bucket-show | bucket | Show the settings and the size of a bucket.
        bucket-create | bucket --region! --class:CLASS=hot --versioned:flag | Create a bucket.
        bucket-delete | bucket --force:flag | Delete a bucket.
        object-list | bucket --prefix --limit:int=50 | List the objects in a bucket.
        object-get | bucket path --to --version | Download an object.
        object-put | bucket path --file! --class:CLASS=hot --public:flag | Upload an object.
        object-delete | bucket path --version | Delete an object.
        object-share | bucket path --expires:int=3600 | Make a link that gives access for a while.
        disk-list | --zone --unattached:flag | List disks.
        disk-attach | disk server --read-only:flag | Attach a disk to a server.
        disk-snapshot | disk --description --wait:flag | Keep the present state of a disk.
        """,
    ),
    "database": (
        "Managed databases and their backups.",
        """
        instance-list | --engine:ENGINE --limit:int=50 | List database instances.
        instance-show | instance | Show an instance with its replicas and its load.
        instance-create | name --engine:ENGINE! --version --size:SIZE=small --zone! | Create an instance.
        instance-delete | instance --final-backup:flag | Delete an instance.
        instance-restart | instance --wait:flag | Restart an instance.
        instance-scale | instance --size:SIZE --replicas:int | Change an instance's size or replicas.
        user-list | instance | List the users of an instance.
        user-create | instance user --role:reader,writer,owner=reader | Create a user and show the password.
        backup-list | instance --limit:int=50 | List the backups of an instance.
        backup-create | instance --description --wait:flag | Back an instance up now.
        backup-restore | backup --to! --wait:flag | Restore a backup into a new instance.
        query-slow | instance --hours:int=24 --limit:int=50 | List the slowest queries of the last hours.
        """,
    ),
    "network": (
        "Networks, addresses, load balancers and DNS.",
        """
        vpc-list | --region --limit:int=50 | List private networks.
        vpc-create | name --range! --region! | Create a private network.
        firewall-list | vpc | List the firewall rules of a network.
        firewall-allow | vpc --port:int! --source=0.0.0.0/0 --protocol:tcp,udp=tcp | Open a port.
        firewall-revoke | rule | Take a firewall rule back.
        address-list | --region --free:flag | List the public addresses of the account.
        address-assign | address server | Give a public address to a server.
        balancer-list | --region --limit:int=50 | List load balancers.
        balancer-create | name --vpc! --port:int! --target! --health-path=/ | Create a load balancer.
        balancer-drain | balancer server --timeout:int=300 | Stop sending new requests to a server.
        dns-list | zone --type:RECORD --limit:int=50 | List the records of a DNS zone.
        dns-set | zone name --type:RECORD=A --value! --ttl:int=300 | Create or replace a DNS record.
        """,
    ),
    "monitor": (
        "Metrics, logs and alerts.",
        """
        metric-list | --source --limit:int=50 | List the metrics that are collected.
        metric-read | metric --source --since --step:int=60 | Read the values of a metric.
        log-search | text --source --since --level:LEVEL --limit:int=50 | Search the logs.
        log-follow | source --level:LEVEL | Print log lines as they arrive.
        alert-list | --state:firing,quiet,muted --limit:int=50 | List alerts.
        alert-create | name --metric! --above:int --below:int --minutes:int=5 --notify! | Create an alert.
        alert-mute | alert --hours:int=1 --reason | Silence an alert for a while.
        alert-delete | alert | Delete an alert.
        dashboard-list | --owner | List dashboards.
        dashboard-show | dashboard --since | Show a dashboard with its present values.
        check-create | url --every:int=60 --expect:int=200 --region | Call a URL regularly, alert on failure.
        incident-open | title --severity:low,high,critical! --service | Open an incident and call for help.
        """,
    ),
    "account": (
        "Projects, people, roles and bills.",
        """
        project-list | --archived:flag --limit:int=50 | List projects.
        project-create | name --budget:int --owner | Create a project.
        project-archive | project --reason | Archive a project and stop everything in it.
        member-list | project | List the people of a project.
        member-invite | project email --role:ROLE=viewer --message | Invite a person to a project.
        member-remove | project email | Remove somebody from a project.
        token-list | --expired:flag | List API tokens.
        token-create | name --scope! --days:int=90 | Create an API token and print it once.
        token-revoke | token | Revoke an API token.
        bill-list | --year:int --limit:int=50 | List bills.
        bill-show | bill | Show a bill with the cost of every service.
        quota-raise | quota --to:int! --reason! | Ask for a higher quota.
        """,
    ),
}

HELP = {
    "above": "Fire when the value is above this", "address": "The public address",
    "alert": "Name of the alert", "archived": "Include archived projects", "backup": "Id of the backup",
    "balancer": "Name of the load balancer", "below": "Fire when the value is below this",
    "bill": "Number of the bill", "bucket": "Name of the bucket", "budget": "Monthly budget in euros",
    "class": "How fast and how dear the storage is", "dashboard": "Name of the dashboard",
    "days": "How long the token is valid", "description": "A note for people", "disk": "Id of the disk",
    "email": "The person's e-mail address", "engine": "Kind of database",
    "every": "Seconds between two calls", "expect": "Expected status code",
    "expired": "Include expired tokens", "expires": "Seconds until the link ends",
    "family": "Only images of this family", "file": "Local file to upload",
    "final-backup": "Back up before deleting", "force": "Do not wait for a clean end",
    "free": "Only unassigned ones", "health-path": "Path that says whether a target is healthy",
    "hours": "Number of hours", "image": "Image to start from", "instance": "Name of the instance",
    "keep-disks": "Leave the disks in place", "key": "SSH key that may log in",
    "level": "Lowest level to show", "limit": "At most this many rows", "lines": "Number of lines",
    "message": "Text of the invitation", "metric": "Name of the metric",
    "minutes": "How long the condition must hold", "name": "Name of the new thing",
    "notify": "Channel to notify", "owner": "Who is responsible", "path": "Path of the object",
    "port": "Port number", "prefix": "Only paths that start so", "project": "Name of the project",
    "protocol": "Transport protocol", "public": "Let anybody read it",
    "public-key": "The key, or @ and a file", "quota": "Name of the quota",
    "range": "Address range, such as 10.0.0.0/16", "read-only": "Forbid writing", "reason": "Why",
    "region": "Region, such as eu-north", "replicas": "Number of replicas",
    "restart": "Restart right away", "role": "What the person may do", "rule": "Id of the rule",
    "scope": "What the token may do", "server": "Name or id of the server",
    "service": "Service that is affected", "severity": "How bad it is",
    "since": "Start, such as 2h or 2026-05-01", "size": "How much CPU and memory",
    "source": "Where the data comes from", "state": "Only those in this state",
    "step": "Seconds between two values", "target": "Server to send requests to",
    "text": "Words to look for", "timeout": "Seconds to wait",
    "title": "One line that says what is wrong", "to": "The new place or value",
    "token": "Id of the token", "ttl": "Seconds that resolvers may keep it", "type": "Type of record",
    "unattached": "Only those without a server", "url": "Address to call", "user": "Name of the user",
    "value": "Content of the record", "version": "Version to use", "versioned": "Keep old versions",
    "vpc": "Name of the network", "wait": "Return when it is done", "year": "Only this year",
    "zone": "Zone, such as eu-north-1",
}  # fmt: skip


@dataclass(frozen=True)
class Option:
    """One param of a command."""

    name: str
    help: str
    positional: bool
    required: bool
    choices: tuple[str, ...] = ()
    kind: type = str
    default: str | int | bool | None = None

    @property
    def attribute(self) -> str:
        """The name as Python spells it."""
        return self.name.replace("-", "_") + ("_" if self.name == "class" else "")


@dataclass(frozen=True)
class Described:
    """One command."""

    group: str
    name: str
    help: str
    options: tuple[Option, ...]

    @property
    def attribute(self) -> str:
        """The name as Python spells it."""
        return self.name.replace("-", "_")


def commands() -> tuple[Described, ...]:
    """All commands, in the order of their groups."""
    return tuple(
        _command(group, line) for group, (_, lines) in GROUPS.items() for line in lines.strip().splitlines()
    )


def _command(group: str, line: str) -> Described:
    name, params, text = (part.strip() for part in line.split(" | "))
    options = tuple(_option(word) for word in params.split())
    return Described(group, name, text, tuple(sorted(options, key=lambda option: not option.positional)))


def _option(word: str) -> Option:
    positional = not word.startswith("--")
    word, _, default = word.removeprefix("--").partition("=")
    required = positional or word.endswith("!")
    name, _, type_ = word.removesuffix("!").partition(":")
    if type_ == "flag":
        return Option(name, HELP[name], positional, required, kind=bool, default=False)
    if type_ == "int":
        return Option(
            name, HELP[name], positional, required, kind=int, default=int(default) if default else None
        )
    choices = tuple(CHOICES.get(type_, type_).split(",")) if type_ else ()
    return Option(name, HELP[name], positional, required, choices, default=default or None)
