"""Commands by name: groups, aliases, lazy groups, names nobody else may have."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tooli import Tooli
from tooli.errors import DeclarationError
from tooli.model import export_name
from tooli.model.listing import listed_commands, listed_paths


def migrate(step: int = 1) -> int:
    """Migrate the database."""
    return step


def dump() -> str:
    """Dump the database."""
    return "dumped"


def shop() -> Tooli:
    """An app with a group, a group in it, and an alias."""
    app = Tooli(name="shop")
    database = app.group("db", "Database work", tags=["data"], auth=["db"])
    database.command(aliases=["up"], tags=["slow"])(migrate)
    tables = Tooli(name="tables")
    tables.command()(dump)
    database.add_tooli(tables)
    app.command("hello")(dump)
    return app


def test_a_command_is_found_by_its_path() -> None:
    catalog = shop().runtime.catalog
    command = catalog.find(("db", "migrate"))
    assert command is not None
    assert (command.path, command.name, command.export_name) == (
        ("db", "migrate"),
        "db migrate",
        "db_migrate",
    )
    assert catalog.find(("db", "tables", "dump")) is not None
    assert catalog.find(("db",)) is None
    assert catalog.find(("db", "nothing")) is None
    assert catalog.find(("hello", "more")) is None


def test_an_alias_leads_to_the_same_command() -> None:
    catalog = shop().runtime.catalog
    assert catalog.find(("db", "up")) is catalog.find(("db", "migrate"))


def test_a_command_has_what_its_groups_have() -> None:
    command = shop().runtime.catalog.find(("db", "migrate"))
    assert command is not None
    assert (command.tags, command.auth) == (("data", "slow"), ("db",))


def test_commands_are_given_in_the_order_of_declaration() -> None:
    assert [command.name for command in shop().runtime.catalog.commands()] == [
        "db migrate",
        "db tables dump",
        "hello",
    ]


def test_every_name_calls_the_same_function() -> None:
    app = shop()
    assert app.call("db migrate", step=2).unwrap() == 2
    assert app.call("db.migrate", step=2).unwrap() == 2
    assert app.call("db up", step=2).unwrap() == 2
    assert app.api.db.migrate(step=2).unwrap() == 2
    assert app.call("db migrate").meta["tool"] == "shop.db.migrate"


def test_a_group_named_in_the_decorator_is_made_on_the_way() -> None:
    app = Tooli(name="app")
    app.command(group="admin users")(dump)
    app.command(group="admin")(migrate)
    assert app.call("admin users dump").unwrap() == "dumped"
    assert app.call("admin migrate").unwrap() == 1
    again = Tooli(name="app")
    again.command()(migrate)
    with pytest.raises(DeclarationError, match="group 'migrate' is a command"):
        again.command(group="migrate")(dump)


def test_the_only_command_of_an_app_runs_without_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    app = Tooli(name="app")
    app.command()(migrate)
    assert app.main(["--step", "3", "--plain"], standalone=False) == 0
    assert capsys.readouterr().out == "3\n"
    assert shop().runtime.catalog.single is None


@pytest.mark.parametrize("name", ["", "two words", "-dash", "tab\t"])
def test_a_name_that_no_command_line_could_say_is_refused(name: str) -> None:
    app = Tooli(name="app")
    with pytest.raises(DeclarationError, match="is not a valid name"):
        app.command(name="fine", aliases=[name])(dump)


def test_two_commands_cannot_have_one_name() -> None:
    app = Tooli(name="app")
    app.command(aliases=["up"])(migrate)
    app.group("db")
    for name in ("migrate", "up", "db"):
        with pytest.raises(DeclarationError, match=f"command '{name}' is declared twice"):
            app.command(name)(dump)
        with pytest.raises(DeclarationError, match=f"command '{name}' is declared twice"):
            app.command("other", aliases=[name])(dump)
    assert app.call("migrate").unwrap() == 1


def test_two_commands_cannot_be_exported_under_one_name() -> None:
    app = Tooli(name="app")
    app.group("db").command("migrate")(migrate)
    app.command("db-migrate")(dump)
    with pytest.raises(
        DeclarationError, match="commands 'db migrate' and 'db-migrate' are both exported as db_migrate"
    ):
        app.runtime  # noqa: B018 - the access is the test


@pytest.mark.parametrize(
    ("one", "other", "exported"),
    [
        ("x.y", "x_y", "x_y"),
        ("a-b", "a_b", "a_b"),
        ("größe", "grüße", "gr__e"),
        ("1a", "_1a", "_1a"),
        ("L" * 64 + "1", "L" * 64 + "2", "L" * 64),
    ],
)
def test_names_that_only_differ_in_what_is_mapped_are_refused_without_groups_too(
    one: str, other: str, exported: str
) -> None:
    app = Tooli(name="app")
    app.command(one)(migrate)
    app.command(other)(dump)
    with pytest.raises(DeclarationError, match=f"are both exported as {exported}; give one of them another"):
        app.call(one)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (("db", "migrate"), "db_migrate"),
        (("列表",), "u5217_u8868"),
        (("find-files",), "find_files"),
        (("2fa",), "_2fa"),
        (("größe",), "gr__e"),
        (("a" * 40, "b" * 40), "a" * 40 + "_" + "b" * 23),
    ],
)
def test_an_exported_name_has_letters_digits_and_underscores(path: tuple[str, ...], name: str) -> None:
    assert export_name(path) == name


def test_a_lazy_group_is_imported_when_it_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lazy_part.py").write_text(
        "from tooli import Tooli\n"
        "app = Tooli(name='part')\n"
        "@app.command\n"
        "def work(n: int = 1) -> int:\n"
        "    return n * 2\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lazy_part", raising=False)
    app = Tooli(name="app")
    app.lazy("part", "lazy_part:app", help="Heavy work")
    app.command()(dump)
    assert app.call("dump").unwrap() == "dumped"
    assert "lazy_part" not in sys.modules
    assert app.call("part work", n=4).unwrap() == 8
    assert "lazy_part" in sys.modules
    assert [command.name for command in app.runtime.catalog.commands()] == ["part work", "dump"]


def test_listings_look_into_no_hidden_group_and_into_lazy_ones_only_if_they_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "listed_part.py").write_text(
        "from tooli import Tooli\n"
        "app = Tooli(name='part')\n"
        "@app.command(pipe_input='n')\n"
        "def work(n: int) -> int:\n"
        "    return n\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "listed_part", raising=False)
    hidden = Tooli(name="hidden")
    hidden.lazy("never", "no.such.module:app")
    app = Tooli(name="app")
    app.add_tooli(hidden, hidden=True)
    app.lazy("part", "listed_part:app")
    app.command()(dump)
    app.command("secret", hidden=True)(migrate)
    catalog = app.runtime.catalog
    assert [command.name for command in listed_commands(catalog, imports=False)] == ["dump"]
    assert "listed_part" not in sys.modules
    assert [path for path, _ in listed_paths(catalog)] == [("part", "work"), ("dump",)]
    assert [command.name for command in listed_commands(catalog, ("part",))] == ["part work"]
    assert [command.name for command in listed_commands(catalog, declaring="pipe_input")] == ["part work"]
    assert list(listed_commands(catalog, ("nowhere",))) == []
    with pytest.raises(ModuleNotFoundError):
        list(listed_paths(catalog, ("hidden",)))  # asked for by name, it is looked into


@pytest.mark.parametrize("target", ["module", "module:", ":app", ""])
def test_a_lazy_group_names_a_module_and_an_app(target: str) -> None:
    app = Tooli(name="app")
    with pytest.raises(DeclarationError, match=r"lazy 'db': .* is not of the form package\.module:app"):
        app.lazy("db", target)


def test_a_thousand_commands_are_described_only_when_they_are_asked_for() -> None:
    app = Tooli(name="app")
    for index in range(1000):
        app.command(f"c{index}")(migrate)
    catalog = app.runtime.catalog
    assert app.call("c999", step=3).unwrap() == 3
    assert list(catalog._built) == [("c999",)]
