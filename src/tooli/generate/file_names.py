"""Names of files for commands and tasks: plain, and no two alike."""

from __future__ import annotations

from collections.abc import Iterable

from tooli.generate.frontmatter import skill_name


def file_names(labels: Iterable[str], ending: str = ".md") -> dict[str, str]:
    """Return a name for the file of each label."""
    names: dict[str, str] = {}
    for label in labels:
        plain = skill_name(label)
        candidate, count = plain, 1
        while candidate + ending in names.values():
            count += 1
            candidate = f"{plain[:60]}-{count}"
        names[label] = candidate + ending
    return names
