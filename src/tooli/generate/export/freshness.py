"""The test of an exported file: that it loads, and that the app would still export the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tooli.generate.export.layout import Group, render, string
from tooli.generate.export.module import Imports, Part, assembled

if TYPE_CHECKING:
    from pathlib import Path

    from tooli.generate.export.place import Place

_LOADS = """\
def test_it_loads() -> None:
    specification = spec_from_file_location(FILE.stem, FILE)
    assert specification is not None
    assert specification.loader is not None
    specification.loader.exec_module(module_from_spec(specification))"""
_IS_FRESH = """\
def test_the_app_would_export_the_same() -> None:
    done = subprocess.run(EXPORT, cwd=FILE.parent, capture_output=True, check=True)
    assert done.stdout == FILE.read_bytes()"""


def test_of(file: Path, place: Place, options: Sequence[str]) -> str:
    """Return the source of a test for an exported file."""
    imports = Imports()
    imports.add("subprocess")
    imports.add("sys")
    imports.add("pathlib", "Path")
    imports.add("importlib.util", "spec_from_file_location")
    imports.add("importlib.util", "module_from_spec")
    words = [*place.exporter, *map(string, options)]
    line = Group(open="[", items=tuple(("", word) for word in words), close="]")
    parts = [
        Part(source=f"FILE = Path(__file__).with_name({string(file.name)})"),
        Part(source=f"EXPORT = {render(line, used=9)}"),
        *([Part(source=_LOADS)] if file.suffix == ".py" else []),
        Part(source=_IS_FRESH),
    ]
    return assembled(f"{file.name} loads, and is what the app exports today.", parts, imports)
