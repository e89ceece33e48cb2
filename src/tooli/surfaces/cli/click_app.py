"""The app as a Click command: to mount it into a Click app, and to complete command lines as Click does.

Click sees real params while it completes. A call it only passes on: all words after the command's name go to
our own command line, so a mounted app behaves exactly as it does alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from tooli.model.catalog import Entry
from tooli.render.help_text import one_line
from tooli.surfaces.cli.command_list import command_panels
from tooli.surfaces.cli.flag_help import APP_FLAGS, FLAG_HELP, usable
from tooli.surfaces.cli.flags import FLAGS
from tooli.surfaces.cli.parser import option_table
from tooli.surfaces.cli.type_text import fields_of, spelling
from tooli.surfaces.cli.usage import long_name

if TYPE_CHECKING:
    from tooli.execute import Runtime
    from tooli.model import Command, Param, Shape

    Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def to_click(runtime: Runtime) -> click.Command:
    """Return the app as a Click command; an app of one command is that command."""
    single = runtime.catalog.single
    if single is not None:
        return ClickCommand(runtime, single, runtime.name, ())
    return ClickGroup(runtime, (), runtime.name)


class _Passing(click.Command):
    """Parses for completion, and passes a call on unparsed."""

    runtime: Runtime
    words: tuple[str, ...]
    """What stands on our command line before the words that Click hands over."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words if they are to be completed; keep them as they are if they are to be run."""
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        ctx.args = list(args)
        return ctx.args

    def invoke(self, ctx: click.Context) -> None:
        """Run our command line with the program's streams, and end with its status."""
        from tooli.surfaces.cli.borrowed import run_borrowed

        ctx.exit(run_borrowed(self.runtime, [*self.words, *ctx.args]))


class ClickCommand(_Passing):
    """A command of the app."""

    def __init__(self, runtime: Runtime, path: tuple[str, ...], name: str, words: tuple[str, ...]) -> None:
        command = runtime.catalog.find(path)
        assert command is not None  # the path was just looked up
        super().__init__(
            name,
            params=[*_command_params(command), *_flag_params(option_table(command), app=not words)],
            help=command.summary,
            hidden=command.hidden,
            add_help_option=False,
            context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
        )
        self.runtime, self.words = runtime, words


class ClickGroup(_Passing, click.Group):
    """The app, or a group of it; what is in it is looked up when it is needed."""

    def __init__(self, runtime: Runtime, path: tuple[str, ...], name: str) -> None:
        group = runtime.catalog.group(path)
        assert group is not None  # the path was just looked up
        super().__init__(
            name,
            params=list(_flag_params((), app=not path)),
            help=group.help,
            hidden=group.hidden,
            add_help_option=False,
            context_settings={"ignore_unknown_options": True},
        )
        self.runtime, self.words, self.node = runtime, path, group

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the group that help shows."""
        return [name for name, node in self.node.children.items() if not node.hidden]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return what has that name or alias in the group."""
        found = self.node.child(cmd_name)
        if found is None:
            return None
        path = (*self.words, found[0])
        if isinstance(found[1], Entry):
            return ClickCommand(self.runtime, path, found[0], path)
        return ClickGroup(self.runtime, path, found[0])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a name from the catalog, without importing what is lazy."""
        items = [
            CompletionItem(row.names[0], help=one_line(row.help))
            for panel in command_panels(self.runtime.catalog, self.node, self.words)
            for row in panel.rows
            if row.names[0].startswith(incomplete)
        ]
        return items + click.Command.shell_complete(self, ctx, incomplete)


def _command_params(command: Command) -> Iterator[click.Parameter]:
    """Give a command's params as Click knows them."""
    endless = False
    for place, param in enumerate(command.params):
        name = f"param_{place}"
        help = one_line(command.param_help(param))
        if param.positional:
            many = not endless and (param.shape.inner.multiple or param.shape.inner.kind == "dict")
            endless = endless or many  # Click can read only one of any length
            yield _argument(name, param, many=many)
        yield _option(name + "_option" if param.positional else name, param, help)
        if param.negatives:
            yield click.Option(
                [name + "_off", *param.negatives], is_flag=True, help=help, hidden=param.hidden
            )
        if param.shape.inner.kind == "model":
            for field in fields_of(param.shape.inner.annotation):
                dotted = f"{long_name(param)}.{field.name}"
                yield click.Option([f"{name}_{len(dotted)}_{field.name}", dotted], help=one_line(field.help))


