"""The `tooli` program: what every app can do, for an app that is named on the command line.

`tooli run TARGET …` is the app's own command line. Every built-in command takes the target as its first
argument: `tooli mcp export TARGET`, or `tooli serve TARGET` for short.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import version
from types import ModuleType
from typing import Annotated, Any

from tooli.app import Tooli
from tooli.builtins import BUILTINS, loader
from tooli.builtins.host import Host
from tooli.errors import DeclarationError, InputError, Suggestion, ToolError
from tooli.execute import Call, Runtime
from tooli.model.catalog import Entry, Group
from tooli.model.dry_run import dry_run_support, names_used
from tooli.model.lazy import Lazy
from tooli.model.markers import Argument
from tooli.sources.functions import is_function, public_functions
from tooli.sources.target import Target, attribute_of, import_target, locate, mistake, unimportable
from tooli.surfaces.cli.program import line, running_words

TargetText = Annotated[
    str,
    Argument(
        metavar="TARGET",
        help="path/to/app.py, path/to/app.py:app, package.module:app, or a file of functions",
    ),
]
Word = Annotated[str, Argument(metavar="WORDS", help="What the app's own command line takes")]
SHORT: Mapping[str, tuple[str, str]] = {
    "serve": ("mcp serve", "Serve a target to agents by MCP"),
    "skill": ("generate-skill", "Write what an agent has to know of a target"),
}
"""Names of the launcher for built-in commands."""
PASSING_ON = ("run", "call")
"""Commands whose words after the target are the target's."""


def run(app: TargetText, *words: Word) -> None:
    """Run the command line of a target: `tooli run app.py greet Ann --times 2`."""
    raise _out_of_place("run", app, *words)


def call(app: TargetText, command: Annotated[str, Argument(help="The command's name")], *words: Word) -> None:
    """Call one command of a target: `tooli call functions.py add 1 2`."""
    raise _out_of_place("call", app, command, *words)


def _out_of_place(verb: str, target: str, *words: str) -> ToolError:
    fix = Suggestion("Name the target first.", example=line(["tooli", verb, target, *words]))
    return InputError(
        f"flags stand after the target: all that follows {verb} TARGET is the target's",
        code="E1900",
        field="app",
        suggestion=fix,
    )


def launcher() -> Tooli:
    """Return the launcher's own app."""
    app = Tooli("tooli", "Run, call and serve apps and files of typed functions.", version("tooli"))
    app.command(run)
    app.command(call)
    for name, (path, help) in SHORT.items():
        if path.split()[0] in BUILTINS:
            app._root.add(name, Lazy(name, functools.partial(_built_in, *path.split()), help))
    for name, help in BUILTINS.items():
        app._root.add(name, Lazy(name, functools.partial(_built_in, name), help))
    app.__dict__["_runtime"] = app.runtime.replace(builtins=None)
    return app


def _built_in(name: str, *path: str) -> Entry | Group:
    """Return a built-in command, or a group of them, as the launcher has it: with a target."""
    node: Any = loader(name)()
    for word in path:
        node = node.child(word)[1]
    return _for_target(node)


def _for_target(node: Any) -> Entry | Group:
    if isinstance(node, Entry):
        return Entry(node.name, with_target(node.function), node.settings)
    group = Group(help=node.help, **node.settings)
    for name in node.children:
        group.add(name, _for_target(node.child(name)[1]))
    group.aliases = dict(node.aliases)
    return group


class Own:
    """The type of a param that is filled with the launcher's own runtime."""

    __tooli_injected__ = True

    @classmethod
    def for_call(cls, call: Call) -> Runtime:
        """Return the runtime of a call."""
        return call.runtime


