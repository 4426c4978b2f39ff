#!/usr/bin/env python3
"""digest: writes weekly mails to subscribers of an association; plans first, sends over SMTP."""

from lib.project import make
from lib.vocabulary import TOWNS, Dice, mail, person, table

ABOUT = {
    "title": "Weekly digest",
    "summary": "The Friday mail of Lindhaven Neighbours: what is new in each reader's lists, one mail a person. Python; SMTP at the end.",
    "domain": "lindhaven-neighbours.example",
    "people": ["Selma Jansen", "Luca Weiss", "Hana Delgado", "Bruno Holm"],
    "start_date": "2025-05-05",
    "end_date": "2026-10-05",
    "language": "python",
    "start": "cp .env.example .env\npython3 -m digest plan 2026-W10          # who would get what\npython3 -m digest write 2026-W10 tmp/     # the mails as files",
    "test": "make test",
    "layout": [
        ("digest/", "lists, readers, plans, mails, sending"),
        ("posts/LIST/", "what people wrote, one Markdown file a post"),
        ("readers/", "readers of development; production's are on the mail host"),
        ("templates/", "text and HTML"),
        ("tests/", "nothing is sent"),
    ],
    "ci": ("gitlab", [("Tests", "make test"), ("Plan", "make plan")], ["python3-pytest"]),
    "env": [
        ("DIGEST_ENV", "development", ""),
        ("DIGEST_READERS", "readers/development.csv", "production: /srv/digest/readers.csv, 2,300 people"),
        ("SMTP_URL", "smtp://mail.dev.test:2525", "development: a server that keeps all mail"),
        ("SMTP_PASSWORD", "change-me", ""),
        ("UNSUBSCRIBE_KEY", "change-me", "signs the links at the end of a mail"),
    ],
    "form": "toml",
    "settings": [
        ("sender", "digest@dev.test", "digest@staging.test", "friday@lindhaven-neighbours.example"),
        ("only_to", "*@dev.test", "*@staging.test", "*"),
        ("limits.posts", 5, 12, 12),
        ("limits.mails", 5, 50, 5000),
        ("limits.per_minute", 60, 60, 120),
        ("site", "http://localhost:8000", "http://www.staging.test", "https://www.lindhaven-neighbours.example"),
    ],
    "tweaks": [
        ("production", "limits.per_minute", 90, "Production: the relay complained about 120 a minute"),
        ("production", "limits.posts", 15, "Production: fifteen posts in a mail"),
        ("staging", "limits.mails", 10, "Staging: ten mails are enough to look at"),
        ("production", "limits.mails", 6000, "Production: more readers since the summer feast"),
    ],
    "hosts": [
        ("mail.prod.test", "production", "the relay; mail that it takes is gone"),
        ("mail.dev.test", "development", "keeps all mail, sends none"),
        ("mail.staging.test", "staging", "sends to `@staging.test` only"),
    ],
    "makefile": """
.PHONY: test plan

test:
    python3 -m pytest -q -p no:cacheprovider tests

plan:
    python3 -m digest plan 2026-W10
""",
    "ignored": "tmp/\nsent/\n",
    "glossary": [
        ("list", "a topic that people read: garden, market, traffic ..."),
        ("post", "something a neighbour wrote for a list"),
        ("reader", "an address and its lists"),
        ("plan", "who gets which posts; made before anything is sent"),
        ("bounce", "a mail that came back"),
        ("quiet", "a reader who wants no mail for a while"),
    ],
    "decisions": [
        ("Plan, then send", "A mistake in a template went to everybody.", "A plan is a file; somebody looks at it; sending takes the file."),
        ("One mail a person", "People in four lists got four mails.", "Lists are joined; a post is there once."),
        ("A sent mail is remembered", "A second run sent all again.", "`sent/WEEK.csv` says who got it; they are left out."),
        ("Only our own domain outside production", "Staging wrote to real readers.", "`only_to` is checked last, in the function that sends."),
    ],
    "runbooks": [
        ("Sending stopped half way", "The relay refused.", ["Look at `sent/WEEK.csv`: the last address that got it.", "Start again; it goes on from there.", "Do not remove the file: everybody would get a second mail."], "Selma Jansen"),
        ("Many bounces", "A provider blocks us.", ["Lower `limits.per_minute`.", "Write to the provider.", "Do not remove readers because of one week."], "Luca Weiss"),
        ("Somebody is angry about mail", "They have two addresses.", ["Set both to quiet.", "Answer by hand."], "Hana Delgado"),
    ],
}  # fmt: skip

LISTS = {
    "garden": ["Too many tomatoes, who wants some?", "The hedge at {town} Lane is cut on Saturday", "Seeds to swap", "A hedgehog family behind the shed"],
    "market": ["A bicycle for a child of six", "Oak table, needs two people to carry", "Looking for jam jars", "Free: 40 bricks"],
    "traffic": ["The bridge to {town} is closed for a week", "Bus 4 does not stop at the mill", "New bicycle stands", "Speed check on Tuesday"],
    "feasts": ["Who bakes for the summer feast?", "Lanterns on the eleventh", "Choir practice moves to {town}", "Tables are back in the hall"],
}


def posts(repository, rest):
    """Posts of a week in each list: number of the week, how many at most."""
    week, most = map(int, rest.split())
    for name, titles in LISTS.items():
        dice = Dice(f"posts {name} {week}")
        for number in range(1, dice.between(1, most) + 1):
            who, town = person(dice), dice.pick(TOWNS)
            title = dice.pick(titles).format(town=town)
            text = dice.pick(["Please ring at number {n}.", "Write to me or come by after six, number {n}.", "More on the board at the hall; {n} people know already.", "Until the {n}th, then it is too late."]).format(n=dice.between(2, 28))
            repository.write(f"posts/{name}/2026-w{week:02}-{number}.md", f"title: {title}\nfrom: {who}\nday: 2026-W{week:02}-{dice.between(1, 5)}\n\n{text}\n")


def readers(repository, rest):
    dice, rows = Dice("readers"), []
    for number in range(1, int(rest) + 1):
        name = person(dice)
        lists = sorted({dice.pick(sorted(LISTS)) for _ in range(dice.between(1, 3))})
        rows.append((mail(name, number, "dev.test"), name, " ".join(lists), dice.pick(["", "", "", "", "quiet"])))
    repository.write("readers/development.csv", table("address,name,lists,state", rows))


if __name__ == "__main__":
    make("digest", ABOUT, blanks={"posts": posts, "readers": readers}, every=1)
