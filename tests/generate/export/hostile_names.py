"""An app whose commands and params are called what Python, and what is exported, call something else."""

from collections.abc import Callable, Iterator
from typing import Annotated

from tooli import Option, Tooli
from tooli.annotations import ReadOnly

app = Tooli("hostile-names", version="1.0.0")

PYTHON = ("list", "dict", "str", "int", "bool", "type", "print", "set", "id", "input", "open", "format")
MORE = ("filter", "map", "object", "property", "super", "isinstance", "Exception", "list_", "self", "result")
KEYWORDS = ("import", "class", "async", "None", "match")
IMPORTED = ("subprocess", "json", "os", "sys", "asyncio", "Any", "Path", "Iterator", "Literal", "TypedDict")
DEFINED = ("tool", "app", "TOOLS", "PROGRAM", "CALLER", "SERVER", "LEFT_OUT", "run_command", "CommandError")
NAMES = (*PYTHON, *MORE, *KEYWORDS, *IMPORTED, *DEFINED)


def _taking(name: str) -> Callable[..., list[int]]:
    def take(ids: list[int], words: dict[str, str] | None = None, loud: bool = False) -> list[int]:
        return ids

    take.__doc__ = f"Take ids as {name} does."
    return take


for _name in NAMES:
    app.command(_name, annotations=ReadOnly)(_taking(_name))


@app.command(annotations=ReadOnly)
def params(
    list: int,
    dict: str,
    str: str,
    type: int = 1,
    id: int = 2,
    json: int = 3,
    Any: int = 4,
    Iterator: int = 5,
    run_command: int = 6,
    run_command_: Annotated[int, Option("--other")] = 7,
    LEFT_OUT: int | None = 8,
    tool: int = 9,
    app: int = 10,
    self: int = 11,
    result: int = 12,
) -> dict[str, list[int]]:
    """Take params of such names."""
    given = [type, id, json, Any, Iterator, run_command, run_command_, LEFT_OUT, tool, app, self, result]
    return {dict + str: [list, *(number or 0 for number in given)]}


@app.command(annotations=ReadOnly)
def rows(list: int = 2, options: int = 1) -> Iterator[dict[str, int]]:
    """Give objects with such fields."""
    for number in range(list):
        yield {"list": number, "options": options}


app.group("def").command("of", annotations=ReadOnly)(_taking("def of"))
app.group("api").command("list", annotations=ReadOnly)(_taking("api list"))
app.group("app-of").command("str", annotations=ReadOnly)(_taking("app-of str"))

if __name__ == "__main__":
    app()
