"""The checks: each looks at one thing and says what it found. Loaded when the first check runs."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from findings import Finding, Status, path_entries

if TYPE_CHECKING:
    from importlib.metadata import Distribution

LAST_FIXES = {(3, 11): "2027-10", (3, 12): "2028-10", (3, 13): "2029-10", (3, 14): "2030-10"}
"""The month of the last security fixes of each Python."""
STEPS_GB = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def finding(check: str, status: Status, detail: str, fix: str = "") -> Finding:
    """Return what a check found."""
    return {"check": check, "status": status, "detail": detail, "fix": fix}


def python() -> Finding:
    """Check that this Python still gets fixes."""
    from time import strftime

    version = ".".join(map(str, sys.version_info[:3]))
    end = LAST_FIXES.get(sys.version_info[:2], "")
    if end and end < strftime("%Y-%m"):
        detail = f"Python {version} has had no fixes since {end}"
        return finding("python", "fail", detail, "Install a newer Python.")
    return finding("python", "ok", f"Python {version}" + (f", fixed until {end}" if end else ""))


def venv() -> Finding:
    """Check that Python runs in a virtual environment, and in the one that is active."""
    active = os.environ.get("VIRTUAL_ENV")
    if sys.prefix == sys.base_prefix:
        detail = "Python does not run in a virtual environment"
        return finding("venv", "warn", detail, "Make one with python -m venv .venv, and activate it.")
    if active and os.path.realpath(active) != os.path.realpath(sys.prefix):
        detail = f"{active} is active, but {sys.prefix} runs"
        return finding("venv", "warn", detail, "Activate the environment you mean.")
    return finding("venv", "ok", sys.prefix)


def packages() -> Finding:
    """Check that every installed package can say its name and version."""
    from importlib.metadata import distributions

    broken, count = _left_behind(), 0
    for package in distributions():
        count += 1
        if not _introduced(package):
            broken.add(os.path.basename(str(getattr(package, "_path", "a package without a name"))))
    if broken:
        fix = "Remove these folders and install the packages again."
        return finding("packages", "fail", f"broken metadata: {', '.join(sorted(broken))}", fix)
    return finding("packages", "ok", f"{count} installed")


def _introduced(package: "Distribution") -> bool:
    """Say whether a package's metadata has its name and its version."""
    try:
        texts = (package.read_text(name) for name in ("METADATA", "PKG-INFO", ""))
        head = "\n" + next(filter(None, texts), "").partition("\n\n")[0]
    except (OSError, ValueError):
        return False
    return "\nName:" in head and "\nVersion:" in head


def _left_behind() -> set[str]:
    """Return the folders of removals that did not end: pip renames a folder before it removes it."""
    folders = filter(os.path.isdir, sys.path)
    return {name for folder in folders for name in os.listdir(folder) if name.startswith("~")}


def path() -> Finding:
    """Check PATH for folders that are missing or named twice."""
    entries = list(path_entries(os.environ.get("PATH", "")))
    problems = [entry["problem"] for entry in entries if entry["problem"] != "none"]
    if not entries:
        return finding("path", "fail", "PATH is empty", "Set PATH.")
    if problems:
        counts = ", ".join(f"{problems.count(problem)} {problem}" for problem in dict.fromkeys(problems))
        return finding("path", "warn", f"{len(entries)} entries: {counts}", "See `envdoctor path`.")
    return finding("path", "ok", f"{len(entries)} entries")


def disk() -> Finding:
    """Check that there is room in the current folder."""
    from shutil import disk_usage

    free = disk_usage(os.curdir).free / 1e9
    step = max((step for step in STEPS_GB if step <= free), default=0)
    if step < 5:
        detail = f"less than {5 if step else 1} GB free"
        return finding("disk", "warn" if step else "fail", detail, "Make room.")
    return finding("disk", "ok", f"at least {step} GB free")


def git() -> Finding:
    """Check that commits get a name and an address."""
    from subprocess import DEVNULL, SubprocessError, run

    missing = []
    for key in ("user.name", "user.email"):
        command = ["git", "config", "--get", key]
        try:
            asked = run(command, stdin=DEVNULL, capture_output=True, timeout=10, check=False)
        except FileNotFoundError:
            return finding("git", "warn", "git is not installed", "Install git.")
        except (OSError, SubprocessError) as error:
            return finding("git", "fail", f"git does not answer: {error}", "Install git again.")
        if not asked.stdout.strip():
            missing.append(key)
    if missing:
        fix = "; ".join(f"git config --global {key} VALUE" for key in missing)
        return finding("git", "warn", f"no {' and no '.join(missing)}", fix)
    return finding("git", "ok", "commits get a name and an address")


CHECKS: dict[str, Callable[[], Finding]] = {
    check.__name__: check for check in (python, venv, packages, path, disk, git)
}
