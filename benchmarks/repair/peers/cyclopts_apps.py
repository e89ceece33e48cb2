# mypy: ignore-errors
# (peers are installed where they are measured, not where types are checked)
"""The files and deploy commands with Cyclopts."""

from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, Optional

from cyclopts import App, Parameter
from cyclopts.types import ExistingDirectory, ExistingFile, ExistingPath
from cyclopts.validators import Number

from benchmarks.repair.peers.received import number_map, pairs, show

files = App(name="files", result_action="return_value")
archive = App(name="archive")
files.command(archive)
deploy = App(name="deploy", result_action="return_value")
traffic = App(name="traffic")
deploy.command(traffic)


def within(low, high=None):
    return Number(gte=low, lte=high)


class Environment(Enum):
    STAGING = "staging"
    PRODUCTION = "production"
    PREVIEW = "preview"


@files.command
def find(
    pattern: str,
    /,
    *,
    root: Annotated[ExistingDirectory, Parameter(alias="-r")] = Path("."),
    max_depth: Annotated[int, Parameter(alias="-d", validator=within(0, 20))] = 5,
    kind: Literal["file", "folder", "any"] = "any",
    hidden: bool = False,
    newer_than: Optional[date] = None,  # noqa: UP045
):
    show("find", locals())


@files.command
def search(
    text: str,
    paths: list[ExistingPath],
    /,
    *,
    context: Annotated[int, Parameter(alias="-c", validator=within(0, 50))] = 0,
    ignore_case: Annotated[bool, Parameter(alias="-i")] = False,
):
    show("search", locals())


@files.command
def list_files(
    folder: ExistingPath, /, *, sort_by: Literal["name", "size", "modified"] = "name", reverse: bool = False
):
    show("list-files", locals())


@files.command
def read_lines(
    file: ExistingFile,
    /,
    *,
    start_line: Annotated[int, Parameter(validator=within(1))] = 1,
    line_count: Annotated[int, Parameter(alias="-n", validator=within(1, 10_000))] = 100,
):
    show("read-lines", locals())


@files.command
def checksum(file: ExistingFile, /, *, algorithm: Literal["md5", "sha1", "sha256"] = "sha256"):
    show("checksum", locals())


@files.command
def copy(source: ExistingPath, target: Path, /, *, overwrite: bool = False, keep_times: bool = True):
    show("copy", locals())


@files.command
def remove(
    path: ExistingPath,
    /,
    *,
    recursive: Annotated[bool, Parameter(alias="-r")] = False,
    yes: Annotated[bool, Parameter(alias="-y")] = False,
):
    show("remove", locals())


@archive.command
def create(
    name: str,
    files: list[ExistingPath],
    /,
    *,
    format: Annotated[Literal["zip", "tar", "tgz"], Parameter(alias="-f")] = "zip",
    level: Annotated[int, Parameter(validator=within(0, 9))] = 6,
):
    show("archive create", locals())


@archive.command
def extract(file: ExistingFile, /, *, into: Path = Path("."), strip: bool = False):
    show("archive extract", locals())


@deploy.command
def release(
    service: str,
    environment: Environment,
    /,
    *,
    replicas: Annotated[int, Parameter(alias="-n", validator=within(1, 50))] = 2,
    image_tag: Annotated[str, Parameter(alias="-t")] = "latest",
    wait: bool = True,
    canary: bool = False,
    canary_percent: Annotated[Optional[float], Parameter(validator=within(0, 100))] = None,  # noqa: UP045
):
    show("release", locals())


@deploy.command
def scale(
    service: str,
    /,
    *,
    replicas: Annotated[int, Parameter(alias="-n", validator=within(1, 50))],
    environment: Environment = Environment.STAGING,
):
    show("scale", locals())


@deploy.command
def build(
    service: str,
    /,
    *,
    git_tag: Optional[str] = None,  # noqa: UP045
    commit: Optional[str] = None,  # noqa: UP045
    push: bool = True,
    build_arg: Optional[list[str]] = None,  # noqa: UP045
):
    show("build", {**locals(), "build_arg": pairs(build_arg)})


@deploy.command
def rollback(
    service: str,
    /,
    *,
    to_revision: Annotated[int, Parameter(validator=within(1))],
    environment: Environment = Environment.STAGING,
    yes: Annotated[bool, Parameter(alias="-y")] = False,
):
    show("rollback", locals())


@deploy.command
def logs(
    service: str,
    /,
    *,
    tail: Annotated[int, Parameter(alias="-l", validator=within(1, 5000))] = 100,
    since: Optional[datetime] = None,  # noqa: UP045
    level: Literal["debug", "info", "warning", "error"] = "info",
    follow: bool = False,
):
    show("logs", locals())


@deploy.command
def set_limits(
    service: str,
    /,
    *,
    cpu: Annotated[float, Parameter(validator=within(0.1, 64))],
    memory_mb: Annotated[int, Parameter(validator=within(64, 65_536))] = 512,
    grace_seconds: Annotated[int, Parameter(validator=within(0, 600))] = 30,
):
    show("set-limits", locals())


@traffic.command
def split(
    service: str,
    /,
    *,
    weights: Annotated[
        dict,
        Parameter(accepts_keys=False, n_tokens=1, converter=lambda _, tokens: number_map(tokens[0].value)),
    ],
):
    show("traffic split", locals())


@traffic.command(name="show")
def show_traffic(service: str, /):
    show("traffic show", locals())


def run(app: str, argv: list[str]) -> None:
    """Run a command line."""
    {"files": files, "deploy": deploy}[app](argv)
