"""The rules of the house that a program can check: imports, sizes, and what a plain command loads."""

from __future__ import annotations

import ast
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tooli
from tooli.caller.caller import Caller
from tooli.execute import Call, CallOptions

ROOT = Path(tooli.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
FLOORS = (
    ("types", "content", "message"),
    ("errors",),
    ("model",),
    ("schema", "caller", "policy", "store", "search"),
    ("config", "sources", "transforms"),
    ("execute",),
    ("render",),
    ("generate",),
    ("surfaces",),
    (
        "app",
        "group",
        "steps",
        "annotations",
        "detect",
        "builtins",
        "launcher",
        "__main__",
        "__init__",
    ),
)
"""A floor may import the floors before it and itself, never one after it."""
HEAVY = {"pydantic", "rich", "click", "mcp", "starlette", "yaml", "docstring_parser"}
BOUNDARIES = {
    "execute/encode.py": (1, "a value's own methods may raise anything; the careful walk says where"),
    "schema/guess.py": (2, "an app's own code may raise anything about values that are only tried"),
    "schema/own_default.py": (1, "a default's own way of being copied may raise anything"),
    "execute/plain.py": (1, "the same, and here it becomes an error that names the place"),
    "execute/failure.py": (1, "an exception's own text may raise anything"),
    "execute/steps/__init__.py": (2, "whatever a call raises becomes its outcome, and is told to middleware"),
    "execute/steps/redact.py": (1, "the same, where what is told of it is cleaned"),
    "execute/steps/idempotency.py": (1, "the same, where it is kept for the calls that repeat it"),
    "execute/steps/guard.py": (1, "carries a failure into the flow that it watches"),
    "execute/pipeline.py": (1, "carries a failure back into the flow, where the steps see it"),
    "execute/awaited.py": (1, "the same, for async callers"),
    "execute/dependencies.py": (1, "carries a failure through the clean-up"),
    "execute/loop.py": (1, "carries a failure from the loop's thread"),
    "execute/worker.py": (1, "carries a failure from the call's thread"),
    "execute/isolate.py": (2, "carries a failure from the child process; to pickle it may raise anything"),
    "sources/target.py": (1, "a module may raise anything while it is imported"),
    "surfaces/cli/process.py": (2, "the end of the process: nothing may escape; its streams may be anything"),
    "surfaces/cli/borrowed.py": (1, "the end of a command line inside a program"),
    "surfaces/cli/ending.py": (1, "the same, while saying what happened"),
    "surfaces/cli/watchdog.py": (2, "carries a failure past the deadline's interrupt, which may come late"),
    "surfaces/http/app.py": (1, "a mistake of ours is answered, and the server goes on"),
    "surfaces/mcp/reload.py": (1, "a file that is being edited may raise anything; the server goes on"),
    "launcher.py": (1, "the end of the process before the target's own begins"),
}
"""The files that may catch everything: in how many places, and why."""
GLUE = "generate/export/glue/"
"""Code that is copied into exports, or imported beside its framework: it imports what an exported file would,
and the functions it calls are those of an exported file."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def floor_of(module: str) -> int:
    parts = module.split(".")
    top = parts[1] if len(parts) > 1 else "__init__"
    return next(index for index, floor in enumerate(FLOORS) if top in floor)


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            yield node.module


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_floor_imports_only_the_floors_above_it(path: Path) -> None:
    module = ".".join(("tooli", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    upward = [
        name
        for name in imports_of(path)
        if name.split(".")[0] == "tooli" and floor_of(name) > floor_of(module)
    ]
    allowed = {"tooli.app"} if module == "tooli.group" else set()
    if name_of(path).startswith(f"{GLUE}in_app"):
        allowed = {"tooli"}
    assert set(upward) <= allowed


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_files_functions_and_classes_stay_small(path: Path) -> None:
    text = path.read_text()
    too_large = [f"{path.name}: {text.count(chr(10))} lines"] if text.count("\n") > 500 else []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            size = (node.end_lineno or 0) - node.lineno + 1
            if size > 60:
                too_large.append(f"{node.name}: {size} lines")
        elif isinstance(node, ast.ClassDef):
            functions = (ast.FunctionDef, ast.AsyncFunctionDef)
            methods = [item for item in node.body if isinstance(item, functions)]
            if len(methods) > (30 if node.name == "Tooli" else 20):
                too_large.append(f"{node.name}: {len(methods)} methods")
    assert too_large == []


def is_broad(handler: ast.ExceptHandler) -> bool:
    """Whether it catches anything; one that only looks on, and raises it again in the end, does not."""
    if handler.type is None:
        caught = {"BaseException"}
    else:
        types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        caught = {ast.unparse(each).removeprefix("builtins.") for each in types}
    last = handler.body[-1]
    leaves = any(isinstance(node, (ast.Return, ast.Break, ast.Continue)) for node in ast.walk(handler))
    raised_again = isinstance(last, ast.Raise) and last.exc is None and not leaves
    return bool(caught & {"Exception", "BaseException"}) and not raised_again


def suppresses_everything(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "suppress"):
        return False
    return bool({ast.unparse(each) for each in node.args} & {"Exception", "BaseException"})


def broad_places(source: str) -> int:
    nodes = list(ast.walk(ast.parse(source)))
    handlers = [node for node in nodes if isinstance(node, ast.ExceptHandler)]
    return sum(map(is_broad, handlers)) + sum(map(suppresses_everything, nodes))


def test_only_named_places_catch_everything() -> None:
    found = {name_of(path): broad_places(path.read_text()) for path in FILES}
    assert {name: count for name, count in found.items() if count} == {
        name: count for name, (count, _) in BOUNDARIES.items()
    }


@pytest.mark.parametrize(
    ("handler", "count"),
    [
        ("except: pass", 1),
        ("except Exception: pass", 1),
        ("except (Exception, SystemExit): pass", 1),
        ("except builtins.BaseException: pass", 1),
        ("except Exception:\n    if late:\n        raise", 1),
        ("except Exception:\n    if late:\n        continue\n    raise", 1),
        ("except Exception as error: raise OSError from error", 1),
        ("except Exception:\n    note()\n    raise", 0),
        ("except (OSError, ValueError): pass", 0),
        ("finally:\n    with suppress(Exception): pass", 1),
        ("finally:\n    with contextlib.suppress(OSError): pass", 0),
    ],
)
def test_no_spelling_hides_that_everything_is_caught(handler: str, count: int) -> None:
    indented = f"try: pass\n{handler}".replace("\n", "\n    ")
    assert broad_places(f"while True:\n    {indented}") == count


def test_every_floor_has_its_place_and_every_place_its_floor() -> None:
    places = {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in FILES}
    assert sorted(places) == sorted(name for floor in FLOORS for name in floor)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_heavy_libraries_are_imported_inside_cold_code(path: Path) -> None:
    cold = {"schema/rich.py", "schema/rich_text.py", "schema/type_schema.py", "surfaces/cli/click_app.py"}
    cold |= {f"surfaces/mcp/{name}.py" for name in ("changes", "server", "stdio", "web")}
    loaded = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            loaded |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            loaded.add(node.module.split(".")[0])
    assert not loaded & HEAVY or name_of(path) in cold or name_of(path).startswith(GLUE)


def test_user_functions_are_called_in_one_place() -> None:
    """`effect()` calls them; only the pipeline's drivers and their hosts perform effects."""
    callers = set()
    for path in FILES:
        if name_of(path).startswith(GLUE):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("effect", "command.function"):
                callers.add(name_of(path))
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".function"):
                callers.add(name_of(path))
    assert callers == {"execute/pipeline.py", "execute/host.py", "execute/worker.py"}


