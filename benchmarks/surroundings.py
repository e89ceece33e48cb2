"""What was measured on: versions, and what would spoil the measurement."""

from __future__ import annotations

import json
import platform
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from benchmarks.instructions import VALGRIND

PACKAGES = ("tooli", "pydantic", "click", "cyclopts", "typer")


def description() -> str:
    """One paragraph: the interpreter and the packages, and how costs were counted."""
    packages = ", ".join(f"{package} {_version(package)}" for package in PACKAGES)
    counted = (
        "The column *× bare* compares instruction counts (cachegrind), which repeat to the digit; wall times "
        "were taken in turns and include the noise of the machine."
        if VALGRIND
        else "valgrind is not installed: *× bare* compares the fastest wall times, instructions are left out."
    )
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python} on {platform.system()} {platform.machine()}; {packages}. {counted}"


def warnings() -> list[str]:
    """What makes this environment differ from a clean one."""
    found = []
    if sys.prefix == sys.base_prefix:
        found.append("not a virtual environment: bare Python may load more than Python itself")
    site_packages = Path(sysconfig.get_path("purelib"))
    found += [
        f"{path.name} runs at every start of this environment's Python"
        for path in sorted(site_packages.glob("*.pth"))
        if "import " in path.read_text(encoding="utf-8")
    ]
    if _is_editable():
        found.append("tooli is installed as editable, users have it as files of site-packages")
    return found


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _is_editable() -> bool:
    try:
        origin = distribution("tooli").read_text("direct_url.json")
    except PackageNotFoundError:
        return False
    return origin is not None and bool(json.loads(origin).get("dir_info", {}).get("editable"))
