"""The documentation as a site: built strictly, searchable, the same origin for everything, readable on a phone."""
import functools
import http.server
import os
import subprocess
import sys
import threading

import pytest
from page import ROOT

sys.path.insert(0, str(ROOT / "tests/e2e"))
from view_parts import axe, browser_or_skip  # noqa: E402

REFERENCE = ["reference/*.md", "reference/commands/*.md", "reference/schema/*.md"]


# Says as little of itself as a program can, so that a test is about the pages it breaks.
TERSE = """#!/bin/sh
[ "$1" = config ] && echo '{"properties": {"a": {"type": "string"}}}' && exit
mkdir -p "$4/commands" && echo '# Commands' >"$4/commands.md" && echo '# A command' >"$4/commands/one.md"
"""


def build(docs, out, program=None):
    return subprocess.run([ROOT / "tools/site", "--docs", docs, "--out", out], capture_output=True, text=True, check=False, timeout=300,
                          env={**os.environ, **({"REDCODE": str(program)} if program else {})})


@pytest.fixture(scope="session")
def site():
    out = ROOT / "build/site"
    done = build(ROOT / "docs", out)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture
def small(tmp_path):
    """Pages with nothing wrong, to break in one way."""
    pages = {"index.md": "# Start\n\n[to the end](end.md#the-last-word), [what it reads](../data.txt)\n", "end.md": "# The end\n\n## The last word\n",
             "nav.yaml": "All:\n" + "".join(f"  - {name}\n" for name in ["index.md", "end.md", *REFERENCE])}
    (tmp_path / "docs").mkdir()
    (tmp_path / "data.txt").write_text("data")
    for name, text in pages.items():
        (tmp_path / "docs" / name).write_text(text)
    (tmp_path / "terse").write_text(TERSE)
    (tmp_path / "terse").chmod(0o755)
    return tmp_path / "docs"


def test_sound_pages_become_a_site(small, tmp_path):
    done = build(small, tmp_path / "out", tmp_path / "terse")

    assert done.returncode == 0, done.stdout + done.stderr
    assert 'href="end.html#the-last-word"' in (tmp_path / "out/index.html").read_text()


WRONG = {
    "a link to a page that is not there": ("index.md", "[x](nowhere.md)", "nowhere.md"),
    "an anchor that is not there": ("index.md", "[x](end.md#nothing)", "end.md#nothing"),
    "an anchor of its own that is not there": ("end.md", "[x](#nothing)", "nothing"),
    "a file that is not there": ("index.md", "[x](../nothing.txt)", "../nothing.txt is no file"),
    "a page that the list leaves out": ("third.md", "# A page", "third.md"),
    "a listed page that is not there": ("nav.yaml", "  - fourth.md", "there is no page fourth.md"),
    "a picture that is not there": ("index.md", "![x](nothing.png)", "nothing.png"),
}


@pytest.mark.parametrize("name,text,why", WRONG.values(), ids=WRONG)
def test_what_is_wrong_stops_the_build(name, text, why, small, tmp_path):
    with open(small / name, "a") as page:
        page.write(f"\n{text}\n")

    done = build(small, tmp_path / "out", tmp_path / "terse")

    assert done.returncode != 0
    assert why in done.stderr


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def address(site):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    browser = browser_or_skip(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.driver.quit()


def look(browser, page):
    browser.driver.get(page)
    browser.until(lambda: browser.js("return document.readyState") == "complete")


def test_the_search_finds_a_page_and_nothing_leaves_the_origin(browser, address):
    browser.events()

    look(browser, f"{address}/search.html?q=inconclusive")
    browser.until(lambda: browser.all("ul.search li a"))
    found = browser.texts("ul.search li a")
    look(browser, f"{address}/index.html")

    assert "Gating" in found
    requests, _ = browser.events()
    assert len(requests) > 5
    assert [one for one in requests if not one.startswith((address, "data:"))] == []
    assert browser.complaints() == []


@pytest.mark.parametrize("page", ["index", "tutorial/first-run", "metrics", "explanation/comparison", "fleet", "reference/commands"])
def test_a_page_is_readable_on_a_phone_and_by_a_screen_reader(page, browser, address):
    browser.window(width=390, height=844, mobile=True)
    look(browser, f"{address}/{page}.html")
    wide = browser.overflow()
    browser.window()
    look(browser, f"{address}/{page}.html")

    assert wide == []
    assert browser.violations(axe()) == []


def test_every_group_of_readers_is_led_on_from_the_first_page(browser, address):
    look(browser, f"{address}/index.html")

    groups = browser.texts(".wy-menu .caption-text")

    assert {"TUTORIAL", "HOW-TO", "REFERENCE", "EXPLANATION"} <= {group.upper() for group in groups}
