"""A parsed filter written as text reads back as the same filter."""

from __future__ import annotations

import pytest

from tooli.execute.filter_text import filter_text
from tooli.execute.filter_tree import parse
from tooli.execute.filter_words import jmespath_text


@pytest.mark.parametrize(
    "text",
    [
        'a.b[0].c == "x"',
        "a[-1] == 1.5 && b != null",
        "(a || b) && !c.d",
        "!(a == 1 || b == 2)",
        "(a == b) == (c == d)",
        'a."b c".d == @."x y"',
        '@."true" == true',
        '@."and" == @."Not"',
        "content-type == größe",
        "a[*].b[0] | [0] == 1",
        "(a | b).c",
        "a[].b.c",
        "a[1:3].b",
        "a[::2]",
        "a.*.b",
        "*",
        "a[?b == 1 && c].d",
        "@[?@ > 1]",
        "length(a[?b]) > 0",
        'join(",", a) == "x,y"',
        "sort_by(a, &b.c)[0].d == 1",
        "map(&(a || b), c)",
        'contains(["a", "b"], c)',
        "[a, b][0] == 1",
        "a.[b, c]",
        "{x: a, y: 1}.x",
        "'it' == a",
        "`[1,2]` == a",
        '`"it\'s"` == a',
        'a == "tick ` and \\\\ and \\" and \\n"',
        "@ == 1",
    ],
)
def test_a_filter_reads_back_as_it_was_written(text: str) -> None:
    tree = parse(jmespath_text(text))
    assert parse(jmespath_text(filter_text(tree))) == tree


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a = 1 and not b", "a == 1 && !b"),
        ("not (a > 1 or b)", "!(a > 1 || b)"),
        ("a == 'x'", 'a == "x"'),
        ('contains(`x`, "y")', "contains('x', \"y\")"),
        ("a[1:3].b == `2`", "a[1:3].b == 2"),
    ],
)
def test_a_filter_is_written_in_the_forgiving_form(text: str, written: str) -> None:
    assert filter_text(parse(jmespath_text(text))) == written
