#!/usr/bin/python3
"""clang-tidy over the compile database, skipping what is known to be clean.

    tools/tidy.py [--quick] [--known LIST [--write]] [-p BUILD] [-j JOBS] [FILE...]

All checks of .clang-tidy cost some 20 seconds of CPU per file, since each of them walks through
every system header too. --quick runs those few that find bugs a test may miss or that hold our own
rules, in a fifth of the time, and leaves tests out unless they are named: that is what CI can afford
on a fresh machine.

A file is known to be clean when it, the headers of ours that it includes, its compile options
and .clang-tidy are what they were when it last passed. That is remembered below build/tidy/, and in
LIST, which is part of the repository: a fresh machine looks only at files that changed since it was
written, and at some of the others, which differ from commit to commit. --write brings LIST up to date.
Any warning makes the exit code 1.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tree import ROOT

TIDY = "clang-tidy-19"
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
LIMIT_SECONDS = 600
SAMPLED = 12
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


def closure(source):
    """`source` and every file of ours that it includes, directly or not, sorted."""
    seen, todo = set(), [source]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in INCLUDE.findall(path.read_bytes()):
            for folder in (ROOT / "src", ROOT / "apps/redcode", path.parent, ROOT):
                included = folder / name.decode()
                if included.is_file():
                    todo.append(included.resolve())
                    break
    return sorted(seen)


def options_in(command):
    """What of a compile command decides what the code means, and is the same on every machine."""
    return " ".join(word for word in command.split() if word.startswith(("-D", "-W", "-std")))


def key_of(source, command, fixed):
    """The name under which a clean result for `source` is remembered."""
    digest = hashlib.sha256(fixed + options_in(command).encode())
    for path in closure(source):
        name = str(path.relative_to(ROOT))
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def read_known(path):
    """{file: key} of the list in the repository."""
    if path is None or not path.exists():
        return {}
    return dict(line.split() for line in path.read_text().splitlines())


def commit():
    """The commit at hand; nothing outside a repository."""
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=False).stdout


def sampled(source, head):
    """Whether this commit looks at a known file all the same: at one in twelve."""
    digest = hashlib.sha256(head + str(source.relative_to(ROOT)).encode()).digest()
    return digest[0] % SAMPLED == 0


def sources_of(build, named):
    """{source: compile command} for our files of the database, or for the named ones."""
    wanted = {Path(name).resolve() for name in named}
    entries = json.loads((build / "compile_commands.json").read_text())
    found = {}
    for entry in entries:
        path = (Path(entry["directory"]) / entry["file"]).resolve()
        ours = any(path.is_relative_to(ROOT / top) for top in ("src", "apps", "examples", "tests"))
        if ours and path.exists() and (not wanted or path in wanted):
            found[path] = entry.get("command") or " ".join(entry["arguments"])
    return found


def is_test(path):
    return path.name.endswith("_test.cc") or path.is_relative_to(ROOT / "tests")


def tidy(source, build, checks):
    """(clean, what clang-tidy said) for one file; `checks` are added to those of .clang-tidy."""
    if source.name.endswith("_test.cc"):
        checks = f"{checks},{IN_TESTS}"
    command = [TIDY, "-p", str(build), "--quiet", f"--checks={checks}", str(source)]
    try:
        end = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=LIMIT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False, f"{source}: {TIDY} took over {LIMIT_SECONDS} s"
    # clang-tidy counts suppressed warnings of system headers on standard error; that is noise.
    clean = end.returncode == 0 and "warning:" not in end.stdout
    return clean, end.stdout if end.stdout.strip() else end.stderr


def arguments():
    parser = argparse.ArgumentParser(description="clang-tidy over the compile database")
    parser.add_argument("-p", "--build", type=Path, default=ROOT / "build" / "dev")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="only the checks that CI can afford")
    parser.add_argument("--known", type=Path, help="list of files that passed before")
    parser.add_argument("--write", action="store_true", help="bring that list up to date")
    parser.add_argument("files", nargs="*")
    return parser.parse_args()


def main():
    args = arguments()
    sources = sources_of(args.build, args.files)
    if args.quick and not args.files:
        sources = {path: command for path, command in sources.items() if not is_test(path)}
    if not sources:
        print(f"tidy: no source of ours in {args.build}/compile_commands.json")
        return 1
    version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
    checks = QUICK if args.quick else ""
    fixed = version + (ROOT / ".clang-tidy").read_bytes() + checks.encode() + IN_TESTS.encode()
    clean_marks = ROOT / "build" / "tidy"
    clean_marks.mkdir(parents=True, exist_ok=True)

    known = read_known(args.known)
    head = commit()
    keys = {source: key_of(source, sources[source], fixed) for source in sources}

    def look_at(source):
        mark = clean_marks / keys[source]
        listed = known.get(str(source.relative_to(ROOT))) == keys[source]
        if mark.exists() or (listed and not sampled(source, head)):
            return "known", source, ""
        clean, said = tidy(source, args.build, checks)
        if clean:
            mark.touch()
        return "clean" if clean else "bad", source, said

    counts = {"known": 0, "clean": 0, "bad": 0}
    passed = {}
    with ThreadPoolExecutor(args.jobs) as pool:
        for how, source, said in pool.map(look_at, sorted(sources)):
            counts[how] += 1
            if how != "bad":
                passed[str(source.relative_to(ROOT))] = keys[source]
            else:
                print(f"-- {source.relative_to(ROOT)}\n{said}", flush=True)
    print(f"tidy: {counts['bad']} bad, {counts['clean']} clean, {counts['known']} unchanged and clean before")
    if args.write:
        args.known.write_text("".join(f"{name} {key}\n" for name, key in sorted(passed.items())))
    return 1 if counts["bad"] else 0


if __name__ == "__main__":
    sys.exit(main())
