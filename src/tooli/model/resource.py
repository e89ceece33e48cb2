"""Resources: data under a URI, given by a function that is described as a command is.

Cold: imported by the first declaration. May import the rest of `model`, `types` and `errors` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tooli.errors import DeclarationError
from tooli.model.behavior import ReadOnly
from tooli.model.catalog import Entry, Group
from tooli.model.declare import check_command, unknown_setting
from tooli.model.signature import describe
from tooli.model.uri_template import UriTemplate, read_template
from tooli.types import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypedDict

    from tooli.model import Command
    from tooli.model.catalog import Catalog

    class ResourceSettings(TypedDict, total=False):
        """The keywords of `@app.resource`, beside its URI."""

        name: str
        title: str
        description: str
        media_type: str
        audience: Sequence[str]
        priority: float
        auth: Sequence[str]
        capabilities: Sequence[str]
        timeout: float
        isolate: bool
        version: str
        tags: Sequence[str]
        hidden: bool


OWN = ("media_type", "audience", "priority")
SHARED = ("title", "auth", "capabilities", "timeout", "isolate", "version", "tags", "hidden")
"""The keywords that mean what they mean for commands."""
RESOURCE_SETTINGS = frozenset({"name", "description", *OWN, *SHARED})
ROLES = ("user", "assistant")


class Resource(Record):
    """Data under a URI; a template when the URI has variables."""

    template: UriTemplate
    command: Command
    """The function, as the pipeline runs it."""
    media_type: str | None = None
    """What it is, when that does not follow from the data."""
    audience: tuple[str, ...] = ()
    """Whom it is for: `user`, `assistant`."""
    priority: float | None = None
    """How important it is, from 0 to 1."""

    @property
    def uri(self) -> str:
        """Its URI, or URI template."""
        return self.template.text

    @property
    def name(self) -> str:
        """Its name among the resources."""
        return "_".join(self.command.path[1:]).replace("-", "_")

    @property
    def is_template(self) -> bool:
        """Whether its URI has variables."""
        return bool(self.template.variables)


def declare_resource(
    group: Group,
    uri: str,
    function: Any,
    settings: Mapping[str, Any],
    permissions: Mapping[str, str] | None,
    namespace: Mapping[str, Any] | None,
) -> None:
    """Add a resource to a group, or raise `DeclarationError`."""
    template = read_template(uri)
    if uri in group.resources:
        raise DeclarationError(f"resource {uri!r} is declared twice")
    shared = shared_settings(f"resource {uri!r}", function, settings, RESOURCE_SETTINGS, permissions)
    _check_own(uri, settings)
    name = settings.get("name") or function_name(function)
    entry = Entry(name, function, shared, namespace)
    own = {keyword: settings[keyword] for keyword in OWN if keyword in settings}
    described = describe(function, ("resource", name), shared, namespace)
    _check_variables(template, described)
    group.resources = {**group.resources, uri: (template, entry, own)}


def shared_settings(
    owner: str,
    function: Any,
    settings: Mapping[str, Any],
    known: frozenset[str],
    permissions: Mapping[str, str] | None,
) -> dict[str, Any]:
    """Return the settings of the command that a resource or prompt is; refuse those that cannot be."""
    if not callable(function):
        raise DeclarationError(f"{owner}: {function!r} is not a function")
    for keyword, value in settings.items():
        if keyword not in known:
            raise unknown_setting(owner, keyword, known, {"mime_type": "media_type=", "help": "description="})
        if keyword in ("name", "title", "description", "media_type") and not isinstance(value, str):
            raise DeclarationError(f"{owner}: {keyword} must be a string, not {type(value).__name__}")
    shared = {keyword: settings[keyword] for keyword in SHARED if keyword in settings}
    if "description" in settings:
        shared["help"] = settings["description"]
    shared["annotations"] = ReadOnly
    check_command(function, shared, permissions)
    return shared


def function_name(function: Any) -> str:
    """Return the name a function gives to what it is declared as."""
    inner = getattr(function, "func", function)
    return str(getattr(inner, "__name__", type(function).__name__.lower())).strip("_").replace("_", "-")


def _check_own(uri: str, settings: Mapping[str, Any]) -> None:
    audience, priority = settings.get("audience", ()), settings.get("priority")
    if isinstance(audience, str) or not all(role in ROLES for role in audience):
        raise DeclarationError(f"resource {uri!r}: audience is a list of {' and '.join(ROLES)}")
    if priority is not None and not (
        isinstance(priority, (int, float)) and not isinstance(priority, bool) and 0 <= priority <= 1
    ):
        raise DeclarationError(f"resource {uri!r}: priority={priority!r} is not a number from 0 to 1")
    media_type = settings.get("media_type")
    if media_type is not None and "/" not in media_type:
        raise DeclarationError(f"resource {uri!r}: media_type={media_type!r} is not of the form text/plain")


def _check_variables(template: UriTemplate, command: Command) -> None:
    """Refuse variables without a param, and params that nothing fills."""
    for name in template.variables:
        if name not in command.param_by_name:
            raise DeclarationError(f"resource {template.text!r}: there is no param {name!r} for {{{name}}}")
    for param in command.params:
        if param.name not in template.variables and param.required:
            raise DeclarationError(
                f"resource {template.text!r}: param {param.name!r} has no default "
                f"and no variable {{{param.name}}}"
            )


def resources(catalog: Catalog) -> Mapping[str, Resource]:
    """Return the resources of an app and its groups by URI, in the order of declaration."""
    memo: dict[str, Resource] | None = catalog.__dict__.get("_resources")
    if memo is None:
        memo = {}
        for trail, path in groups(catalog):
            for uri, (template, entry, own) in trail[-1].resources.items():
                if uri in memo:
                    raise DeclarationError(f"resource {uri!r} is declared twice")
                command = catalog.described(entry, trail, ("resource", *path, entry.name))
                frozen = {**own, "audience": tuple(own.get("audience", ()))}
                memo[uri] = Resource(template=template, command=command, **frozen)
        catalog.__dict__["_resources"] = memo
    return memo


def groups(catalog: Catalog) -> Iterator[tuple[list[Group], tuple[str, ...]]]:
    """Give every group with those around it, the app's own first, importing lazy ones."""

    def walk(trail: list[Group], path: tuple[str, ...]) -> Iterator[tuple[list[Group], tuple[str, ...]]]:
        yield trail, path
        for name in list(trail[-1].children):
            found = trail[-1].child(name)
            if found is not None and isinstance(found[1], Group):
                yield from walk([*trail, found[1]], (*path, name))

    return walk([catalog.root], ())


def find_resource(catalog: Catalog, uri: str) -> tuple[Resource, dict[str, str]] | None:
    """Return the resource of a URI and the values of its variables; a plain URI goes before templates."""
    known = resources(catalog)
    if uri in known and not known[uri].is_template:
        return known[uri], {}
    for resource in known.values():
        values = resource.template.match(uri) if resource.is_template else None
        if values is not None:
            return resource, values
    return None