def _argument(name: str, param: Param, *, many: bool) -> click.Argument:
    """Return a param given by position; `many` words, or as many as its type has."""
    shape = param.shape.inner
    count = len(shape.items) if shape.kind == "fixed" else 1
    return click.Argument(
        [name],
        nargs=-1 if many else count,
        required=False,
        type=_type(param.shape, param.settings),
        shell_complete=_completer(param.settings),
    )


def _option(name: str, param: Param, help: str) -> click.Option:
    """Return a param given by name. An argument can be, too, but is not offered so."""
    settings = param.settings
    hidden = param.hidden or param.positional
    if settings.get("count"):
        return click.Option([name, *param.names], count=True, help=help, hidden=hidden)
    if param.flag:
        return click.Option([name, *param.names], is_flag=True, help=help, hidden=hidden)
    shape = param.shape.inner
    return click.Option(
        [name, *param.names],
        help=help,
        hidden=hidden,
        multiple=shape.multiple or shape.kind == "dict",
        nargs=len(shape.items) if shape.kind == "fixed" else 1,
        type=_type(param.shape, settings),
        shell_complete=_completer(settings),
    )


def _flag_params(taken: Iterable[str], *, app: bool) -> Iterator[click.Option]:
    """Give the framework's flags: under the spellings that are free, and unseen under `--tooli-NAME`."""
    for place, flag in enumerate(FLAGS):
        name, kind, _, value, choices, _ = flag
        shown = usable(flag, taken)
        aside = name in APP_FLAGS and not app
        for suffix, names, hidden in (("", shown, aside), ("_always", (f"--tooli-{name}",), True)):
            if suffix and names == shown:
                continue
            fields: dict[str, Any] = {"help": FLAG_HELP.get(name), "hidden": hidden}
            if kind in ("value", "choice"):
                fields["type"] = click.Choice(choices) if choices else click.STRING
            if kind == "choice":
                fields |= {"is_flag": False, "flag_value": value}
            elif kind == "count":
                fields["count"] = True
            elif kind == "switch":
                fields["is_flag"] = True
            yield click.Option([f"flag_{place}{suffix}", *names], **fields)


def _type(shape: Shape, settings: Mapping[str, Any]) -> click.ParamType[Any]:
    """Return the Click type that completes values of a shape."""
    shape = shape.inner
    if shape.multiple and shape.items:
        return _type(shape.items[0], settings)
    if shape.choices:
        choices = [spelling(choice) for choice in shape.choices]
        return click.Choice(choices, case_sensitive=settings.get("case_sensitive", True))
    if shape.input:
        return click.Path(dir_okay=False, allow_dash=True)
    if shape.kind == "path":
        return click.Path(file_okay=settings.get("file_okay", True), dir_okay=settings.get("dir_okay", True))
    if shape.kind == "bool":
        return click.Choice(["true", "false"])
    if shape.kind == "union":
        known = (_type(item, settings) for item in shape.items)
        return next((found for found in known if found is not click.STRING), click.STRING)
    return click.STRING


def _completer(settings: Mapping[str, Any]) -> Complete | None:
    """Return the developer's own completion: Click's `shell_complete=` or Typer's `autocompletion=`."""
    if "shell_complete" in settings:
        own: Complete = settings["shell_complete"]
        return own
    if "autocompletion" not in settings:
        return None
    function = settings["autocompletion"]

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        offered = {"ctx": ctx, "args": [], "incomplete": incomplete}
        names = _parameter_names(function)
        found = (_item(item) for item in function(*(offered.get(name, incomplete) for name in names)))
        return [item for item in found if item.value.startswith(incomplete)]

    return complete


def _parameter_names(function: Callable[..., Any]) -> list[str]:
    from inspect import signature

    return list(signature(function).parameters)


def _item(offered: Any) -> CompletionItem:
    if isinstance(offered, CompletionItem):
        return offered
    if isinstance(offered, tuple):
        return CompletionItem(str(offered[0]), help=one_line(str(offered[1])))
    return CompletionItem(str(offered))
