#!/usr/bin/env python3
"""The real base image, built twice by debootstrap from Debian's mirror, the second time in another folder, another time zone and
through another spelling of the mirror's address: are the two the same to the byte? Then it goes to a file and comes back.

    tests/long/image.py

Prints markdown. Uses names and an image store of its own. Needs root, debootstrap and the mirror.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
REDCODE = os.environ.get("REDCODE", str(ROOT / "build/release/apps/redcode/redcode"))
TAGS = ("redcode-image-long:1", "redcode-image-long:2", "redcode-image-long:3")


def image(folder, *words, **env):
    began = time.monotonic()
    done = subprocess.run([REDCODE, "image", *map(str, words)], capture_output=True, text=True, timeout=1800, check=False,
                          env={**os.environ, "REDCODE_DATA": str(ROOT), "REDCODE_IMAGES": str(folder / "images"), **env})
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(line.split(": ", 1) for line in done.stdout.splitlines() if line.startswith(("docker: ", "oci: "))), time.monotonic() - began


def digests(said):
    return {engine: words.rsplit(" ", 1)[1] for engine, words in said.items()}


def main():
    with tempfile.TemporaryDirectory(prefix="redcode-long-image-") as name:
        folder = pathlib.Path(name)
        (folder / "elsewhere").mkdir()
        try:
            first, first_took = image(folder, "build", "--tag", TAGS[0])
            second, second_took = image(folder, "build", "--tag", TAGS[1], "--mirror", "http://deb.debian.org/debian/",
                                        TMPDIR=str(folder / "elsewhere"), TZ="Asia/Tokyo", LANG="C")
            _, saved = image(folder, "save", folder / "base.image", "--tag", TAGS[0])
            loaded, load_took = image(folder, "load", folder / "base.image", "--tag", TAGS[2])
            size = (folder / "base.image").stat().st_size
        finally:
            subprocess.run(["docker", "rmi", "--force", *TAGS], capture_output=True, check=False)
    same = digests(first) == digests(second) == digests(loaded)
    print("| step | seconds | " + " | ".join(first) + " |\n|---|---|" + "---|" * len(first))
    for what, said, took in (("built", first, first_took), ("built again", second, second_took), ("loaded", loaded, load_took)):
        print(f"| {what} | {took:.0f} | " + " | ".join(f"`{digest[7:19]}`" for digest in digests(said).values()) + " |")
    print(f"\nThe file has {size / 1e6:.0f} MB and was written in {saved:.0f} s.")
    print(json.dumps({"same": same}))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
