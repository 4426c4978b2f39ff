@@ Bruno | Read the front of a page
=== sitegen/__init__.py
"""Makes HTML of content/."""
=== sitegen/front.py
"""The lines between --- at the head of a page."""

import datetime


class BadPage(ValueError):
    """A page that cannot be understood."""


def split(text):
    """(front, body): front is a dictionary of text."""
    if not text.startswith("---\n"):
        raise BadPage("no front")
    head, found, body = text[4:].partition("\n---\n")
    if not found:
        raise BadPage("the front has no end")
    front = {}
    for line in head.splitlines():
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise BadPage(f"not understood: {line!r}")
        front[name.strip()] = value.strip()
    return front, body.strip("\n")


def date_of(front):
    try:
        return datetime.date.fromisoformat(front["date"])
    except (KeyError, ValueError):
        raise BadPage("no date, or not as 2026-05-31") from None
=== tests/__init__.py
=== tests/test_front.py
import datetime

import pytest

from sitegen.front import BadPage, date_of, split


def test_split():
    front, body = split("---\ntitle: A walk: long\ndate: 2026-05-31\n---\n\nText\n")
    assert front == {"title": "A walk: long", "date": "2026-05-31"}
    assert body == "Text"
    assert date_of(front) == datetime.date(2026, 5, 31)


@pytest.mark.parametrize("text", ["Text", "---\ntitle: a\n", "---\nno colon\n---\n"])
def test_bad(text):
    with pytest.raises(BadPage):
        split(text)


@pytest.mark.parametrize("front", [{}, {"date": "31.5.2026"}])
def test_no_date(front):
    with pytest.raises(BadPage):
        date_of(front)
@@ Bruno | Emphasis, links and images
=== sitegen/inline.py
"""What may stand within a line of Markdown."""

import html
import re

IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
STRONG = re.compile(r"\*\*(.+?)\*\*")
WEAK = re.compile(r"\*(.+?)\*")
CODE = re.compile(r"`([^`]+)`")


def inline(text):
    """HTML of one line; code is left as it is."""
    parts = CODE.split(html.escape(text, quote=False))
    for place in range(0, len(parts), 2):
        part = IMAGE.sub(r'<img src="\2" alt="\1">', parts[place])
        part = LINK.sub(r'<a href="\2">\1</a>', part)
        parts[place] = WEAK.sub(r"<em>\1</em>", STRONG.sub(r"<strong>\1</strong>", part))
    for place in range(1, len(parts), 2):
        parts[place] = f"<code>{parts[place]}</code>"
    return "".join(parts)
=== tests/test_inline.py
import pytest

from sitegen.inline import inline


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a < b & c", "a &lt; b &amp; c"),
        ("**all** of *it*", "<strong>all</strong> of <em>it</em>"),
        ("see [walks](/walks/)", 'see <a href="/walks/">walks</a>'),
        ("![map](m.png)", '<img src="m.png" alt="map">'),
        ("`a*b*c` *d*", "<code>a*b*c</code> <em>d</em>"),
    ],
)
def test_inline(text, made):
    assert inline(text) == made
@@ Bruno | Paragraphs, headings, lists
=== sitegen/markdown.py
"""A little Markdown: headings, lists, quotes, paragraphs."""

import re

from sitegen.inline import inline

HEADING = re.compile(r"(#{1,4}) (.+)")


def blocks(text):
    """Groups of lines between blank lines."""
    return [group.splitlines() for group in re.split(r"\n\s*\n", text.strip()) if group.strip()]


def items(lines):
    """List items; a line that goes on is indented."""
    found = []
    for line in lines:
        if line.startswith("- "):
            found.append(line[2:])
        else:
            found[-1] += " " + line.strip()
    return found


def block(lines):
    heading = HEADING.fullmatch(lines[0])
    if heading and len(lines) == 1:
        level = len(heading[1])
        return f"<h{level}>{inline(heading[2])}</h{level}>"
    if lines[0].startswith("- "):
        return "<ul>\n" + "".join(f"<li>{inline(item)}</li>\n" for item in items(lines)) + "</ul>"
    if all(line.startswith("> ") for line in lines):
        return "<blockquote>" + markdown("\n".join(line[2:] for line in lines)) + "</blockquote>"
    return "<p>" + inline("\n".join(lines)) + "</p>"


def markdown(text):
    return "\n".join(block(lines) for lines in blocks(text))
=== tests/test_markdown.py
from sitegen.markdown import markdown


def test_a_page():
    assert markdown("# Walks\n\nOne\ntwo\n\n- a\n- b\n  c\n\n> so\n") == "<h1>Walks</h1>\n<p>One\ntwo</p>\n<ul>\n<li>a</li>\n<li>b c</li>\n</ul>\n<blockquote><p>so</p></blockquote>"


def test_empty():
    assert markdown("\n\n") == ""
@@ Lotte | Templates
=== sitegen/template.py
"""Templates: {{name}} is replaced, escaped; {{{name}}} as it is."""

import html
import re

RAW = re.compile(r"\{\{\{(\w+)\}\}\}")
ESCAPED = re.compile(r"\{\{(\w+)\}\}")