def with_target(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a built-in command's function with the target in place of the app it runs for."""
    signature = inspect.signature(function, eval_str=True)
    hosts = [name for name, param in signature.parameters.items() if param.annotation == Host]
    if not hosts:
        return function

    target = inspect.Parameter("app", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=TargetText)
    own = inspect.Parameter("launcher", inspect.Parameter.KEYWORD_ONLY, annotation=Own)
    others = [param for name, param in signature.parameters.items() if name not in hosts]
    outer = signature.replace(parameters=[target, *others, own])

    def hosted(*args: Any, **kwargs: Any) -> Any:
        given = outer.bind(*args, **kwargs).arguments
        given[hosts[0]] = load(given.pop("app")).replace(stdout=given.pop("launcher").stdout)
        ordered = {name: given[name] for name in signature.parameters if name in given}
        call = inspect.BoundArguments(signature, ordered)
        return function(*call.args, **call.kwargs)

    async def hosted_async(*args: Any, **kwargs: Any) -> Any:
        return await hosted(*args, **kwargs)

    made: Any = hosted_async if inspect.iscoroutinefunction(function) else hosted
    made.__signature__ = outer
    made.__doc__, made.__name__ = function.__doc__, function.__name__
    if "record_dry_action" in names_used(function):
        dry_run_support(made)
    return made  # type: ignore[no-any-return] # one of the two above


def load(text: str) -> Runtime:
    """Return the runtime of the app that a target names."""
    program, *words = sys.argv
    try:
        target = locate(text)
        sys.argv = [str(target.file)]  # an app without a name is called as its file is
        app = app_of(import_target(target), target)
        return app.runtime.replace(
            program=(*running_words("tooli"), "run", text),
            origin=(target.module, target.file, functools.partial(load, text)),
        )
    except DeclarationError as error:
        raise unimportable(text, error) from error
    except ToolError as error:
        meant = (error.details or {}).get("meant")
        if meant is not None and error.suggestion is not None:
            words = [meant if word == text else word for word in words]
            error.suggestion = error.suggestion.replace(example=line([*running_words("tooli"), *words]))
        raise
    finally:
        sys.argv = [program, *words]


def app_of(module: ModuleType, target: Target) -> Tooli:
    """Return the app of a module: the one that is named, the only one, or one of its functions."""
    if target.attribute is not None:
        named = attribute_of(module, target)
        if isinstance(named, Tooli):
            return named
        if is_function(named):
            return _app_of_functions(module, target, [named])
        raise mistake(f"{target.text} is neither an app nor a function", target.text, None)
    apps = {name: value for name, value in vars(module).items() if isinstance(value, Tooli)}
    inner = {id(node) for app in apps.values() for node in app._root.children.values()}
    alone = {id(app): name for name, app in reversed(apps.items()) if id(app._root) not in inner}
    if len(alone) > 1:
        names = sorted(alone.values())
        listed = ", ".join(names)
        raise mistake(
            f"{target.text} has several apps ({listed}): name one", target.text, f"{target.text}:{names[0]}"
        )
    if alone:
        return apps[next(iter(alone.values()))]
    functions, left_out = public_functions(module)
    for reason in left_out:
        print(f"left out: {reason}", file=sys.stderr)
    if not functions:
        raise mistake(f"{target.text} holds no app and no public function", target.text, None)
    return _app_of_functions(module, target, functions)


def _app_of_functions(module: ModuleType, target: Target, functions: list[Callable[..., Any]]) -> Tooli:
    summary = (module.__doc__ or "").strip().partition("\n")[0]
    name = target.file.parent.name if target.file.name == "__init__.py" else target.file.stem
    app = Tooli(name=name, description=summary, version=str(getattr(module, "__version__", "0.0.0")))
    for function in functions:
        app.command(function)
    return app


def main(argv: list[str] | None = None) -> None:
    """Run the launcher's command line and leave with its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    app = launcher()
    if words[:1] == ["schema"] and words[1:2] not in (["diff"], ["show"], ["--help"], ["-h"]):
        words.insert(1, "show")
    if len(words) < 2 or words[0] not in PASSING_ON or words[1].startswith("-"):
        app.main(words)
    sys.exit(_pass_on(app.runtime, words))


def _pass_on(own: Runtime, words: list[str]) -> int:
    """Run the command line of a target; what keeps it from being loaded is the launcher's error."""
    from tooli.surfaces.cli.process import run_process

    verb, target, *rest = words
    try:
        with _stray_output_aside():
            runtime = load(target)
    except BaseException as error:
        from tooli.surfaces.cli.ending import end_process
        from tooli.surfaces.cli.process import ProcessStreams

        return end_process(own, words, ProcessStreams(), error)
    if verb == "call" and runtime.catalog.single and runtime.catalog.find(tuple(rest[:1])):
        del rest[0]  # an app of one command runs it without its name
    sys.argv = [str(locate(target).file), *rest]
    return run_process(runtime, rest)


@contextmanager
def _stray_output_aside() -> Iterator[None]:
    """Send what is printed to stderr, by children too: stdout is the answer's."""
    try:
        kept = os.dup(1)
        os.dup2(2, 1)
    except OSError:  # one of them is closed
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
