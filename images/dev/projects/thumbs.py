#!/usr/bin/env python3
"""thumbs: a command-line tool in node that makes thumbnails of PPM and BMP pictures."""

from lib.project import make
from lib.vocabulary import Dice

ABOUT = {
    "title": "Thumbs",
    "summary": "Makes thumbnails of the picture archive of Tarnby Museum: scale, crop, contact sheets, a cache. Node, no packages; reads and writes PPM, PGM and BMP.",
    "domain": "tarnby-museum.example",
    "people": ["Jonas Fuchs", "Imke Haas", "Cem Yilmaz"],
    "start_date": "2025-05-12",
    "end_date": "2026-10-16",
    "language": "node",
    "start": "node bin/thumbs.js samples/gradient.ppm --width 8 --out tmp/\nnode bin/thumbs.js --sheet tmp/sheet.ppm samples/*.ppm",
    "test": "node --test",
    "layout": [
        ("bin/", "the program"),
        ("lib/", "pictures, formats, scaling, cache"),
        ("presets/", "sizes that the museum uses, one file each"),
        ("samples/", "small pictures for tests"),
        ("test/", "node's own runner"),
    ],
    "ci": ("gitlab", [("Tests", "node --test"), ("Presets", "node bin/thumbs.js --check presets/*.json")], ["nodejs"]),
    "env": [
        ("THUMBS_CACHE", "tmp/cache", "may be emptied at any time"),
        ("THUMBS_ORIGINALS", "/srv/originals", "scans; read only, there is one copy"),
        ("THUMBS_UPLOAD_TOKEN", "change-me", "for the museum's web site"),
    ],
    "form": "json",
    "settings": [
        ("cache.folder", "tmp/cache", "/var/cache/thumbs", "/var/cache/thumbs"),
        ("cache.most_mib", 50, 500, 20000),
        ("workers", 1, 2, 6),
        ("originals", "samples", "/srv/originals-copy", "/srv/originals"),
        ("upload", False, True, True),
    ],
    "tweaks": [
        ("production", "workers", 8, "Production: eight workers on the new host"),
        ("staging", "upload", False, "Staging does not upload: pictures showed up on the real site"),
        ("production", "cache.most_mib", 40000, "Production: a larger cache"),
    ],
    "hosts": [
        ("scans.prod.test", "production", "`/srv/originals`: 412,000 scans, nowhere else in this resolution"),
        ("www.prod.test", "production", "the web site takes thumbnails"),
        ("scans.staging.test", "staging", "2,000 copied scans"),
    ],
    "makefile": """
.PHONY: test check sheet clean-cache

test:
    node --test

check:
    node bin/thumbs.js --check presets/*.json

sheet:
    node bin/thumbs.js --sheet tmp/sheet.ppm samples/*.ppm

clean-cache:
    rm -rf tmp/cache
""",
    "ignored": "tmp/\noriginals/\n",
    "glossary": [
        ("original", "a scan as it came from the scanner; never changed"),
        ("thumbnail", "a small picture made of an original; can be made again"),
        ("preset", "a named size and how to fit into it"),
        ("contain", "the whole picture, with empty edges"),
        ("cover", "no empty edges, something is cut off"),
        ("sheet", "many thumbnails in one picture"),
        ("key", "the digest of an original and its preset; names the file in the cache"),
    ],
    "decisions": [
        ("Own formats first", "The libraries for JPEG needed a compiler on every host.", "The scanner's PPM is read directly; JPEG is made by the web site."),
        ("The cache is named by content", "Renamed scans were made again.", "The key is a digest of bytes and preset, not a path."),
        ("Originals are opened read-only", "A bug wrote a thumbnail over a scan.", "The program refuses to write below the folder of originals."),
        ("Area average", "Nearest pixels flicker on hatchings.", "Every pixel of the result is the mean of what it covers."),
    ],
    "runbooks": [
        ("Cache is full", "More presets than expected.", ["`make clean-cache` on the host of thumbnails; thumbnails are made again.", "Do not touch `/srv/originals`."], "Imke Haas"),
        ("Thumbnails are grey", "A scan with 16 bits a channel.", ["`head -c 20` of the file: the third number is 65535.", "Convert a copy."], "Jonas Fuchs"),
        ("Upload is refused", "The token ran out.", ["Ask the web team for a new one. Do not use the one of the shop."], "Cem Yilmaz"),
    ],
}  # fmt: skip


def samples(repository, rest):
    """Small pictures as text PPM: name, width, height, kind."""
    for sample in rest.split():
        name, width, height, kind = sample.split(",")
        width, height = int(width), int(height)
        dice, lines = Dice(f"sample {name}"), []
        for y in range(height):
            row = []
            for x in range(width):
                value = {"gradient": 255 * x // max(width - 1, 1), "stripes": 255 * (x // 2 % 2), "noise": dice.below(256), "ring": 255 if abs((2 * x - width) ** 2 + (2 * y - height) ** 2 - width * width // 2) < 4 * width else 20}[kind]
                row.append(f"{value} {value * 3 // 4} {255 - value}")
            lines.append(" ".join(row))
        repository.write(f"samples/{name}.ppm", f"P3\n# {kind}\n{width} {height}\n255\n" + "\n".join(lines) + "\n")


def presets(repository, rest):
    for each in rest.split():
        name, width, height, fit = each.split(",")
        repository.write(f"presets/{name}.json", f'{{\n  "name": "{name}",\n  "width": {width},\n  "height": {height},\n  "fit": "{fit}"\n}}\n')


if __name__ == "__main__":
    make("thumbs", ABOUT, blanks={"samples": samples, "presets": presets}, every=1)
