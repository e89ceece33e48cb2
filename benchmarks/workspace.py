"""The directory and the environment that every subject runs in.

The apps are copied into a project of their own, next to a pyproject.toml and a .env as real projects have
them. The environment is built from nothing, so no PYTHON*, CI or agent variable reaches a subject.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from benchmarks.generated import sources
from benchmarks.subject import Subject

APPS = Path(__file__).parent / "apps"

PROJECT_FILES = {
    "pyproject.toml": '[project]\nname = "demo"\nversion = "1.0.0"\n\n[tool.ruff]\nline-length = 100\n',
    ".env": "DATABASE_URL=postgres://localhost/demo\nLOG_LEVEL=info\n",
}


class Workspace:
    """A home holding one project; command lines are run inside the project."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.project = home / "project"
        self.environment = {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PATH": os.defpath,
            "PYTHONHASHSEED": "0",
        }
        self.project.mkdir()
        for app in APPS.glob("*.py"):
            shutil.copy(app, self.project)
        for name, text in (PROJECT_FILES | sources()).items():
            path = self.project / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def command(self, subject: Subject) -> list[str]:
        """The whole command line of a subject."""
        return [sys.executable, *subject.arguments]

    def anonymous(self, text: str) -> str:
        """The text without the paths of this machine."""
        for path, name in ((self.project, "project"), (self.home, "home"), (Path(sys.prefix), "venv")):
            text = text.replace(str(path), name)
        return text
