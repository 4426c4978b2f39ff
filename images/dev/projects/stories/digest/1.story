@@ Selma | Read posts
=== digest/__init__.py
"""The Friday mail."""
=== digest/posts.py
"""Posts: three lines of head, a blank line, text."""

import dataclasses
import pathlib
import re

WEEK = re.compile(r"20\d\d-W[0-5]\d")


@dataclasses.dataclass(frozen=True)
class Post:
    list: str
    title: str
    author: str
    day: str
    text: str

    @property
    def week(self):
        return self.day[:8]


class BadPost(ValueError):
    """A post that cannot be read."""


def read_post(path):
    head, blank, text = pathlib.Path(path).read_text(encoding="utf-8").partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    if not blank or facts.keys() != {"title", "from", "day"} or not WEEK.match(facts["day"]):
        raise BadPost(str(path))
    return Post(pathlib.Path(path).parent.name, facts["title"], facts["from"], facts["day"], text.strip())


def posts_of(folder, week):
    """Posts of a week, by list and day."""
    found = [read_post(path) for path in pathlib.Path(folder).glob("*/*.md")]
    return sorted((post for post in found if post.week == week), key=lambda post: (post.list, post.day, post.title))
=== tests/__init__.py
=== tests/test_posts.py
import pathlib

import pytest

from digest.posts import BadPost, posts_of, read_post

POSTS = pathlib.Path(__file__).resolve().parent.parent / "posts"


def test_read(tmp_path):
    (tmp_path / "garden").mkdir()
    path = tmp_path / "garden/a.md"
    path.write_text("title: Seeds: swap\nfrom: Ada Falk\nday: 2026-W10-3\n\nCome by.\n", encoding="utf-8")
    post = read_post(path)
    assert (post.list, post.title, post.week, post.text) == ("garden", "Seeds: swap", "2026-W10", "Come by.")
    path.write_text("title: x\n\n", encoding="utf-8")
    with pytest.raises(BadPost):
        read_post(path)


def test_all_posts_can_be_read():
    assert all(read_post(path).text for path in POSTS.glob("*/*.md"))


def test_a_week():
    found = posts_of(POSTS, "2026-W10")
    assert found and {post.week for post in found} == {"2026-W10"}
@@ call posts | 10 3
@@ Bruno | Posts of week 10
@@ Luca | Readers and their lists
=== digest/readers.py
"""Readers: address, name, lists, state."""

import csv
import dataclasses
import re

ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+")


@dataclasses.dataclass(frozen=True)
class Reader:
    address: str
    name: str
    lists: tuple
    quiet: bool = False


def read_readers(path):
    """Readers by address; an address that is there twice is an error."""
    found = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            address = row["address"].strip().lower()
            if not ADDRESS.fullmatch(address):
                raise ValueError(f"not an address: {row['address']!r}")
            if address in found:
                raise ValueError(f"{address} is there twice")
            found[address] = Reader(address, row["name"], tuple(row["lists"].split()), row["state"] == "quiet")
    return [found[address] for address in sorted(found)]
=== tests/test_readers.py
import pytest

from digest.readers import read_readers
from tests.test_posts import POSTS

HEAD = "address,name,lists,state\n"


