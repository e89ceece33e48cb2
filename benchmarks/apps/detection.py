"""Finds out who is calling: `detection.py CASE` prints the microseconds of one look."""

import os
import sys
from timeit import repeat

from tooli.caller.caller import detect
from tooli.caller.execution_context import examine, this_world

VARIABLES = {
    "named": {"TOOLI_CALLER": "claude-code", "TOOLI_SESSION_ID": "s-1"},
    "marked": {"CLAUDE_CODE_CHILD_SESSION": "1", "CLAUDECODE": "1"},
    "last-hint": {"FACTORY_EXEC_TARGET_AUTONOMY": "auto-low"},
}


def main(case: str) -> None:
    """Time a case."""
    os.environ.update(VARIABLES.get(case, {}))
    parent = os.getppid()
    if case == "everything":
        times = repeat(lambda: examine(this_world()), number=20, repeat=20)
        print(min(times) / 20 * 1e6)
        return
    times = repeat(lambda: detect(os.environ, False, parent), number=200, repeat=20)
    print(min(times) / 200 * 1e6)


if __name__ == "__main__":
    main(sys.argv[1])
