"""What an app says to those who know other frameworks."""

from __future__ import annotations

import pytest

from tooli import Tooli
from tooli.surfaces import habits


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("add_typer", "app.add_tooli(sub, name=...)"),
        ("callback", "@app.middleware"),
        ("tool", "@app.command"),
        ("get", "@app.command"),
        ("run", "app()"),
    ],
)
def test_methods_of_other_frameworks_are_answered_with_what_takes_their_place(
    name: str, instead: str
) -> None:
    app = Tooli("shop")
    for owner, asked in (("part", app.group("part")), ("shop", app), ("shop", app.api)):
        with pytest.raises(AttributeError) as caught:
            getattr(asked, name)
        assert str(caught.value).startswith(f"{owner} has no command '{name}': ")
        assert instead in str(caught.value)


def test_names_that_nobody_has_get_no_advice() -> None:
    with pytest.raises(AttributeError, match=r"^shop has no command 'nothing'$"):
        Tooli("shop").nothing  # type: ignore[attr-defined] # noqa: B018


def test_a_command_of_such_a_name_is_the_command() -> None:
    app = Tooli("shop")
    app.command("run")(lambda: 3)
    assert app.run().result == 3  # type: ignore[attr-defined]


def test_no_method_of_an_app_is_told_to_be_missing() -> None:
    assert [name for name in habits._HABITS if hasattr(Tooli, name)] == []
