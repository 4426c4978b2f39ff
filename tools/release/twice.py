#!/usr/bin/python3
"""Builds the same source twice, in folders of different names and without ccache, and compares every byte:

    tools/release/twice.py [TARGET...]

Without targets it builds and packages all that a release has for this machine: objects, programs, man pages, bill of
materials, Debian packages and the archive. With targets, their objects and libraries alone are compared: `redcode_yaml`
takes a minute. What differs is named; the two folders are kept then.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import tarball

ROOT = Path(__file__).resolve().parents[2]
# What is released, and what it is made of. Others hold paths of the build folder, for this machine only.
COMPARED = ("**/*.o", "**/*.a", "apps/redcode/redcode", "apps/redcode/redcode-companion", "reference/**/*")
COMPARED += ("redcode.cdx.json", "web/page/*", "packages/*.deb", "packages/*.tar.gz")


def copy_source(target):
    """What git knows and what it would take, without what is ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name, follow_symlinks=False)
            shutil.copymode(ROOT / name, target / name)


def package(build):
    """What a release makes of a build: Debian packages and the archive."""
    out = build / "packages"
    config = str(build / "CPackConfig.cmake")
    subprocess.run(["cpack", "-G", "DEB", "--config", config, "-B", str(out)], cwd=build, check=True, timeout=900)
    tarball.make(build, out)


def build_in(folder, targets):
    """A build of the source in `folder`; returns its build folder."""
    source, build = folder / "source", folder / "built"
    copy_source(source)
    commands = [
        ["cmake", "--preset", "release", "-DREDCODE_UNIT_TESTS=OFF", "-B", str(build)],
        ["cmake", "--build", str(build), "--target", *(targets or ["redcode", "redcode-companion", "reference"])],
    ]
    for command in commands:
        subprocess.run(command, cwd=source, check=True, timeout=7200)
    if not targets:
        package(build)
    return build


def digests(build):
    """{path inside the build folder: digest} of all that is compared."""
    files = {file for pattern in COMPARED for file in build.glob(pattern) if file.is_file()}
    return {str(file.relative_to(build)): hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(files)}


def compare(first, second):
    """The paths that differ, or are in one only."""
    return sorted(path for path in first.keys() | second.keys() if first.get(path) != second.get(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*")
    targets = parser.parse_args().targets
    os.environ["CCACHE_DISABLE"] = "1"
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
    both = Path(tempfile.mkdtemp(prefix="redcode-twice-"))
    first = digests(build_in(both / "one", targets))
    second = digests(build_in(both / "another-name" / "and-deeper", targets))
    differ = compare(first, second)
    print("\n".join(f"differs: {path}" for path in differ))
    if differ or not first:
        print(f"{len(differ)} of {len(first)} files differ; both builds are in {both}")
        return 1
    print(f"built twice: {len(first)} files, the same bytes")
    shutil.rmtree(both)
    return 0


if __name__ == "__main__":
    sys.exit(main())