def fill(template, values):
    """KeyError names what is missing."""
    parts = RAW.split(template)
    for place in range(0, len(parts), 2):
        parts[place] = ESCAPED.sub(lambda match: html.escape(str(values[match[1]])), parts[place])
    for place in range(1, len(parts), 2):
        parts[place] = str(values[parts[place]])
    return "".join(parts)
=== tests/test_template.py
import pytest

from sitegen.template import fill


def test_escaped_and_raw():
    assert fill("{{a}} {{{a}}}", {"a": "<b>"}) == "&lt;b&gt; <b>"


def test_a_value_is_not_filled_again():
    assert fill("{{{a}}}", {"a": "{{b}}"}) == "{{b}}"


def test_missing():
    with pytest.raises(KeyError):
        fill("{{nothing}}", {})
=== templates/page.html
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{title}} - {{site}}</title>
<link rel="stylesheet" href="/style.css">
<link rel="alternate" type="application/rss+xml" href="/feed.xml">
</head>
<body>
<nav><a href="/">Home</a> <a href="/walks/">Walks</a> <a href="/about/">About</a></nav>
<main>
<h1>{{title}}</h1>
{{{content}}}
</main>
</body>
</html>
=== assets/style.css
:root { --green: #2d5a3d; --paper: #fbfaf6; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; background: var(--paper); font-family: Georgia, serif; line-height: 1.5; }
nav a { color: var(--green); margin-right: 1rem; }
h1 { color: var(--green); }
.facts { border-left: 4px solid var(--green); padding-left: 1rem; }
=== content/index.md
---
title: Welcome
date: 2025-03-12
---

We walk on every second Sunday, in all weathers but thunderstorms.

Guests are welcome: come to the meeting point of a [walk](/walks/), no need to write before.
=== content/about.md
---
title: About the club
date: 2025-03-12
---

Founded in 1978 by nine railway workers. We are 140 members today.

## Fees

- adults: 40 a year
- families: 60 a year
- under 18: nothing

## Board

Chair: Lotte Quist. Money: Elif Yilmaz. Walks: Arvid Lindqvist.
@@ call walks | 2025 4 5
@@ Arvid | Walks of April
@@ Lotte | Settings of each environment
=== sitegen/settings.py
"""config/ENVIRONMENT.toml."""

import os
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def settings(place=None):
    name = place or os.environ.get("SITE_ENV", "development")
    return tomllib.loads((ROOT / "config" / f"{name}.toml").read_text(encoding="utf-8"))
=== tests/test_settings.py
from sitegen.settings import settings


def test_the_same_names_everywhere():
    assert settings("development").keys() == settings("staging").keys() == settings("production").keys()


def test_production_has_no_drafts():
    assert settings("production")["drafts"] is False
@@ Bruno | Pages and where they go
=== sitegen/pages.py
"""All pages of content/."""

import dataclasses
import datetime
import pathlib

from sitegen.front import BadPage, date_of, split
from sitegen.markdown import markdown


@dataclasses.dataclass(frozen=True)
class Page:
    path: pathlib.PurePosixPath
    title: str
    date: datetime.date
    front: dict
    body: str

    @property
    def address(self):
        """/walks/2026-05-31-mill/ of walks/2026-05-31-mill.md."""
        plain = self.path.with_suffix("")
        if plain.name == "index":
            plain = plain.parent
        return "/" if str(plain) == "." else f"/{plain}/"

    @property
    def html(self):
        return markdown(self.body)


def read(folder, drafts=False):
    """(pages, left out): pages by date, newest first; what is left out as (path, reason)."""
    pages, out = [], []
    for file in sorted(pathlib.Path(folder).rglob("*.md")):
        path = pathlib.PurePosixPath(file.relative_to(folder).as_posix())
        try:
            front, body = split(file.read_text(encoding="utf-8"))
            page = Page(path, front.get("title") or path.stem, date_of(front), front, body)
        except BadPage as problem:
            out.append((str(path), str(problem)))
            continue
        if front.get("draft") == "yes" and not drafts:
            out.append((str(path), "draft"))
        else:
            pages.append(page)
    return sorted(pages, key=lambda page: (page.date, str(page.path)), reverse=True), out
=== tests/test_pages.py
from sitegen.pages import read
from sitegen.settings import ROOT


def write(folder, name, text):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_order_and_what_is_left_out(tmp_path):
    write(tmp_path, "index.md", "---\ntitle: Home\ndate: 2025-01-01\n---\nHello")
    write(tmp_path, "walks/mill.md", "---\ntitle: Mill\ndate: 2025-05-01\n---\nText")
    write(tmp_path, "walks/next.md", "---\ntitle: Next\ndate: 2025-06-01\ndraft: yes\n---\nText")
    write(tmp_path, "walks/odd.md", "Text")

    pages, out = read(tmp_path)

    assert [page.address for page in pages] == ["/walks/mill/", "/"]
    assert out == [("walks/next.md", "draft"), ("walks/odd.md", "no front")]
    assert len(read(tmp_path, drafts=True)[0]) == 3


def test_our_own_pages_are_all_understood():
    _, out = read(ROOT / "content")
    assert [path for path, reason in out if reason != "draft"] == []
