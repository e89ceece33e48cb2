"""The parser: a document's lines become its headings, links, code blocks and words.

Blocks follow CommonMark; links include bare web addresses, as on GitHub. Three things are deliberately
simple: headings inside quotes and list items do not count, since the outline is the document's own; HTML is
passed over; and a list item ends at its first line that is not indented, even if its paragraph goes on.
"""

import re
from pathlib import Path

from documents import CodeBlock, Document, Kind, Link, fold

DEEPEST = 20
"""Quotes and lists nested deeper than this are read as prose."""

PUNCTUATION = r"[!-/:-@\[-`{-~]"
CODE_SPAN = r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"

FENCE = re.compile(r"(?P<indent> {0,3})(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>.*)")
ATX = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<title>.*))?")
SETEXT = re.compile(r" {0,3}(?P<marks>=+|-+)[ \t]*")
RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}")
QUOTE = re.compile(r"(?: {0,3}> ?)+")
ITEM = re.compile(r" {0,3}(?:[-+*]|(?P<number>\d{1,9})[.)])(?=[ \t]|$)")
HTML = re.compile(r" {0,3}<(?P<tag>!--|(?:pre|script|style|textarea)(?=[\s>]|$))", re.IGNORECASE)
DEFINITION = re.compile(
    r" {0,3}\[(?P<label>[^\^\[\]][^\[\]]*)\]:[ \t]*(?P<target><[^<>]*>|\S+)"
    r"(?:[ \t]+(?:\".*\"|'.*'|\(.*\)))?[ \t]*"
)

HIDING = re.compile(
    rf"\\{PUNCTUATION}|{CODE_SPAN}"
    r"|<(?P<address>[A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*|[^\s<>@:/]+@[\w.-]+)>"
    r"|</?[A-Za-z][^<>]*>",
    re.DOTALL,
)
TARGET = re.compile(
    r"\(\s*+(?P<target><[^<>\n]*>|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+)"
    r"(?:\s++(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|\([^()]*+\)))?\s*+\)",
    re.DOTALL,
)
REFERENCE = re.compile(r"\[(?P<label>[^\[\]]*)\]")
WEB_ADDRESS = re.compile(r"\bhttps?://\w[^\s<>\[\]\0]*")
SENTENCE_MARKS = "?!.,:;*_~'\""
MARKUP = re.compile(
    rf"\\(?P<escaped>{PUNCTUATION})|{CODE_SPAN}"
    r"|!?\[(?P<label>(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*)\]"
    r"(?P<target>\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])?"
    r"|(?<!\*)(?P<stars>\*{1,3})(?![\s*])(?P<starred>.+?)(?<![\s*])(?P=stars)(?!\*)"
    r"|(?<!\w)(?P<scores>_{1,3})(?![\s_])(?P<scored>.+?)(?<![\s_])(?P=scores)(?!\w)",
    re.DOTALL,
)


def fill(document: Document) -> None:
    """Read a Markdown document's lines."""
    start = _front_matter(document.lines)
    page = _Page(document)
    _Blocks(page, document.lines[start:], start + 1).scan()
    for heading in document.headings:
        heading["title"] = _plain(heading["title"], page.definitions)
    for line, text in page.prose:
        document.words += _count_words(text)
        document.links += _links(page, line, text)


def fill_text(document: Document) -> None:
    """Read a text file's lines."""
    if document.lines:
        title = Path(document.file).name
        document.headings.append({"file": document.file, "level": 1, "title": title, "line": 1})
    for line, text in enumerate(document.lines, start=1):
        document.words += _count_words(text)
        document.links += [_link(document, line, url, url) for _, url in _web_addresses(text)]


def link_kind(target: str) -> Kind:
    """Tell whether a link leads to the web, to a file, or into its own document."""
    if not target or target.startswith("#"):
        return "anchor"
    return "web" if re.match(r"//|[A-Za-z][A-Za-z0-9+.-]+:", target) else "file"


