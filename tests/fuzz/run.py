#!/usr/bin/python3
"""Fuzzes the scenario reader for a while, from sound and broken scenario files.

    tests/fuzz/run.py FUZZER [SECONDS]

Exits with the fuzzer's code: 0 if nothing was found. What it found is left in the working directory, as libFuzzer names it.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/broken"))
from edits import SOUND, edits


def seeds():
    yield SOUND
    yield from (edit.broken()[0] for edit in edits())
    # The smallest sound scenario, as unit tests have it.
    header = (ROOT / "src/corpus/sample_scenario.h").read_text()
    yield re.search(r'R"\((.+?)\)";', header, re.DOTALL).group(1)


def main(fuzzer, seconds="600"):
    with tempfile.TemporaryDirectory(prefix="scenario-fuzz-") as home:
        for number, text in enumerate(seeds()):
            (pathlib.Path(home) / f"seed-{number}").write_text(text)
        return subprocess.run([fuzzer, f"-max_total_time={seconds}", "-max_len=16384", "-timeout=10", "-rss_limit_mb=2048",
                               "-print_final_stats=1", f"-dict={ROOT / 'tests/fuzz/scenario.dict'}", home], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
