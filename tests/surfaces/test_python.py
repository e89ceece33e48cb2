"""Commands called from Python: results instead of exceptions, from any number of threads and tasks."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import pytest

from tooli import AgentContext, CallOptions, Depends, Exit, ToolError, Tooli

if TYPE_CHECKING:
    from tests.conftest import RunApp

SOON = CallOptions(timeout=0.2)
LATER = CallOptions(timeout=60)


def test_a_call_gives_a_frozen_result() -> None:
    app = Tooli(name="app", version="1.0.0")

    @app.command
    def add(a: int, b: int = 2) -> int:
        return a + b

    ended = app.call("add", a="1")
    assert (ended.ok, ended.result, ended.error, ended.unwrap()) == (True, 3, None, 3)
    assert ended.meta == {"tool": "app.add", "version": "1.0.0", "duration_ms": ended.meta["duration_ms"]}
    assert ended.model_dump() == {"ok": True, "result": 3, "meta": dict(ended.meta)}
    with pytest.raises(AttributeError):
        ended.ok = False  # type: ignore[misc] # it is frozen
    assert add(1) == 3


def test_errors_are_returned_and_unwrap_raises_them() -> None:
    app = Tooli(name="app")

    class Odd(Exception):
        def __str__(self) -> str:
            raise ValueError("no text")

    @app.command
    def fail(how: str) -> None:
        if how == "tool":
            raise ToolError("locked", code="E3001", details={"by": "ann"}, exit_code=21)
        if how == "odd":
            raise Odd
        if how == "exit":
            raise Exit(7)
        if how == "system":
            raise SystemExit(8)
        raise StopIteration(9)

    ended = app.call("fail", how="tool")
    assert ended.error is not None
    assert (ended.error.code, ended.error.exit_code, ended.error.details) == ("E3001", 21, {"by": "ann"})
    with pytest.raises(ToolError, match="locked") as raised:
        ended.unwrap()
    assert raised.value.to_dict() == ended.error.to_dict()
    messages = {how: app.call("fail", how=how).error for how in ("odd", "exit", "system", "stop")}
    assert {how: (error.message, error.exit_code) for how, error in messages.items() if error} == {
        "odd": ("unexpected Odd", 70),
        "exit": ("the command ended with exit status 7", 7),
        "system": ("the command ended with exit status 8", 8),
        "stop": ("unexpected RuntimeError: raised StopIteration(9)", 70),
    }
    given: list[tuple[str, dict[str, Any]]] = [("nope", {}), ("fail", {}), ("fail", {"how": "x", "more": 1})]
    for name, arguments in given:
        error = app.call(name, **arguments).error
        assert error is not None
        assert error.category == "input"


def test_no_exception_of_a_thread_ends_the_loop_of_others() -> None:
    app = Tooli("app")

    @app.command()
    def fail(how: str) -> None:
        raise {"interrupt": KeyboardInterrupt(), "other": BaseException("x"), "gone": GeneratorExit()}[how]

    async def every() -> list[str]:
        outcomes = [await app.acall("fail", how=how) for how in ("interrupt", "other", "gone")]
        return [outcome.error.message for outcome in outcomes if outcome.error]

    assert asyncio.run(every()) == [
        "unexpected RuntimeError: raised KeyboardInterrupt()",
        "unexpected BaseException: x",
        "unexpected RuntimeError: raised GeneratorExit()",
    ]


def test_the_same_failures_come_out_of_acall() -> None:
    app = Tooli(name="app")

    @app.command
    def fail(how: str) -> None:
        raise {"stop": StopIteration(9), "system": SystemExit(8), "exit": Exit(7)}[how]

    @app.command
    async def afail(how: str) -> None:
        raise {"stop": StopAsyncIteration(9), "system": SystemExit(8), "exit": Exit(7)}[how]

    async def main() -> list[int]:
        async with asyncio.timeout(20):
            ended = [
                await app.acall(name, how=how)
                for name in ("fail", "afail")
                for how in ("stop", "system", "exit")
            ]
        return [one.error.exit_code for one in ended if one.error]

    assert asyncio.run(main()) == [70, 8, 7, 70, 8, 7]


def test_switches_and_options_are_no_arguments_unless_a_param_has_their_name() -> None:
    app = Tooli(name="app")

    @app.command(capabilities=["fs:delete"])
    def delete(ctx: AgentContext) -> bool:
        return ctx.dry_run

    @app.command
    def own(yes: int, options: str) -> list[Any]:
        return [yes, options]

    assert app.call("delete").error.code == "E1010"  # type: ignore[union-attr] # it failed
    assert app.call("delete", yes=True).result is False
    assert app.call("delete", dry_run=True).result == {"actions": [], "result": True}
    assert app.call("delete", options=CallOptions(yes=True)).result is False
    assert app.call("own", yes=5, options="o").result == [5, "o"]  # type: ignore[arg-type] # a param's
    refused = app.call("delete", options="o")  # type: ignore[arg-type] # no param's
    assert (refused.error.code, refused.error.field) == ("E1902", "options")  # type: ignore[union-attr] # failed


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), "1", True])
def test_a_timeout_that_is_no_positive_number_is_refused(timeout: Any) -> None:
    app = Tooli(name="app")

    @app.command
    def nothing() -> None: ...

    error = app.call("nothing", options=CallOptions(timeout=timeout)).error
    assert error is not None
    assert (error.code, error.field) == ("E1903", "timeout")


def test_accessors_have_the_commands_signature_and_give_results() -> None:
    app = Tooli(name="app")

    @app.command
    def find_files(pattern: str, ctx: AgentContext, *, root: str = ".") -> list[str]:
        """Find files."""
        return [pattern, root]

    @app.command
    def total(*numbers: int) -> int:
        return sum(numbers)

    db = app.group("db")

    @db.command
    def migrate(steps: int = 1) -> int:
        return steps

    find = app.api.find_files
    assert find("*.py", root="src").result == ["*.py", "src"]
    assert app.find_files("a").result == ["a", "."]  # type: ignore[attr-defined] # made on demand
    assert list(inspect.signature(find).parameters) == ["pattern", "root"]
    assert (find.__name__, find.__doc__) == ("find_files", "Find files.")
    assert app.api.db.migrate(3).result == app.call("db migrate", steps=3).result == 3
    assert app.call("db.migrate").result == app.call("db_migrate".replace("_", " ")).result == 1
    assert app.api.total(1, 2, 3).result == 6
    assert app.api.total().result == 0
    for ended in (find("a", "b"), find("a", pattern="b"), find(), find("a", ctx=1)):
        assert ended.error is not None
        assert ended.error.category == "input"
    assert find("a", options=SOON).ok
    with pytest.raises(AttributeError, match=r"nope'$"):
        _ = app.api.nope


def test_one_app_serves_many_threads_from_the_first_call_on() -> None:
    app = Tooli(name="app")
    barrier = threading.Barrier(32)
    wrong: list[Any] = []
    runtimes: list[Any] = []

    def made() -> Iterator[list[int]]:
        yield []

    @app.command
    def add(a: int, b: int, own: Annotated[list[int], Depends(made)]) -> int:
        own.append(a)
        assert len(own) == 1
        return a + b

    @app.command
    def fail(a: int) -> None:
        raise ToolError(str(a), code="E3001")

    sub = app.group("deep")
    sub.command(add)

    def work(thread: int) -> None:
        barrier.wait()
        runtimes.append(app.runtime)
        for number in range(200):
            sums = app.call("add", a=thread, b=str(number)), app.call("deep add", a=thread, b=number)
            error = app.call("fail", a=number).error
            if (
                {one.result for one in sums} != {thread + number}
                or error is None
                or error.message != str(number)
            ):
                wrong.append((sums, error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len({id(runtime) for runtime in runtimes}) == 1


def test_two_hundred_acalls_run_at_the_same_time() -> None:
    app = Tooli(name="app")

    @app.command
    async def awaited(number: int) -> int:
        await asyncio.sleep(0.01)
        return number

    @app.command
    def threaded(number: int) -> int:
        time.sleep(0.01)
        return number

    async def main() -> list[int]:
        calls = [app.acall(name, number=n) for n in range(200) for name in ("awaited", "threaded")]
        return [ended.unwrap() for ended in await asyncio.gather(*calls)]

    assert asyncio.run(main()) == [n for n in range(200) for _ in range(2)]
    assert not [
        thread for thread in threading.enumerate() if thread.name == "tooli-call" and thread.daemon is False
    ]


def test_python_calls_leave_stdout_alone(run_app: RunApp) -> None:
    ran = run_app(
        """
        @app.command
        def prints() -> int:
            print("mine")
            return 1

        if __name__ == "__main__":
            print(app.call("prints").result)
            print(app.call("prints", options=CallOptions(timeout=20)).result)
            sys.exit(5)
        """
    )
    assert (ran.code, ran.stdout, ran.stderr) == (5, "mine\n1\nmine\n1\n", "")