class _Page:
    """What the blocks of one document add up to, before its links are resolved."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.prose: list[tuple[int, str]] = []
        """Paragraphs and headings: the number of the first line, and the text."""
        self.definitions: dict[str, str] = {}
        """Targets of reference links, by folded label."""


class _Blocks:
    """The lines of a document, or of a quote or list item in it, taken block by block.

    Each kind of block has a method that looks at the line `at` and returns where the next block starts,
    or None if no such block starts there.
    """

    def __init__(self, page: _Page, lines: list[str], first: int, depth: int = 0) -> None:
        self.page = page
        self.lines = lines
        self.first = first
        """What the document calls line 0."""
        self.depth = depth
        self.paragraph: list[str] = []
        self.paragraph_line = first
        self.lazy = False
        """The paragraph of the quote or item above may still go on here; it cannot become a heading."""

    def scan(self) -> bool:
        """Take all blocks; tell whether the last one is a paragraph that may go on."""
        kinds = (
            self._blank,
            self._indented_code,
            self._fenced_code,
            self._html,
            self._atx_heading,
            self._setext_heading,
            self._rule,
            self._quote,
            self._list_item,
            self._definition,
            self._text,
        )
        at = 0
        while at < len(self.lines):
            at = next(end for kind in kinds if (end := kind(at)) is not None)
        goes_on = bool(self.paragraph) or self.lazy
        self._end_paragraph()
        return goes_on

    def _blank(self, at: int) -> int | None:
        if not _is_blank(self.lines[at]):
            return None
        self._end_paragraph()
        return at + 1

    def _indented_code(self, at: int) -> int | None:
        if self.paragraph or self.lazy or _indent(self.lines[at]) < 4:
            return None
        end = scanned = at + 1
        while scanned < len(self.lines):
            line = self.lines[scanned]
            scanned += 1
            if not _is_blank(line):
                if _indent(line) < 4:
                    break
                end = scanned
        self._add_code(at, "", [_dedent(line, 4) for line in self.lines[at:end]])
        return end

    def _fenced_code(self, at: int) -> int | None:
        fence = FENCE.fullmatch(self.lines[at])
        if fence is None or (fence["marks"][0] == "`" and "`" in fence["info"]):
            return None
        self._end_paragraph()
        closing = re.compile(f" {{0,3}}{fence['marks'][0]}{{{len(fence['marks'])},}}[ \\t]*")
        end = at + 1
        while end < len(self.lines) and not closing.fullmatch(self.lines[end]):
            end += 1
        language = fence["info"].split()[0] if fence["info"].strip() else ""
        width = len(fence["indent"])
        self._add_code(at, language, [_dedent(line, width) for line in self.lines[at + 1 : end]])
        return end + 1

    def _html(self, at: int) -> int | None:
        opening = HTML.match(self.lines[at])
        if opening is None:
            return None
        self._end_paragraph()
        closing = "-->" if opening["tag"] == "!--" else f"</{opening['tag'].lower()}>"
        while at < len(self.lines) and closing not in self.lines[at].lower():
            at += 1
        return at + 1

    def _atx_heading(self, at: int) -> int | None:
        heading = ATX.fullmatch(self.lines[at])
        if heading is None:
            return None
        self._end_paragraph()
        title = re.sub(r"(?:^|[ \t])#+$", "", (heading["title"] or "").rstrip(" \t"))
        self._add_heading(self.first + at, len(heading["marks"]), title)
        return at + 1

    def _setext_heading(self, at: int) -> int | None:
        underline = SETEXT.fullmatch(self.lines[at])
        if underline is None or self.lazy or not self.paragraph:
            return None
        level = 1 if underline["marks"][0] == "=" else 2
        self._add_heading(self.paragraph_line, level, "\n".join(self.paragraph))
        self.paragraph = []
        return at + 1

    def _rule(self, at: int) -> int | None:
        if not RULE.fullmatch(self.lines[at]):
            return None
        self._end_paragraph()
        return at + 1

    def _quote(self, at: int) -> int | None:
        end = at
        inner = []
        while end < len(self.lines) and (quote := QUOTE.match(self.lines[end])):
            inner.append(self.lines[end][quote.end() :])
            end += 1
        return self._contain(at, inner) if inner else None

    def _list_item(self, at: int) -> int | None:
        marker = ITEM.match(self.lines[at])
        if marker is None:
            return None
        rest = self.lines[at][marker.end() :]
        interrupts = not _is_blank(rest) and marker["number"] in (None, "1")
        if self.paragraph and not self.lazy and not interrupts:
            return None
        gap = _indent(rest) if not _is_blank(rest) and _indent(rest) <= 4 else 1
        width = marker.end() + gap
        inner = [_dedent(rest, gap)]
        end = at + 1
        while end < len(self.lines) and (_is_blank(self.lines[end]) or _indent(self.lines[end]) >= width):
            inner.append(_dedent(self.lines[end], width))
            end += 1
        return self._contain(at, inner)

    def _definition(self, at: int) -> int | None:
        if self.paragraph or self.lazy:
            return None
        definition = DEFINITION.fullmatch(self.lines[at])
        if definition is None or _is_blank(definition["label"]):
            return None
        self.page.definitions.setdefault(fold(definition["label"]), _target(definition["target"]))
        return at + 1

    def _text(self, at: int) -> int:
        if not self.paragraph:
            self.paragraph_line = self.first + at
        self.paragraph.append(self.lines[at])
        return at + 1

    def _contain(self, at: int, inner: list[str]) -> int | None:
        """Take the lines of a quote or list item that starts at `at`."""
        if self.depth == DEEPEST:
            return None
        self._end_paragraph()
        self.lazy = _Blocks(self.page, inner, self.first + at, self.depth + 1).scan()
        return at + len(inner)

    def _end_paragraph(self) -> None:
        if self.paragraph:
            self.page.prose.append((self.paragraph_line, "\n".join(self.paragraph)))
        self.paragraph = []
        self.lazy = False

    def _add_heading(self, line: int, level: int, title: str) -> None:
        self.page.prose.append((line, title))
        if self.depth == 0:
            file = self.page.document.file
            self.page.document.headings.append({"file": file, "level": level, "title": title, "line": line})

    def _add_code(self, at: int, language: str, lines: list[str]) -> None:
        file = self.page.document.file
        code = "\n".join(lines)
        block: CodeBlock = {"file": file, "line": self.first + at, "language": language, "code": code}
        self.page.document.code_blocks.append(block)


def _links(page: _Page, line: int, text: str) -> list[Link]:
    """Return the links of one paragraph, which starts at `line`, in the order they are written."""
    visible = list(text)
    found: dict[int, tuple[str, str]] = {}
    for hiding in HIDING.finditer(text):
        _hide(visible, *hiding.span())
        if address := hiding["address"]:
            found[hiding.start()] = address, address if link_kind(address) == "web" else f"mailto:{address}"
    openings: list[int] = []
    for at in [at for at, char in enumerate(visible) if char in "[]"]:
        if visible[at] == "[":
            openings.append(at)
        elif visible[at] == "]" and openings:
            opening = openings.pop()
            target, end = _destination(page, text, opening, at)
            if target is not None:
                for inside in range(at + 1, end):
                    found.pop(inside, None)
                found[opening] = _plain(text[opening + 1 : at], page.definitions), target
                _hide(visible, opening, end)
                image = _is_image(text, opening)
                openings = [outer for outer in openings[-1:] if image or _is_image(text, outer)]
    found.update((at, (address, address)) for at, address in _web_addresses("".join(visible)))
    return [
        _link(page.document, line + text.count("\n", 0, at), label, target)
        for at, (label, target) in sorted(found.items())
    ]


def _is_image(text: str, opening: int) -> bool:
    return text[opening - 1 : opening] == "!"


def _destination(page: _Page, text: str, opening: int, closing: int) -> tuple[str | None, int]:
    """Return where the link text in brackets leads, if anywhere, and where the link ends."""
    if inline := TARGET.match(text, closing + 1):
        return _target(inline["target"]), inline.end()
    reference = REFERENCE.match(text, closing + 1)
    label = reference["label"] if reference and reference["label"] else text[opening + 1 : closing]
    return page.definitions.get(fold(label)), reference.end() if reference else closing + 1


def _hide(visible: list[str], start: int, end: int) -> None:
    visible[start:end] = "\0" * (end - start)


def _web_addresses(text: str) -> list[tuple[int, str]]:
    """Return the bare web addresses in `text`, without the punctuation of the sentence around them."""
    found = []
    for match in WEB_ADDRESS.finditer(text):
        address = match[0].rstrip(SENTENCE_MARKS)
        while address.endswith(")") and address.count(")") > address.count("("):
            address = address[:-1].rstrip(SENTENCE_MARKS)
        found.append((match.start(), address))
    return found


def _link(document: Document, line: int, text: str, target: str) -> Link:
    return {"file": document.file, "line": line, "text": text, "target": target, "kind": link_kind(target)}


def _target(written: str) -> str:
    """Return a link's target without its angle brackets and escapes."""
    if written.startswith("<"):
        written = written[1:-1]
    return re.sub(rf"\\({PUNCTUATION})", r"\1", written)


