# mypy: ignore-errors
# (peers are installed where they are measured, not where types are checked)
"""The help of the 72 commands in other frameworks: path of a command or group → text, for those installed."""

from __future__ import annotations

import argparse
import io
import os
from collections.abc import Callable
from importlib.util import find_spec

from benchmarks.tokens.commands import ABOUT, GROUPS, PROGRAM, Option, commands
from benchmarks.tokens.functions import function

WIDTH = 80
Pages = dict[tuple[str, ...], str]


def paths() -> list[tuple[str, ...]]:
    """The app, its groups, its commands."""
    return [(), *((name,) for name in GROUPS), *((command.group, command.name) for command in commands())]


def argparse_pages() -> Pages:
    """Help as argparse writes it."""
    os.environ["COLUMNS"] = str(WIDTH)
    root = argparse.ArgumentParser(prog=PROGRAM, description=ABOUT)
    added = root.add_subparsers(metavar="COMMAND")
    pages = {(): root}
    for name, (text, _) in GROUPS.items():
        group = added.add_parser(name, help=text, description=text)
        pages[name,] = group
        below = group.add_subparsers(metavar="COMMAND")
        for command in commands():
            if command.group == name:
                parser = below.add_parser(command.name, help=command.help, description=command.help)
                for option in command.options:
                    _add_argument(parser, option)
                pages[name, command.name] = parser
    return {path: parser.format_help() for path, parser in pages.items()}


def _add_argument(parser: argparse.ArgumentParser, option: Option) -> None:
    more = {"choices": option.choices} if option.choices else {}
    text = option.help
    if option.positional:
        parser.add_argument(option.name, help=text, **more)
        return
    if option.kind is bool:
        parser.add_argument(f"--{option.name}", help=text, action=argparse.BooleanOptionalAction)
        return
    if option.default is not None:
        text += " (default: %(default)s)"
    more["required"] = option.required
    parser.add_argument(f"--{option.name}", help=text, type=option.kind, default=option.default, **more)


def click_pages() -> Pages:
    """Help as Click writes it."""
    import click
    from click.testing import CliRunner

    root = click.Group(PROGRAM, help=ABOUT)
    for name, (text, _) in GROUPS.items():
        root.add_command(click.Group(name, help=text))
    for command in commands():
        params = [_click_param(option) for option in command.options]
        made = click.Command(command.name, params=params, help=command.help, callback=print)
        root.commands[command.group].add_command(made)
    runner = CliRunner()
    return {
        path: runner.invoke(root, [*path, "--help"], prog_name=PROGRAM, terminal_width=WIDTH).output
        for path in paths()
    }


def _click_param(option: Option):
    import click

    type_ = click.Choice(option.choices) if option.choices else option.kind
    if option.positional:
        return click.Argument([option.attribute], type=type_)
    names = [
        f"--{option.name}/--no-{option.name}" if option.kind is bool else f"--{option.name}",
        option.attribute,
    ]
    shown = option.default is not None and option.kind is not bool
    return click.Option(
        names,
        type=type_,
        help=option.help,
        required=option.required,
        default=option.default,
        show_default=shown,
    )


def typer_pages() -> Pages:
    """Help as Typer writes it."""
    import typer
    from typer.testing import CliRunner

    root = typer.Typer(help=ABOUT, add_completion=False)
    groups = {name: typer.Typer(help=text) for name, (text, _) in GROUPS.items()}
    for command in commands():
        groups[command.group].command(command.name)(function(command, typer.Option, typer.Argument))
    for name, group in groups.items():
        root.add_typer(group, name=name)
    runner = CliRunner(env={"COLUMNS": str(WIDTH), "TERMINAL_WIDTH": str(WIDTH), "NO_COLOR": "1"})
    return {path: runner.invoke(root, [*path, "--help"], prog_name=PROGRAM).output for path in paths()}


def cyclopts_pages() -> Pages:
    """Help as Cyclopts writes it."""
    from cyclopts import App, Parameter
    from rich.console import Console

    def option(*names: str, help: str) -> Parameter:
        return Parameter(name=names or None, help=help)

    root = App(name=PROGRAM, help=ABOUT)
    groups = {name: App(name=name, help=text) for name, (text, _) in GROUPS.items()}
    for group in groups.values():
        root.command(group)
    for command in commands():
        groups[command.group].command(
            function(command, option, option, positional_only=True), name=command.name
        )
    pages = {}
    for path in paths():
        console = Console(file=io.StringIO(), width=WIDTH, color_system=None)
        root.help_print(list(path), console=console)
        pages[path] = console.file.getvalue()
    return pages


PEERS: dict[str, Callable[[], Pages]] = {
    "click": click_pages,
    "argparse": argparse_pages,
    "cyclopts": cyclopts_pages,
    "typer": typer_pages,
}


def installed() -> dict[str, Callable[[], Pages]]:
    """The peers that can be measured here."""
    return {name: pages for name, pages in PEERS.items() if find_spec(name)}
