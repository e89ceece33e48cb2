# mypy: ignore-errors
# (peers are installed where they are measured, not where types are checked)
"""The files and deploy commands with Typer."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Optional

import typer

from benchmarks.repair.peers.received import number_map, pairs, show

files = typer.Typer()
archive = typer.Typer()
files.add_typer(archive, name="archive")
deploy = typer.Typer()
traffic = typer.Typer()
deploy.add_typer(traffic, name="traffic")
Existing = Annotated[Path, typer.Argument(exists=True)]
ExistingFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False)]
Yes = Annotated[bool, typer.Option("--yes", "-y")]


class Environment(StrEnum):
    STAGING = "staging"
    PRODUCTION = "production"
    PREVIEW = "preview"


@files.command()
def find(
    pattern: str,
    *,
    root: Annotated[Path, typer.Option("--root", "-r", exists=True, file_okay=False)] = Path("."),
    max_depth: Annotated[int, typer.Option("--max-depth", "-d", min=0, max=20)] = 5,
    kind: Literal["file", "folder", "any"] = "any",
    hidden: bool = False,
    newer_than: Annotated[Optional[datetime], typer.Option(formats=["%Y-%m-%d"])] = None,  # noqa: UP045
):
    received = locals()
    show("find", {**received, "newer_than": newer_than.date() if newer_than else None})


@files.command()
def search(
    text: str,
    paths: Annotated[list[Path], typer.Argument(exists=True)],
    context: Annotated[int, typer.Option("--context", "-c", min=0, max=50)] = 0,
    ignore_case: Annotated[bool, typer.Option("--ignore-case/--no-ignore-case", "-i")] = False,
):
    show("search", locals())


@files.command()
def list_files(
    folder: Existing, sort_by: Literal["name", "size", "modified"] = "name", reverse: bool = False
):
    show("list-files", locals())


@files.command()
def read_lines(
    file: ExistingFile,
    start_line: Annotated[int, typer.Option(min=1)] = 1,
    line_count: Annotated[int, typer.Option("--line-count", "-n", min=1, max=10_000)] = 100,
):
    show("read-lines", locals())


@files.command()
def checksum(file: ExistingFile, algorithm: Literal["md5", "sha1", "sha256"] = "sha256"):
    show("checksum", locals())


@files.command()
def copy(source: Existing, target: Path, overwrite: bool = False, keep_times: bool = True):
    show("copy", locals())


@files.command()
def remove(
    path: Existing,
    recursive: Annotated[bool, typer.Option("--recursive/--no-recursive", "-r")] = False,
    yes: Yes = False,
):
    show("remove", locals())


@archive.command("create")
def archive_create(
    name: str,
    files: Annotated[list[Path], typer.Argument(exists=True)],
    format: Annotated[Literal["zip", "tar", "tgz"], typer.Option("--format", "-f")] = "zip",
    level: Annotated[int, typer.Option(min=0, max=9)] = 6,
):
    show("archive create", locals())


@archive.command("extract")
def archive_extract(file: ExistingFile, into: Path = Path("."), strip: bool = False):
    show("archive extract", locals())


@deploy.command()
def release(
    service: str,
    environment: Environment,
    *,
    replicas: Annotated[int, typer.Option("--replicas", "-n", min=1, max=50)] = 2,
    image_tag: Annotated[str, typer.Option("--image-tag", "-t")] = "latest",
    wait: bool = True,
    canary: bool = False,
    canary_percent: Annotated[Optional[float], typer.Option(min=0, max=100)] = None,  # noqa: UP045
):
    show("release", locals())


@deploy.command()
def scale(
    service: str,
    replicas: Annotated[int, typer.Option("--replicas", "-n", min=1, max=50)],
    environment: Environment = Environment.STAGING,
):
    show("scale", locals())


@deploy.command()
def build(
    service: str,
    git_tag: Optional[str] = None,  # noqa: UP045
    commit: Optional[str] = None,  # noqa: UP045
    push: bool = True,
    build_arg: Annotated[Optional[list[str]], typer.Option()] = None,  # noqa: UP045
):
    show("build", {**locals(), "build_arg": pairs(build_arg)})


@deploy.command()
def rollback(
    service: str,
    to_revision: Annotated[int, typer.Option(min=1)],
    environment: Environment = Environment.STAGING,
    yes: Yes = False,
):
    show("rollback", locals())


@deploy.command()
def logs(
    service: str,
    tail: Annotated[int, typer.Option("--tail", "-l", min=1, max=5000)] = 100,
    since: Optional[datetime] = None,  # noqa: UP045
    level: Literal["debug", "info", "warning", "error"] = "info",
    follow: bool = False,
):
    show("logs", locals())


@deploy.command()
def set_limits(
    service: str,
    cpu: Annotated[float, typer.Option(min=0.1, max=64)],
    memory_mb: Annotated[int, typer.Option(min=64, max=65_536)] = 512,
    grace_seconds: Annotated[int, typer.Option(min=0, max=600)] = 30,
):
    show("set-limits", locals())


@traffic.command("split")
def traffic_split(service: str, weights: Annotated[dict, typer.Option(parser=number_map)]):
    show("traffic split", locals())


@traffic.command("show")
def traffic_show(service: str):
    show("traffic show", locals())


def run(app: str, argv: list[str]) -> None:
    """Run a command line."""
    {"files": files, "deploy": deploy}[app](argv, prog_name=app)
