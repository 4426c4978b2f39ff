#!/usr/bin/python3
"""clang-tidy over the compile database.

    tools/tidy.py [--quick] [-p BUILD] [-j JOBS] [FILE...]

Nearly all of its time goes to headers that are not ours, and each of a build's units reads them once. So a build that compiles
several sources at a time (CMAKE_UNITY_BUILD) is looked through in a fifth of the time. --quick runs those few checks that find
bugs a test may miss or that hold our own rules, and leaves tests out unless they are named: that is what CI can afford.
A unit that was clean with the very same sources, headers, command and checks is not looked through again; what was clean is
remembered in ~/.cache/redcode/tidy. Any warning makes the exit code 1.
"""

import argparse
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tree import ROOT

TIDY = "clang-tidy-19"
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
LIMIT_SECONDS = 600
QUICK = ",".join(
    [
        "-*",
        "bugprone-dangling-handle",
        "bugprone-infinite-loop",
        "bugprone-unchecked-optional-access",
        "bugprone-unused-return-value",
        "bugprone-use-after-move",
        "cppcoreguidelines-avoid-capturing-lambda-coroutines",
        "cppcoreguidelines-slicing",
        "cppcoreguidelines-special-member-functions",
        "misc-coroutine-hostile-raii",
        "performance-for-range-copy",
        "readability-function-cognitive-complexity",
        "readability-function-size",
    ]
)


# A test may take for granted what it expects (a crash fails it), and gtest's macros look like nesting.
IN_TESTS = ",".join(
    [
        "-bugprone-unchecked-optional-access",
        "-bugprone-unused-return-value",
        "-readability-function-cognitive-complexity",
        "-readability-function-size",
    ]
)


def sources_in(unit):
    """The sources that a unit is made of: itself, or those that it puts together."""
    return [Path(name) for name in INCLUDE.findall(unit.read_text())] if unit.parent.name == "Unity" else [unit]


def is_ours(path):
    return any(path.is_relative_to(ROOT / top) for top in ("src", "apps", "examples", "tests"))


def is_test(path):
    return path.name.endswith("_test.cc") or path.is_relative_to(ROOT / "tests")


def compile_commands(build):
    return json.loads((build / "compile_commands.json").read_text())


def units_of(build, named):
    """{unit: its sources} for what the database compiles of ours, or for what holds the named files."""
    wanted = {Path(name).resolve() for name in named}
    found = {}
    for entry in compile_commands(build):
        unit = (Path(entry["directory"]) / entry["file"]).resolve()
        sources = sources_in(unit) if unit.exists() else []
        if any(map(is_ours, sources)) and (not wanted or wanted & set(sources)):
            found[unit] = sources
    return found


def cache():
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "redcode" / "tidy"


def read_by(build):
    """{unit: the files that were read to compile it}, as ninja noted them; empty for a build of another kind."""
    noted = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=False)
    found = {}
    for block in noted.stdout.split("\n\n"):
        paths = [Path(os.path.normpath(build / line.strip())) for line in block.splitlines()[1:] if line.startswith(" ")]
        if paths:
            found[paths[0]] = paths
    return found


@functools.cache
def told_of(path):
    """What stands for a file: the bytes of ours without the checkout's place, of others size and time."""
    if path.is_relative_to(ROOT):
        return path.read_bytes().replace(str(ROOT).encode(), b"")
    return f"{path.stat().st_size} {path.stat().st_mtime_ns}".encode()


def fingerprint(unit, paths, entry, checks):
    """Of all that clang-tidy's answer depends on."""
    whole = hashlib.sha256(told_of(Path(shutil.which(TIDY)).resolve()))
    for part in (checks, (ROOT / ".clang-tidy").read_text(), entry.replace(str(ROOT), "")):
        whole.update(part.encode() + b"\0")
    for path in [unit, *sorted(paths)]:
        if path.suffix != ".pch":  # of others' headers alone
            whole.update(str(path).replace(str(ROOT), "").encode() + b"\0" + told_of(path) + b"\0")
    return whole.hexdigest()


def tidy_or_remember(unit, sources, build, checks, known):
    """As tidy(), without the work where `known` says that nothing changed since the unit was clean."""
    paths, entry = known.get(unit, ([], ""))
    mark = cache() / fingerprint(unit, paths, entry, checks) if paths else None
    if mark and mark.exists():
        return True, ""
    clean, said = tidy(unit, sources, build, checks)
    if clean and mark:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    return clean, said


def tidy(unit, sources, build, checks):
    """(clean, what clang-tidy said) for one unit; `checks` are added to those of .clang-tidy."""
    if any(map(is_test, sources)):
        checks = f"{checks},{IN_TESTS}"
    command = [TIDY, "-p", str(build), "--quiet", f"--checks={checks}", str(unit)]
    try:
        end = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=LIMIT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False, f"{unit}: {TIDY} took over {LIMIT_SECONDS} s"
    # clang-tidy counts suppressed warnings of system headers on standard error; that is noise.
    clean = end.returncode == 0 and "warning:" not in end.stdout
    return clean, end.stdout if end.stdout.strip() else end.stderr


def arguments():
    parser = argparse.ArgumentParser(description="clang-tidy over the compile database")
    parser.add_argument("-p", "--build", type=Path, default=ROOT / "build" / "dev")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="only the checks that CI can afford")
    parser.add_argument("files", nargs="*")
    return parser.parse_args()


def main():
    args = arguments()
    units = units_of(args.build, args.files)
    if args.quick and not args.files:
        units = {unit: sources for unit, sources in units.items() if not any(map(is_test, sources))}
    if not units:
        print(f"tidy: no source of ours in {args.build}/compile_commands.json")
        return 1
    checks = QUICK if args.quick else ""
    commands = {(Path(e["directory"]) / e["file"]).resolve(): e["command"] for e in compile_commands(args.build)}
    known = {unit: (paths, commands.get(unit, "")) for unit, paths in read_by(args.build).items()}
    bad = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        ends = pool.map(lambda unit: tidy_or_remember(unit, units[unit], args.build, checks, known), units)
        for unit, (clean, said) in zip(units, ends):
            if clean:
                continue
            bad += 1
            print(f"-- {unit.relative_to(ROOT)}\n{said}", flush=True)
    print(f"tidy: {bad} bad of {len(units)} units, {len({source for sources in units.values() for source in sources})} sources")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
