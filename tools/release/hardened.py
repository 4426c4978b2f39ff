#!/usr/bin/env python3
"""Reads from programs what stands between a mistake in them and whoever would use it.

    tools/release/hardened.py build/release/apps/redcode/redcode --static build/release/apps/redcode/redcode-companion

Says what is missing, and ends with 1 then: position-independent, its tables read-only once it runs, and (where its
symbols tell) guarded stacks and checked copies. A program that is linked statically and stripped has no symbols to tell.
"""

import argparse
import re
import subprocess
import sys


def readelf(option, program):
    done = subprocess.run(["readelf", "-W", option, program], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def missing(program, static=False):
    """What it lacks, each in some words."""
    lacks = []
    if not re.search(r"^\s*Type:\s+DYN\b", readelf("-h", program), re.MULTILINE):
        lacks.append("position-independent code")
    if "GNU_RELRO" not in readelf("-l", program):
        lacks.append("read-only relocations (RELRO)")
    if not re.search(r"BIND_NOW|\bNOW\b", readelf("-d", program)):
        lacks.append("symbols bound at the start (BIND_NOW)")
    if re.search(r"GNU_STACK.*\bRWE\b", readelf("-l", program)):
        lacks.append("a stack that is not run")
    if static:
        return lacks
    symbols = readelf("--dyn-syms", program)
    if "__stack_chk_fail" not in symbols:
        lacks.append("guarded stacks (__stack_chk_fail)")
    if not re.search(r"\b__\w+_chk\b", symbols.replace("__stack_chk_fail", "")):
        lacks.append("checked copies (_FORTIFY_SOURCE)")
    return lacks


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", help="linked with shared libraries")
    parser.add_argument("--static", action="append", default=[], help="linked statically")
    given = parser.parse_args()
    found = {**{name: missing(name) for name in given.programs}, **{name: missing(name, True) for name in given.static}}
    for name, lacks in found.items():
        print(f"{name}: {'hardened' if not lacks else 'lacks ' + ', '.join(lacks)}")
    sys.exit(1 if any(found.values()) else 0)


if __name__ == "__main__":
    main()
