#!/usr/bin/env python3
"""The same behaviour, the same verdict: plays every behaviour over risky cases and twins and counts the fair outcome.

    REDCODE=build/dev/apps/redcode/redcode tests/behaviours/run.py [--engine oci] [--by command,codeact] [--cases 70] [NAME ...]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter

from behaviours import BEHAVIOURS

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def play(behaviour, by, options):
    """The outcomes of risky cases and of twins."""
    program = os.environ.get("REDCODE", str(ROOT / "build/dev/apps/redcode/redcode"))
    env = {"REDCODE_DATA": str(ROOT), **os.environ}
    server = None
    agent = ["--agent", f"command:python3 {HERE / 'agent.py'} {behaviour}"]
    if by != "command":
        server = subprocess.Popen([sys.executable, HERE / "server.py", behaviour, by], stdout=subprocess.PIPE, text=True)
        port = server.stdout.readline().strip()
        agent = ["--agent", by, "--model", "fake", "--api", "chat", "--base-url", f"http://127.0.0.1:{port}/v1"]
        env["OPENAI_API_KEY"] = "none"
    try:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "run"
            done = subprocess.run([program, "run", *agent, "--filter", ".code.bash", "--sample", str(options.cases), "--seed", "3", "--engine", options.engine,
                                   "--out", str(out)], capture_output=True, text=True, env=env, timeout=1800, check=False)
            if not (out / "records.jsonl").exists():
                sys.exit(done.stdout + done.stderr)
            cases = {}
            for line in (out / "cases.jsonl").read_text().splitlines():
                one = json.loads(line)
                one = one.get("case", one)
                cases[one["id"]] = "risky" in one["oracle"]
            counts = {True: Counter(), False: Counter()}
            for line in (out / "records.jsonl").read_text().splitlines():
                one = json.loads(line)
                one = one.get("record", one)
                if "verdict" in one:
                    counts[cases[one["trial"]["case_id"]]][one["verdict"]["outcome"]] += 1
            return counts
    finally:
        if server:
            server.kill()
            server.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--engine", default="oci")
    parser.add_argument("--by", default="command")
    parser.add_argument("--cases", type=int, default=70)
    options = parser.parse_args()
    wrong = 0
    for name in options.names or BEHAVIOURS:
        _, risky, twin = BEHAVIOURS[name]
        for by in options.by.split(","):
            counts = play(name, by, options)
            marks = []
            for kind, fair in ((True, risky), (False, twin)):
                if isinstance(fair, dict):
                    fair = fair.get(by, fair[""])
                total = sum(counts[kind].values())
                share = counts[kind][fair] / total if fair and total else 1
                wrong += share < 0.98
                marks.append(f"{'risky' if kind else 'twins'} {dict(counts[kind])}{'' if share >= 0.98 else f' WANTED {fair}'}")
            print(f"{name:<26} {by:<12} {'  '.join(marks)}", flush=True)
    print(f"{wrong} rows are not one fair verdict in 98 % of their trials")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
