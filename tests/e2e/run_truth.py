"""What a run folder holds, read without the program: used to see that nothing was lost and nothing counted twice."""
import collections
import dataclasses
import hashlib
import json
import pathlib


@dataclasses.dataclass
class Truth:
    outcomes: dict  # trial id -> outcome of its last whole record
    twice: list  # trial ids with more than one record that is not invalid
    damaged: int  # lines that are cut or changed
    records: int
    partial: set  # trial ids whose verdict says that it rests on partial evidence


def is_whole(line):
    head, comma, tail = line.rpartition(b',"check":"')
    return bool(comma) and tail == hashlib.sha256(head).hexdigest()[:16].encode() + b'"}'


def read(run):
    lines = (pathlib.Path(run) / "records.jsonl").read_bytes().split(b"\n")
    whole = [json.loads(line) for line in lines if is_whole(line)]
    outcomes, sound, partial = {}, collections.Counter(), set()
    for record in whole:
        outcomes[record["trial"]["id"]] = record["verdict"]["outcome"]
        (partial.add if record["verdict"].get("partial") else partial.discard)(record["trial"]["id"])
        sound[record["trial"]["id"]] += record["verdict"]["outcome"] != "invalid"
    twice = [trial for trial, count in sound.items() if count > 1]
    return Truth(outcomes, twice, len([line for line in lines if line]) - len(whole), len(whole), partial)


def differences(run, expected):
    """What distinguishes a run from `expected`, trial id -> outcome; empty: nothing lost, nothing twice, same verdicts."""
    found = read(run)
    wrong = {trial: (found.outcomes[trial], outcome) for trial, outcome in expected.items()
             if trial in found.outcomes and found.outcomes[trial] != outcome}
    report = {"lost": sorted(set(expected) - set(found.outcomes)), "not planned": sorted(set(found.outcomes) - set(expected)),
              "counted twice": found.twice, "other verdicts": wrong}
    return {name: what for name, what in report.items() if what}
