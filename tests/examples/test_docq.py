"""The docq example: its parser, checked against CommonMark's, and its commands on every surface it shows."""

import json
import re
import shlex
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tooli import Tooli

ROOT = Path(__file__).parents[2]
DOCQ = ROOT / "examples" / "docq"
SAMPLE = "examples/docq/sample"
GUIDE = f"{SAMPLE}/guide.md"
sys.path.append(str(DOCQ))

import documents  # noqa: E402 -- the example is a script, found through its own directory
from documents import parse  # noqa: E402


def headings(text: str) -> list[tuple[int, str, int]]:
    return [(found["level"], found["title"], found["line"]) for found in parse(text).headings]


def links(text: str) -> list[tuple[int, str, str]]:
    return [(found["line"], found["text"], found["target"]) for found in parse(text).links]


def code(text: str) -> list[tuple[int, str, str]]:
    return [(found["line"], found["language"], found["code"]) for found in parse(text).code_blocks]


# Headings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One", [(1, "One", 1)]),
        ("###### Six", [(6, "Six", 1)]),
        ("####### Seven", []),
        ("#tag", []),
        ("#", [(1, "", 1)]),
        ("## Closed ##  ", [(2, "Closed", 1)]),
        ("## C#", [(2, "C#", 1)]),
        ("## ##", [(2, "", 1)]),
        ("   # Indented", [(1, "Indented", 1)]),
        ("    # Code", []),
        ("text\n# Interrupts", [(1, "Interrupts", 2)]),
        (r"\# Escaped", []),
        ("# A\r\n\r\n## B\r\n", [(1, "A", 1), (2, "B", 3)]),
        ("# A\r## B", [(1, "A", 1), (2, "B", 2)]),
        ("# form\x0cfeed\n## B", [(1, "form feed", 1), (2, "B", 2)]),
    ],
)
def test_atx_headings(text: str, expected: list[tuple[int, str, int]]) -> None:
    assert headings(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One\n===", [(1, "One", 1)]),
        ("Two\n-", [(2, "Two", 1)]),
        ("\nTwo\nlines\n---", [(2, "Two lines", 2)]),
        ("One\n\n===", []),
        ("---", []),
        ("text\n\n---\n\ntext", []),
        ("One\n= =", []),
        ("- item\n---", []),
        ("- item\nstill the item\n---", []),
        ("> quote\n---", []),
        ("- # hidden\nseen\n---", [(2, "seen", 2)]),
        ("```\ncode\n```\n---", []),
    ],
)
def test_setext_headings(text: str, expected: list[tuple[int, str, int]]) -> None:
    assert headings(text) == expected


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Use `app.call()`", "Use app.call()"),
        ("`*args` and `[x](y)`", "*args and [x](y)"),
        ("**Bold**, *italic* and _both_", "Bold, italic and both"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("The [guide](guide.md#a(b))", "The guide"),
        ("[![badge](b.svg)](https://ci.example) Project", "badge Project"),
        ("[1.0.0] - today", "1.0.0 - today"),
        ("[not defined] here", "[not defined] here"),
        (r"1\. \*not emphasis\*", "1. *not emphasis*"),
        ("two  spaces", "two spaces"),
    ],
)
def test_a_title_is_what_a_reader_sees(written: str, shown: str) -> None:
    assert headings(f"# {written}\n\n[1.0.0]: https://example.org/1.0.0")[0][1] == shown


@pytest.mark.parametrize(
    "text",
    [
        "```\n# hidden\n```",
        "~~~ python\n# hidden\n~~~",
        "````\n```\n# hidden\n```\n# hidden\n````",
        "~~~\n```\n# hidden\n~~~",
        "   ```\n   # hidden\n   ```",
        "1. step\n\n   ```sh\n   # hidden\n   ```",
        "- ```\n  # hidden\n  ```",
        "> ```\n> # hidden\n> ```",
        "``` not `a fence`\n\n    # hidden",
        "<!--\n# hidden\n-->",
        "<pre>\n# hidden\n\n# hidden\n</pre>",
        "---\n# hidden: yes\n---",
        "+++\n# hidden = true\n+++",
        "---\n# hidden: yes\n...",
        "> # hidden",
        "- # hidden",
    ],
)
def test_headings_in_code_quotes_lists_comments_and_front_matter_are_not_the_outline(text: str) -> None:
    assert headings(f"{text}\n\n# Seen") == [(1, "Seen", text.count("\n") + 3)]


