"""linkcheck: do the links of Markdown and HTML files lead somewhere? Try `python linkcheck.py --help`."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, TypedDict

import pages
import targets

from tooli import AgentContext, Annotated, Argument, Option, Tooli
from tooli.annotations import Idempotent, OpenWorld, ReadOnly
from tooli.errors import StateError, Suggestion

app = Tooli(
    name="linkcheck",
    description="Check the links of Markdown and HTML files",
    version="1.0.0",
    permissions={"filesystem": "read", "network": "read"},
    triggers=["documents were moved or renamed", "headings of documents were changed"],
)

Paths = Annotated[tuple[Path, ...], Argument(help="Files, or folders of them", exists=True)]
Kind = Literal["web", "file", "anchor", "other"]


class Found(TypedDict):
    """A link in a file."""

    file: Path
    line: int
    link: str
    kind: Kind


class Checked(TypedDict):
    """What became of a link; `to` is where a redirect leads."""

    file: Path
    line: int
    link: str
    status: Literal["ok", "redirected", "broken", "skipped"]
    detail: str
    to: str | None


@app.command(
    annotations=ReadOnly | OpenWorld,
    capabilities=["fs:read", "net:read"],
    examples=[
        {"args": ["sample", "--offline"], "description": "Only what can be seen without the network"},
        {
            "args": ["sample/guide.md", "--offline", "--all"],
            "description": "Every link of a file, good or bad",
        },
    ],
    error_codes={"E3001": "there are broken links, and --fail was given"},
    handoffs=[{"command": "anchors", "when": "an anchor is broken, to see which there are"}],
)
async def check(
    ctx: AgentContext,
    paths: Paths,
    offline: Annotated[bool, Option("--offline", help="Ask no server")] = False,
    everything: Annotated[bool, Option("--all", help="Show links that are good or skipped too")] = False,
    fail: Annotated[bool, Option("--fail", help="A broken link is an error, with status 1")] = False,
    concurrency: Annotated[int, Option(min=1, max=64, help="Servers are asked so many things at once")] = 8,
    wait: Annotated[float, Option(min=0.1, help="Seconds to wait for a server")] = 10.0,
) -> AsyncIterator[Checked]:
    """Check links: files, anchors and web pages. What is wrong is told as soon as it is known."""
    links = list(_links(paths))
    done = broken = 0
    async for link, verdict in _checked(links, offline, concurrency, wait):
        done += 1
        ctx.progress(done, len(links), link["link"])
        broken += verdict.status == "broken"
        if everything or verdict.status in ("broken", "redirected"):
            yield Checked(
                file=link["file"],
                line=link["line"],
                link=link["link"],
                status=verdict.status,
                detail=verdict.detail,
                to=verdict.to,
            )
    if broken and fail:
        raise StateError(
            f"broken links: {broken} of {len(links)}",
            code="E3001",
            exit_code=1,
            suggestion=Suggestion("Mend the links.", action="fix"),
        )


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["sample", "--kind", "web"], "description": "Which servers it names"}],
)
def links(
    paths: Paths, kind: Annotated[Kind | None, Option(help="Only links of this kind")] = None
) -> Iterator[Found]:
    """List the links of files, without checking them."""
    yield from (link for link in _links(paths) if kind in (None, link["kind"]))


@app.command(
    annotations=ReadOnly | Idempotent,
    capabilities=["fs:read"],
    examples=[{"args": ["sample/guide.md"], "description": "What can be linked to"}],
)
def anchors(file: Annotated[Path, Argument(help="A page", exists=True, dir_okay=False)]) -> list[str]:
    """List the anchors of a page: headings as GitHub names them, and ids."""
    return sorted(pages.read(file).anchors)


def _links(paths: tuple[Path, ...]) -> Iterator[Found]:
    for file in (file for path in paths for file in pages.files_below(path)):
        for link in pages.read(file).links:
            yield Found(file=file, line=link.line, link=link.target, kind=_kind(link.target))


def _kind(link: str) -> Kind:
    scheme = link.partition(":")[0].lower() if ":" in link.partition("/")[0] else ""
    if scheme in ("http", "https"):
        return "web"
    if scheme or link.startswith("//"):
        return "other"
    return "anchor" if link.startswith("#") else "file"


async def _checked(
    links: list[Found], offline: bool, concurrency: int, wait: float
) -> AsyncIterator[tuple[Found, targets.Verdict]]:
    """Give each link with its verdict as soon as that is known; each web page is asked for once."""
    web: dict[str, list[Found]] = {}
    for link in links:
        if link["kind"] == "web" and not offline:
            web.setdefault(link["link"], []).append(link)
        elif link["kind"] in ("web", "other"):
            yield link, targets.Verdict("skipped")
        else:
            yield link, targets.in_files(link["file"], link["link"])
    loop, pool = asyncio.get_running_loop(), ThreadPoolExecutor(concurrency)
    asked = {loop.run_in_executor(pool, targets.on_web, address, wait): address for address in web}
    try:
        while asked:
            for answer in (await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED))[0]:
                for link in web[asked.pop(answer)]:
                    yield link, answer.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


if __name__ == "__main__":
    app()
