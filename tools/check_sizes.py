#!/usr/bin/python3
"""A file is one idea: none of ours is longer than 400 lines.

    tools/check_sizes.py [ROOT]

No exceptions. The length of functions is held by clang-tidy (.clang-tidy).
"""

import sys
from pathlib import Path

from tree import ROOT, cxx_files

MOST = 400


def main():
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT
    too_long = []
    for path in cxx_files(root):
        lines = len(path.read_bytes().splitlines())
        if lines > MOST:
            too_long.append(f"{path.relative_to(root)}: {lines} lines, {MOST} at most: split it by idea")
    print("\n".join(too_long) or "sizes: ok")
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
