#!/usr/bin/python3
"""clang-tidy over the compile database.

    tools/tidy.py [--quick] [-p BUILD] [-j JOBS] [FILE...]

Nearly all of its time goes to headers that are not ours, and each of a build's units reads them once. So a build that compiles
several sources at a time (CMAKE_UNITY_BUILD) is looked through in a fifth of the time. --quick runs those few checks that find
bugs a test may miss or that hold our own rules, and leaves tests out unless they are named: that is what CI can afford.
Any warning makes the exit code 1.
"""

import argparse
import json
import re
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


def units_of(build, named):
    """{unit: its sources} for what the database compiles of ours, or for what holds the named files."""
    wanted = {Path(name).resolve() for name in named}
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        unit = (Path(entry["directory"]) / entry["file"]).resolve()
        sources = sources_in(unit) if unit.exists() else []
        if any(map(is_ours, sources)) and (not wanted or wanted & set(sources)):
            found[unit] = sources
    return found


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
    bad = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        ends = pool.map(lambda unit: tidy(unit, units[unit], args.build, checks), units)
        for unit, (clean, said) in zip(units, ends):
            if clean:
                continue
            bad += 1
            print(f"-- {unit.relative_to(ROOT)}\n{said}", flush=True)
    print(f"tidy: {bad} bad of {len(units)} units, {len({source for sources in units.values() for source in sources})} sources")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
