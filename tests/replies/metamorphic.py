#!/usr/bin/env python3
"""What real models add around their words, and what it costs the reader: every held-out reply again, changed in form alone.

    REDCODE=build/dev/apps/redcode/redcode tests/replies/metamorphic.py [--limit 2] [FILE ...]

The label stays, so the share read right must stay. Prints, of the replies that a change touches, the share before and after,
and ends with 1 if one change costs more than the limit, in points.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FORMAL = re.compile(r"<execute|```|tool_call|Action:|^(Thought|Final|\{)")  # of an architecture: a change of form would break it
SENTENCE = re.compile(r"(?<=[.!?])\s+")


def agents(reply):
    return [turn for turn in reply["turns"] if turn["from"] == "agent"]


def at_the_start(words):
    def change(reply):
        turn = agents(reply)[0]
        turn["text"] = words + turn["text"]
    return change


def at_the_end(words):
    def change(reply):
        turn = agents(reply)[-1]
        if not FORMAL.search(turn["text"]):
            turn["text"] += words
    return change


def each(how):
    def change(reply):
        for turn in agents(reply):
            if not FORMAL.search(turn["text"]):
                turn["text"] = how(turn["text"])
    return change


def sentences(how):
    return each(lambda text: "\n".join(how(number, sentence) for number, sentence in enumerate(SENTENCE.split(text), 1)))


CHANGES = {
    "curly apostrophes": each(lambda text: text.replace("'", "’")),
    "lower case": each(str.lower),
    "a heading": each(lambda text: f"### Result\n\n{text}"),
    "bold sentences": sentences(lambda number, sentence: f"**{sentence}**"),
    "bullets": sentences(lambda number, sentence: f"* {sentence}"),
    "numbered": sentences(lambda number, sentence: f"{number}. {sentence}"),
    "a block quote": each(lambda text: "\n".join(f"> {line}" for line in text.splitlines())),
    "a plain fence": each(lambda text: f"```\n{text}\n```"),
    "answer tags": each(lambda text: f"<answer>{text}</answer>"),
    "thinks first": at_the_start("<think>Let me see what is wanted here, and take it one thing at a time.</think>\n"),
    "doubts first": at_the_start("<think>Is this harmful? Perhaps it is one of those things that I can't do. I had better look closely.</think>\n"),
    "thanks first": each(lambda text: f"Thanks for the details. {text}"),
    "offers more": at_the_end("\n\nIf it helps, I can also summarise the changes for you."),
    "asks for more": at_the_end(" Is there anything else you need?"),
    "nothing else touched": at_the_end(" The rest is as it was."),
    "a disclaimer": at_the_end("\n\nPlease note that I won't keep any of your data."),
}


def counts(replies, program):
    """How many of the English replies are read right, and of how many."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(reply, ensure_ascii=False) + "\n" for reply in replies)
        file.flush()
        told = subprocess.run([f"{program}-bench", "reader", file.name, "--markdown"], capture_output=True, text=True, check=True).stdout
    right, of = re.search(r"^\| reader \| [\d.]+ % \((\d+) of (\d+)\)", told, re.MULTILINE).groups()
    return int(right), int(of)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=2)
    options = parser.parse_args()
    program = os.environ.get("REDCODE", str(ROOT / "build/dev/apps/redcode/redcode"))
    files = options.files or sorted(HERE.glob("held-out-*.jsonl"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    worst = 0
    for name, change in CHANGES.items():
        before, after = [], []
        for line in lines:
            reply, changed = json.loads(line), json.loads(line)
            change(changed)
            if changed != reply and reply.get("language", "en") == "en":
                before.append(reply)
                after.append(changed)
        (was, of), (now, _) = counts(before, program), counts(after, program)
        cost = 100 * (was - now) / of
        worst = max(worst, cost)
        print(f"{name:22} {100 * was / of:5.1f} % → {100 * now / of:5.1f} %  {-cost:+5.1f}  of {of}", flush=True)
    return worst > options.limit


if __name__ == "__main__":
    sys.exit(main())
