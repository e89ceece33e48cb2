"""A command line inside another program, which keeps its signals and its streams."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import RunApp


def test_a_borrowed_process_keeps_its_signals_and_streams(run_app: RunApp) -> None:
    ran = run_app(
        """
        import io, json, signal

        @app.command
        def how(what: str) -> str:
            print("stray")
            if what == "interrupt": raise KeyboardInterrupt
            if what == "base": raise BaseException("odd")
            return what

        @app.command
        def other(): pass

        if __name__ == "__main__":
            before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
            whats = ("fine", "interrupt", "base")
            codes = [app.main(["how", what, "--json"], standalone=False) for what in whats]
            after = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
            print(json.dumps([codes, before == after]))
            sys.exit(0)
        """,
    )
    assert ran.code == 0
    fine, interrupt, base, summary = ran.lines
    assert (fine["result"], interrupt["error"]["message"]) == ("fine", "interrupted")
    assert base["error"]["message"] == "unexpected BaseException: odd"
    assert summary == [[0, 130, 70], True]
    assert ran.stderr == "stray\n" * 3


def test_a_borrowed_stdout_that_is_closed_is_74(run_app: RunApp) -> None:
    ran = run_app(
        """
        import io

        @app.command
        def small() -> int: return 1

        @app.command
        def other(): pass

        if __name__ == "__main__":
            sys.stdout = io.StringIO()
            sys.stdout.close()
            sys.exit(app.main(["small", "--json"], standalone=False))
        """,
    )
    assert ran.code == 74
    assert "the output cannot be written" in ran.stderr
