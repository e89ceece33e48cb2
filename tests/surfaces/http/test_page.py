"""The page at `/`: what it is made of, and what a person does with it in a real browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

import tooli.surfaces.http as http_surface

from .client import ask, ask_app, http_server

APP = Path(__file__).with_name("page_app.py")
FILES = Path(http_surface.__file__).with_name("page")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = (1280, 390)
VALUES = {
    "text": 'it\'s\n"two" lines',
    "number": 12345678901234567890,
    "ratio": -0.5,
    "flag": False,
    "when": "2025-01-02T03:04:05Z",
    "at": "10:20:30",
    "span": "P1DT2H",
    "id": "12345678-1234-5678-1234-567812345678",
    "amount": "1.50",
    "blob": "AAH/",
    "color": "blue",
    "tree": {"name": "a", "children": [{"name": "b", "children": [{"name": "c"}]}]},
    "pair": [1, "x"],
    "path": "-dash",
    "maybe": 7,
    "either": [1, 2],
    "numbers": [3, 1],
    "table": {"a": [1], "b": []},
    "matrix": [[1.5, 2], []],
    "spot": {"x": 1},
    "on": False,
}


def test_the_page_is_small_and_needs_nothing_from_elsewhere() -> None:
    texts = {path.name: path.read_text() for path in FILES.iterdir()}
    assert sum(len(text.encode()) for text in texts.values()) <= 150_000
    named = {
        name
        for text in texts.values()
        for name in re.findall(r"""(?:from "\./|href="|src=")([\w.]+\.(?:json|js|css))""", text)
    }
    assert named - {"openapi.json"} == texts.keys() - {"index.html"}
    for name, text in texts.items():
        outside = set(re.findall(r"https?://[^'\"\s]+", text)) - {"http://www.w3.org/2000/svg"}
        assert not outside, name
        assert not re.search(r"<[^>]+\s(?:on\w+|style)=", text), name
        assert "innerHTML" not in text, name
        assert "eval(" not in text, name