def test_read(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text(HEAD + "Bo@dev.test,Bo,garden market,\nada@dev.test,Ada,feasts,quiet\n", encoding="utf-8")
    ada, bo = read_readers(path)
    assert (ada.quiet, bo.address, bo.lists) == (True, "bo@dev.test", ("garden", "market"))


@pytest.mark.parametrize("rows", ["a@dev.test,A,x,\nA@dev.test,B,x,\n", "nobody,A,x,\n", "a@b,A,x,\n"])
def test_refused(tmp_path, rows):
    path = tmp_path / "r.csv"
    path.write_text(HEAD + rows, encoding="utf-8")
    with pytest.raises(ValueError):
        read_readers(path)


def test_readers_of_development_are_invented():
    readers = read_readers(POSTS.parent / "readers/development.csv")
    assert len(readers) > 10 and all(reader.address.endswith("@dev.test") for reader in readers)
@@ call readers | 30
@@ Luca | Invented readers
@@ Selma | Who gets what
=== digest/plan.py
"""Who gets which posts. A plan is made before anything is sent."""

import csv


def plan(readers, posts, most):
    """[(reader, posts)]: quiet readers and those without a post are left out; at most `most` posts, every list in turn."""
    found = []
    for reader in readers:
        by_list = [[post for post in posts if post.list == name] for name in reader.lists]
        chosen = []
        while any(by_list) and len(chosen) < most:
            for each in by_list:
                if each and len(chosen) < most:
                    chosen.append(each.pop(0))
        if chosen and not reader.quiet:
            found.append((reader, sorted(chosen, key=lambda post: (post.list, post.day, post.title))))
    return found


def write_plan(path, planned):
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["address", "posts"])
        out.writerows([reader.address, len(posts)] for reader, posts in planned)
=== tests/test_plan.py
from digest.plan import plan, write_plan
from digest.posts import Post
from digest.readers import Reader


def post(name, number):
    return Post(name, f"{name} {number}", "Ada", f"2026-W10-{number}", "Text")


POSTS = [post("garden", 1), post("garden", 2), post("garden", 3), post("market", 1)]


def titles(reader, most=10):
    return [[each.title for each in posts] for _, posts in plan([reader], POSTS, most)]


def test_lists_in_turn():
    assert titles(Reader("a@dev.test", "A", ("garden", "market")), 3) == [["garden 1", "garden 2", "market 1"]]


def test_nobody_gets_an_empty_mail():
    assert titles(Reader("a@dev.test", "A", ("feasts",))) == []
    assert titles(Reader("a@dev.test", "A", ("garden",), quiet=True)) == []


def test_written(tmp_path):
    write_plan(tmp_path / "p.csv", plan([Reader("a@dev.test", "A", ("garden",))], POSTS, 2))
    assert (tmp_path / "p.csv").read_text(encoding="utf-8") == "address,posts\na@dev.test,2\n"
@@ Hana | Mails as text and HTML
=== templates/digest.txt
Dear $name,

$posts
--
No more of these: $unsubscribe
=== templates/digest.html
<p>Dear $name,</p>
$posts
<p><small><a href="$unsubscribe">No more of these</a></small></p>
=== digest/links.py
"""Signed links, so that nobody can sign off somebody else."""

import hashlib
import hmac
import urllib.parse


def signature(address, key):
    return hmac.new(key.encode(), address.encode(), hashlib.sha256).hexdigest()[:20]


def unsubscribe(site, address, key):
    return f"{site}/off?{urllib.parse.urlencode({'a': address, 's': signature(address, key)})}"


def valid(address, signed, key):
    return hmac.compare_digest(signature(address, key), signed)
=== digest/mails.py
"""A mail for one reader."""

import email.message
import email.utils
import html
import pathlib
import string

from digest.links import unsubscribe

TEMPLATES = pathlib.Path(__file__).resolve().parent.parent / "templates"


def fill(template, /, **values):
    return string.Template((TEMPLATES / template).read_text(encoding="utf-8")).substitute(values)


def as_text(posts):
    return "".join(f"[{post.list}] {post.title}\n{post.text}\n({post.author})\n\n" for post in posts)


def as_html(posts):
    return "\n".join(f"<h3>{html.escape(post.title)}</h3>\n<p>{html.escape(post.text)}<br><em>{html.escape(post.author)}, {post.list}</em></p>" for post in posts)


def mail(reader, posts, week, config, key):
    """An email.message.EmailMessage with text and HTML."""
    off = unsubscribe(config["site"], reader.address, key)
    made = email.message.EmailMessage()
    made["From"] = email.utils.formataddr(("Lindhaven Neighbours", config["sender"]))
    made["To"] = email.utils.formataddr((reader.name, reader.address))
    made["Subject"] = f"{len(posts)} new {'post' if len(posts) == 1 else 'posts'} in week {int(week[-2:])}"
    made["List-Unsubscribe"] = f"<{off}>"
    made.set_content(fill("digest.txt", name=reader.name, posts=as_text(posts), unsubscribe=off))
    made.add_alternative(fill("digest.html", name=html.escape(reader.name), posts=as_html(posts), unsubscribe=html.escape(off)), subtype="html")
    return made
