"""Commands exported as code, stubs and definitions that need no framework to be tried."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import RunApp, scrubbed
from tests.generate.export.everything import EMPTY, KINDS, app
from tests.schema.test_strict import check_strict

from tooli import CallOptions, ToolError, Tooli
from tooli.generate.export.frameworks import FRAMEWORKS
from tooli.generate.export.json_types import JsonTypes
from tooli.generate.export.layout import docstring, render, value
from tooli.generate.export.place import Place
from tooli.generate.export.signature import exported
from tooli.generate.export.strict import strict_schema
from tooli.generate.export.targets import chosen
from tooli.generate.export.targets import export as exported_as
from tooli.model.capability import hints
from tooli.schema.dialects import DIALECTS

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
RULES = "E4,E7,E9,F,W,I,B,UP,SIM,RET,C4,RUF,ANN001,ANN201"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(HERE / "everything.py", tmp_path)
    return tmp_path


def ran(folder: Path, *line: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environ = scrubbed(folder, **variables)
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False, env=environ)


def export(folder: Path, *words: str, **variables: str) -> str:
    done = ran(folder, sys.executable, "everything.py", "export", *words, **variables)
    assert done.returncode == 0, done.stdout
    return done.stdout


def clean(folder: Path, *files: str) -> None:
    for line in (
        ("ruff", "check", "--isolated", "--no-cache", "--select", RULES, *files),
        ("ruff", "format", "--isolated", "--no-cache", "--check", *files),
    ):
        done = ran(folder, BIN / line[0], *line[1:])
        assert done.returncode == 0, done.stdout + done.stderr


USE = """
import json, sys
import made
def failing(function, **given):
    try: function(**given)
    except made.CommandError as error: return str(error)
cases = json.loads(sys.argv[1])
stream = made.count(stop=1000000)
print(json.dumps({
    "taken": [getattr(made, name)(**given) for name, given in cases],
    "first": [next(stream), next(stream)],
    "rest": list(made.count_later(stop=2)),
    "error": failing(made.find, name="nothing"),
    "late": failing(lambda **given: list(made.count(**given)), stop=-1),
    "removed": made.remove(name="x"),
}))
stream.close()
"""


@pytest.mark.parametrize("mode", ["subprocess", "import"])
def test_python_functions_give_what_the_app_gives(folder: Path, mode: str) -> None:
    (folder / "made.py").write_text(export(folder, "--target", "python", "--mode", mode))
    clean(folder, "made.py")
    kinds = KINDS if mode == "import" else KINDS[::6]
    cases = [(f"take_{name}", {"value": given}) for name, _, given in kinds]
    done = ran(folder, sys.executable, "-c", USE, json.dumps(cases))
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["taken"] == [
        app.call(f"take-{name}", value=given).model_dump()["result"] for name, _, given in kinds
    ]
    assert said["first"] == [0, 1]
    assert said["rest"] == [{"number": 0}, {"number": 1}]
    assert said["error"] == "there is no nothing (E3910). Use thing."
    assert "stop" in said["late"]
    assert said["removed"] == "removed x"


GIVE = """
import json, sys
import made
def answer(name, given):
    try: return {"result": getattr(made, name)(**given)}
    except made.CommandError as error: return {"category": error.error["category"]}
