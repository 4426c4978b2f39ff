@@ Luca | Settings; SMTP
=== digest/settings.py
"""config/ENVIRONMENT.toml."""

import os
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def settings(place=None):
    name = place or os.environ.get("DIGEST_ENV", "development")
    return tomllib.loads((ROOT / "config" / f"{name}.toml").read_text(encoding="utf-8"))
=== digest/smtp.py
"""The way to the relay."""

import os
import smtplib
import urllib.parse


def transport(url):
    """A function that sends one message; one connection for all."""
    parts = urllib.parse.urlparse(url)
    if parts.scheme not in ("smtp", "smtps"):
        raise ValueError(f"{url} is no SMTP address")
    server = (smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP)(parts.hostname, parts.port or 25, timeout=20)
    if parts.username:
        server.login(urllib.parse.unquote(parts.username), os.environ["SMTP_PASSWORD"])
    return server.send_message
=== tests/test_settings.py
import pytest

from digest.settings import settings
from digest.smtp import transport


def test_only_production_writes_to_everybody():
    assert [settings(place)["only_to"] for place in ("development", "staging", "production")] == ["*@dev.test", "*@staging.test", "*"]


def test_not_an_smtp_address():
    with pytest.raises(ValueError):
        transport("http://mail.dev.test")
@@ branch feature/bounces
@@ Hana | Count mails that came back
=== digest/bounces.py
"""Mails that came back: three weeks in a row make a reader quiet."""

import collections


def to_silence(bounces, weeks):
    """Addresses that bounced in each of the last three of `weeks`; `bounces` is (week, address)."""
    last = weeks[-3:]
    found = collections.defaultdict(set)
    for week, address in bounces:
        if week in last:
            found[address].add(week)
    return sorted(address for address, seen in found.items() if len(last) == 3 and len(seen) == 3)
=== tests/test_bounces.py
from digest.bounces import to_silence


def test_three_in_a_row():
    weeks = ["2026-W08", "2026-W09", "2026-W10", "2026-W11"]
    bounces = [(week, "a@dev.test") for week in weeks[1:]] + [(week, "b@dev.test") for week in weeks[:3]]
    assert to_silence(bounces, weeks) == ["a@dev.test"]
    assert to_silence(bounces, weeks[:2]) == []
@@ switch main
@@ Selma | Command line
=== digest/__main__.py
"""digest plan WEEK | write WEEK FOLDER | send WEEK"""

import os
import pathlib
import sys

from digest.mails import mail
from digest.plan import plan, write_plan
from digest.posts import WEEK, posts_of
from digest.readers import read_readers
from digest.send import send
from digest.settings import ROOT, settings
from digest.smtp import transport


def planned(week, config):
    readers = read_readers(os.environ.get("DIGEST_READERS", ROOT / "readers/development.csv"))
    return plan(readers, posts_of(ROOT / "posts", week), config["limits"]["posts"])


def mails(week, config):
    key = os.environ.get("UNSUBSCRIBE_KEY", "")
    return [(reader.address, mail(reader, posts, week, config, key)) for reader, posts in planned(week, config)]


def main(words):
    if len(words) < 2 or words[0] not in ("plan", "write", "send") or not WEEK.fullmatch(words[1]) or len(words) != (3 if words[0] == "write" else 2):
        print(__doc__, file=sys.stderr)
        return 2
    verb, week, config = words[0], words[1], settings()
    if verb == "plan":
        found = planned(week, config)
        print(f"{len(found)} mails, {sum(len(posts) for _, posts in found)} posts in them")
    elif verb == "write":
        folder = pathlib.Path(words[2])
        folder.mkdir(parents=True, exist_ok=True)
        write_plan(folder / f"{week}.csv", planned(week, config))
        for address, message in mails(week, config):
            (folder / f"{address}.eml").write_bytes(message.as_bytes())
    else:
        print(send(mails(week, config), transport(os.environ["SMTP_URL"]), ROOT / f"sent/{week}.csv", config), "sent")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
=== tests/test_main.py
from digest.__main__ import main


def test_plan_and_write(tmp_path, capsys):
    assert main(["plan", "2026-W10"]) == 0
    count = int(capsys.readouterr().out.split()[0])
    assert main(["write", "2026-W10", str(tmp_path / "out")]) == 0
    assert len(list((tmp_path / "out").glob("*.eml"))) == count > 5
    assert len((tmp_path / "out/2026-W10.csv").read_text(encoding="utf-8").splitlines()) == count + 1


def test_usage():
    assert main(["plan"]) == main(["send", "now"]) == main(["write", "2026-W10"]) == 2
@@ call posts | 12 4
@@ Bruno | Posts of week 12
@@ release minor | Sending; The command line
@@ call posts | 13 4
@@ Bruno | Posts of week 13
@@ Hana | What to look at before a mail goes out
=== docs/friday.md
# Friday

1. 10:00: `python3 -m digest plan WEEK`. About as many mails as last week?
2. `python3 -m digest write WEEK tmp/`; open three of them.
3. Somebody else looks at one, too.
4. 16:00, on the mail host, as `digest`: `python3 -m digest send WEEK`.

Names and addresses of readers stay on the mail host. They do not go into this repository, a ticket or a chat.
