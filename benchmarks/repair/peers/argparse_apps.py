"""The files and deploy commands with argparse."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

from benchmarks.repair.peers.received import existing, number_map, pairs, show

ENVIRONMENTS = ("staging", "production", "preview")
Commands = dict[str, Callable[[], ArgumentParser]]


def within(kind: type, low: float, high: float) -> Callable[[str], Any]:
    """Read a number between bounds."""

    def read(text: str) -> Any:
        value = kind(text)
        if not low <= value <= high:
            raise ArgumentTypeError(f"{text} is not in the range {low}<=x<={high}")
        return value

    read.__name__ = kind.__name__
    return read


def switch(parser: ArgumentParser, *names: str, default: bool = False) -> None:
    """Add a switch with its negative."""
    parser.add_argument(*names, action=BooleanOptionalAction, default=default)


def run(app: str, argv: list[str]) -> None:
    """Run a command line."""
    parser = files() if app == "files" else deploy()
    given = vars(parser.parse_args(argv))
    words = [given.pop(name) for name in ("command", "subcommand") if given.get(name)]
    if "build_arg" in given:
        given["build_arg"] = pairs(given["build_arg"])
    show(" ".join(words), given)


def files() -> ArgumentParser:
    parser = ArgumentParser(prog="files")
    commands = parser.add_subparsers(dest="command", required=True)
    find = commands.add_parser("find")
    find.add_argument("pattern")
    find.add_argument("--root", "-r", type=existing, default=Path("."))
    find.add_argument("--max-depth", "-d", type=within(int, 0, 20), default=5)
    find.add_argument("--kind", choices=("file", "folder", "any"), default="any")
    switch(find, "--hidden")
    find.add_argument("--newer-than", type=date.fromisoformat)
    search = commands.add_parser("search")
    search.add_argument("text")
    search.add_argument("paths", type=existing, nargs="+")
    search.add_argument("--context", "-c", type=within(int, 0, 50), default=0)
    switch(search, "--ignore-case", "-i")
    listing = commands.add_parser("list-files")
    listing.add_argument("folder", type=existing)
    listing.add_argument("--sort-by", choices=("name", "size", "modified"), default="name")
    switch(listing, "--reverse")
    reading = commands.add_parser("read-lines")
    reading.add_argument("file", type=existing)
    reading.add_argument("--start-line", type=within(int, 1, 10**9), default=1)
    reading.add_argument("--line-count", "-n", type=within(int, 1, 10_000), default=100)
    checksum = commands.add_parser("checksum")
    checksum.add_argument("file", type=existing)
    checksum.add_argument("--algorithm", choices=("md5", "sha1", "sha256"), default="sha256")
    copy = commands.add_parser("copy")
    copy.add_argument("source", type=existing)
    copy.add_argument("target", type=Path)
    switch(copy, "--overwrite")
    switch(copy, "--keep-times", default=True)
    remove = commands.add_parser("remove")
    remove.add_argument("path", type=existing)
    switch(remove, "--recursive", "-r")
    remove.add_argument("--yes", "-y", action="store_true")
    archive = commands.add_parser("archive").add_subparsers(dest="subcommand", required=True)
    create = archive.add_parser("create")
    create.add_argument("name")
    create.add_argument("files", type=existing, nargs="+")
    create.add_argument("--format", "-f", choices=("zip", "tar", "tgz"), default="zip")
    create.add_argument("--level", type=within(int, 0, 9), default=6)
    extract = archive.add_parser("extract")
    extract.add_argument("file", type=existing)
    extract.add_argument("--into", type=Path, default=Path("."))
    switch(extract, "--strip")
    return parser


def deploy() -> ArgumentParser:
    parser = ArgumentParser(prog="deploy")
    commands = parser.add_subparsers(dest="command", required=True)
    release = commands.add_parser("release")
    release.add_argument("service")
    release.add_argument("environment", choices=ENVIRONMENTS)
    release.add_argument("--replicas", "-n", type=within(int, 1, 50), default=2)
    release.add_argument("--image-tag", "-t", default="latest")
    switch(release, "--wait", default=True)
    switch(release, "--canary")
    release.add_argument("--canary-percent", type=within(float, 0, 100))
    scale = commands.add_parser("scale")
    scale.add_argument("service")
    scale.add_argument("--replicas", "-n", type=within(int, 1, 50), required=True)
    scale.add_argument("--environment", choices=ENVIRONMENTS, default="staging")
    build = commands.add_parser("build")
    build.add_argument("service")
    which = build.add_mutually_exclusive_group(required=True)
    which.add_argument("--git-tag")
    which.add_argument("--commit")
    switch(build, "--push", default=True)
    build.add_argument("--build-arg", action="append")
    rollback = commands.add_parser("rollback")
    rollback.add_argument("service")
    rollback.add_argument("--to-revision", type=within(int, 1, 10**9), required=True)
    rollback.add_argument("--environment", choices=ENVIRONMENTS, default="staging")
    rollback.add_argument("--yes", "-y", action="store_true")
    logs = commands.add_parser("logs")
    logs.add_argument("service")
    logs.add_argument("--tail", "-l", type=within(int, 1, 5000), default=100)
    logs.add_argument("--since", type=datetime.fromisoformat)
    logs.add_argument("--level", choices=("debug", "info", "warning", "error"), default="info")
    switch(logs, "--follow")
    limits = commands.add_parser("set-limits")
    limits.add_argument("service")
    limits.add_argument("--cpu", type=within(float, 0.1, 64), required=True)
    limits.add_argument("--memory-mb", type=within(int, 64, 65_536), default=512)
    limits.add_argument("--grace-seconds", type=within(int, 0, 600), default=30)
    traffic = commands.add_parser("traffic").add_subparsers(dest="subcommand", required=True)
    split = traffic.add_parser("split")
    split.add_argument("service")
    split.add_argument("--weights", type=number_map, required=True)
    traffic.add_parser("show").add_argument("service")
    return parser