def test_the_page_is_served_under_a_strict_policy_and_without_a_token(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("ann a-very-long-token-indeed orders:read\n")
    from .page_app import app

    served = app.asgi(token_file=tokens)
    page = ask_app(served, "/")
    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'; script-src 'self'" in page.headers["content-security-policy"]
    assert ask_app(served, "/page.js").headers["content-type"] == "text/javascript; charset=utf-8"
    assert ask_app(served, "/manifest").status == 401


def test_the_manifest_tells_how_a_call_is_written_on_the_command_line() -> None:
    from .page_app import app

    told = ask_app(app.asgi(), "/manifest").envelope
    assert told["groups"] == {"orders": "Orders of customers", "stock": "What is on the shelves"}
    spelt = {command["name"]: command["command_line"] for command in told["commands"]}
    assert spelt["orders cancel"]["call"].endswith(" orders cancel")
    assert spelt["orders cancel"]["params"] == {
        "order": {"name": "--order", "positional": True},
        "reason": {"name": "--reason"},
    }
    assert spelt["login"]["params"]["password"] == {"name": "--password-file"}
    assert spelt["every"]["params"]["on"] == {"name": "--on", "off": "--no-on", "flag": True}
    assert spelt["every"]["params"]["pair"] == {"name": "--pair", "positional": True, "wide": True}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        pytest.skip("there is no chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with http_server(APP) as url:
        yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in which nothing may go wrong but the calls that are meant to."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, permissions=["clipboard-read"])
    page = context.new_page()
    page.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert [text for text in wrong if "the server responded with a status of 4" not in text] == []


def opened(page: Page, url: str, command: str, **given: Any) -> Page:
    """Open the form of a command."""
    values = f"?{quote(json.dumps(given))}" if given else ""
    page.goto(f"{url}#/commands/{command.replace(' ', '/')}{values}")
    expect(page.get_by_role("form", name=command)).to_be_visible()
    return page


def group(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("group", name=re.compile(rf"^{name}\b"))


def run(page: Page, state: str = "done") -> None:
    page.get_by_role("button", name="Run", exact=True).click()
    settled(page, state)


def settled(page: Page, state: str) -> None:
    expect(page.locator(".result")).to_have_attribute("data-state", re.compile("done|failed|cancelled"))
    assert page.locator(".result").get_attribute("data-state") == state, page.inner_text(".result")


def envelope(page: Page) -> dict[str, Any]:
    """Return the answer that the page shows, read from its view of the whole of it."""
    page.get_by_role("tab", name="Whole answer").click()
    told: dict[str, Any] = json.loads(page.locator(".result pre.json").inner_text())
    return told


def line(page: Page, name: str) -> str:
    page.get_by_role("tab", name=name).click()
    return page.locator(f"[data-line='{name}']").inner_text()


def in_shell(text: str) -> Any:
    """Return the result that a line of the shell prints."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    ran = subprocess.run(["sh", "-c", text], env={"PATH": path}, capture_output=True, text=True, check=False)
    answer = json.loads(ran.stdout)
    assert answer["ok"], answer
    return answer["result"]


@pytest.mark.browser
def test_a_person_finds_a_command_fills_in_its_form_applies_a_repair_and_gets_what_the_command_line_gives(
    page: Page, url: str
) -> None:
    page.goto(url)
    page.keyboard.press("/")
    page.keyboard.type("plac order")
    expect(page.locator("#found")).to_have_text("1 command")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert page.evaluate("location.hash") == "#/commands/orders/place"

    customer = group(page, "customer")
    customer.get_by_label("name").fill("Ann")
    address = group(customer, "address")
    address.get_by_label("street").fill("Main Street 1")
    address.get_by_label("city").fill("Bonn")
    address.get_by_label("country").select_option("fr")
    tags = group(customer, "tags")
    tags.get_by_role("button", name="Add an item").click()
    tags.get_by_role("textbox").fill("new")
    items = group(page, "items")
    items.get_by_label("sku").fill("A-1")
    items.get_by_label("quantity").fill("3")
    group(page, "payment").get_by_label("Which kind").select_option("card")
    group(page, "payment").get_by_label("number").fill("4111")
    page.get_by_label("deliver").fill("2025-12-24")
    labels = group(page, "labels")
    labels.get_by_role("button", name="Add a pair").click()
    labels.get_by_label("name").fill("from")
    labels.get_by_label("value").fill("Bob")
    boxes = page.get_by_label("boxes")
    boxes.fill("9")
    page.get_by_label("gift").check()
    expect(boxes).to_have_attribute("aria-invalid", "true")

    run(page, "failed")
    page.get_by_role("button", name="Apply the fix").click()
    expect(boxes).to_be_focused()
    expect(boxes).to_have_value("5")
    run(page)

    answer = envelope(page)
    assert answer["result"]["total"] == "29.70"
    assert answer["result"]["payment"] == {"kind": "card", "number": "4111"}
    assert answer["result"]["labels"] == {"from": "Bob"}
    assert answer["result"] == in_shell(line(page, "Command line"))
    assert answer["result"] == in_shell(line(page, "curl"))


@pytest.mark.browser
def test_a_value_of_every_type_goes_through_the_form_unchanged(page: Page, url: str) -> None:
    opened(page, url, "every", **VALUES)
    page.get_by_role("button", name="JSON", exact=True).click()
    assert json.loads(page.get_by_label("The arguments as JSON").input_value()) == VALUES
    page.get_by_role("button", name="JSON", exact=True).click()
    run(page)
    result = envelope(page)["result"]
    assert result == ask(url, "/commands/every", VALUES).result
    assert result == in_shell(line(page, "Command line"))
    assert result == in_shell(line(page, "curl"))
    script = line(page, "Python").replace("app.call(", "from page_app import app\nanswer = app.call(")
    ran = subprocess.run(
        [sys.executable, "-c", f"{script}\nprint(answer.model_dump_json())"],
        cwd=APP.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout)["result"] == result


@pytest.mark.browser
def test_a_null_that_is_not_the_default_is_given_and_the_command_line_says_that_it_cannot(
    page: Page, url: str
) -> None:
    opened(page, url, "every", **VALUES)
    group(page, "null").get_by_label("null: none at all").check()
    run(page)
    assert envelope(page)["result"]["null"] is None
    assert line(page, "Command line").endswith("# without null: there is no null here")


@pytest.mark.browser
def test_what_is_missing_is_shown_at_its_field(page: Page, url: str) -> None:
    opened(page, url, "orders place")
    run(page, "failed")
    page.get_by_role("button", name="Show me where").click()
    name = group(page, "customer").get_by_label("name")
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")


@pytest.mark.browser
def test_a_repair_that_says_yes_ticks_the_box_and_leaves_running_to_the_person(page: Page, url: str) -> None:
    opened(page, url, "orders cancel", order=7)
    run(page, "failed")
    expect(page.get_by_role("button", name="Apply and run")).to_have_count(0)
    page.get_by_role("button", name="Apply the fix").click()
    expect(page.get_by_label("Yes, do it")).to_be_checked()
    run(page)
    assert envelope(page)["result"] == "order 7 is cancelled"
    assert line(page, "Command line").endswith("orders cancel 7 --yes")


@pytest.mark.browser
def test_options_go_along_and_pages_follow_one_another(page: Page, url: str) -> None:
    opened(page, url, "orders list")
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Limit").fill("3")
    page.get_by_label("Fields").fill("oder,total")
    run(page, "failed")
    page.get_by_role("button", name="Apply and run").click()
    settled(page, "done")
    rows = page.locator(".result tbody tr")
    assert rows.all_inner_texts() == ["9\t0", "8\t1.5", "7\t3"]
    page.get_by_role("button", name="Next page").click()
    expect(page.locator(".facts")).to_contain_text("page 2")
    assert rows.all_inner_texts() == ["6\t4.5", "5\t6", "4\t7.5"]
    page.get_by_role("button", name="Previous page").click()
    expect(rows.first).to_have_text("90")
    assert line(page, "Command line").endswith("orders list --limit 3 --fields order,total")


@pytest.mark.browser
def test_a_dry_run_says_what_would_be_done(page: Page, url: str) -> None:
    opened(page, url, "orders cancel", order=7)
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Dry run").check()
    run(page)
    expect(page.get_by_role("heading", name="What would be done")).to_be_visible()
    assert envelope(page)["result"]["actions"] == [{"action": "cancel", "target": "order 7"}]


@pytest.mark.browser
def test_the_items_of_a_stream_are_shown_as_they_arrive_until_it_is_cancelled(page: Page, url: str) -> None:
    opened(page, url, "stock watch", endless=True)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".result tbody tr")).to_have_count(3)
    assert page.locator(".result").get_attribute("data-state") == "running"
    page.get_by_role("button", name="Cancel").click()
    settled(page, "cancelled")
    page.get_by_label("endless").uncheck()
    run(page)
    assert envelope(page)["result"] == [{"tick": n, "left": 40 - n} for n in range(3)]


@pytest.mark.browser
def test_what_a_command_names_as_its_next_step_is_a_link_to_a_form_that_is_filled_in(
    page: Page, url: str
) -> None:
    opened(page, url, "stock least")
    run(page)
    page.get_by_role("link", name="Go on with orders place").click()
    expect(page.get_by_label("priority").locator("option:checked")).to_have_text("urgent")


@pytest.mark.browser
def test_pictures_sounds_and_files_can_be_seen_heard_and_saved(page: Page, url: str) -> None:
    opened(page, url, "picture")
    run(page)
    assert page.get_by_role("img", name="pixel.png").evaluate("image => image.naturalWidth") == 1
    opened(page, url, "sound")
    run(page)
    expect(page.locator(".result audio")).to_be_visible()
    opened(page, url, "report")
    run(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save report.bin").click()
    assert Path(saved.value.path()).read_bytes() == b"\x00\x01\x02"


@pytest.mark.browser
def test_a_secret_is_sent_and_shown_nowhere(page: Page, url: str) -> None:
    opened(page, url, "login")
    page.get_by_label("password").fill("swordfish")
    run(page)
    assert envelope(page)["result"] == {"user": "ann", "length": 9}
    assert line(page, "Command line").endswith(" login --password-file FILE")
    assert all("swordfish" not in line(page, name) for name in ("Python", "curl"))


@pytest.mark.browser
def test_the_documents_for_programs_can_be_had_with_a_token_and_without(
    page: Page, url: str, tmp_path: Path
) -> None:
    names = {"OpenAPI": "openapi.json", "manifest": "manifest"}
    plain = {}
    for label, name in names.items():
        page.goto(url)
        page.get_by_role("link", name=label, exact=True).click()
        page.wait_for_url(f"{url.rstrip('/')}/{name}")
        plain[label] = ask(url, f"/{name}").envelope
    tokens = tmp_path / "tokens"
    tokens.write_text("ann a-very-long-token-indeed orders:read\n")
    with http_server(APP, "--token-file", str(tokens)) as guarded:
        page.goto(guarded)
        page.get_by_label("Token", exact=True).fill("a-very-long-token-indeed")
        page.get_by_role("button", name="Use it").click()
        for label in names:
            with page.expect_download() as saved:
                page.get_by_role("link", name=label, exact=True).click()
            told = json.loads(saved.value.path().read_text())
            assert saved.value.suggested_filename == f"shop-{label.lower()}.json"
            assert told.keys() == plain[label].keys() | ({"security"} if label == "OpenAPI" else set())
        expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.browser
def test_a_token_is_asked_for_and_kept_in_memory_only(page: Page, tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("ann a-very-long-token-indeed orders:read\n")
    with http_server(APP, "--token-file", str(tokens)) as url:
        page.goto(f"{url}#/commands/whoami")
        field = page.get_by_label("Token", exact=True)
        expect(field).to_be_focused()
        field.fill("a-wrong-token")
        page.keyboard.press("Enter")
        expect(page.locator("#token-problem")).to_have_text("the token is not known")
        field.fill("a-very-long-token-indeed")
        page.keyboard.press("Enter")
        expect(page.get_by_role("form", name="whoami")).to_be_visible()
        run(page)
        assert envelope(page)["result"] == ["orders:read"]
        assert '"Authorization: Bearer $TOKEN"' in line(page, "curl")
        kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
        assert "token" not in kept
        page.reload()
        expect(field).to_be_focused()


@pytest.mark.browser
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_sticks_out_and_everything_has_a_name(
    browser: Browser, url: str, width: int, scheme: Any
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    for command, given in (("every", VALUES), ("orders place", {}), ("orders list", {})):
        opened(page, url, command, **given)
        run(page, "failed" if command == "orders place" else "done")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        unnamed = page.evaluate(
            """[...document.querySelectorAll("input, textarea, select, button, a")]
            .filter((one) => one.checkVisibility() && one.getAttribute("aria-hidden") !== "true")
            .filter((one) => !one.labels?.length && !one.getAttribute("aria-label"))
            .filter((one) => !one.textContent.trim())
            .map((one) => one.outerHTML)"""
        )
        assert unnamed == []
    context.close()


@pytest.mark.browser
def test_the_theme_is_the_systems_until_another_is_chosen(page: Page, url: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(url)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name="Theme: auto").click()
    light = page.evaluate(ground)
    assert light != dark
    page.reload()
    expect(page.get_by_role("button", name="Theme: light")).to_be_visible()
    assert page.evaluate(ground) == light
