"""Calls a command: `call_app.py COMMANDS CALLS` so often, `call_app.py COMMANDS` to print µs per call."""

import sys
from timeit import repeat

from tooli import Tooli


def pick(a: int, b: str, c: float = 1.0) -> int:
    """Pick one."""
    return a


def build(commands: int) -> Tooli:
    """An app with so many commands."""
    app = Tooli(name="demo", description="Calls.", version="1.0.0")
    app.command()(pick)
    for number in range(1, commands):
        app.command(name=f"pick{number}")(pick)
    return app


def main(commands: int, calls: int | None) -> None:
    """Call, or time the calls."""
    app = build(commands)
    if not app.call("pick", a=1, b="x", c=2.0).ok:
        raise SystemExit("the call failed")
    if calls is not None:
        for _ in range(calls):
            app.call("pick", a=1, b="x", c=2.0)
        return
    through = min(repeat(lambda: app.call("pick", a=1, b="x", c=2.0), number=500, repeat=100))
    direct = min(repeat(lambda: pick(a=1, b="x", c=2.0), number=500, repeat=100))
    print((through - direct) / 500 * 1e6)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None)
