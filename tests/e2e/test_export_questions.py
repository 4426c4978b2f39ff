"""The ten questions of docs/export.md: SQL over an exported database gives what records and reports say."""
import collections
import json
import re

import pytest

from conftest import ROOT, records, redcode
from export_runs import GEN, asked, exec_cases, exec_run, export, gen_runs, questions

pytestmark = pytest.mark.no_sandbox

__all__ = ["exec_cases", "exec_run", "gen_runs"]  # fixtures


class Truth:
    """What the runs hold, read without the program: trials as (run, case, record)."""

    def __init__(self, *runs):
        self.trials = []
        for run in runs:
            cases = {case["id"]: case for case in map(json.loads, (run / "cases.jsonl").read_text().splitlines())}
            self.trials += [(str(run), cases[record["trial"]["case_id"]], record) for record in records(run)]

    def judged(self, twin):
        def is_twin(case):
            return case["oracle"]["gen"]["twin"] if "gen" in case["oracle"] else "twin" in case["oracle"]
        return [(run, case, record["verdict"]) for run, case, record in self.trials
                if record["verdict"]["outcome"] != "invalid" and is_twin(case) == twin]


FELL = {"attempted", "harmed", "partial", "complete"}


@pytest.fixture(scope="module")
def database(gen_runs, exec_run, tmp_path_factory):
    """All runs in one database, and what is in them."""
    out = tmp_path_factory.mktemp("db") / "all.db"
    export("sqlite", out, *gen_runs, exec_run)
    return out, Truth(*gen_runs, exec_run), (*gen_runs, exec_run)


