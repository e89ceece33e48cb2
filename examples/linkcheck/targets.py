"""Whether a link leads somewhere, in files and on the web. Plain Python, without the framework."""

from __future__ import annotations

from difflib import get_close_matches
from http.client import HTTPException
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, unquote, urldefrag
from urllib.request import Request, urlopen

import pages

LARGEST = 5_000_000
"""Bytes of a page that are searched for an anchor."""
_AGENT = {"User-Agent": "linkcheck/1.0"}


class Verdict(NamedTuple):
    """What became of a link; `to` is where it leads instead."""

    status: Literal["ok", "redirected", "broken", "skipped"]
    detail: str = ""
    to: str | None = None


def in_files(file: Path, link: str) -> Verdict:
    """Look whether the file and the anchor are there that a link in a file names."""
    name, anchor = (unquote(part) for part in urldefrag(link))
    name = name.partition("?")[0]
    target = file.parent / name if name else file
    if not target.exists():
        near = get_close_matches(target.name, [path.name for path in target.parent.glob("*")], 1)
        return Verdict("broken", f"there is no {name}" + (f"; there is {near[0]}" if near else ""))
    if not anchor or target.suffix not in pages.SUFFIXES:
        return Verdict("ok")
    anchors = pages.read(target).anchors
    return Verdict("ok") if anchor in anchors else _missing(anchor, anchors)


def on_web(link: str, wait: float) -> Verdict:
    """Ask the server of a link whether it is there, and its page for the anchor; follow redirects."""
    address, anchor = urldefrag(link)
    try:
        try:
            return _answer(address, anchor, "GET" if anchor else "HEAD", wait)
        except HTTPError as error:
            if anchor or error.code in (404, 410, 429):
                raise
            return _answer(address, anchor, "GET", wait)  # not every server knows HEAD
    except HTTPError as error:
        error.close()
        return Verdict("broken", f"{error.code} {error.reason}")
    except TimeoutError:
        return Verdict("broken", f"no answer within {wait:g} s")
    except URLError as error:
        late = isinstance(error.reason, TimeoutError)
        return Verdict("broken", f"no answer within {wait:g} s" if late else str(error.reason))
    except (OSError, HTTPException, ValueError) as error:
        return Verdict("broken", str(error) or type(error).__name__)


def _answer(address: str, anchor: str, method: str, wait: float) -> Verdict:
    request = Request(quote(address, safe="%/:=&?~+!$,;'@()*[]"), headers=_AGENT, method=method)
    with urlopen(request, timeout=wait) as response:
        if anchor and response.headers.get_content_type() == "text/html":
            page = pages.in_html(response.read(LARGEST).decode("utf-8", "replace"))
            if unquote(anchor) not in page.anchors:
                return _missing(unquote(anchor), page.anchors)
        if response.url != request.full_url:
            return Verdict("redirected", to=response.url + (f"#{anchor}" if anchor else ""))
    return Verdict("ok")


def _missing(anchor: str, anchors: set[str]) -> Verdict:
    near = get_close_matches(anchor, sorted(anchors), 1)
    return Verdict("broken", f"there is no #{anchor}" + (f"; there is #{near[0]}" if near else ""))
