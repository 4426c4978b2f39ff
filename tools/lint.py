#!/usr/bin/python3
"""Every quick check of the source, one after another; says which failed.

    tools/lint.py

The slow one, clang-tidy, is tools/tidy.py.
"""

import subprocess
import sys

from tree import ROOT, cxx_files, files

TOOLS = ROOT / "tools"


def is_shell(path):
    """Whether `path` is a shell script, by its name or its first line."""
    if path.suffix == ".sh":
        return True
    if path.suffix:
        return False
    with path.open("rb") as file:
        first = file.readline(80)
    return first.startswith(b"#!") and first.rstrip().endswith((b"sh", b"bash"))


def checks():
    """(name, command) for each check; a command without files to look at is left out."""
    scripts = [str(path) for path in files(ROOT) if is_shell(path)]
    sources = [str(path) for path in cxx_files(ROOT)]
    if sources:
        yield "clang-format", ["clang-format-19", "--dry-run", "-Werror", *sources]
    yield "check_layers", [sys.executable, str(TOOLS / "check_layers.py")]
    yield "check_sizes", [sys.executable, str(TOOLS / "check_sizes.py")]
    yield "check_files", [sys.executable, str(TOOLS / "check_files.py")]
    yield "codespell", [
        "codespell",
        "--ignore-words",
        str(TOOLS / "codespell_ignore.txt"),
        *(str(path) for path in files(ROOT) if has_our_spelling(path)),
    ]
    if scripts:
        yield "shellcheck", ["shellcheck", "-x", *scripts]


def has_our_spelling(path):
    """Not licences, scenarios, replies or other languages: their people write as people do, and name things oddly. Nor digests."""
    theirs = {ROOT / "corpus", ROOT / "tests/replies"}
    other_languages = {"stance_weights.txt", "reason_weights.txt", "foreign_cues.txt", "language.cc", "language_test.cc", "behaviours.py", "judge_behaviour_test.cc"}
    named = path.name.startswith("LICENSE") or path.name == "package-lock.json" or path.name in other_languages
    return not named and theirs.isdisjoint(path.parents)


def main():
    failed = []
    for name, command in checks():
        print(f"-- {name}", flush=True)
        try:
            ok = subprocess.run(command, cwd=ROOT, check=False, timeout=300).returncode == 0
        except (FileNotFoundError, subprocess.TimeoutExpired) as problem:
            print(problem)
            ok = False
        if not ok:
            failed.append(name)
    print(f"lint: failed: {', '.join(failed)}" if failed else "lint: ok")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