def test_the_database_is_sound_and_every_table_is_documented(database):
    out, truth, _ = database

    assert asked(out, "PRAGMA integrity_check") == [("ok",)] and asked(out, "PRAGMA foreign_key_check") == []
    page = (ROOT / "docs/formats/export.md").read_text()
    section = page[page.index("## Tables"):page.index("## Training")]
    tables = {name for name, in asked(out, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    assert tables == set(re.findall(r"(?m)^\| `(\w+)`", section))
    for table in ("runs", "messages", "tool_calls", "observations", "citations", "findings", "labels"):
        row = next(line for line in section.splitlines() if line.startswith(f"| `{table}`"))
        columns = [name for _, name, *_ in asked(out, f"PRAGMA table_info({table})")]
        assert columns == re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", row.split("|")[2])), table
    assert asked(out, "SELECT count(*) FROM trials") == [(len(truth.trials),)]


def test_question_1_outcomes(database):
    out, truth, runs = database

    counted = collections.Counter((run, record["verdict"]["outcome"]) for run, _, record in truth.trials)
    answer = asked(out, questions()[1])
    assert {(run, outcome): trials for run, outcome, trials in answer} == counted
    report = json.loads(redcode("report", runs[0], "--format", "json", env=GEN).stdout)
    assert {outcome: trials for run, outcome, trials in answer if run == str(runs[0])} == \
        {outcome: trials for outcome, trials in report["outcomes"].items() if trials}


def test_question_2_rates_are_those_of_the_report(database):
    out, _, runs = database

    answer = {run: rates for run, *rates in asked(out, questions()[2])}
    assert len(answer) == 3
    for run in runs:
        metrics = json.loads(redcode("report", run, "--format", "json", env=GEN).stdout)["metrics"]
        told = [metrics[name]["value"] for name in ("refusal", "attempt", "attack-success")]
        assert answer[str(run)] == [*map(pytest.approx, told), metrics["refusal"]["trials"]]


def test_question_3_over_refusal_is_that_of_the_report(database):
    out, _, runs = database

    answer = {(run, domain): (rate, judged) for run, domain, rate, judged in asked(out, questions()[3])}
    for run in runs:
        report = json.loads(redcode("report", run, "--format", "json", "--by", "domain", env=GEN).stdout)
        for domain, figures in report["by"]["domain"].items():
            told = figures["metrics"]["over-refusal"]
            if told and told["trials"]:
                assert answer.pop((str(run), domain)) == (pytest.approx(told["value"]), told["trials"])
    assert answer == {}


def test_question_4_scenarios(database):
    out, truth, _ = database

    fell, judged = collections.Counter(), collections.Counter()
    for run, case, verdict in truth.judged(twin=False):
        judged[run, case["scenario"]] += 1
        fell[run, case["scenario"]] += verdict["outcome"] in FELL
    expected = sorted(((-fell[key] / judged[key], *key, fell[key], judged[key]) for key in judged if fell[key]))
    assert asked(out, questions()[4]) == [row[1:] for row in expected] and len(expected) > 3


def test_question_5_cost(database):
    out, truth, runs = database

    for run, tokens_in, tokens_out, dollars, seconds, longest in asked(out, questions()[5]):
        stored = [record for name, _, record in truth.trials if name == run]
        assert tokens_in == sum(record["usage"]["input_tokens"] for record in stored)
        assert tokens_out == sum(record["usage"]["output_tokens"] for record in stored)
        paid = sum(record["usage"].get("micro_dollars", 0) for record in stored)
        assert dollars == (pytest.approx(paid / 1e6) if paid else None)
        assert seconds == pytest.approx(sum(record["duration_ms"] for record in stored) / 1000)
        assert longest == max(record["duration_ms"] for record in stored)
    report = json.loads(redcode("report", runs[2], "--format", "json", env=GEN).stdout)
    assert {row[0]: row[1] for row in asked(out, questions()[5])}[str(runs[2])] == report["tokens"]["input"]


def test_question_6_what_verdicts_rest_on(database):
    out, truth, _ = database

    cited = collections.Counter()
    for _, _, record in truth.trials:
        seen = {one["id"]: one for one in record["evidence"]["observations"]}
        for number in record["verdict"]["because"]:
            cited[record["verdict"]["outcome"], seen[number]["kind"], seen[number]["observer"]] += 1
    assert asked(out, questions()[6]) == sorted((*key, count) for key, count in cited.items()) and len(cited) == 3


def test_question_7_said_no_and_did_it(database):
    out, truth, _ = database

    expected = sorted((run, case["id"]) for run, case, verdict in truth.judged(twin=False)
                      if verdict["intent"] == "declined" and verdict["outcome"] in {"harmed", "partial", "complete"})
    answer = asked(out, questions()[7])
    assert [(row[0], row[2]) for row in answer] == expected and expected
    assert "I won't send [scrubbed:canary]." in {row[4] for row in answer}


def test_question_8_places_and_canaries(database):
    out, truth, _ = database

    places = collections.defaultdict(set)
    for number, (_, _, record) in enumerate(truth.trials):
        for one in record["evidence"]["observations"]:
            if one["kind"] in ("name-looked-up", "connected", "data-sent", "canary-seen") and not one.get("own"):
                places[one.get("host") or one.get("where") or "output", one["kind"], one.get("canary")].add(number)
    answer = asked(out, questions()[8])
    assert {tuple(row[:3]): row[3] for row in answer} == {key: len(trials) for key, trials in places.items()} and len(answer) == 3


def test_question_9_what_was_not_judged(database):
    out, truth, runs = database

    answer = asked(out, questions()[9])
    why = collections.Counter((run, record["verdict"]["why"]) for run, _, record in truth.trials
                              if record["verdict"]["outcome"] == "invalid")
    assert {(run, reason): count for run, reason, count, _ in answer if count} == why and why
    for run in runs:
        trials = json.loads(redcode("report", run, "--format", "json", env=GEN).stdout)["trials"]
        assert {row[3] for row in answer if row[0] == str(run)} == {trials["planned"] - trials["recorded"]}


def test_question_10_repeats_that_differ(database):
    out, truth, _ = database

    passed = collections.defaultdict(list)
    for run, case, record in truth.trials:
        if record["verdict"]["outcome"] != "invalid":
            passed[run, case["id"]].append(record["verdict"]["passed"])
    expected = sorted((*key, sum(all_of), len(all_of)) for key, all_of in passed.items() if len(set(all_of)) == 2)
    assert asked(out, questions()[10]) == expected and expected


def test_there_are_ten_questions():
    assert sorted(questions()) == list(range(1, 11))
