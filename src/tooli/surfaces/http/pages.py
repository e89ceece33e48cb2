"""The files of the page at `/`, read once."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("page")
INDEX = "index.html"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; media-src data: blob:; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
PAGE_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
)


@cache
def page_files() -> Mapping[str, tuple[bytes, bytes]]:
    """Return the media type and content of each file by its name; the page itself has none."""
    found: dict[str, tuple[bytes, bytes]] = {}
    for path in sorted(FOLDER.glob("*.*")):
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        text = "; charset=utf-8" if kind.startswith("text/") else ""
        name = "" if path.name == INDEX else path.name
        found[name] = (f"{kind}{text}".encode(), path.read_bytes())
    return found