print(json.dumps([answer(*case) for case in json.loads(sys.argv[1])]))
"""


@pytest.mark.parametrize(
    ("mode", "step"),
    [("import", 1), ("subprocess", 18), pytest.param("subprocess", 1, marks=pytest.mark.slow)],
)
def test_null_and_what_is_empty_are_what_they_are_in_the_app(folder: Path, mode: str, step: int) -> None:
    (folder / "made.py").write_text(export(folder, "--target", "python", "--mode", mode))
    cases: list[tuple[str, dict[str, Any]]] = [
        (f"take_{name}", {"value": empty}) for name, _, _ in KINDS[::step] for empty in EMPTY
    ]
    nulls = dict.fromkeys(("number", "tags", "mode", "user"))
    cases += [("nothing", {}), ("nothing", {**nulls, "names": [], "pairs": {}}), ("nothing", {"tags": []})]
    done = ran(folder, sys.executable, "-c", GIVE, json.dumps(cases))
    assert done.returncode == 0, done.stderr
    for (name, given), answer in zip(cases, json.loads(done.stdout), strict=True):
        result = app.call(name, **given)
        if result.error is None:
            assert answer == {"result": result.model_dump()["result"]}, (name, given)
        else:
            assert answer == {"category": result.error.category}, (name, given)


def test_python_functions_type_check(folder: Path) -> None:
    (folder / "made.py").write_text(export(folder, "--target", "python"))
    (folder / "use.py").write_text(
        "import made\n"
        "user = made.take_user(value={'name': 'Ann'})\n"
        "reveal_type(user['name'])\n"
        "reveal_type(made.count())\n"
        "made.take_color(value='green')\n"
    )
    done = ran(folder, BIN / "mypy", "--strict", "--config-file=", "--no-error-summary", "use.py")
    assert done.stdout.splitlines() == [
        'use.py:3: note: Revealed type is "str"',
        'use.py:4: note: Revealed type is "typing.Iterator[int]"',
        'use.py:5: error: Argument "value" to "take_color" has incompatible type "Literal[\'green\']"; '
        "expected \"Literal['r', 'b']\"  [arg-type]",
    ]


def test_classes_have_names_of_their_own_and_may_refer_to_themselves() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Any"}}}
    tree = {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/Tree"}}]}
    schema = {"$ref": "#/$defs/Any", "$defs": {"Any": node, "Tree": tree}}
    types = JsonTypes(classes=True, taken={"Any"})
    assert types.annotation(schema, "Unused") == "Any2"
    assert types.classes == {"Any2": "class Any2(TypedDict):\n    next: NotRequired[Any2]"}
    assert types.recursive
    assert types.annotation({**schema, "$ref": "#/$defs/Tree"}, "Unused") == "int | list[Any]"
    required = {"$ref": "#/$defs/Any", "$defs": {"Any": {**node, "required": ["next"]}}}
    assert types.annotation(required, "Unused") == "Any3"


def test_an_app_that_loads_multiprocessing_is_imported_by_its_own_name(folder: Path) -> None:
    (folder / "everything.py").write_text(
        (folder / "everything.py").read_text().replace("\nimport ", "\nimport multiprocessing\nimport ", 1)
    )
    made = export(folder, "--target", "python", "--mode", "import")
    assert "\nfrom everything import app\n" in made


def test_stubs_make_the_commands_methods_of_the_app(folder: Path) -> None:
    (folder / "everything.pyi").write_text(export(folder, "--target", "stubs"))
    (folder / "use.py").write_text(
        "from everything import Point, app\n"
        "reveal_type(app.db.migrate(3))\n"
        "reveal_type(app.api.count().unwrap())\n"
        "reveal_type(app.take_user)\n"
        "reveal_type(Point(1).x)\n"
        "app.tak_user()\n"
    )
    done = ran(folder, BIN / "mypy", "--strict", "--config-file=", "--no-error-summary", "use.py")
    options = "options: tooli.execute.CallOptions | None ="
    assert done.stdout.splitlines() == [
        'use.py:2: note: Revealed type is "tooli.surfaces.python.TooliResult[int]"',
        'use.py:3: note: Revealed type is "list[int]"',
        f'use.py:4: note: Revealed type is "def (value: everything.User, *, {options}) -> '
        'tooli.surfaces.python.TooliResult[everything.User]"',
        'use.py:5: note: Revealed type is "int"',
        'use.py:6: error: "EverythingApp" has no attribute "tak_user"; maybe "take_user" or "take_users"?  '
        "[attr-defined]",
    ]


@pytest.mark.parametrize("dialect", ["openai", "anthropic", "gemini"])
def test_definitions_are_those_of_the_dialect(dialect: str) -> None:
    from tooli.generate.export.definitions import definitions

    commands = chosen(app.runtime, ())
    made = json.loads(definitions(commands, dialect))
    assert made == json.loads(json.dumps([DIALECTS[dialect](command) for command in commands]))
    if dialect == "openai":
        for tool in made:
            assert tool["function"]["strict"]
            check_strict(tool["function"]["parameters"])


def test_the_schema_of_an_openai_tool_is_strict_where_null_is_all_it_takes() -> None:
    loose = set()
    for command in chosen(app.runtime, ()):
        schema = strict_schema(exported(command, (), ()))
        if schema is None:
            loose.add(command.name)
        else:
            check_strict(schema)
    translated = {"fixed", "map", "colors", "maps", "place", "point", "user", "users", "box", "node"}
    translated |= {"pet", "pets", "pair"}
    assert loose == {f"take-{name}" for name in translated} | {"defaults", "nothing"}


def test_an_export_is_the_same_on_every_run_and_names_no_place_unless_asked(folder: Path) -> None:
    words = ("--target", "openai", "--command", "take-user", "--command", "defaults", "--command", "db")
    first = export(folder, *words, PYTHONHASHSEED="1")
    assert export(folder, *words, PYTHONHASHSEED="2") == first
    assert str(folder) not in first
    assert str(folder) in export(folder, *words, "--absolute")


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_exports_are_laid_out_as_a_formatter_would(tmp_path: Path, framework: str) -> None:
    place = Place(program=("sys.executable", 'str(Path(__file__).with_name("everything.py"))'), module=None)
    text = exported_as(app.runtime, framework, "subprocess", (), place)
    assert text.startswith('"""The commands of everything 2.1.0 as tools of ')
    (tmp_path / "made.py").write_text(text)
    clean(tmp_path, "made.py")