=== tests/test_mails.py
from digest.links import signature, valid
from digest.mails import mail
from digest.posts import Post
from digest.readers import Reader

CONFIG = {"site": "http://localhost", "sender": "digest@dev.test"}


def test_mail():
    made = mail(Reader("a+b@dev.test", "Ada <Falk>", ("garden",)), [Post("garden", "Seeds & more", "Bo", "2026-W09-1", "Come $5")], "2026-W09", CONFIG, "key")
    text, html = (part.get_content() for part in made.iter_parts())
    assert made["Subject"] == "1 new post in week 9"
    assert "Seeds & more" in text and "Come $5" in text
    assert "Seeds &amp; more" in html and "Ada &lt;Falk&gt;" in html
    assert "a=a%2Bb%40dev.test" in made["List-Unsubscribe"]


def test_links():
    assert valid("a@dev.test", signature("a@dev.test", "key"), "key")
    assert not valid("b@dev.test", signature("a@dev.test", "key"), "key")
@@ release minor | Plans and mails
@@ call posts | 11 4
@@ Bruno | Posts of week 11
@@ Luca | Send: each reader once, and only to whom the environment allows
=== digest/send.py
"""Sends mails. What was sent is remembered before the next one goes out."""

import csv
import fnmatch
import pathlib
import time


class NotAllowed(RuntimeError):
    """This environment does not write to that address."""


def already(path):
    """Addresses that got the mail of this week."""
    path = pathlib.Path(path)
    if not path.exists():
        return set()
    with open(path, encoding="utf-8", newline="") as file:
        return {row[0] for row in csv.reader(file)}


def send(mails, transport, sent_path, config, pause=time.sleep):
    """`mails`: (address, message). Gives how many were sent; stops at the limit of the environment."""
    path = pathlib.Path(sent_path)
    path.parent.mkdir(parents=True, exist_ok=True)
    done, count = already(path), 0
    with open(path, "a", encoding="utf-8", newline="") as file:
        for address, message in mails:
            if address in done:
                continue
            if count >= config["limits"]["mails"]:
                break
            if not fnmatch.fnmatch(address, config["only_to"]):
                raise NotAllowed(address)
            transport(message)
            csv.writer(file, lineterminator="\n").writerow([address])
            file.flush()
            count += 1
            pause(60 / config["limits"]["per_minute"])
    return count
=== tests/test_send.py
import pytest

from digest.send import NotAllowed, already, send

CONFIG = {"only_to": "*@dev.test", "limits": {"mails": 3, "per_minute": 60}}
MAILS = [(f"{name}@dev.test", name) for name in "abcde"]


def run(tmp_path, mails=MAILS, transport=None, **more):
    sent, pauses = [], []
    count = send(mails, transport or sent.append, tmp_path / "sent/w.csv", CONFIG | more, pauses.append)
    return count, sent, pauses


def test_limit_and_going_on(tmp_path):
    assert run(tmp_path) == (3, ["a", "b", "c"], [1.0, 1.0, 1.0])
    assert run(tmp_path)[1] == ["d", "e"]
    assert run(tmp_path)[0] == 0


def test_a_failure_is_not_remembered(tmp_path):
    def fails(message):
        if message == "b":
            raise ConnectionError

    with pytest.raises(ConnectionError):
        run(tmp_path, transport=fails)
    assert already(tmp_path / "sent/w.csv") == {"a@dev.test"}


def test_other_domains_are_refused(tmp_path):
    with pytest.raises(NotAllowed):
        run(tmp_path, mails=[("x@mail.example", "x")])
    assert run(tmp_path, mails=[("x@mail.example", "x")], only_to="*")[0] == 1
