#!/usr/bin/env python3
"""site: a static site generator in Python with the pages of a hiking club."""

from lib.project import make
from lib.vocabulary import TOWNS, Dice, person

ABOUT = {
    "title": "Site of the hiking club",
    "summary": "Pages of Halvorsund Hiking Club and the small generator that makes HTML of them. Python, nothing else.",
    "domain": "halvorsund-hikers.example",
    "people": ["Lotte Quist", "Bruno Marek", "Elif Yilmaz", "Arvid Lindqvist"],
    "start_date": "2025-03-10",
    "end_date": "2026-10-09",
    "language": "python",
    "start": "make build\npython3 -m http.server -d public 8000",
    "test": "make test",
    "layout": [
        ("content/", "pages in Markdown; this is what members write"),
        ("templates/", "HTML around them"),
        ("assets/", "style sheet"),
        ("sitegen/", "the generator"),
        ("public/", "the result; not in the repository"),
        ("config/", "address and options of each environment"),
    ],
    "ci": ("github", [("Tests", "make test"), ("Build", "make build"), ("Links", "make links")], ["python3-pytest"]),
    "env": [
        ("SITE_ENV", "development", ""),
        ("SITE_DEPLOY", "web@www.staging.test:/srv/www", "where `make deploy` copies to"),
        ("SITE_COMMENTS_KEY", "change-me", ""),
    ],
    "form": "toml",
    "settings": [
        ("title", "Halvorsund Hiking Club (dev)", "Halvorsund Hiking Club (staging)", "Halvorsund Hiking Club"),
        ("address", "http://localhost:8000", "http://www.staging.test", "https://www.halvorsund-hikers.example"),
        ("drafts", True, True, False),
        ("per_page", 5, 10, 10),
        ("feed_items", 5, 20, 20),
    ],
    "tweaks": [
        ("production", "per_page", 12, "Production: twelve walks on a page"),
        ("staging", "drafts", False, "Staging shows what production will show"),
        ("production", "feed_items", 30, "Production: a longer feed"),
    ],
    "hosts": [
        ("www.staging.test", "staging", "for the editors, password at the door"),
        ("www.prod.test", "production", "`/srv/www`; `/srv/www/uploads` is filled by members and is nowhere else"),
    ],
    "makefile": """
.PHONY: build test links deploy clean

build:
    python3 -m sitegen build public

test:
    python3 -m pytest -q -p no:cacheprovider tests

links: build
    python3 -m sitegen links public

deploy: build
    rsync -rt --exclude uploads/ public/ "$$SITE_DEPLOY"

clean:
    rm -rf public
""",
    "ignored": "public/\ntmp/\n",
    "glossary": [
        ("walk", "a page about a tour: date, guide, length, meeting point"),
        ("draft", "a page that only development shows"),
        ("front", "the lines between `---` at the head of a page"),
        ("guide", "the member who leads a walk"),
        ("slug", "the last part of a page's address"),
        ("grade", "1 for everybody, 2 for the trained, 3 for those who do not mind heights"),
    ],
    "decisions": [
        ("Our own generator", "The old one needed forty packages and nobody could build the site after the holidays.", "A few hundred lines of Python without packages."),
        ("Markdown, but little of it", "Members write with what they have.", "Headings, lists, links, emphasis, images. Nothing else."),
        ("Deploy never removes", "A deploy with --delete took the members' photographs.", "rsync without `--delete`, and `uploads/` is left out."),
        ("Pages keep their address", "Links in old newsletters were dead.", "The slug does not change when a title does."),
    ],
    "runbooks": [
        ("A page is missing", "It is a draft, or its date is not understood.", ["Look at its front.", "`make build` says which pages were left out."], "Lotte Quist"),
        ("The feed is broken", "A title with a character that was not escaped.", ["Open the feed in a browser; it names the line."], "Bruno Marek"),
        ("Deploy fails half way", "The line broke.", ["Run it again: it copies only what is missing.", "Do not empty the folder first; uploads live there."], "Arvid Lindqvist"),
    ],
}  # fmt: skip

FEATURES = ["mill", "quarry", "lighthouse", "old railway", "beech wood", "moor", "chapel", "reservoir", "dunes", "gorge", "vineyards", "peat bog", "castle hill", "ferry landing"]
LINES = [
    "The path follows the {a} and then climbs to the {b}.", "Bring water: there is no shop before {town}.", "After rain the stretch near the {a} is slippery.",
    "We rest at the {b}, where the view opens towards {town}.", "The first bus back leaves {town} at {hour}:40.", "Dogs are welcome on a lead.",
    "The way down from the {b} is steep; poles help.", "In spring the meadow behind the {a} is full of cowslips.", "Whoever wants to shorten can take the bus in {town}.",
    "The guide carries a first-aid kit and a map.", "Near the {a} we cross the railway; please stay together.",
]  # fmt: skip


def walks(repository, rest):
    """Pages of walks: year, month, how many."""
    year, month, count = map(int, rest.split())
    dice = Dice(f"walks {rest}")
    for _ in range(count):
        first, second = dice.pick(FEATURES), dice.pick(FEATURES)
        town, guide, day = dice.pick(TOWNS), person(dice), dice.between(1, 28)
        title = f"{first.capitalize()} and {second} near {town}" if first != second else f"Around the {first} of {town}"
        slug = f"{year}-{month:02}-{day:02}-{first.replace(' ', '-')}-{town.lower()}"
        lines = [dice.pick(LINES).format(a=first, b=second, town=town, hour=dice.between(15, 19)) for _ in range(5)]
        tips = "".join(f"- {text}\n" for text in dict.fromkeys(dice.pick(["boots", "poles", "rain jacket", "lunch", "sun hat", "two litres of water", "torch"]) for _ in range(4)))
        front = f"---\ntitle: {title}\ndate: {year}-{month:02}-{day:02}\nguide: {guide}\nlength_km: {dice.between(6, 24)}\ngrade: {dice.between(1, 3)}\nmeet: Station of {town}, {dice.between(8, 10)}:{dice.pick(['00', '15', '30'])}\n---\n\n"
        repository.write(f"content/walks/{slug}.md", front + "\n".join(dict.fromkeys(lines)) + f"\n\n## What to bring\n\n{tips}\nBack to [all walks](/walks/).\n")


if __name__ == "__main__":
    make("site", ABOUT, blanks={"walks": walks})
