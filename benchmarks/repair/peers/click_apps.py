# mypy: ignore-errors
# (peers are installed where they are measured, not where types are checked)
"""The files and deploy commands with Click."""

from __future__ import annotations

import json
from pathlib import Path

import click

from benchmarks.repair.peers.received import pairs, show

EXISTING = click.Path(exists=True, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
ENVIRONMENTS = click.Choice(["staging", "production", "preview"])


class NumberMap(click.ParamType):
    name = "json"

    def convert(self, value, param, ctx):
        if isinstance(value, dict):
            return value
        try:
            return {name: int(number) for name, number in json.loads(value).items()}
        except (ValueError, AttributeError, TypeError):
            self.fail(f"{value!r} is not a valid JSON object of integers.", param, ctx)


def shown(group, name=None, said=None):
    """Declare a command that prints what it received."""

    def declare(function):
        label = name or function.__name__.replace("_", "-")

        def body(**arguments):
            if "newer_than" in arguments and arguments["newer_than"] is not None:
                arguments["newer_than"] = arguments["newer_than"].date()
            show(said or label, function(**arguments) or arguments)

        body.__click_params__ = getattr(function, "__click_params__", [])
        body.__doc__ = function.__doc__
        return group.command(label)(body)

    return declare


@click.group()
def files():
    pass


@shown(files)
@click.argument("pattern")
@click.option("--root", "-r", type=FOLDER, default=".")
@click.option("--max-depth", "-d", type=click.IntRange(0, 20), default=5)
@click.option("--kind", type=click.Choice(["file", "folder", "any"]), default="any")
@click.option("--hidden/--no-hidden", default=False)
@click.option("--newer-than", type=click.DateTime(["%Y-%m-%d"]))
def find(**arguments):
    pass


@shown(files)
@click.argument("text")
@click.argument("paths", type=EXISTING, nargs=-1, required=True)
@click.option("--context", "-c", type=click.IntRange(0, 50), default=0)
@click.option("--ignore-case/--no-ignore-case", "-i", default=False)
def search(**arguments):
    pass


@shown(files)
@click.argument("folder", type=EXISTING)
@click.option("--sort-by", type=click.Choice(["name", "size", "modified"]), default="name")
@click.option("--reverse/--no-reverse", default=False)
def list_files(**arguments):
    pass


@shown(files)
@click.argument("file", type=FILE)
@click.option("--start-line", type=click.IntRange(1), default=1)
@click.option("--line-count", "-n", type=click.IntRange(1, 10_000), default=100)
def read_lines(**arguments):
    pass


@shown(files)
@click.argument("file", type=FILE)
@click.option("--algorithm", type=click.Choice(["md5", "sha1", "sha256"]), default="sha256")
def checksum(**arguments):
    pass


@shown(files)
@click.argument("source", type=EXISTING)
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--overwrite/--no-overwrite", default=False)
@click.option("--keep-times/--no-keep-times", default=True)
def copy(**arguments):
    pass


@shown(files)
@click.argument("path", type=EXISTING)
@click.option("--recursive/--no-recursive", "-r", default=False)
@click.option("--yes", "-y", is_flag=True)
def remove(**arguments):
    pass


@files.group()
def archive():
    pass


@shown(archive, "create", "archive create")
@click.argument("name")
@click.argument("files", type=EXISTING, nargs=-1, required=True)
@click.option("--format", "-f", type=click.Choice(["zip", "tar", "tgz"]), default="zip")
@click.option("--level", type=click.IntRange(0, 9), default=6)
def archive_create(**arguments):
    pass


@shown(archive, "extract", "archive extract")
@click.argument("file", type=FILE)
@click.option("--into", type=click.Path(path_type=Path), default=".")
@click.option("--strip/--no-strip", default=False)
def archive_extract(**arguments):
    pass


@click.group()
def deploy():
    pass


@shown(deploy)
@click.argument("service")
@click.argument("environment", type=ENVIRONMENTS)
@click.option("--replicas", "-n", type=click.IntRange(1, 50), default=2)
@click.option("--image-tag", "-t", default="latest")
@click.option("--wait/--no-wait", default=True)
@click.option("--canary/--no-canary", default=False)
@click.option("--canary-percent", type=click.FloatRange(0, 100))
def release(**arguments):
    pass


@shown(deploy)
@click.argument("service")
@click.option("--replicas", "-n", type=click.IntRange(1, 50), required=True)
@click.option("--environment", type=ENVIRONMENTS, default="staging")
def scale(**arguments):
    pass


@shown(deploy)
@click.argument("service")
@click.option("--git-tag")
@click.option("--commit")
@click.option("--push/--no-push", default=True)
@click.option("--build-arg", multiple=True)
def build(build_arg, **arguments):
    return {**arguments, "build_arg": pairs(build_arg)}


@shown(deploy)
@click.argument("service")
@click.option("--to-revision", type=click.IntRange(1), required=True)
@click.option("--environment", type=ENVIRONMENTS, default="staging")
@click.option("--yes", "-y", is_flag=True)
def rollback(**arguments):
    pass


@shown(deploy)
@click.argument("service")
@click.option("--tail", "-l", type=click.IntRange(1, 5000), default=100)
@click.option("--since", type=click.DateTime())
@click.option("--level", type=click.Choice(["debug", "info", "warning", "error"]), default="info")
@click.option("--follow/--no-follow", default=False)
def logs(**arguments):
    pass


@shown(deploy)
@click.argument("service")
@click.option("--cpu", type=click.FloatRange(0.1, 64), required=True)
@click.option("--memory-mb", type=click.IntRange(64, 65_536), default=512)
@click.option("--grace-seconds", type=click.IntRange(0, 600), default=30)
def set_limits(**arguments):
    pass


@deploy.group()
def traffic():
    pass


@shown(traffic, "split", "traffic split")
@click.argument("service")
@click.option("--weights", type=NumberMap(), required=True)
def traffic_split(**arguments):
    pass


@shown(traffic, "show", "traffic show")
@click.argument("service")
def traffic_show(**arguments):
    pass


def run(app: str, argv: list[str]) -> None:
    """Run a command line."""
    {"files": files, "deploy": deploy}[app].main(argv, prog_name=app)
