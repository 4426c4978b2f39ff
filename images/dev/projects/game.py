#!/usr/bin/env python3
"""game: the server of a small game about harbour tugs in node: rooms, ticks, levels, scores."""

from lib.project import make
from lib.vocabulary import Dice

ABOUT = {
    "title": "Harbour Tugs, the server",
    "summary": "Players steer tugs in a harbour and push barges to their berths. The server keeps the rooms, moves everything ten times a second and writes scores. Node, no packages.",
    "domain": "birkenau-games.example",
    "people": ["Kaya Sommer", "Mateo Lopes", "Ulla Laine", "Tarik Aydin"],
    "start_date": "2025-07-07",
    "end_date": "2026-10-26",
    "language": "node",
    "start": "cp .env.example .env\nnode server/main.js",
    "test": "node --test",
    "layout": [
        ("server/", "rooms, the world, messages"),
        ("levels/", "harbours as text, one file each"),
        ("test/", "node's own runner"),
        ("tools/", "for those who draw levels"),
        ("data/", "scores; not in the repository"),
    ],
    "ci": ("github", [("Tests", "node --test"), ("Levels", "node tools/check-levels.js")], ["nodejs"]),
    "env": [
        ("TUGS_ENV", "development", ""),
        ("TUGS_SCORES", "data/scores.jsonl", "every finished game; players complain when it is gone"),
        ("TUGS_ADMIN_TOKEN", "change-me", "may close rooms"),
    ],
    "form": "json",
    "settings": [
        ("port", 8090, 8090, 8090),
        ("ticks_per_second", 10, 10, 10),
        ("rooms.most", 3, 20, 400),
        ("rooms.players", 4, 4, 4),
        ("rooms.idle_seconds", 30, 120, 300),
        ("season", "test", "test", "2026-autumn"),
    ],
    "tweaks": [
        ("production", "rooms.most", 600, "Production: 600 rooms, the weekend was full"),
        ("production", "rooms.idle_seconds", 180, "Production: close idle rooms earlier"),
        ("staging", "ticks_per_second", 20, "Staging: try twenty ticks"),
        ("staging", "ticks_per_second", 10, "Staging: back to ten ticks, phones got hot"),
    ],
    "hosts": [
        ("play1.prod.test", "production", "rooms A to M"),
        ("play2.prod.test", "production", "rooms N to Z"),
        ("play.staging.test", "staging", "the testers' evening is on Thursdays"),
    ],
    "makefile": """
.PHONY: test check run

test:
    node --test

check:
    node tools/check-levels.js

run:
    node server/main.js
""",
    "ignored": "data/\ntmp/\n",
    "glossary": [
        ("tug", "what a player steers"),
        ("barge", "what must be pushed to a berth"),
        ("berth", "where a barge belongs; each takes one"),
        ("tick", "one step of the world; a tenth of a second"),
        ("room", "one game with up to four players"),
        ("season", "scores count within one"),
    ],
    "decisions": [
        ("The server decides", "Players changed their clients and won.", "Clients send wishes; the server moves."),
        ("The world is a pure function", "A fault could not be repeated.", "`step(world, wishes)` gives the next world and changes nothing. A recorded game can be played again."),
        ("Levels are text", "Only one person had the editor.", "A harbour is drawn with letters; a check says what is wrong."),
        ("Scores are appended", "A crash lost a week of scores.", "One line for each finished game, synced; tables are computed from it."),
    ],
    "runbooks": [
        ("Rooms do not close", "A player's connection hangs.", ["Look at the list of rooms.", "Close idle rooms one by one with the admin token.", "A restart ends all running games: not on weekends."], "Kaya Sommer"),
        ("Scores are wrong", "A game was counted twice.", ["Compare the ids of games in the file.", "Do not edit the file; add a line with `void`."], "Mateo Lopes"),
        ("Ticks are late", "A level with too many barges.", ["The log names the room and the level.", "Take the level out of the list."], "Tarik Aydin"),
    ],
}  # fmt: skip

TITLES = "Anchor Basin Canal Dock Estuary Fjord Gate Haven Inlet Jetty Kelp Lock Mole Narrows Oyster Pier Quay Reef Sound Tidal".split()


def levels(repository, rest):
    """Harbours drawn by the dice: numbers of the first and the last level."""
    first, last = map(int, rest.split())
    for number in range(first, last + 1):
        dice = Dice(f"level {number}")
        width, height, barges = dice.between(12, 20), dice.between(8, 12), dice.between(1, 4)
        grid = [["#" if x in (0, width - 1) or y in (0, height - 1) else "." for x in range(width)] for y in range(height)]

        def put(letter, dice=dice, grid=grid, width=width, height=height):
            while True:
                x, y = dice.between(2, width - 3), dice.between(2, height - 3)
                if grid[y][x] == ".":
                    grid[y][x] = letter
                    return

        for letter in ["T", "T"] + ["b", "o"] * barges + ["#"] * dice.between(2, 5):
            put(letter)
        text = "\n".join("".join(row) for row in grid)
        repository.write(f"levels/{number:02}-{TITLES[number - 1].lower()}.txt", f"title: {TITLES[number - 1]}\nseconds: {60 + 30 * barges}\n\n{text}\n")


if __name__ == "__main__":
    make("game", ABOUT, blanks={"levels": levels}, every=1)
