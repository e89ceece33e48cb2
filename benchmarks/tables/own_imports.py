"""Apps whose own imports dominate: what tooli adds to them."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import PROCESS_HEADERS, Table, Target, process_row
from benchmarks.subject import BARE, Subject, excess, ratio

USER = '{"name":"Ann","age":3}'
TYPICAL = (
    Subject("typing, pathlib and enum, imports alone", ("typical_imports.py",)),
    Subject(
        "**tooli**, typing, pathlib and enum params",
        ("typical_app.py", "resize", "cat.png", "--mode", "safe", "--level", "4", "--json"),
        "cat.png",
    ),
)
MODEL_PARAM = (
    Subject("pydantic model validated, alone", ("model_alone.py", "save", USER), "Ann"),
    Subject("**tooli**, the model as param", ("model_app.py", "save", USER, "--json"), "Ann"),
)
MODEL_RESULT = (
    Subject("pydantic model printed, alone", ("model_alone.py", "load", "Ann"), "Ann"),
    Subject("**tooli**, the model as result", ("model_app.py", "load", "Ann", "--json"), "Ann"),
)
TYPICAL_TARGET = Target(0.4, "≤ imports + 0.4× bare")
MODEL_TARGET = Target(1.1, "≤ 1.10× alone")


def table(harness: Harness) -> Table:
    """Each app beside a script with the same imports and definitions."""
    bare, imports, typical, *models = harness.measure(BARE, *TYPICAL, *MODEL_PARAM, *MODEL_RESULT)
    rows = [
        process_row(imports, bare),
        process_row(typical, bare, excess(typical, imports, bare), "imports + {:.2f}× bare", TYPICAL_TARGET),
    ]
    for alone, ours in zip(models[::2], models[1::2], strict=True):
        rows += [
            process_row(alone, bare),
            process_row(ours, bare, ratio(ours, alone), "{:.2f}× alone", MODEL_TARGET),
        ]
    return Table(
        "Beyond the app's own imports",
        "Each app beside a script that imports and defines the same without tooli.",
        PROCESS_HEADERS,
        rows,
    )
