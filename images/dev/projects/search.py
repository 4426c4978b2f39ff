#!/usr/bin/env python3
"""search: a full-text index in C11 with a collection of invented notices to search in."""

from lib.project import make
from lib.vocabulary import TOWNS, Dice, person

ABOUT = {
    "title": "Notice search",
    "summary": "An index of the public notices of Dornfeld County: words, postings in few bytes, ranked answers. C11, no libraries; one file on disk.",
    "domain": "dornfeld-county.example",
    "people": ["Gustav Haas", "Hana Lindqvist", "Emeka Silva", "Carla Bauer"],
    "start_date": "2025-02-10",
    "end_date": "2026-08-21",
    "language": "c",
    "start": "make\nbin/notices build tmp/index notices/*.txt\nbin/notices find tmp/index bridge closed",
    "test": "make test",
    "layout": [
        ("src/", "one header and one source for each part"),
        ("notices/", "invented notices, for tests and development"),
        ("tests/", "one program for each part, and a shell script for the whole"),
        ("lists/stop.txt", "words that are not indexed"),
        ("config/", "what differs between environments"),
    ],
    "ci": ("github", [("Build", "make"), ("Tests", "make test")], ["gcc", "make"]),
    "env": [
        ("NOTICES_INDEX", "tmp/index", "the index; can be built again from the notices"),
        ("NOTICES_FOLDER", "notices", "production: /srv/notices, the only place where old notices are"),
        ("NOTICES_PUBLISH_KEY", "change-me", ""),
    ],
    "form": "ini",
    "settings": [
        ("index.path", "tmp/index", "/srv/index/staging", "/srv/index/live"),
        ("index.most_notices", 1000, 50000, 200000),
        ("find.most_results", 10, 20, 20),
        ("find.log", "off", "on", "on"),
    ],
    "tweaks": [
        ("production", "find.most_results", 30, "Production: thirty results a page"),
        ("production", "index.most_notices", 250000, "Production: the notices of the old county come too"),
        ("staging", "find.log", "off", "Staging does not log what testers search"),
    ],
    "hosts": [
        ("notices.prod.test", "production", "the search page; index on a fast disk"),
        ("archive.prod.test", "production", "`/srv/notices`, 180,000 notices since 1994"),
        ("notices.staging.test", "staging", "the notices of one year"),
    ],
    "makefile": """
CC = gcc
CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra -Werror -Isrc
PARTS = $(filter-out src/main.c,$(wildcard src/*.c))
TESTS = $(patsubst tests/%.c,bin/%,$(wildcard tests/test_*.c))

.PHONY: all test clean

all: bin/notices

bin/notices: src/main.c $(PARTS) $(wildcard src/*.h)
    @mkdir -p bin
    $(CC) $(CFLAGS) -o $@ src/main.c $(PARTS)

bin/parts.a: $(PARTS) $(wildcard src/*.h)
    @mkdir -p bin/objects
    cd bin/objects && $(CC) $(CFLAGS) -I../../src -c $(addprefix ../../,$(PARTS))
    ar rcs $@ bin/objects/*.o

bin/test_%: tests/test_%.c tests/check.h bin/parts.a
    $(CC) $(CFLAGS) -Itests -o $@ $< bin/parts.a

test: $(TESTS) bin/notices
    @for each in $(TESTS); do $$each || exit 1; done
    @sh tests/whole.sh

clean:
    rm -rf bin
""",
    "ignored": "tmp/\n",
    "glossary": [
        ("notice", "a text that the county publishes; one file"),
        ("term", "a word as it is in the index: folded, without an ending s"),
        ("posting", "a notice and how often a term is in it"),
        ("gap", "the difference of two notice numbers; smaller than the number itself"),
        ("stop word", "too common to be indexed"),
        ("weight", "how much a term says: rare terms say more"),
    ],
    "decisions": [
        ("The index can always be built again", "An update in place left a broken index over the holidays.", "We build a new file and rename it. There is no update."),
        ("Gaps in variable bytes", "The index was larger than the notices.", "Numbers of notices are stored as gaps, seven bits a byte."),
        ("All words must be there", "People complained about results without their words.", "A notice is a result when it has all terms; the weight only orders."),
        ("No heap in the inner loop", "Speed.", "Postings are walked in place."),
    ],
    "runbooks": [
        ("No results at all", "The index is of another version, or empty.", ["`bin/notices count INDEX`", "Build it again beside the live one and rename.", "Never build into the live path."], "Gustav Haas"),
        ("A notice is missing", "It was published after the last build, or it is not UTF-8.", ["Look when the index was built.", "`file` of the notice."], "Hana Lindqvist"),
        ("Disk of the archive is full", "Scans were put beside the texts.", ["Move scans to the other volume.", "Old notices may not be removed: the law says forever."], "Carla Bauer"),
    ],
}  # fmt: skip

KINDS = {
    "closure": ("Closure of the {what}", ["The {what} near {town} is closed from {day} on.", "The detour goes by the {other}.", "Buses stop at the {other} instead.", "The work is done by the county's yard."]),
    "meeting": ("Meeting of the council of {town}", ["The council of {town} meets on {day} in the town hall.", "First point: repair of the {what}.", "Second point: the budget for the {other}.", "The meeting is open to everybody."]),
    "tender": ("Tender: {what}", ["The county asks for offers for the {what} in {town}.", "Offers in writing until {day}.", "Plans can be seen at the {other}.", "Contact: {name}."]),
    "lost": ("Found near the {what}", ["A bicycle, blue, was found near the {what} of {town}.", "It is kept at the office until {day}.", "Ask for {name}."]),
    "water": ("Water is turned off in {town}", ["On {day} the water is turned off in all streets around the {what}.", "A tank stands at the {other}.", "Questions: {name}."]),
}
PLACES = ["bridge", "school", "library", "swimming pool", "market hall", "cemetery", "ferry", "fire station", "sports field", "county road", "museum", "railway crossing"]


def notices(repository, rest):
    """Invented notices: numbers of the first and the last."""
    first, last = map(int, rest.split())
    for number in range(first, last + 1):
        dice = Dice(f"notice {number}")
        kind = dice.pick(sorted(KINDS))
        title, lines = KINDS[kind]
        month = 1 + number % 12
        values = {"what": dice.pick(PLACES), "other": dice.pick(PLACES), "town": dice.pick(TOWNS), "day": f"{dice.between(1, 28)}.{month}.2026", "name": person(dice)}
        repository.write(f"notices/{number:04}-{kind}.txt", title.format(**values) + "\n\n" + "\n".join(line.format(**values) for line in lines) + f"\n\nDornfeld, {dice.between(1, 28)}.{month}.2026\n")


if __name__ == "__main__":
    make("search", ABOUT, blanks={"notices": notices}, every=1)
