@@ Bruno | Build the site
=== sitegen/build.py
"""Writes the site into a folder."""

import pathlib
import shutil

from sitegen.pages import read
from sitegen.settings import ROOT
from sitegen.template import fill

FACTS = [("date", "When"), ("meet", "Where"), ("guide", "Guide"), ("length_km", "Kilometres"), ("grade", "Grade")]


def facts(page):
    """The facts of a walk as a list."""
    if page.path.parts[0] != "walks":
        return ""
    rows = "".join(f"<li>{title}: {page.front[name]}</li>\n" for name, title in FACTS if name in page.front)
    return f'<ul class="facts">\n{rows}</ul>\n'


def listing(pages):
    return "<ul>\n" + "".join(f'<li><a href="{page.address}">{page.date}: {page.title}</a></li>\n' for page in pages) + "</ul>\n"


def put(out, address, text):
    file = pathlib.Path(out) / address.strip("/") / "index.html"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def build(out, config, root=ROOT):
    """Gives (pages written, left out)."""
    template = (root / "templates/page.html").read_text(encoding="utf-8")
    pages, left_out = read(root / "content", config["drafts"])
    for page in pages:
        put(out, page.address, fill(template, {"title": page.title, "site": config["title"], "content": facts(page) + page.html}))
    walks = [page for page in pages if page.path.parts[0] == "walks"]
    put(out, "/walks/", fill(template, {"title": "Walks", "site": config["title"], "content": listing(walks)}))
    shutil.copytree(root / "assets", out, dirs_exist_ok=True)
    return len(pages), left_out
=== tests/test_build.py
import pytest

from sitegen.build import build
from sitegen.settings import settings


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    build(out, settings("production"))
    return out


