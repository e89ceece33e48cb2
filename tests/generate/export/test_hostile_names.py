"""What is exported loads, runs and type-checks whatever commands and params are called."""

from __future__ import annotations

import ast
import builtins
import json
import shutil
import sys
from keyword import kwlist
from pathlib import Path

import pytest
from tests.generate.export.hostile_names import app
from tests.generate.export.test_export import BIN, HERE, clean, ran

from tooli import Tooli
from tooli.errors import DeclarationError
from tooli.generate.export.frameworks import FRAMEWORKS
from tooli.generate.export.place import Place
from tooli.generate.export.targets import chosen
from tooli.generate.export.targets import export as exported_as


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(HERE / "hostile_names.py", tmp_path)
    return tmp_path


def export(folder: Path, *words: str) -> str:
    done = ran(folder, sys.executable, "hostile_names.py", "export", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def strict(folder: Path, file: str) -> str:
    return ran(folder, BIN / "mypy", "--strict", "--config-file=", "--no-error-summary", file).stdout


USE = """
import json
import made
print(json.dumps([
    [getattr(made, name)([1]) for name in ("list__", "list_", "print_", "import_", "Any_", "run_command_")],
    made.params(list_=1, dict_="a", str_="b"),
    list(made.rows(list=1)),
    [made.def_of([2]), made.api_list([3])],
]))
"""


@pytest.mark.parametrize("mode", [pytest.param("subprocess", marks=pytest.mark.slow), "import"])
def test_functions_have_names_that_hide_nothing(folder: Path, mode: str) -> None:
    (folder / "made.py").write_text(export(folder, "--target", "python", "--mode", mode))
    clean(folder, "made.py")
    assert strict(folder, "made.py") == ""
    done = ran(folder, sys.executable, "-c", USE)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        [[1]] * 6,
        {"ab": [1, *range(1, 13)]},
        [{"list": 0, "options": 1}],
        [[2], [3]],
    ]


def test_methods_in_stubs_hide_no_types(folder: Path) -> None:
    (folder / "hostile_names.pyi").write_text(export(folder, "--target", "stubs"))
    clean(folder, "hostile_names.pyi")
    (folder / "use.py").write_text(
        "from hostile_names import app\n"
        "reveal_type(app.list([1]))\n"
        "reveal_type(app.api.map([1]).unwrap())\n"
        "reveal_type(app.api.api.list)\n"
        "reveal_type(app.rows(1, options=2))\n"
    )
    ids = "ids: list[int], words: dict[str, str] | None =, loud: bool ="
    assert strict(folder, "use.py").splitlines() == [
        'use.py:2: note: Revealed type is "tooli.surfaces.python.TooliResult[list[int]]"',
        'use.py:3: note: Revealed type is "list[int]"',
        f'use.py:4: note: Revealed type is "def ({ids}, *, options: tooli.execute.CallOptions | None =) -> '
        'tooli.surfaces.python.TooliResult[list[int]]"',
        'use.py:5: note: Revealed type is "tooli.surfaces.python.TooliResult[list[dict[str, int]]]"',
    ]


@pytest.mark.parametrize("mode", ["subprocess", "import"])
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_tools_keep_their_names_and_their_functions_take_no_others(
    folder: Path, framework: str, mode: str
) -> None:
    program = ("sys.executable", 'str(Path(__file__).with_name("hostile_names.py"))')
    text = exported_as(app.runtime, framework, mode, (), Place(program=program, module="hostile_names"))
    (folder / "made.py").write_text(text)
    clean(folder, "made.py")
    body = ast.parse(text).body
    defined = [node.name for node in body if isinstance(node, (ast.AsyncFunctionDef, ast.FunctionDef))]
    imported = [
        alias.asname or alias.name
        for node in body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    ]
    assigned = [ast.unparse(node.targets[0]) for node in body if isinstance(node, ast.Assign)]
    names = [*defined, *imported, *assigned]
    assert len(set(names)) == len(names)
    assert set(defined).isdisjoint(dir(builtins))
    published = []
    for node in body:
        if isinstance(node, (ast.AsyncFunctionDef, ast.FunctionDef)) and node.decorator_list:
            (call,) = node.decorator_list
            assert isinstance(call, ast.Call)
            said = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
            published.append(ast.literal_eval(said["name"]) if "name" in said else node.name)
    expected = [command.export_name for command in chosen(app.runtime, ())]
    if framework == "smolagents":  # whose agents call tools in Python
        words = {*dir(builtins), *kwlist}
        expected = [f"{name}_" if name in words - {"list"} else name for name in expected]
        expected[expected.index("list")] = "list__"
    assert published == expected


def test_commands_that_would_have_one_name_are_refused() -> None:
    twins = Tooli("twins")
    for name in ("a-b", "a_b"):
        twins.command(name)(lambda: None)
    with pytest.raises(DeclarationError, match="commands 'a-b' and 'a_b' are both exported as a_b"):
        twins.runtime  # noqa: B018
    nested = Tooli("nested")
    nested.command("a-b")(lambda: None)
    nested.group("a").command("b")(lambda: None)
    with pytest.raises(DeclarationError, match="are both exported as a_b"):
        nested.runtime  # noqa: B018
