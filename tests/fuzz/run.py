#!/usr/bin/python3
"""Fuzzes a reader for a while, from sound and broken inputs.

    tests/fuzz/run.py FUZZER [SECONDS]

Exits with the fuzzer's code: 0 if nothing was found. What it found is left in the working directory, as libFuzzer names it.
"""
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/broken"))
sys.path.insert(0, str(ROOT / "tests/shell"))
from edits import SOUND, edits
from grammar import Grammar


def scenarios():
    yield SOUND
    yield from (edit.broken()[0] for edit in edits())
    # The smallest sound scenario, as unit tests have it.
    header = (ROOT / "src/corpus/sample_scenario.h").read_text()
    yield re.search(r'R"\((.+?)\)";', header, re.DOTALL).group(1)


def replies():
    for file in sorted((ROOT / "tests/outputs").glob("*.jsonl")):
        for line in file.read_text().splitlines():
            reply = json.loads(line)["reply"]
            if isinstance(reply, str):
                yield reply
            else:
                yield from ("\n".join((call["name"], call["arguments"])) for call in reply["calls"])


def wires():
    """The first byte chooses the format, and answers or questions: see wire_fuzzer.cc."""
    for number, wire in enumerate(("chat", "responses", "messages", "gemini")):
        for kind, first, key in (("answers", number, "bytes"), ("questions", number + 4, "body")):
            for line in (ROOT / f"tests/wires/{wire}-{kind}.jsonl").read_text().splitlines():
                if isinstance(text := json.loads(line)[key], str):
                    yield chr(first) + text


def generated():
    """Replies with code in them, as in the labelled ones that may be looked at."""
    for file in sorted((ROOT / "tests/generated/development").glob("*.yaml")):
        for reply in re.split(r"^    reply: \|$", file.read_text(), flags=re.MULTILINE)[1:]:
            lines = itertools.takewhile(lambda line: not line.startswith("  - "), reply.splitlines())
            yield "\n".join(line[6:] for line in lines)


def shells():
    """Commands as the reader's own test makes them."""
    grammar = Grammar(1)
    for _ in range(300):
        yield grammar.script()[0]


SEEDS = {"scenario_fuzzer": scenarios, "reply_fuzzer": replies, "wire_fuzzer": wires, "analysis_fuzzer": generated, "shell_fuzzer": shells}


def main(fuzzer, seconds="600"):
    name = pathlib.Path(fuzzer).name
    dictionary = ROOT / "tests/fuzz" / name.replace("_fuzzer", ".dict")
    words = [f"-dict={dictionary}"] if dictionary.exists() else []
    with tempfile.TemporaryDirectory(prefix="fuzz-") as home:
        for number, text in enumerate(SEEDS[name]()):
            (pathlib.Path(home) / f"seed-{number}").write_text(text)
        return subprocess.run([fuzzer, f"-max_total_time={seconds}", "-max_len=16384", "-timeout=10", "-rss_limit_mb=2048",
                               "-print_final_stats=1", *words, home], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
