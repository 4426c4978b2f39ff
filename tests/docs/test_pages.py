"""Every page keeps the rule of command blocks, and what it says to type does what it says. README.md tells how."""
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import threading

import pytest
from page import ROOT, Page, all_pages

HERE = pathlib.Path(__file__).parent
SLOW = bool(os.environ.get("REDCODE_SLOW_DOCS"))
PAGES = [Page(path) for path in all_pages()]
TYPED = [page for page in PAGES if any(block.runs(SLOW) for block in page.typed)]
AT_A_TIME = 2


def names(page):
    return page.name


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_the_page_keeps_the_rule(page):
    assert page.mistakes() == []


def test_what_does_not_run_here_is_listed_with_its_reason():
    listed = {}
    for line in (HERE / "not-here.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            page, word, count, reason = line.split(maxsplit=3)
            assert reason
            listed[page, word] = int(count)
    found = collections.Counter((page.name, word) for page in PAGES for block in page.typed for word in block.words
                                if word in ("slow", "elsewhere"))
    assert listed == dict(found)


# Pages with servers use fixed ports, as a reader does.
one_server_at_a_time = threading.Lock()


def type_page(page):
    words = [sys.executable, str(HERE / "session.py"), *(["--slow"] if SLOW else []), page.name]
    servers = any("background" in block.words for block in page.typed)
    with one_server_at_a_time if servers else threading.Lock():
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def sessions(request):
    """A page to its session, under way or over."""
    chosen = [item.callspec.params["page"] for item in request.session.items if item.originalname == "test_what_the_page_says_to_type_works"]
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        yield {page.name: pool.submit(type_page, page) for page in chosen}
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("page", TYPED, ids=names)
def test_what_the_page_says_to_type_works(page, sessions):
    done = sessions[page.name].result()
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"
