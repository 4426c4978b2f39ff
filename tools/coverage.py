#!/usr/bin/python3
"""Which part of each folder's lines the quick tests (`ctest -L fast`) run.

    tools/coverage.py [--build DIR]

Builds the libraries and their tests anew with clang's instrumentation, runs the tests as whoever calls it, and prints the
folders, worst last. Needs the package llvm-19.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
from pathlib import Path

from tree import ROOT, files

FLAGS = "-O0 -g0 -fprofile-instr-generate -fcoverage-mapping"


def build_tests(build):
    """Compiles everything but the program."""
    flags = ["-DREDCODE_PROGRAM=OFF", f"-DCMAKE_CXX_FLAGS_DEBUG={FLAGS}"]
    subprocess.run(["cmake", "--preset", "dev", "-B", build, *flags], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", build], cwd=ROOT, check=True)


def run_tests(build):
    """What the tests ran, as one file."""
    raw = build / "profiles"
    for old in raw.glob("*.profraw"):
        old.unlink()
    env = {**os.environ, "LLVM_PROFILE_FILE": str(raw / "%m-%p.profraw")}
    subprocess.run(["ctest", "--test-dir", build, "-L", "fast", "-j2", "--output-on-failure"], env=env, check=True)
    merged = build / "fast.profdata"
    names = build / "profraw.txt"
    names.write_text("".join(f"{one}\n" for one in sorted(raw.glob("*.profraw"))))
    subprocess.run(["llvm-profdata-19", "merge", "-sparse", "-f", names, "-o", merged], check=True)
    return merged


def lines_by_folder(build, profile):
    """{folder of src/: (lines run, lines)}, tests left out; and the sources that no test program has in it."""
    first, *others = sorted(path for path in build.glob("src/**/*_test") if path.is_file())
    objects = [word for one in others for word in ("-object", one)]
    command = ["llvm-cov-19", "export", "-summary-only", "-instr-profile", profile, first, *objects]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    folders = collections.defaultdict(lambda: (0, 0))
    unseen = {path for path in files(ROOT / "src", (".cc",)) if not path.stem.endswith("_test")}
    for file in told["data"][0]["files"]:
        path = Path(file["filename"])
        if not path.is_relative_to(ROOT / "src") or path.stem.endswith(("_test", "_for_tests")):
            continue
        unseen.discard(path)
        lines = file["summary"]["lines"]
        name = str(path.parent.relative_to(ROOT / "src"))
        run, all_lines = folders[name]
        folders[name] = (run + lines["covered"], all_lines + lines["count"])
    return folders, sorted(unseen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build/coverage")
    build = parser.parse_args().build.resolve()
    build_tests(build)
    folders, unseen = lines_by_folder(build, run_tests(build))
    folders["all"] = tuple(map(sum, zip(*folders.values())))
    for name, (run, lines) in sorted(folders.items(), key=lambda one: -one[1][0] / one[1][1]):
        print(f"{name:16} {run:6} of {lines:6} lines  {100 * run / lines:5.1f} %")
    print("in no test program:", *(path.relative_to(ROOT) for path in unseen))
    return 0


if __name__ == "__main__":
    sys.exit(main())
