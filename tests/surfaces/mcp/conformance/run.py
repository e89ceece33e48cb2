"""Let the public conformance suite and the inspector judge the server: `make conformance`.

Needs Node and the packages of `package.json`, in the folder given as the only argument.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
REVISIONS = {"2025-11-25": 30, "2026-07-28": 37}
"""Revision → how many scenarios it requires of a server."""
ERAS = ("legacy", "modern")
CALLS: list[tuple[str, dict[str, Any], Any]] = [
    ("take_0", {"value": "a"}, {"result": "a"}),
    ("take_1", {"value": 3}, {"result": 3}),
    ("take_5", {"value": "r"}, {"result": "r"}),
    ("take_13", {"value": {"a": 1}}, {"a": 1}),
    ("take_25", {"value": {"name": "Ann"}}, {"name": "Ann", "nick": None, "age": 3}),
    ("take_28", {"value": {"value": 1}}, {"value": 1, "children": [], "by_name": {}}),
    ("maybe_9", {}, {"result": None}),
    ("pair", {"left": 1, "rest": ["x"]}, {"left": 1, "right": "r", "rest": ["x"]}),
    ("stream", {"to": 1}, {"result": [{"name": "user 0", "nick": None, "age": 3}]}),
    ("nothing", {}, {"result": None}),
]
WRONG = ("take_1", {"value": "three"}, "E1903")


class Judge:
    """The tools in a folder, and what they have said."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.passed = 0
        self.failed = 0

    def run(self, script: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a package's program."""
        environ = {**os.environ, "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        line = [str(self.folder / "bin" / "node"), str(self.folder / "node_modules" / script), *words]
        return subprocess.run(line, capture_output=True, text=True, env=environ, check=False, timeout=300)

    def expect(self, what: str, ok: bool, said: str) -> None:
        """Count one verdict, and show what was said when it is bad."""
        self.passed += ok
        self.failed += not ok
        print(f"{'ok  ' if ok else 'FAIL'} {what}", flush=True)
        if not ok:
            print(said[-4000:], flush=True)


@contextmanager
def serving(app: str) -> Iterator[str]:
    """Serve an app over HTTP on a free port; give its address."""
    line = [sys.executable, str(HERE / app), "mcp", "serve", "--transport", "http", "--port", "0"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stderr is not None
            found = None
            said = []
            while found is None:
                said.append(server.stderr.readline())
                assert said[-1], "".join(said)
                found = re.search(r"http://\S+", said[-1])
            yield found[0]
        finally:
            server.terminate()
            server.communicate(timeout=30)


def conformance(judge: Judge) -> None:
    """Run the scenarios that each revision requires."""
    with serving("app.py") as url:
        for revision, required in REVISIONS.items():
            ran = judge.run(
                "@modelcontextprotocol/conformance/dist/index.js",
                *("server", "--url", url, "--requirements", revision),
            )
            summary = ran.stdout.partition("=== SUMMARY ===")[2]
            scenarios, _, unscored = summary.partition("Total:")
            aside = set(re.findall(r"^ +[✓✗] (\S+) \(", unscored, re.MULTILINE))
            verdicts = re.findall(r"^([✓✗]) (\S+):", scenarios, re.MULTILINE)
            scored = [(mark, name) for mark, name in verdicts if name not in aside]
            good = [name for mark, name in scored if mark == "✓"]
            ok = ran.returncode == 0 and len(good) == len(scored) == required
            what = f"conformance {revision}: {len(good)} of {required} required scenarios"
            judge.expect(what, ok, summary + ran.stderr)


def inspect(judge: Judge, target: list[str], era: str, *words: str) -> tuple[int, Any, str]:
    """Ask the inspector; return its status, its document and all it said."""
    ran = judge.run(
        "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
        *("--cli", *target, "--protocol-era", era, *words, "--format", "json", "-q"),
    )
    try:
        document = json.loads(ran.stdout)
    except ValueError:
        document = None
    return ran.returncode, document, ran.stdout + ran.stderr


def inspector(judge: Judge) -> None:
    """List and call tools of every type, over both transports, in both eras."""
    stdio = [sys.executable, str(HERE / "types_app.py"), "mcp", "serve"]
    with serving("types_app.py") as url:
        for name, target in (("stdio", stdio), ("http", [url, "--transport", "http"])):
            for era in ERAS:
                status, document, said = inspect(judge, target, era, "--method", "tools/list", "--strict")
                count = len(document["result"]["tools"]) if status == 0 else 0
                judge.expect(f"inspector {name} {era}: {count} tools are portable", status == 0, said)
                for tool, arguments, wanted in CALLS:
                    status, document, said = call(judge, target, era, tool, arguments)
                    got = document["result"].get("structuredContent") if status == 0 else None
                    judge.expect(f"inspector {name} {era}: {tool}", status == 0 and got == wanted, said)
                tool, arguments, code = WRONG
                status, document, said = call(judge, target, era, tool, arguments)
                judge.expect(f"inspector {name} {era}: {code}", status == 5 and code in said, said)


def call(judge: Judge, target: list[str], era: str, tool: str, arguments: Any) -> tuple[int, Any, str]:
    """Call a tool with the inspector."""
    words = ("--method", "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments))
    return inspect(judge, target, era, *words)


def main() -> int:
    """Run everything; the last line is the count."""
    judge = Judge(Path(sys.argv[1]).resolve())
    conformance(judge)
    inspector(judge)
    print(f"{judge.passed} passed, {judge.failed} failed")
    return 1 if judge.failed else 0


if __name__ == "__main__":
    sys.exit(main())
