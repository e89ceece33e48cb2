"""A page as Markdown reads as the page that it is, whatever its texts hold."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from skills_ref.parser import parse_frontmatter

from tooli.generate.frontmatter import quoted
from tooli.generate.markdown import markdown
from tooli.generate.page import (
    Bullets,
    Code,
    Heading,
    Link,
    Listing,
    Page,
    Paragraph,
    Quote,
    Table,
    Terms,
    codes,
    joined,
    marked,
)

READER = MarkdownIt("commonmark").enable("table")
SIGNS = "#>-+*=_`~|<>[]()!\\&'\"{}:.1 \n\tab$"
texts = st.one_of(st.text(SIGNS, min_size=1, max_size=20), st.text(min_size=1, max_size=20)).map(
    lambda text: f"x{text}" if not text.strip() or not text.strip().isprintable() else text
)


def kinds(text: str) -> list[str]:
    return [token.type for token in READER.parse(text) if token.nesting >= 0 and token.level < 6]


@given(texts)
@example("---")
@example(" -")
@example("a\n---")
@example("[a]: b")
@example("1. a")
@example("<!-- x")
@example("``")
@example("\\")
@example("    code")
def test_any_text_stays_what_it_is(text: str) -> None:
    page = Page(
        (
            Heading(2, text),
            Paragraph(text),
            Quote(text),
            Paragraph((text, Code(text), " ", Link("name", "x.md"))),
            Bullets((text, (Code(text), f": {text}"))),
            Table(("a", "b"), ((text, (Code(text),)),)),
            Listing(text, "console"),
            Paragraph("end"),
        )
    )
    assert kinds(markdown(page)) == [
        *("heading_open", "inline", "paragraph_open", "inline"),
        *("blockquote_open", "paragraph_open", "inline", "paragraph_open", "inline"),
        *("bullet_list_open", "list_item_open", "paragraph_open", "inline"),
        *("list_item_open", "paragraph_open", "inline"),
        *("table_open", "thead_open", "tr_open", "th_open", "inline", "th_open", "inline"),
        *("tbody_open", "tr_open", "td_open", "inline", "td_open", "inline"),
        *("fence", "paragraph_open", "inline"),
    ]


@given(st.text(SIGNS, min_size=1, max_size=20).map(lambda text: f"x{text}"))
def test_code_reads_as_it_was(text: str) -> None:
    inline = READER.parse(markdown(Page((Paragraph(("a ", Code(text), " b")),))))[1]
    [code] = [child.content for child in inline.children or () if child.type == "code_inline"]
    assert code.split() == " ".join(text.split()).split()


@given(texts)
def test_any_text_is_a_value_of_the_head(text: str) -> None:
    head, body = parse_frontmatter(f'---\nname: "a"\ndescription: {quoted(f"x{text}")}\n---\n\nbody\n')
    assert (list(head), body.strip()) == (["name", "description"], "body")


def test_terms_are_a_list_of_names_and_what_is_said_of_them() -> None:
    page = Page((Terms((((Code("--a"),), "first"), ("b", ""))),))
    assert markdown(page) == "- `--a`: first\n- b\n"


def test_pieces_are_put_together() -> None:
    assert codes(["a", "b"]) == (Code("a"), ", ", Code("b"))
    assert joined(("x", (Code("y"),)), ": ") == ("x", ": ", Code("y"))
    assert marked("Run `{line}`.", line="a {line}") == ("Run ", Code("a {line}"), ".")
