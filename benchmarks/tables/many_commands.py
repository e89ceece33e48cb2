"""A thousand registered commands: what running one of them costs."""

from __future__ import annotations

from benchmarks.harness import Harness
from benchmarks.markdown import PROCESS_HEADERS, Table, Target, process_row
from benchmarks.subject import BARE, Measured, Subject, cost, excess

CALL = ("bob", "--times", "2", "--json")
ONE_RUNS = Subject("one command, run", ("one_runs.py", *CALL), "bob")
ONE_REGISTERS = Subject("one command, registered only", ("one_registers.py",))
DEFINES = Subject("1,000 functions, defined only", ("thousand_defines.py",))
REGISTERS = Subject("1,000 commands, registered only", ("thousand_registers.py",))
RUNS = Subject("**1,000 commands, one run**", ("thousand_runs.py", "task500", *CALL), "bob")
TARGET = Target(1.3, "≤ 1.3× one command, registration aside")


def table(harness: Harness) -> Table:
    """One command and a thousand, with and without running."""
    found = harness.measure(BARE, ONE_REGISTERS, ONE_RUNS, DEFINES, REGISTERS, RUNS)
    bare, one_registers, one_runs, defines, registers, runs = found
    beyond = registration_aside(runs, registers, one_runs, one_registers)
    return Table(
        "1,000 commands of 4 params",
        "Registration aside: from the run of one of the 1,000, what registering them costs more than "
        "registering one is taken away; the rest is compared with the run of an app with one command.",
        PROCESS_HEADERS,
        [
            process_row(one_registers, bare),
            process_row(one_runs, bare),
            process_row(defines, bare),
            process_row(registers, bare, excess(registers, defines, bare), "functions + {:.2f}× bare"),
            process_row(runs, bare, beyond, "{:.2f}× one", TARGET),
        ],
    )


def registration_aside(
    runs: Measured, registers: Measured, one_runs: Measured, one_registers: Measured
) -> float | None:
    """How many times the run of one command the run among many costs, had registering cost the same."""
    costs = [cost(measured) for measured in (runs, registers, one_runs, one_registers)]
    many_run, many_register, one_run, one_register = costs
    if many_run is None or many_register is None or one_run is None or one_register is None:
        return None
    return (many_run - (many_register - one_register)) / one_run
