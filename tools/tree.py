"""Which files of the repository the checks look at."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GENERATED = {".git", ".cache", "__pycache__", "build", "node_modules", "runs"}


def files(root, suffixes=None):
    """Every file below `root`, sorted; with `suffixes`, only those whose name ends so."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in GENERATED]
        for name in names:
            if suffixes is None or name.endswith(tuple(suffixes)):
                found.append(Path(folder) / name)
    return sorted(found)


def cxx_files(root):
    """The C++ files that are ours."""
    return [
        path
        for top in ("include", "src", "apps", "examples", "tests")
        for path in files(Path(root) / top, (".cc", ".h"))
    ]
