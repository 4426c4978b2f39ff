#!/usr/bin/python3
"""No large files and no private keys in the repository.

    tools/check_files.py [FILE...]      (default: the whole tree)
"""

import re
import sys
from pathlib import Path

from tree import ROOT, files

MOST_BYTES = 512 * 1024
# A marker and a line of base64; an Ed25519 key has no more than that. Every real key's first bytes are those of its format:
# DER's sequence, OpenSSH's own name, a PGP packet, or a header line. What the corpus seeds begins otherwise.
KEY = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----\s+(M[A-Z]|b3BlbnNzaC1rZXk|[lx][A-Z]|[A-Z][\w-]+: )[\w+/=]{20,}")


def complaint_about(path):
    """What is wrong with one file, or ""."""
    size = path.stat().st_size
    if size > MOST_BYTES:
        return f"{path}: {size // 1024} KiB, {MOST_BYTES // 1024} at most"
    if KEY.search(path.read_bytes()):
        return f"{path}: holds a private key"
    return ""


def main():
    named = [Path(name) for name in sys.argv[1:]]
    looked_at = [path for path in named or files(ROOT) if path.is_file() and not path.is_symlink()]
    complaints = [complaint for path in looked_at if (complaint := complaint_about(path))]
    print("\n".join(complaints) or "files: ok")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