def test_home(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    assert "<h1>Welcome</h1>" in text
    assert "Halvorsund Hiking Club</title>" in text


def test_walks_have_facts(site):
    pages = sorted((site / "walks").glob("2025-*/index.html"))
    assert len(pages) >= 5
    assert all("Guide: " in page.read_text(encoding="utf-8") for page in pages)


def test_list_of_walks(site):
    assert (site / "walks/index.html").read_text(encoding="utf-8").count("<li>") >= 5
@@ Bruno | python3 -m sitegen build
=== sitegen/__main__.py
"""python3 -m sitegen build FOLDER"""

import sys

from sitegen.build import build
from sitegen.settings import settings


def main(words):
    if len(words) != 2 or words[0] != "build":
        print(__doc__, file=sys.stderr)
        return 2
    count, left_out = build(words[1], settings())
    for path, reason in left_out:
        print(f"left out {path}: {reason}")
    print(f"{count} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
@@ call walks | 2025 5 6
@@ Arvid | Walks of May
@@ release minor | The generator; First pages
@@ Elif | A feed of new walks
=== sitegen/feed.py
"""RSS of the newest pages."""

import datetime
import email.utils
from xml.sax.saxutils import escape


def item(page, address):
    moment = datetime.datetime.combine(page.date, datetime.time(), datetime.timezone.utc)
    return f"<item><title>{escape(page.title)}</title><link>{address}{page.address}</link><pubDate>{email.utils.format_datetime(moment)}</pubDate></item>"


def feed(pages, title, address, count):
    items = "\n".join(item(page, address) for page in pages[:count])
    return f'<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>{escape(title)}</title><link>{address}/</link><description>{escape(title)}</description>\n{items}\n</channel></rss>\n'
=== tests/test_feed.py
import datetime
import pathlib
import xml.etree.ElementTree as tree

from sitegen.feed import feed
from sitegen.pages import Page


def test_feed():
    pages = [Page(pathlib.PurePosixPath(f"walks/{name}.md"), f"{name} & more", datetime.date(2026, 5, 3), {}, "") for name in ("a", "b", "c")]
    found = tree.fromstring(feed(pages, "Club", "https://www.club.example", 2).encode())
    assert [item.findtext("title") for item in found.iter("item")] == ["a & more", "b & more"]
    assert found.find("channel/item/pubDate").text == "Sun, 03 May 2026 00:00:00 +0000"
~~~ sitegen/build.py
    shutil.copytree
=>
    (pathlib.Path(out) / "feed.xml").write_text(feed(walks, config["title"], config["address"], config["feed_items"]), encoding="utf-8")
    shutil.copytree
~~~ sitegen/build.py
from sitegen.pages import read
=>
from sitegen.feed import feed
from sitegen.pages import read
@@ call walks | 2025 9 6
@@ Arvid | Walks of September
@@ branch feature/map-of-walks
@@ Elif | Points of a track: length and climb
=== sitegen/track.py
"""Length and climb of a track of (latitude, longitude, height)."""

import math

EARTH = 6371.0


def distance(first, second):
    """Kilometres between two points."""
    lat1, lon1, lat2, lon2 = map(math.radians, (*first[:2], *second[:2]))
    half = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH * math.asin(math.sqrt(half))


def length(points):
    return sum(distance(first, second) for first, second in zip(points, points[1:]))


def climb(points):
    return sum(max(second[2] - first[2], 0) for first, second in zip(points, points[1:]))
=== tests/test_track.py
import pytest

from sitegen.track import climb, length


def test_a_degree_north():
    assert length([(50, 8, 0), (51, 8, 0)]) == pytest.approx(111.2, abs=0.1)


def test_climb_counts_only_the_way_up():
    assert climb([(0, 0, 100), (0, 0, 150), (0, 0, 120), (0, 0, 130)]) == 60
@@ switch main
@@ Lotte | Find dead links
=== sitegen/links.py
"""Links of the finished site that lead nowhere."""

import html.parser
import pathlib
import urllib.parse


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found += [value for name, value in attributes if name in ("href", "src") and value]


def dead(folder):
    """(page, link) of links within the site whose target is not there."""
    folder, found = pathlib.Path(folder), []
    for file in sorted(folder.rglob("*.html")):
        links = Links()
        links.feed(file.read_text(encoding="utf-8"))
        for link in links.found:
            path = urllib.parse.urlparse(link)
            if path.netloc or not path.path:
                continue
            base = folder if path.path.startswith("/") else file.parent
            target = base / urllib.parse.unquote(path.path).lstrip("/")
            if not (target / "index.html").exists() and not target.is_file():
                found.append((str(file.relative_to(folder)), link))
    return found
=== tests/test_links.py
from sitegen.build import build
from sitegen.links import dead
from sitegen.settings import settings


def test_dead_links(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text('<a href="/a/">x</a> <a href="/b/">y</a> <img src="m.png"> <a href="https://www.club.example/b">z</a>', encoding="utf-8")
    assert dead(tmp_path) == [("a/index.html", "/b/"), ("a/index.html", "m.png")]


def test_our_site_has_none(tmp_path):
    build(tmp_path, settings("production"))
    assert dead(tmp_path) == []
=== sitegen/__main__.py
"""python3 -m sitegen build FOLDER | links FOLDER"""

import sys

from sitegen.build import build
from sitegen.links import dead
from sitegen.settings import settings


def main(words):
    if len(words) != 2 or words[0] not in ("build", "links"):
        print(__doc__, file=sys.stderr)
        return 2
    if words[0] == "links":
        found = dead(words[1])
        for page, link in found:
            print(f"{page}: {link}")
        return 1 if found else 0
    count, left_out = build(words[1], settings())
    for path, reason in left_out:
        print(f"left out {path}: {reason}")
    print(f"{count} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
@@ call walks | 2026 3 7
@@ Arvid | Walks of March
@@ call walks | 2026 5 8
@@ Arvid | Walks of May 2026
@@ release minor | Feed; Dead links are found
@@ Elif | What to do when the weather turns
=== content/weather.md
---
title: When the weather turns
date: 2026-05-20
---

The guide decides. We turn back **together**, never in two groups.

- thunder: down from ridges, away from single trees
- fog: stay within call
- heat: we start two hours earlier

The decision is on the front page of [the club](/) by seven in the morning.
@@ Elif | How to guide a walk
=== content/guides.md
---
title: For guides
date: 2026-06-01
---

1 week before: walk the tour yourself, count the stiles.

- tell Arvid the meeting point and the last bus
- take the phone numbers of all who come
- write a page: copy one of the [walks](/walks/)

See also [When the weather turns](/weather/).
@@ call walks | 2026 9 7
@@ Arvid | Walks of September 2026