@pytest.mark.slow
def test_a_file_and_its_test_are_written(folder: Path) -> None:
    said = json.loads(export(folder, "--target", "python", "--write", "made.py", "--with-test"))
    assert [file["path"] for file in said["result"]] == ["made.py", "test_made.py"]
    clean(folder, "made.py", "test_made.py")
    done = ran(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_made.py")
    assert done.returncode == 0, done.stdout
    changed = (folder / "everything.py").read_text().replace('version="2.1.0"', 'version="3.0.0"')
    (folder / "everything.py").write_text(changed)
    done = ran(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_made.py")
    assert "1 failed, 1 passed" in done.stdout


def test_the_launcher_exports_any_file(folder: Path) -> None:
    line = ("-m", "tooli", "export", "everything.py", "--target", "python", "--command", "find")
    done = ran(folder, sys.executable, *line)
    assert done.returncode == 0, done.stdout
    (folder / "made.py").write_text(done.stdout)
    assert str(folder) not in done.stdout
    use = ran(folder, sys.executable, "-c", "import made; print(made.find('thing'))")
    assert use.stdout == "found\n", use.stderr


def test_a_single_command_runs_without_its_name(run_app: RunApp) -> None:
    source = "@app.command()\ndef double(number: int) -> int: return number * 2\n"
    made = run_app(source, "tooli", "export", "--target", "python")
    (run_app.folder / "made.py").write_text(made.stdout)
    use = ran(run_app.folder, sys.executable, "-c", "import made; print(made.double(4))")
    assert use.stdout == "8\n", use.stderr


def test_what_is_wrong_is_said(run_app: RunApp) -> None:
    source = "@app.command()\ndef double(number: int) -> int: return number * 2\n"
    source += "@app.command()\ndef half(number: int) -> int: return number // 2\n"
    unknown = run_app(source, "export", "--target", "python", "--command", "duoble").error
    assert (unknown["code"], unknown["field"]) == ("E1905", "command")
    assert unknown["suggestion"]["fix"] == "Use double."
    target = run_app.again("export", "--target", "opnai").error
    assert (target["code"], target["field"]) == ("E1904", "target")
    nowhere = run_app.again("export", "--target", "python", "--write", "no/where.py").error
    assert (nowhere["code"], nowhere["field"]) == ("E4906", "write")
    alone = run_app.again("export", "--target", "python", "--with-test").error
    assert (alone["code"], alone["field"]) == ("E1909", "with_test")
    defined = run_app.again("export", "--target", "json-gemini", launch=("-c", "from app import app; app()"))
    assert [tool["name"] for tool in json.loads(defined.stdout)] == ["double", "half"]
    spawned = run_app.again("export", "--target", "python", launch=("-c", "from app import app; app()")).error
    assert spawned["code"].startswith("E3")


def test_live_tools_of_what_is_not_there_say_so() -> None:
    tiny = Tooli("tiny")

    @tiny.command
    def double(number: int) -> int:
        return number * 2

    with pytest.raises(ToolError) as unknown:
        tiny.tools("langchian")
    assert unknown.value.suggestion is not None
    assert unknown.value.suggestion.fix == "Use langchain."
    with pytest.raises(ToolError, match="LangChain and LangGraph is not installed"):
        tiny.tools("langchain")


def test_params_that_a_framework_reserves_are_renamed() -> None:
    command = app.runtime.catalog.find(("defaults",))
    assert command is not None
    function = exported(command, {"defaults"}, {"config"})
    assert function.name == "defaults_"
    assert "config_" in function.schema["properties"]
    assert [taken.name for taken in function.params if taken.param and taken.param.name == "config"] == [
        "config_"
    ]


def test_claude_is_told_what_a_command_does() -> None:
    command = app.runtime.catalog.find(("remove",))
    assert command is not None
    settings = FRAMEWORKS["claude"].settings
    assert settings is not None
    assert settings(exported(command, (), ()))["hints"] == hints(command.behavior)


def test_a_call_with_a_token_passes_it_on() -> None:
    refused = app.call("launch", what="x", options=CallOptions(approval="none")).error
    assert refused is not None
    assert refused.code == "E2903"


@pytest.mark.parametrize(
    ("data", "source"),
    [
        ('say "hi"', "'say \"hi\"'"),
        ("it's", '"it\'s"'),
        ("a\\b\n\x07é\ud800", '"a\\\\b\\n\\x07é\\ud800"'),
        ({"a": [1, None, True], "b": {}}, '{"a": [1, None, True], "b": {}}'),
        (float("inf"), 'float("inf")'),
    ],
)
def test_data_becomes_literals(data: Any, source: str) -> None:
    assert render(value(data)) == source
    assert eval(source) == data


def test_docstrings_hold_whatever_text_there_is() -> None:
    text = 'Say """hi""" to C:\\new.\n\nEnds with a "quote"'
    source = f"def f():\n{docstring(text, {'a': 'x' * 200})}\n"
    space: dict[str, Any] = {}
    exec(source, space)
    assert space["f"].__doc__.startswith('Say """hi""" to C:\\new.')
    assert "Args:\n        a:" in space["f"].__doc__
