"""Two schemas compared: where the new one allows less, where it allows more, and whom that breaks.

What a command takes may only widen, what it gives may only narrow. Descriptions do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tooli.schema.subschemas import alternatives, definition_name

LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EXACT = ("pattern", "format", "multipleOf", "uniqueItems", "contentEncoding")


class Part(NamedTuple):
    """One place where two schemas differ."""

    path: tuple[str, ...]
    breaking: bool
    message: str


def compared(old: Mapping[str, Any], new: Mapping[str, Any], side: str) -> Iterator[Part]:
    """Give the differences of two schemas of the `input` or the `output` side."""
    yield from _Comparison(old, new, side).compare(dict(old), dict(new), ())


class _Comparison:
    """One comparison: the definitions of both schemas, and what is being compared already."""

    def __init__(self, old: Mapping[str, Any], new: Mapping[str, Any], side: str) -> None:
        self.definitions = (old.get("$defs", {}), new.get("$defs", {}))
        self.takes = side == "input"
        self.seen: set[tuple[str, str]] = set()

    def compare(self, old: Any, new: Any, path: tuple[str, ...]) -> Iterator[Part]:
        names = (definition_name(old), definition_name(new))
        if names[0] is not None and names[1] is not None:
            pair = (names[0], names[1])
            if pair in self.seen:
                return
            self.seen.add(pair)
        old, new = self.resolved(old, 0), self.resolved(new, 1)
        if old == new and not self.refers(old):
            return
        before, after = self.members(old, 0), self.members(new, 1)
        if len(before) > 1 or len(after) > 1:
            yield from self.unions(before, after, path)
        elif before[0].get("type") != after[0].get("type"):
            yield from self.types(before[0], after[0], path)
        else:
            yield from self.same_type(before[0], after[0], path)
        if self.takes and ("default" in old, old.get("default")) != ("default" in new, new.get("default")):
            yield Part(path, False, _default_change(old, new))

    def refers(self, schema: Any) -> bool:
        """Whether equal text may mean different things."""
        return self.definitions[0] != self.definitions[1] and "$ref" in str(schema)

    def resolved(self, schema: Any, which: int) -> dict[str, Any]:
        name = definition_name(schema)
        if name is None:
            return schema if isinstance(schema, dict) else {}
        rest = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        return {**self.definitions[which].get(name, {}), **rest}

    def members(self, schema: dict[str, Any], which: int) -> list[dict[str, Any]]:
        """Return the members of a union, or the schema as the only one."""
        branches = alternatives(schema)
        if branches is None:
            return [schema]
        return [member for branch in branches for member in self.members(self.resolved(branch, which), which)]

    def narrowed(self, path: tuple[str, ...], message: str) -> Part:
        return Part(path, self.takes, message)

    def widened(self, path: tuple[str, ...], message: str) -> Part:
        return Part(path, not self.takes, message)

    def unions(
        self, before: list[dict[str, Any]], after: list[dict[str, Any]], path: tuple[str, ...]
    ) -> Iterator[Part]:
        """Compare the members that are alike; the others came or went."""
        left = [member for member in after if member not in before]
        for member in before:
            if member in after and not self.refers(member):
                continue
            twin = next((other for other in left if _label(other) == _label(member)), None)
            if twin is not None:
                left.remove(twin)
                yield from self.same_type(member, twin, path)
            elif not any(_covers(other, member) for other in after):
                yield self.narrowed(path, f"{_label(member)} is no longer {self.verb()}")
        for member in left:
            if not any(_covers(other, member) for other in before):
                yield self.widened(path, f"{_label(member)} is now {self.verb()}")

    def verb(self) -> str:
        return "accepted" if self.takes else "returned"

    def types(self, old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...]) -> Iterator[Part]:
        message = f"the type changed from {_label(old)} to {_label(new)}"
        if _covers(new, old):
            yield self.widened(path, message)
        elif _covers(old, new):
            yield self.narrowed(path, message)
        else:
            yield Part(path, True, message)

    def same_type(self, old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...]) -> Iterator[Part]:
        yield from self.choices(old, new, path)
        yield from self.limits(old, new, path)
        yield from self.properties(old, new, path)
        for keyword, step in (("items", "[]"), ("additionalProperties", "{}")):
            before, after = old.get(keyword), new.get(keyword)
            if isinstance(before, dict) or isinstance(after, dict):
                yield from self.compare(before or {}, after or {}, (*path, step))
        yield from self.tuples(old, new, path)

    def choices(self, old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...]) -> Iterator[Part]:
        before, after = _choices(old), _choices(new)
        if before is None and after is None:
            return
        if before is None:
            yield self.narrowed(path, f"only {after} {self.verb()} from now on")
        elif after is None:
            yield self.widened(path, f"no longer only {before} {self.verb()}")
        else:
            for choice in before:
                if choice not in after:
                    yield self.narrowed(path, f"the choice {choice!r} was removed")
            for choice in after:
                if choice not in before:
                    yield self.widened(path, f"the choice {choice!r} is new")

    def limits(self, old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...]) -> Iterator[Part]:
        for keyword in (*LOWER, *UPPER, *EXACT):
            before, after = old.get(keyword), new.get(keyword)
            if before == after:
                continue
            message = f"{keyword} changed {_from_to(old, new, keyword)}"
            tighter = before is None or (
                after is not None
                and (after > before if keyword in LOWER else after < before if keyword in UPPER else False)
            )
            if tighter:
                yield self.narrowed(path, message)
            elif after is None or keyword not in EXACT:
                yield self.widened(path, message)
            else:
                yield Part(path, True, message)

    def properties(self, old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...]) -> Iterator[Part]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed_before, needed_after = set(old.get("required", ())), set(new.get("required", ()))
        for name in before:
            if name not in after:
                yield Part((*path, name), True, "was removed")
                continue
            yield from self.compare(before[name], after[name], (*path, name))
            if name in needed_after - needed_before:
                yield self.narrowed((*path, name), "is now " + ("required" if self.takes else "always there"))
            if name in needed_before - needed_after:
                message = "is no longer " + ("required" if self.takes else "always there")
                yield self.widened((*path, name), message)
        for name in after:
            if name not in before:
                required = self.takes and name in needed_after
                yield Part((*path, name), required, "is new and required" if required else "is new")

    def tuples(self, old: dict[str, Any], new: dict[str, Any], path: tuple[str, ...]) -> Iterator[Part]:
        before, after = old.get("prefixItems"), new.get("prefixItems")
        if before is None and after is None:
            return
        if before is None or after is None or len(before) != len(after):
            yield Part(path, True, "the number of places changed")
            return
        for place, pair in enumerate(zip(before, after, strict=True)):
            yield from self.compare(*pair, (*path, f"[{place}]"))


def _choices(schema: dict[str, Any]) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    choices: list[Any] | None = schema.get("enum")
    return choices


def _label(schema: dict[str, Any]) -> str:
    """Name a member of a union: its type, and the constants that tell it from its like."""
    constants = [
        f"{name}={inner['const']}"
        for name, inner in schema.get("properties", {}).items()
        if isinstance(inner, dict) and "const" in inner
    ]
    kind = schema.get("type", "anything" if _choices(schema) is None else "choice")
    return f"{kind} ({', '.join(constants)})" if constants else str(kind)


def _covers(wide: dict[str, Any], narrow: dict[str, Any]) -> bool:
    """Whether a schema surely takes whatever another takes."""
    if wide == narrow or not wide.keys() - {"description", "title", "default"}:
        return True
    return wide.get("type") == "number" and narrow.get("type") == "integer" and wide.keys() <= {"type"}


def _default_change(old: dict[str, Any], new: dict[str, Any]) -> str:
    if "default" not in new:
        return f"the default {old['default']!r} was removed"
    if "default" not in old:
        return f"the default {new['default']!r} is new"
    return f"the default changed {_from_to(old, new, 'default')}"


def _from_to(old: dict[str, Any], new: dict[str, Any], keyword: str) -> str:
    before, after = old.get(keyword, "none"), new.get(keyword, "none")
    return f"from {before!r} to {after!r}"
