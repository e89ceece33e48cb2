"""Lazy groups are listed and searched from what was kept of them, without importing them."""

from __future__ import annotations

import os

from tests.conftest import RunApp

APP = 'app.lazy("late", "late:app", help="Later")\n@app.command\ndef now() -> int: return 1\n'
LATE = """
import sys
from tooli import Tooli
print("imported", file=sys.stderr)
app = Tooli("late")

@app.command(tags=["cleaning"])
def reclaim(path: str, *, hard: bool = False) -> str:
    "Give space back."
    return path

deep = app.group("deep")

@deep.command()
def dive(metres: int) -> int:
    "Go down."
    return metres
"""


def searched(run_app: RunApp, query: str) -> tuple[list[str], bool]:
    ran = run_app(APP, "search-tools", query)
    return [found["name"] for found in ran.result], "imported" in ran.stderr


def test_a_search_imports_a_lazy_group_once(run_app: RunApp) -> None:
    (run_app.folder / "late.py").write_text(LATE)
    assert searched(run_app, "reclaim space") == (["late reclaim"], True)
    assert searched(run_app, "reclaim space") == (["late reclaim"], False)
    assert searched(run_app, "dive down") == (["late deep dive"], False)


def test_a_changed_file_is_imported_again(run_app: RunApp) -> None:
    late = run_app.folder / "late.py"
    late.write_text(LATE)
    searched(run_app, "reclaim")
    late.write_text(LATE.replace("def reclaim", "def regain"))
    assert searched(run_app, "regain space") == (["late regain"], True)
    os.utime(late, ns=(1, 1))
    assert searched(run_app, "regain space")[1] is True


def test_help_names_the_commands_of_a_group_that_was_searched(run_app: RunApp) -> None:
    (run_app.folder / "late.py").write_text(LATE)
    before = run_app(APP, "--help-agent")
    assert "late: Later\n" in before.stdout
    searched(run_app, "reclaim")
    after = run_app(APP, "--help-agent")
    assert "late reclaim|deep\n" in after.stdout
    assert "imported" not in before.stderr + after.stderr


def test_what_was_kept_and_cannot_be_read_is_made_again(run_app: RunApp) -> None:
    (run_app.folder / "late.py").write_text(LATE)
    searched(run_app, "reclaim")
    kept = list(run_app.folder.glob(".local/state/tooli/app/lazy/*.json"))
    assert len(kept) == 1
    for text in ("{", '{"format": 0, "files": {}, "rows": []}', '{"format": 1}', "[]"):
        kept[0].write_text(text)
        assert searched(run_app, "reclaim space") == (["late reclaim"], True)


def test_without_a_place_to_keep_it_the_group_is_imported_each_time(run_app: RunApp) -> None:
    (run_app.folder / "late.py").write_text(LATE)
    for _ in range(2):
        ran = run_app(APP, "search-tools", "reclaim", env={"HOME": "/dev/null"})
        assert ([found["name"] for found in ran.result], "imported" in ran.stderr) == (["late reclaim"], True)
