"""The options of a server are the keywords of `app.asgi`, and the page about HTTP has them all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tooli import Tooli
from tooli.surfaces.http.options import HttpOptions, HttpSettings

PAGE = Path(__file__).parents[3] / "docs" / "http.md"


def test_the_keywords_have_the_types_of_the_options() -> None:
    said = {name: reference.__forward_arg__ for name, reference in HttpSettings.__annotations__.items()}
    assert said == HttpOptions.__annotations__


def test_the_page_names_each_option_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(.+?)` \|", PAGE.read_text().partition("| keyword |")[2], re.M)
    names = list(HttpOptions.__annotations__)
    options = HttpOptions()
    assert rows[: len(names)] == [(name, repr(getattr(options, name))) for name in names]


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="max_bdy"):
        Tooli("app").asgi(max_bdy=1)  # type: ignore[call-arg]