APP = """
from tooli import Tooli
app = Tooli(name="demo", version="1.0.0")
@app.command()
def greet(name: str, times: int = 1) -> dict:
    return {"greeting": name * times}
@app.command()
def add(a: int, b: int) -> int:
    return a + b
if __name__ == "__main__":
    import sys
    try:
        app()
    finally:
        import json
        print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def test_a_plain_command_loads_almost_nothing(tmp_path: Path) -> None:
    script = tmp_path / "app.py"
    script.write_text(APP)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "tooli-user"\n')
    (tmp_path / ".env").write_text("TOKEN=x\n")
    bare = subprocess.run(
        [sys.executable, "-c", "import sys, json; print(json.dumps(sorted(sys.modules)))"],
        capture_output=True,
        text=True,
        check=True,
    )
    run = subprocess.run(
        [sys.executable, str(script), "greet", "bob", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TOOLI_AGENT_MODE": "0"},
    )
    assert json.loads(run.stdout)["result"] == {"greeting": "bob"}
    loaded = set(json.loads(run.stderr)) - set(json.loads(bare.stdout))
    # The variable keeps out whoever runs the tests; this reads it, and no caller without one pays for it.
    loaded.remove("tooli.caller.environment")
    ours = {name for name in loaded if name.split(".")[0] == "tooli"}
    assert loaded - ours <= {"__future__", "_json", "gc"}
    assert ours == {
        "tooli",
        "tooli.app",
        "tooli.caller",
        "tooli.caller.caller",
        "tooli.execute",
        "tooli.execute.config_files",
        "tooli.execute.encode",
        "tooli.execute.pipeline",
        "tooli.execute.steps",
        "tooli.model",
        "tooli.model.catalog",
        "tooli.model.signature",
        "tooli.schema",
        "tooli.steps",
        "tooli.surfaces",
        "tooli.surfaces.cli",
        "tooli.surfaces.cli.flags",
        "tooli.surfaces.cli.main",
        "tooli.surfaces.cli.parser",
        "tooli.surfaces.cli.process",
        "tooli.types",
    }


def test_every_step_of_the_pipeline_exists() -> None:
    from tooli.execute.pipeline import EVERY
    from tooli.steps import STEPS

    steps = importlib.import_module("tooli.execute.steps")
    for name in STEPS:
        home = steps if name in EVERY else importlib.import_module(f"tooli.execute.steps.{name}")
        assert callable(getattr(home, name))
    files = {path.stem for path in (ROOT / "execute" / "steps").glob("*.py")} - {"__init__"}
    assert files == set(STEPS) - set(EVERY)


def test_the_steps_of_a_call_stand_in_the_order_of_the_pipeline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    from tooli import Untrusted
    from tooli.execute.pipeline import EVERY
    from tooli.steps import STEPS, steps_for

    asked = SimpleNamespace(null=True, shapes=True, dry_run=True, idempotency_key="k")
    needy = SimpleNamespace(
        deprecated="x", inputs=[1], pipe_input="x", injected=[1], guarded=True, returns=Untrusted[str]
    )
    strict = SimpleNamespace(
        settings={"security_policy": "strict"}, config=object(), observer=None, environ={}
    )
    everything: Any = SimpleNamespace(
        command=needy, options=asked, runtime=strict, remote=True, served=True, packed="{}"
    )
    assert tuple(steps_for(everything)) == STEPS
    # What another app in the process marks is nothing to this one.
    assert tuple(steps_for(_plain_call())) == tuple(name for name in STEPS if name in EVERY)


def _plain_call() -> Call:
    app = tooli.Tooli("app")

    @app.command
    def greet(name: str) -> str:
        return name

    command = app.runtime.catalog.find(("greet",))
    assert command is not None
    return Call(app.runtime, command, {"name": "x"}, CallOptions(), Caller(category="human"))


def test_public_names_are_what_they_say() -> None:
    assert sorted(tooli.__all__) == tooli.__all__ or set(tooli.__all__) == set(dir(tooli))
    for name in tooli.__all__:
        assert getattr(tooli, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(tooli, "nothing")  # noqa: B009 - a type checker would refuse the attribute


def fields_of(path: Path, cls: str) -> set[str]:
    tree = ast.parse(path.read_text())
    node = next(n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == cls)
    targets = [item.target for item in node.body if isinstance(item, ast.AnnAssign)]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def test_keywords_at_run_time_are_those_of_the_type_checker() -> None:
    """The keyword sets are written twice: for the interpreter, and for editors and type checkers."""
    from tooli import app
    from tooli.model import declare, markers, prompt, resource

    assert fields_of(ROOT / "model" / "markers.py", "ParamSettings") == set(markers.SETTINGS)
    assert fields_of(ROOT / "model" / "__init__.py", "CommandSettings") == set(declare.COMMAND_SETTINGS)
    assert fields_of(ROOT / "model" / "resource.py", "ResourceSettings") == set(resource.RESOURCE_SETTINGS)
    assert fields_of(ROOT / "model" / "prompt.py", "PromptSettings") == set(prompt.PROMPT_SETTINGS)
    assert fields_of(ROOT / "app.py", "AppSettings") == set(app.SETTINGS)
    assert fields_of(ROOT / "app.py", "GroupSettings") == set(app.GROUP_SETTINGS)


def test_every_module_says_what_it_is_for() -> None:
    assert [name_of(path) for path in FILES if not ast.get_docstring(ast.parse(path.read_text()))] == []
