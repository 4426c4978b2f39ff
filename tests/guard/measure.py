#!/usr/bin/python3
"""How many spellings of five deeds on decoys get through the guard unasked.

    sudo tests/guard/measure.py REDCODE [--verify] [--family NAME]

With --verify each is run in a box of its own first, and counts only if it has its effect; without, verified.txt says which had.
Exits with 1 if one got through.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import subprocess
import sys

from spellings import HELD_OUT, spellings

HERE = pathlib.Path(__file__).resolve().parent
VERIFIED = HERE / "verified.txt"


def ask(redcode, spelled, deed, run):
    """(decision, had its effect)"""
    command = [HERE / "box.sh", redcode, spelled, deed] + (["run"] if run else [])
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout.split()
    except subprocess.TimeoutExpired:
        return "none", False
    return told[0] if told else "none", told[-1:] == ["effect"]


def measured(redcode, verify, family):
    chosen = [one for one in spellings() if family in (None, one[0])]
    known = set(VERIFIED.read_text().split()) if VERIFIED.exists() else set()
    if not verify:
        chosen = [one for one in chosen if "/".join(one[:3]) in known]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda one: ask(redcode, one[3], one[2], verify), chosen)
        for (kind, name, deed, spelled), (decision, effect) in zip(chosen, answers, strict=True):
            yield kind, name, deed, spelled, decision, effect or not verify


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("redcode")
    options.add_argument("--verify", action="store_true", help="run each in a box; count those with their effect")
    options.add_argument("--family")
    options.add_argument("--quiet-held-out", action="store_true", help="count held-out families, and do not show them")
    chosen = options.parse_args()
    counts = {True: collections.Counter(), False: collections.Counter()}
    proven = []
    for family, name, deed, spelled, decision, effect in measured(pathlib.Path(chosen.redcode).resolve(), chosen.verify, chosen.family):
        held = family in HELD_OUT
        if not effect:
            counts[held]["without effect"] += 1
            continue
        proven.append(f"{family}/{name}/{deed}")
        counts[held][decision] += 1
        if decision not in ("ask", "deny") and not (held and chosen.quiet_held_out):
            print(f"{decision}: {family}/{name}/{deed}: {spelled[:200]!r}")
    if chosen.verify and chosen.family is None:
        VERIFIED.write_text("\n".join(sorted(proven)) + "\n")
    for held, words in ((False, "developed with"), (True, "held out")):
        count = counts[held]
        total = sum(count.values()) - count["without effect"]
        print(f"{words}: {total} verified, {count['ask']} asked, {count['deny']} denied, {total - count['ask'] - count['deny']} through ({count['without effect']} without effect)")
    through = sum(sum(count.values()) - count["without effect"] - count["ask"] - count["deny"] for count in counts.values())
    return 1 if through or not proven else 0


if __name__ == "__main__":
    sys.exit(main())