def test_a_fence_that_is_never_closed_reaches_to_the_end() -> None:
    assert headings("# Seen\n```\n# hidden\n``\n~~~\n# hidden") == [(1, "Seen", 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ntitle: x\n---\nText\n---", [(2, "Text", 4)]),
        ("---\n\n# Seen\n\n---", [(1, "Seen", 3)]),
        ("---\ntitle: never closed\n\n# Seen", [(1, "Seen", 4)]),
        ("\n---\n# Seen\n---", [(1, "Seen", 3)]),
    ],
)
def test_front_matter_stands_on_the_first_line_and_is_closed(
    text: str, expected: list[tuple[int, str, int]]
) -> None:
    assert headings(text) == expected


# Code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```python title=x\nprint()\n```", [(1, "python", "print()")]),
        ("text\n```\na\n\nb\n```\ntext", [(2, "", "a\n\nb")]),
        ("````md\n```\ninner\n```\n````", [(1, "md", "```\ninner\n```")]),
        ("~~~ a`b\nx\n~~~", [(1, "a`b", "x")]),
        ("```\na\n``\n~~~\n```` \nb", [(1, "", "a\n``\n~~~")]),
        ("  ```\n  a\n    b\n c\n  ```", [(1, "", "a\n  b\nc")]),
        ("1. x\n\n   ```js\n   y()\n   ```\n2. z", [(3, "js", "y()")]),
        ("- x\n  ```\n  y\nz", [(2, "", "y")]),
        ("> ```\n> a\nb", [(1, "", "a")]),
        ("    a\n\n    b\n\ntext", [(1, "", "a\n\nb")]),
        ("\ta\n\t\tb", [(1, "", "a\n    b")]),
        ("text\n    not code", []),
        ("```", [(1, "", "")]),
        ("`` ` ``\n``` a`", []),
    ],
)
def test_code_blocks(text: str, expected: list[tuple[int, str, str]]) -> None:
    assert code(text) == expected


# Links


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](b)", [(1, "a", "b")]),
        ('[a](b "title") [c](<d e> \'t\')', [(1, "a", "b"), (1, "c", "d e")]),
        ("[wiki](https://x.example/A_(b))", [(1, "wiki", "https://x.example/A_(b)")]),
        (r"[a](b\)c)", [(1, "a", "b)c")]),
        ("[two\nlines](b)", [(1, "two lines", "b")]),
        ("text\ntext [a](b)\n[c](d)", [(2, "a", "b"), (3, "c", "d")]),
        ("[a]()", [(1, "a", "")]),
        ("![alt](pic.png)", [(1, "alt", "pic.png")]),
        ("[![alt](pic.png)](page.md)", [(1, "alt", "page.md"), (1, "alt", "pic.png")]),
        ("[`code`](b)", [(1, "code", "b")]),
        ("[a [b](c) d](e)", [(1, "b", "c")]),
        ("- [a](b)\n\n  [c](d)\n> [e](f)", [(1, "a", "b"), (3, "c", "d"), (4, "e", "f")]),
        ("# [a](b)\n\n[c](d)\n===", [(1, "a", "b"), (3, "c", "d")]),
        ("| [a](b) | c |\n|---|---|\n| d | [e](f) |", [(1, "a", "b"), (3, "e", "f")]),
        ("[a][Label]\n\n[label]: target 'title'", [(1, "a", "target")]),
        ("[label][] and [LABEL]\n\n[label]: <tar get>", [(1, "label", "tar get"), (1, "LABEL", "tar get")]),
        ("[x] [y][z] [^1]\n\n[^1]: a note", []),
        ("[first]\n\n[first]: 1\n[first]: 2", [(1, "first", "1")]),
        ("<https://a.example>", [(1, "https://a.example", "https://a.example")]),
        ("[a](<https://b.example>)", [(1, "a", "https://b.example")]),
        ("<ann@b.example>", [(1, "ann@b.example", "mailto:ann@b.example")]),
        ("(see https://a.example/b_(c).)", [(1, "https://a.example/b_(c)", "https://a.example/b_(c)")]),
        ("[https://a.example](https://b.example)", [(1, "https://a.example", "https://b.example")]),
        ("`[a](b)` and ``https://a.example ` ``", []),
        (r"\[a](b)", []),
        ("```\n[a](b)\n```\n\n    [c](d)\n\n<!-- [e](f) -->", []),
        ('<a href="https://a.example">a</a>', []),
        ("[a\n\nb](c)", []),
        ("https:// http://.", []),
    ],
)  # fmt: skip
def test_links(text: str, expected: list[tuple[int, str, str]]) -> None:
    assert links(text) == expected


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("https://a.example", "web"),
        ("//a.example/b", "web"),
        ("mailto:a@b.example", "web"),
        ("#part", "anchor"),
        ("", "anchor"),
        ("guide.md#part", "file"),
        ("../a b.md", "file"),
        ("C:/a.md", "file"),
    ],
)
def test_link_kinds(target: str, kind: str) -> None:
    assert [link["kind"] for link in parse(f"[a](<{target}>)").links] == [kind]