def _plain(text: str, definitions: dict[str, str]) -> str:
    """Return `text` as a reader sees it: the words of its links, code and emphasis, on one line."""

    def shown(match: re.Match[str]) -> str:
        if match["code"] is not None:
            return match["code"].strip()
        if match["label"] is not None and not match["target"] and fold(match["label"]) not in definitions:
            return match[0]
        inner = match["label"] or match["starred"] or match["scored"]
        return match["escaped"] or (_plain(inner, definitions) if inner else "")

    return " ".join(MARKUP.sub(shown, text).split())


def _count_words(text: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in text.split())


def _front_matter(lines: list[str]) -> int:
    """Return how many lines the metadata at the top of a document takes."""
    closings = {"---": ("---", "..."), "+++": ("+++",)}.get(lines[0].rstrip() if lines else "", ())
    if len(lines) < 2 or _is_blank(lines[1]):
        return 0
    return next((at for at, line in enumerate(lines[1:], start=2) if line.rstrip() in closings), 0)


def _is_blank(line: str) -> bool:
    return not line.strip(" \t")


def _indent(line: str) -> int:
    """Return how many columns of white space start the line."""
    margin = line[: len(line) - len(line.lstrip(" \t"))]
    return len(margin.expandtabs(4))


def _dedent(line: str, width: int) -> str:
    """Take up to `width` columns of white space from the start of the line."""
    rest = line.lstrip(" \t")
    margin = line[: len(line) - len(rest)].expandtabs(4)
    return margin[width:] + rest
