"""Resources and prompts are described once, and mistakes raise where they are made."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest

from tooli import Tooli
from tooli.errors import DeclarationError
from tooli.model.prompt import find_prompt, prompts
from tooli.model.resource import find_resource, resources
from tooli.model.uri_template import read_template


def text(id: str) -> str:
    """One note."""
    return id


def nothing() -> str:
    return ""


@pytest.mark.parametrize(
    ("template", "uri", "values"),
    [
        ("notes://all", "notes://all", {}),
        ("notes://all", "notes://all/", None),
        ("notes://{id}/text", "notes://7/text", {"id": "7"}),
        ("notes://{id}/text", "notes://a%20b%2Fc/text", {"id": "a b/c"}),
        ("notes://{id}/text", "notes://a/b/text", None),
        ("notes://{id}/text", "notes:///text", None),
        ("notes://{id}/text", "notes://%ff/text", None),
        (
            "db://{table}/{row}?as={form}",
            "db://people/3?as=csv",
            {"table": "people", "row": "3", "form": "csv"},
        ),
        ("log:{day}.txt", "log:2026-11-15.txt", {"day": "2026-11-15"}),
    ],
)
def test_a_template_matches_uris_and_decodes_what_stands_in_them(
    template: str, uri: str, values: dict[str, str] | None
) -> None:
    assert read_template(template).match(uri) == values


def test_expanding_a_template_gives_a_uri_that_it_matches() -> None:
    template = read_template("notes://{id}/{part}")
    uri = template.expand({"id": "a/b c", "part": "é?"})
    assert uri == "notes://a%2Fb%20c/%C3%A9%3F"
    assert template.match(uri) == {"id": "a/b c", "part": "é?"}


@pytest.mark.parametrize(
    ("uri", "mistake"),
    [
        ("notes", "begins with its scheme"),
        ("", "begins with its scheme"),
        ("notes://a b", "no white space"),
        ("notes://{id", "a brace has no partner"),
        ("notes://id}", "a brace has no partner"),
        ("notes://{}", "{} is not a variable"),
        ("notes://{+path}", "{+path} is not a variable; only {name} is"),
        ("notes://{id*}", "{id*} is not a variable"),
        ("notes://{id}/{id}", "{id} stands in it twice"),
        ("notes://{id}{part}", "two variables need something between them"),
        ("notes://{other}", "there is no param 'other' for {other}"),
        ("notes://all", "param 'id' has no default and no variable {id}"),
    ],
)
def test_a_uri_that_cannot_work_is_refused_at_declaration(uri: str, mistake: str) -> None:
    app = Tooli("notes")
    with pytest.raises(
        DeclarationError, match=mistake.replace("{", r"\{").replace("+", r"\+").replace("*", r"\*")
    ):
        app.resource(uri)(text)


@pytest.mark.parametrize(
    ("settings", "mistake"),
    [
        ({"mime_type": "text/plain"}, "use media_type="),
        ({"titel": "x"}, "did you mean title="),
        ({"media_type": "text"}, "is not of the form text/plain"),
        ({"media_type": 3}, "media_type must be a string, not int"),
        ({"audience": "user"}, "audience is a list of user and assistant"),
        ({"audience": ["robot"]}, "audience is a list of user and assistant"),
        ({"priority": 2}, "priority=2 is not a number from 0 to 1"),
        ({"timeout": 0}, "timeout must be a positive number"),
        ({"capabilities": ["fs:write"]}, "ReadOnly, but it declares fs:write"),
        ({"capabilities": ["disk:read"]}, "no area 'disk'"),
    ],
)
def test_a_keyword_that_cannot_be_is_refused_at_declaration(settings: dict[str, Any], mistake: str) -> None:
    with pytest.raises(DeclarationError, match=mistake):
        Tooli("notes").resource("notes://all", **settings)(nothing)


def test_an_app_s_permissions_hold_for_resources_and_prompts() -> None:
    app = Tooli("notes", permissions={"fs": "none"})
    with pytest.raises(DeclarationError, match="fs:read"):
        app.resource("notes://all", capabilities=["fs:read"])(nothing)
    with pytest.raises(DeclarationError, match="fs:read"):
        app.prompt(capabilities=["fs:read"])(nothing)


def test_one_uri_and_one_prompt_name_belong_to_one_function() -> None:
    app = Tooli("notes")
    app.resource("notes://all")(nothing)
    app.prompt("ask-me")(nothing)
    with pytest.raises(DeclarationError, match="resource 'notes://all' is declared twice"):
        app.resource("notes://all")(nothing)
    with pytest.raises(DeclarationError, match="prompt 'ask_me' is declared twice"):
        app.prompt("ask_me")(nothing)


def test_groups_may_not_take_each_other_s_uris_and_prompt_names() -> None:
    app = Tooli("notes")
    app.resource("notes://all")(nothing)
    app.group("db").resource("notes://all")(nothing)
    with pytest.raises(DeclarationError, match="resource 'notes://all' is declared twice"):
        _ = app.runtime
    other = Tooli("notes")
    other.prompt("db-ask")(nothing)
    other.group("db").prompt("ask")(nothing)
    with pytest.raises(DeclarationError, match="prompt 'db_ask' is declared twice"):
        _ = other.runtime


@pytest.mark.parametrize("name", ["two words", " ", 3])
def test_a_prompt_name_is_one_word(name: Any) -> None:
    with pytest.raises(DeclarationError, match="is not a valid name"):
        Tooli("notes").prompt(name)(nothing)


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(DeclarationError, match="3 is not a function"):
        Tooli("notes").resource("notes://all")(3)  # type: ignore[type-var] # that is the point


def test_nothing_is_declared_once_the_app_is_in_use() -> None:
    app = Tooli("notes")
    _ = app.runtime
    with pytest.raises(DeclarationError, match="is in use"):
        app.resource("notes://all")
    with pytest.raises(DeclarationError, match="is in use"):
        app.prompt(nothing)


def test_a_resource_is_described_as_a_command_is() -> None:
    app = Tooli("notes")
    group = app.group("db", auth=["db"])
    group.resource("notes://{id}/text", title="A note", media_type="text/markdown", priority=0.5)(text)
    found = find_resource(app.runtime.catalog, "notes://3/text")
    assert found is not None
    resource, values = found
    assert values == {"id": "3"}
    assert (resource.name, resource.uri, resource.is_template) == ("db_text", "notes://{id}/text", True)
    assert (resource.media_type, resource.priority, resource.command.title) == (
        "text/markdown",
        0.5,
        "A note",
    )
    assert resource.command.path == ("resource", "db", "text")
    assert resource.command.auth == ("db",)
    assert resource.command.summary == "One note."
    assert resource.command.read_only


def test_a_plain_uri_goes_before_a_template_that_matches_it_too() -> None:
    app = Tooli("notes")
    app.resource("notes://{id}")(text)
    app.resource("notes://all")(nothing)
    found = find_resource(app.runtime.catalog, "notes://all")
    assert found is not None
    assert found[0].uri == "notes://all"
    assert list(resources(app.runtime.catalog)) == ["notes://{id}", "notes://all"]


def test_annotations_may_name_what_is_local_to_the_declaring_function() -> None:
    class Style(Enum):
        SHORT = "short"

    app = Tooli("notes")

    @app.resource("notes://{style}")
    def styled(style: Style) -> str:
        return type(style).__name__

    @app.prompt
    def bare(style: Style) -> str:
        return type(style).__name__

    @app.prompt("named")
    def named(style: Style) -> str:
        return type(style).__name__

    assert [param.annotation for param in prompts(app.runtime.catalog)["bare"].params] == [Style]
    assert [param.annotation for param in prompts(app.runtime.catalog)["named"].params] == [Style]
    assert [
        param.annotation for param in resources(app.runtime.catalog)["notes://{style}"].command.params
    ] == [Style]


def test_a_prompt_is_found_by_every_spelling_of_its_name() -> None:
    app = Tooli("notes")
    app.group("db").prompt(description="Say it")(nothing)
    catalog = app.runtime.catalog
    assert list(prompts(catalog)) == ["db_nothing"]
    for name in ("db_nothing", "db nothing", "db.nothing", "db-nothing"):
        command = find_prompt(catalog, name)
        assert command is not None
        assert (command.path, command.summary) == (("prompt", "db", "nothing"), "Say it")
    assert find_prompt(catalog, "nothing") is None