# Documents


def test_stats_count_words_outside_code_and_front_matter() -> None:
    text = "---\ntitle: not counted\n---\n# A title\n\nIt's *one* - two\n\n```\nnot this\n```\n\n[x]: y\n"
    assert parse(text, "a.md").stats() == {
        "file": "a.md", "words": 5, "sections": 1, "links": 0, "code_blocks": 1, "lines": 12,
    }  # fmt: skip


def test_a_text_file_is_one_section_named_after_the_file() -> None:
    document = parse("# no heading\n```\nhttps://a.example.\n", "some/notes.txt", markdown=False)
    assert document.headings == [{"file": "some/notes.txt", "level": 1, "title": "notes.txt", "line": 1}]
    assert document.code_blocks == []
    assert [(link["line"], link["target"]) for link in document.links] == [(3, "https://a.example")]
    section = document.section("notes.txt")
    assert section is not None
    assert section["text"] == "# no heading\n```\nhttps://a.example."


@pytest.mark.parametrize("markdown", [True, False])
def test_an_empty_file_holds_nothing(markdown: bool) -> None:
    assert parse("", "a", markdown).stats() == {
        "file": "a", "words": 0, "sections": 0, "links": 0, "code_blocks": 0, "lines": 0,
    }  # fmt: skip


def test_a_section_reaches_to_the_next_heading_of_its_level() -> None:
    document = parse("intro\n# A\na\n## B\nb\n### C\nc\n\n## D\nd\n# E\n")
    texts = {title: section["text"] for title in "ABCDE" if (section := document.section(title))}
    assert texts == {
        "A": "# A\na\n## B\nb\n### C\nc\n\n## D\nd",
        "B": "## B\nb\n### C\nc",
        "C": "### C\nc",
        "D": "## D\nd",
        "E": "# E",
    }
    assert document.section("  b ") == document.section("B")
    assert document.section("F") is None
    assert [document.section_title(line) for line in range(1, 12)] == ["", *"AABBCCCDDE"]


def test_the_closest_title_is_the_one_most_alike() -> None:
    document = parse("# Installation\n# Usage\n# License\n")
    assert document.closest_title("instalation") == "Installation"
    assert document.closest_title("LICENCE") == "License"
    assert document.closest_title("zzz") is not None
    assert parse("no headings").closest_title("a") is None


def test_bytes_that_are_not_utf8_do_not_stop_the_reading(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"# caf\xe9\n")
    assert documents.read(file).headings[0]["title"] == "caf\ufffd"
    file.write_bytes(b"\xef\xbb\xbf# With a mark\n")
    assert documents.read(file).headings[0]["title"] == "With a mark"
    file.write_bytes("# Wide ✓\n".encode("utf-16"))
    assert documents.read(file).headings[0]["title"] == "Wide ✓"


