"""Source text of the apps too long to be written by hand, and of the ways to start a packaged app.

Functions live in modules that are imported, because a main script is compiled anew on every run.
"""

from __future__ import annotations

PLAIN = '''
def task{number}(name: str, times: int = 1, loud: bool = False, ratio: float = 1.0) -> dict:
    """Do task {number}.

    Args:
        name: Whom to do it for.
        times: How often.
    """
    return {{"name": name, "times": times, "loud": loud, "ratio": ratio}}
'''

RICH = '''
def task{number}(user: User, target: Path, mode: Literal["fast", "safe"] = "fast", tags: list[str] = []):
    """Do task {number}.

    Args:
        user: Whom to do it for.
        target: Where to put it.
    """
    return user
'''

RICH_IMPORTS = '''
from pathlib import Path
from typing import Literal

from pydantic import BaseModel


class User(BaseModel):
    """Somebody."""

    name: str
    age: int = 0
    emails: list[str] = []
'''

REGISTER = """
from tooli import Tooli
from {functions} import FUNCTIONS

app = Tooli(name="demo", description="Many commands.", version="1.0.0")
for function in FUNCTIONS:
    app.command()(function)
"""

RUN = """
from {registered} import app

app()
"""

SCHEMA_IMPORTS = """
import pydantic.json_schema
from pydantic import BaseModel, TypeAdapter
from tooli import Tooli
from fifty_functions import FUNCTIONS
"""

CONSOLE_SCRIPT = """
import sys
from demo_package.cli import app
if __name__ == '__main__':
    sys.argv[0] = sys.argv[0].removesuffix('.exe')
    sys.exit(app())
"""

PACKAGED_APP = '''
from tooli import Tooli

app = Tooli(name="demo", description="Two commands.", version="1.0.0")


@app.command()
def greet(name: str, times: int = 1) -> dict:
    """Greet somebody."""
    return {"greeting": ", ".join(["Hello " + name] * times)}


@app.command()
def add(a: int, b: int) -> dict:
    """Add two numbers."""
    return {"sum": a + b}
'''


def sources() -> dict[str, str]:
    """Every generated file of the project by its path."""
    files = {
        "demo_package/__init__.py": "",
        "demo_package/__main__.py": "from demo_package.cli import app\n\napp()\n",
        "demo_package/cli.py": PACKAGED_APP,
        "demo_script": CONSOLE_SCRIPT,
        "fifty_functions.py": _functions(40, PLAIN) + RICH_IMPORTS + _functions(10, RICH, first=40),
        "fifty_imports.py": SCHEMA_IMPORTS,
        "one_functions.py": _functions(1, PLAIN),
        "thousand_functions.py": _functions(1000, PLAIN),
    }
    for count in ("one", "fifty", "thousand"):
        files[f"{count}_registered.py"] = REGISTER.format(functions=f"{count}_functions")
        files[f"{count}_defines.py"] = f"import {count}_functions\n"
        files[f"{count}_registers.py"] = f"import {count}_registered\n"
        files[f"{count}_runs.py"] = RUN.format(registered=f"{count}_registered")
    return files


def _functions(count: int, template: str, first: int = 0) -> str:
    numbers = range(first, first + count)
    names = ", ".join(f"task{number}" for number in numbers)
    opening = "FUNCTIONS = []\n" if first == 0 else ""
    definitions = "".join(template.format(number=number) for number in numbers)
    return f"{opening}{definitions}\nFUNCTIONS += [{names}]\n"
