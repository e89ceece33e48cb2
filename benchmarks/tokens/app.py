"""The 72 commands as a tooli app: `python benchmarks/tokens/app.py compute server-list`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.tokens.commands import ABOUT, GROUPS, PROGRAM, commands
from benchmarks.tokens.functions import function
from tooli import Argument, Option, Tooli


def build() -> Tooli:
    """Return the app."""
    app = Tooli(name=PROGRAM, description=ABOUT, version="1.0.0")
    groups = {name: app.group(name, help=text) for name, (text, _) in GROUPS.items()}
    for command in commands():
        groups[command.group].command(name=command.name)(function(command, Option, Argument))
    return app


app = build()

if __name__ == "__main__":
    app()
