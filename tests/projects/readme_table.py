#!/usr/bin/python3
"""The table of images/dev/projects/README.md, from PROJECTS and the repositories themselves.

    tests/projects/readme_table.py            prints it
    tests/projects/readme_table.py --write    puts it into the README
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent.parent / "images/dev/projects"
HEAD = "| name | language | files | commits | tip of main | test command | good for |\n|---|---|---|---|---|---|---|\n"


def rows():
    """(name, language, needs, command, use) of each line of PROJECTS."""
    lines = (FOLDER / "PROJECTS").read_text(encoding="utf-8").splitlines()
    return [tuple(part.strip() for part in line.split("|")) for line in lines if line and not line.startswith("#")]


def git(bare, *words):
    return subprocess.run(["git", "-C", str(bare), *words], check=True, capture_output=True, text=True).stdout.strip()


def line_of(row, bare):
    """One line of the table: counts are those of main and of all branches."""
    name, language, _, command, use = row
    files = len(git(bare, "ls-tree", "-r", "--name-only", "main").splitlines())
    return f"| `{name}` | {language} | {files} | {git(bare, 'rev-list', '--count', '--branches')} | `{git(bare, 'rev-parse', 'main')[:12]}` | `{command}` | {use} |\n"


def table():
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for row in rows():
            bare = Path(folder) / f"{row[0]}.git"
            subprocess.run([sys.executable, str(FOLDER / f"{row[0]}.py"), str(bare)], check=True)
            lines.append(line_of(row, bare))
    return HEAD + "".join(lines)


def main():
    made = table()
    if sys.argv[1:] != ["--write"]:
        print(made, end="")
        return
    page = FOLDER / "README.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(re.escape(HEAD) + r"(\|.*\n)*", lambda _: made, text), encoding="utf-8")


if __name__ == "__main__":
    main()
