"""Apps of any size whose texts hold whatever could break a document."""

import enum
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from tooli import Argument, Option, Tooli
from tooli.annotations import Destructive, Idempotent, ReadOnly

TEXTS = (
    "# Not a heading\n\n## Nor this\n\n- nor a list",
    "---\nname: other\n---\nA second head: {a: b} [c](d) & \"quotes\" 'too'",
    "Ends a block ``` and a span ` and a <script>alert(1)</script> <!-- end:tool -->",
    "Pipes | in | tables, back\\slashes, *stars*, _lines_ and ~~~ tildes",
    "Ünïcödé: 日本語, עברית, 🎉 and a zero\u200bwidth; \u202ereversed\u202c",
    ".SH NAME\n.\\\" a request, 'and\n.br\n\\fBan escape",
    "%YAML 1.2: !!python/object: &anchor *alias ? key : value > | @ `",
    "$ rm -rf / # a prompt\n>>> and another",
)
NAMES = (
    "liste",
    "größe",
    "名前",
    "a.b",
    "x_y",
    "UPPER",
    "quo'te",
    "tick`ed",
    "p|pe",
    "<tag>",
    "star*",
    "#hash",
)


class Level(enum.Enum):
    """How much."""

    LOW = "low"
    HIGH = 'high: "very"'


def _command(text: str) -> Callable[..., Any]:
    def function(
        first: Annotated[str, Argument(help=text)],
        level: Annotated[Level, Option("--level", "-l", help=text)] = Level.LOW,
        count: Annotated[int, Option(min=1, max=9, help="How many | at most")] = 3,
        mode: Literal["a b", "c|d"] = "a b",
        where: Annotated[Path, Option(exists=True)] = Path("."),
    ) -> list[dict[str, str]]:
        return [{"first": first}]

    function.__doc__ = text
    return function


def build(count: int, name: str = "tool") -> Tooli:
    """Return an app of so many commands."""
    app = Tooli(
        name,
        description=TEXTS[count % len(TEXTS)],
        version="1.0.0: beta #2",
        triggers=['you need: "it"', "to list things", TEXTS[1]],
        anti_triggers=["Nothing helps # at all"],
        rules=["Never: {x}", "- always"],
    )
    groups = [app, *(app.group(f"group{index}", TEXTS[index % len(TEXTS)]) for index in range(count // 20))]
    for index in range(count):
        label = NAMES[index % len(NAMES)] + (str(index) if index >= len(NAMES) else "")
        kind = (ReadOnly | Idempotent, Destructive, None)[index % 3]
        settings: dict[str, Any] = {"annotations": kind} if kind is not None else {}
        if index % 4 == 0:
            settings |= {
                "examples": [{"args": ["a b'c", "--count", "2"], "description": TEXTS[2]}],
                "error_codes": {"E3001": TEXTS[3]},
                "recovery_playbooks": {"E3001": [TEXTS[0], "ask"]},
                "when_to_use": TEXTS[4],
            }
        groups[index % len(groups)].command(label, **settings)(_command(TEXTS[index % len(TEXTS)]))
    return app
