#!/usr/bin/python3
"""Holds the source to the architecture: who may use whom, and what nobody may use.

    tools/check_layers.py [ROOT]

Rules, each printed as `place: complaint`:
  - code lies in folders of src/ and in their sub-folders, each of which states its dependencies in a CMakeLists.txt;
  - a folder includes only itself and the folders its DEPENDS names, by their last name;
  - DEPENDS names only folders earlier in the order of the root CMakeLists.txt, and only those
    that the table in docs/architecture.md allows;
  - some things are banned everywhere (BANNED below).
"""

import re
import sys
from pathlib import Path

from tree import ROOT, cxx_files, files

# What must not appear in code, and what to do instead. Comments and strings do not count.
BANNED = [
    (re.compile(r"\basio::detached\b"), "asio::detached loses exceptions: spawn it in a Scope"),
    (re.compile(r"\bstd::(?:basic_)?w?regex\b"), "std::regex overflows the stack: use RE2"),
    (re.compile(r"#\s*include\s*<regex>"), "std::regex overflows the stack: use RE2"),
    (re.compile(r"\bnew\s+[A-Za-z_:(]"), "naked new: use std::make_unique or a value"),
    (re.compile(r"(?:\bstd|(?<!\w))::system\s*\("), "system() runs a shell: use run_process"),
    (
        re.compile(r"\bstd::(?:\w+_)?(?:mutex|lock_guard|scoped_lock|unique_lock|shared_lock|condition_variable)\b"),
        "clang cannot check what it guards: use Mutex, Lock and GUARDED_BY of base/mutex.h, with std::condition_variable_any",
    ),
    (re.compile(r"(?<![\w.>])popen\s*\("), "popen() runs a shell: use run_process"),
]

# Wraps what is banned for all others.
WRAPPERS = {Path("src/base/mutex.h")}

TOKENS = re.compile(
    r"""
    (?P<number>\b\d[\w']*)                            # so that 1'000 opens no character literal
  | (?P<raw>R"(?P<delimiter>[^\s()\\"]{0,16})\(.*?\)(?P=delimiter)")
  | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<comment>//[^\n]*|/\*.*?\*/)
    """,
    re.VERBOSE | re.DOTALL,
)
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def code_only(text):
    """`text` with comments and literals blanked out, line by line as long as before."""

    def blank(match):
        if match.group("number"):
            return match.group()
        return re.sub(r"[^\n]", " ", match.group())

    return TOKENS.sub(blank, text)


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def order_of(root):
    """The folders of src/ in the order of the root CMakeLists.txt."""
    text = re.sub(r"#.*", "", read(root / "CMakeLists.txt"))
    return list(dict.fromkeys(re.findall(r"\bsrc/([\w/]+)", text)))


def depends_of(folder):
    """The folders that the DEPENDS of src/<folder>/CMakeLists.txt names."""
    text = re.sub(r"#.*", "", read(folder / "CMakeLists.txt"))
    call = re.search(rf"redcode_library\(\s*{folder.name}\b([^)]*)\)", text)
    if not call:
        return None
    words, section = [], ""
    for word in call.group(1).split():
        if word in ("SOURCES", "TESTS", "SLOW_TESTS", "DEPENDS", "EXTERNAL"):
            section = word
        elif section == "DEPENDS":
            words.append(word)
    return words


def allowed_by(architecture):
    """{folder: folders it may use} from the table rows `| `run/queue` | base, record, run/plan | ... |`."""
    table = {}
    section = read(architecture).partition("## Who may use whom")[2].partition("\n## ")[0]
    for line in section.splitlines():
        row = re.match(r"\|\s*`([\w/]+)`\s*\|([^|]*)\|", line)
        if row:
            table[row.group(1)] = set(re.findall(r"[\w/]+", row.group(2)))
    return table


def check_depends(root, folder, order):
    """Complaints about the DEPENDS of one folder."""
    name = str(folder.relative_to(root / "src"))
    place = f"{name}/CMakeLists.txt"
    depends = depends_of(folder)
    if depends is None:
        return [f"{place}: no redcode_library({folder.name} ...) in it"]
    if name not in order:
        return [f"{place}: the root CMakeLists.txt does not list src/{name}"]
    below = {lower.rpartition("/")[2]: lower for lower in order[: order.index(name)]}
    complaints = [f"{place}: {name} may not depend on {lower}: it is not below it" for lower in depends if lower not in below]
    architecture = root / "docs" / "architecture.md"
    if architecture.exists():
        allowed = allowed_by(architecture).get(name, set())
        complaints += [
            f"{place}: docs/architecture.md does not allow {name} to use {below[lower]}"
            for lower in depends
            if lower in below and below[lower] not in allowed
        ]
    return complaints


def folder_of(include, order):
    """The innermost folder in `order` that an included path lies in, or None."""
    folders = [folder for folder in order if include.startswith(folder + "/")]
    return max(folders, key=len, default=None)


def check_includes(root, folder, depends, order):
    """Complaints about the #include lines of one folder, its sub-folders left out."""
    name = str(folder.relative_to(root / "src"))
    complaints = []
    for path in files(folder, (".cc", ".h")):
        if path.parent != folder:
            continue
        text = read(path)
        lines = zip(text.splitlines(), code_only(text).splitlines())
        for number, (line, code) in enumerate(lines, start=1):
            include = INCLUDE.match(line)
            if not include or "#" not in code:
                continue
            place = f"{path.relative_to(root / 'src')}:{number}"
            used = folder_of(include.group(1), order)
            if "/" not in include.group(1):
                complaints.append(f'{place}: say which folder: "{name}/{include.group(1)}"')
            elif used != name and (used or "").rpartition("/")[2] not in depends:
                complaints.append(f"{place}: {name} may not use {used or include.group(1)}")
    return complaints


def check_banned(root, path):
    """Complaints about banned words in one file."""
    if path.relative_to(root) in WRAPPERS:
        return []
    return [
        f"{path.relative_to(root)}:{number}: {complaint}"
        for number, line in enumerate(code_only(read(path)).splitlines(), start=1)
        for word, complaint in BANNED
        if word.search(line)
    ]


def check(root):
    """Every complaint about the tree below `root`."""
    complaints = []
    order = order_of(root)
    for path in files(root / "src", (".cc", ".h")):
        if path.parent == root / "src":
            complaints.append(f"src/{path.name}: loose file in src/: a file belongs to a folder")
        elif not (path.parent / "CMakeLists.txt").exists():
            complaints.append(f"{path.relative_to(root)}: its folder has no CMakeLists.txt")
    for listed in sorted((root / "src").rglob("CMakeLists.txt")):
        complaints += check_depends(root, listed.parent, order)
        complaints += check_includes(root, listed.parent, depends_of(listed.parent) or [], order)
    for path in cxx_files(root):
        complaints += check_banned(root, path)
    return complaints


def main():
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT
    complaints = check(root)
    print("\n".join(complaints) or "layers: ok")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