def test_a_directory_is_walked_by_name_without_hidden_and_installed_ones(tmp_path: Path) -> None:
    names = ["b.md", "a.TXT", "c.markdown", "d.py", "sub/e.text", "sub/deeper/f.md"]
    skipped = [".git/g.md", "node_modules/h/i.md", ".venv/j.txt", "sub/.hidden/k.md"]
    for name in names + skipped:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# x\n")
    (tmp_path / "folder.md").mkdir()
    found = [file.relative_to(tmp_path).as_posix() for file in documents.find(tmp_path)]
    assert found == ["a.TXT", "b.md", "c.markdown", "sub/e.text", "sub/deeper/f.md"]
    assert list(documents.find(tmp_path / "d.py")) == [tmp_path / "d.py"]
    assert list(documents.find(tmp_path / ".git")) == [tmp_path / ".git" / "g.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_to_nothing_is_no_document(tmp_path: Path) -> None:
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere")
    assert list(documents.find(tmp_path)) == []


def test_search_reads_a_file_only_when_its_turn_comes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\nneedle\n")
    (tmp_path / "b.md").write_text("")
    found = documents.search(tmp_path, documents.compile_query("NEEDLE"))
    assert next(found)["line"] == 2
    (tmp_path / "b.md").write_text("a needle too\n")
    assert next(found)["text"] == "a needle too"


def test_search_tells_section_and_context(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("one\ntwo\n# Three\nfour\nfive\n")
    pattern = documents.compile_query("^(one|four)$", regex=True)
    found = [(m["line"], m["section"], m["context"]) for m in documents.search(file, pattern, context=1)]
    assert found == [(1, "", ["one", "two"]), (4, "Three", ["# Three", "four", "five"])]
    assert [m["context"] for m in documents.search(file, pattern)] == [[], []]


def test_a_query_is_literal_unless_told_otherwise() -> None:
    assert documents.compile_query("a.b").search("axb") is None
    assert documents.compile_query("a.b", regex=True).search("AxB")
    assert documents.compile_query("a.b", regex=True, ignore_case=False).search("AxB") is None
    with pytest.raises(ValueError, match=r"'\(' is not a regular expression"):
        documents.compile_query("(", regex=True)


# Properties

MARKS = "#=-~`*_>[]()!<>\\|: \t\n\r'\"+.1aé\0\x0c\u2028https://@^"
LINES = st.sampled_from(
    ["# A", "## B ##", "text", "more *text*", "", "", "===", "---", "```", "````", "~~~ py", "  ```",
     "   # C", "    code", "* * *", "x [c](d) `[e](f)`", "[a]: /u", "[z][a] ![i](j)", "[![b](i)](u)",
     r"\[n](o)", "[q", "r](s)", "<https://x.example>", "# [a]", "[g](<https://y.example>)"]
)  # fmt: skip
CONTAINED = st.sampled_from(
    ["- item", "- # hid", "> quote", "> # q", "> ```", "1. one", "1. x\n\n   ```\n   y\n   ```",
     "- a\n  - b\n\n        c"]
)  # fmt: skip


@given(st.text() | st.text(MARKS) | st.lists(LINES).map("\n".join), st.booleans())
def test_any_text_can_be_read(text: str, markdown: bool) -> None:
    document = parse(text, "a", markdown)
    count = len(document.lines)
    for found in [*document.headings, *document.links, *document.code_blocks]:
        assert 1 <= found["line"] <= count
    lines = [heading["line"] for heading in document.headings]
    assert lines == sorted(set(lines))
    for heading in document.headings:
        section = document.section(heading["title"])
        assert section is not None
        assert section["text"] in "\n".join(document.lines)


@given(st.binary())
def test_any_bytes_can_be_read(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.md"
    file.write_bytes(data)
    assert documents.read(file).file == file.as_posix()


@given(
    st.lists(st.sampled_from(["# Hidden", "", "text", "``", "[a](b)", "Hidden\n---"])),
    st.sampled_from("`~"),
    st.integers(3, 6),
)
def test_a_fence_hides_all_that_is_in_it(inner: list[str], mark: str, length: int) -> None:
    fence = mark * length
    body = "\n".join(inner)
    document = parse(f"{fence}\n{body}\n{fence}\n# Seen\n")
    assert [heading["title"] for heading in document.headings] == ["Seen"]
    assert document.headings[0]["line"] == body.count("\n") + 4
    assert [block["code"] for block in document.code_blocks] == [body]
    assert document.links == []


def commonmark(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, str]], list[str]]:
    """What the reference parser finds: headings (line, level), code (line, text) and link targets."""
    found_headings, found_code, targets, depth = [], [], [], 0
    for token in MarkdownIt("commonmark").parse(text):
        if token.type.startswith(("blockquote_", "list_item_")):
            depth += token.nesting
        elif token.type == "heading_open" and depth == 0 and token.map:
            found_headings.append((token.map[0] + 1, int(token.tag[1])))
        elif token.type in ("fence", "code_block") and token.map:
            found_code.append((token.map[0] + 1, token.content.strip("\n")))
        pending = list(token.children or ())
        while pending:
            part = pending.pop()
            pending += part.children or ()
            targets += [str(part.attrs[name]) for name in ("href", "src") if name in part.attrs]
    return found_headings, found_code, sorted(targets)


@given(st.lists(LINES | CONTAINED.map("\n{}\n\nafter\n".format), max_size=12))
def test_blocks_and_links_are_those_of_commonmark(lines: list[str]) -> None:
    text = "\n".join(["start", *lines])
    document = parse(text)
    assert commonmark(text) == (
        [(heading["line"], heading["level"]) for heading in document.headings],
        [(block["line"], block["code"].strip("\n")) for block in document.code_blocks],
        sorted(link["target"] for link in document.links),
    )


# The app


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the app as its users do, from the root of the repository."""
    command = [sys.executable, str(DOCQ / "app.py"), *args]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


def envelope(*args: str) -> tuple[int, dict[str, Any]]:
    finished = run(*args, "--json")
    answer: dict[str, Any] = json.loads(finished.stdout)
    assert answer["meta"]["version"] == "1.0.0"
    assert finished.stderr == ""
    return finished.returncode, answer


def result(*args: str) -> Any:
    status, answer = envelope(*args)
    assert (status, answer["ok"]) == (0, True)
    return answer["result"]


def failure(*args: str) -> tuple[int, dict[str, Any]]:
    status, answer = envelope(*args)
    assert answer["ok"] is False
    return status, answer["error"]


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Tooli:
    """The app as an imported object; paths are those of the repository's root."""
    monkeypatch.chdir(ROOT)
    spec = spec_from_file_location("docq_app", DOCQ / "app.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    loaded = module.app
    assert isinstance(loaded, Tooli)
    return loaded


def test_outline_lists_the_headings_of_each_file() -> None:
    rows = [(row["file"], row["level"], row["title"], row["line"]) for row in result("outline", SAMPLE)]
    assert rows == [
        (f"{SAMPLE}/api.md", 1, "API", 1),
        (f"{SAMPLE}/api.md", 2, "Read the state", 5),
        (f"{SAMPLE}/api.md", 2, "Change the state", 14),
        (f"{SAMPLE}/api.md", 3, "Errors", 24),
        (GUIDE, 1, "Lantern guide", 5),
        (GUIDE, 2, "Set up", 10),
        (GUIDE, 2, "Everyday use", 22),
        (GUIDE, 2, "Colours", 27),
        (f"{SAMPLE}/notes.txt", 1, "notes.txt", 1),
    ]


def test_stats_counts_sorts_and_cuts() -> None:
    guide = {"file": GUIDE, "words": 66, "sections": 4, "links": 5, "code_blocks": 1, "lines": 37}
    assert result("stats", GUIDE) == [guide]
    assert result("stats", SAMPLE, "--sort", "words", "--top", "1") == [guide]
    by_code = result("stats", SAMPLE, "--sort", "code_blocks")
    assert [row["code_blocks"] for row in by_code] == [2, 1, 0]
    assert [Path(row["file"]).name for row in result("stats", SAMPLE)] == ["api.md", "guide.md", "notes.txt"]


def test_search_streams_one_line_for_each_match() -> None:
    finished = run("search", "TIMEOUT", SAMPLE, "--jsonl")
    rows = [json.loads(line) for line in finished.stdout.splitlines()]
    assert [(row["file"], row["line"], row["section"]) for row in rows] == [
        (f"{SAMPLE}/api.md", 16, "Change the state"),
        (f"{SAMPLE}/api.md", 26, "Errors"),
        (f"{SAMPLE}/notes.txt", 3, "notes.txt"),
    ]


def test_search_options() -> None:
    assert result("search", "TIMEOUT", SAMPLE, "--no-ignore-case") == []
    assert result("search", "l.ntern", SAMPLE) == []
    [found] = result("search", "^l.ntern 2", SAMPLE, "--regex", "--context", "1")
    assert found == {
        "file": f"{SAMPLE}/notes.txt", "line": 1, "section": "notes.txt", "text": "Lantern 2.1",
        "context": ["Lantern 2.1", ""],
    }  # fmt: skip


def test_links_can_be_narrowed_to_one_kind() -> None:
    assert len(result("links", SAMPLE)) == 9
    assert {row["kind"] for row in result("links", SAMPLE, "--kind", "file")} == {"file"}
    assert result("links", SAMPLE, "--kind", "anchor") == [
        {"file": GUIDE, "line": 20, "text": "the colours", "target": "#colours", "kind": "anchor"}
    ]


def test_section_shows_the_text_of_one() -> None:
    section = result("section", GUIDE, "everyday USE")
    assert (section["title"], section["level"], section["line"]) == ("Everyday use", 2, 22)
    assert section["text"].splitlines()[0] == "## Everyday use"
    assert section["text"].endswith("Questions go to <help@lantern.example>.")


def test_code_can_be_narrowed_to_one_language() -> None:
    assert [row["language"] for row in result("code", SAMPLE)] == ["python", "json", "console"]
    [block] = result("code", SAMPLE, "--language", "JSON")
    assert block == {
        "file": f"{SAMPLE}/api.md",
        "line": 18,
        "language": "json",
        "code": '{"on": true, "kelvin": 5500}',
    }


def test_an_unknown_section_names_the_closest_one() -> None:
    status, error = failure("section", GUIDE, "colors")
    assert (status, error["code"], error["field"]) == (10, "E3910", "heading")
    assert error["suggestion"]["fix"] == "Did you mean 'Colours'?"
    assert result("section", *error["suggestion"]["arguments"].values())["title"] == "Colours"


def test_a_file_without_headings_gets_no_guess(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("text\n")
    _, error = failure("section", str(tmp_path / "a.md"), "any")
    assert "suggestion" not in error


@pytest.mark.parametrize(
    ("args", "status", "code", "field"),
    [
        (["outline", "nowhere"], 10, "E1907", "path"),
        (["section", SAMPLE, "x"], 2, "E1903", "file"),
        (["stats", SAMPLE, "--top", "0"], 2, "E1903", "top"),
        (["stats", SAMPLE, "--sort", "size"], 2, "E1904", "sort"),
        (["search", "x", SAMPLE, "--context", "-1"], 2, "E1903", "context"),
        (["search", "(", SAMPLE, "--regex"], 2, "E1903", "text"),
        (["links", SAMPLE, "--kind", "mail"], 2, "E1904", "kind"),
    ],
)
def test_bad_input_is_named(args: list[str], status: int, code: str, field: str) -> None:
    exit_code, error = failure(*args)
    assert (exit_code, error["code"], error["field"]) == (status, code, field)


def test_python_callers_get_the_same_rows(app: Tooli) -> None:
    assert app.call("outline", path=SAMPLE).unwrap() == result("outline", SAMPLE)
    assert app.call("stats", path=SAMPLE, sort="lines").unwrap() == result("stats", SAMPLE, "--sort", "lines")
    assert app.call("links", path=SAMPLE, kind="web").unwrap() == result("links", SAMPLE, "--kind", "web")
    assert app.call("code", path=SAMPLE).unwrap() == result("code", SAMPLE)
    assert app.call("section", file=GUIDE, heading="Colours").unwrap() == result("section", GUIDE, "Colours")
    assert list(app.stream("search", text="timeout", path=SAMPLE)) == result("search", "timeout", SAMPLE)


def test_python_callers_get_errors_as_values(app: Tooli) -> None:
    answer = app.call("section", file=GUIDE, heading="colors")
    assert not answer.ok
    assert answer.error is not None
    assert (answer.error.code, answer.error.exit_code) == ("E3910", 10)


@pytest.mark.untraced
def test_importing_the_app_loads_neither_its_parser_nor_dataclasses() -> None:
    script = (
        "import sys, app; print(sorted({'markup', 'difflib', 'dataclasses', 'inspect'} & set(sys.modules)))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], cwd=DOCQ, capture_output=True, encoding="utf-8", check=True
    )
    assert finished.stdout.strip() == "[]"


CONSOLE = re.findall(r"```console\n(.*?)```", (DOCQ / "README.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", CONSOLE)
def test_the_readme_shows_real_output(block: str) -> None:
    prompt, _, shown = block.partition("\n")
    program, script, *args = shlex.split(prompt.removeprefix("$ "))
    assert (program, script) == ("python", "examples/docq/app.py")
    assert run(*args).stdout == shown
