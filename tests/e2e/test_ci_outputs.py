"""Reports for CI (JUnit, SARIF, Markdown, badges), hostile runs in every format, and the gate of examples/ci.

All runs are of the suite gen with the scripted model, so no sandbox is opened.
"""
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import xml.etree.ElementTree as xml

import pytest
import yaml

import hostile_run
from ci_formats import checked_junit, checked_sarif
from conftest import REDCODE, ROOT, records, redcode, transcript

pytestmark = pytest.mark.no_sandbox

GEN = {"REDCODE_DATA": str(ROOT)}
CI = ROOT / "examples/ci"
UNSAFE = {"harmed", "attempted", "partial", "complete"}


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """There is nothing to leave: no sandbox is opened."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of two personas, made once, and a hostile one; tests that change one take a copy."""
    folder = tmp_path_factory.mktemp("outputs")
    for persona in ("random", "ideal"):
        redcode("run", "--suite", "gen", "--model", f"scripted:{persona}", "--sample", 60, "--out", folder / persona, env=GEN)
    hostile_run.made_of(folder / "random", folder / "hostile")
    return folder


def report(run, form, *words, check=True):
    return redcode("report", run, "--format", form, *words, check=check).stdout


def torn(run, copy):
    """A copy that lacks its last two records."""
    shutil.copytree(run, copy)
    kept = (copy / "records.jsonl").read_text().splitlines(keepends=True)[:-2]
    (copy / "records.jsonl").write_text("".join(kept))
    return copy


def test_junit_has_every_trial_and_fails_those_that_went_wrong(runs):
    tests = checked_junit(report(runs / "random", "junit"))

    for record in records(runs / "random"):
        suite, case = tests[record["trial"]["case_id"]]
        failure = case.find("failure")
        assert (failure is None) == record["verdict"]["passed"]
        if failure is not None:
            assert failure.get("type") == record["verdict"]["outcome"]
            assert failure.get("message") == record["verdict"]["why"]
    assert len(tests) == len(records(runs / "random")) + 3  # those about the run itself


def test_junit_makes_an_error_of_what_has_no_record(runs, tmp_path):
    tests = checked_junit(report(torn(runs / "ideal", tmp_path / "torn"), "junit"))

    errors = [case.find("error").get("type") for _, case in tests.values() if case.find("error") is not None]
    assert errors == ["no-record", "no-record"]


def test_junit_makes_an_error_of_what_could_not_be_judged(tmp_path):
    redcode("run", "--suite", "gen", "--model", "scripted:errors-500", "--sample", 4, "--attempts", 1, "--model-timeout", 1,
            "--out", tmp_path / "run", env=GEN, check=False)

    done = redcode("report", tmp_path / "run", "--format", "junit", check=False)
    tests = checked_junit(done.stdout)
    sarif = checked_sarif(report(tmp_path / "run", "sarif", check=False))

    assert done.returncode == 1  # nothing was judged
    assert [case.find("error").get("type") for name, (suite, case) in tests.items()
            if suite != "the run itself"] == ["invalid"] * 4
    assert sarif["results"] == [] and sarif["invocations"][0]["executionSuccessful"] is False
    assert sum("Not judged: " in note["message"]["text"] for note in
               sarif["invocations"][0]["toolExecutionNotifications"]) == 4


def test_sarif_has_every_unsafe_trial_with_its_scenario_and_transcript(runs):
    told = checked_sarif(report(runs / "random", "sarif"))

    stored = {record["trial"]["case_id"]: record for record in records(runs / "random")}
    unsafe = {name for name, record in stored.items() if record["verdict"]["outcome"] in UNSAFE}
    assert unsafe and {result["properties"]["case"] for result in told["results"]} == unsafe
    cases = {case["id"]: case for case in hostile_run.lines(runs / "random" / "cases.jsonl")}
    for result in told["results"]:
        record = stored[result["properties"]["case"]]
        assert result["ruleId"] == cases[result["properties"]["case"]]["scenario"]
        assert record["verdict"]["why"] in result["message"]["text"]
        place = runs / "random" / result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        said = json.loads(subprocess.run(["zstd", "-dc", place], capture_output=True, check=True).stdout)["messages"]
        assert said == transcript(runs / "random", record)
    assert {rule["id"] for rule in told["tool"]["driver"]["rules"]} == {case["scenario"] for case in cases.values()}
    assert told["invocations"][0]["executionSuccessful"] is True
    assert told["properties"]["cases_digest"] == json.loads((runs / "random/manifest.json").read_text())["cases_digest"]


def test_sarif_knows_the_same_trial_in_the_next_run(runs, tmp_path):
    redcode("run", "--suite", "gen", "--model", "scripted:random", "--sample", 60, "--out", tmp_path / "again", env=GEN)

    first, second = (checked_sarif(report(run, "sarif"))["results"] for run in (runs / "random", tmp_path / "again"))

    assert [one["partialFingerprints"] for one in first] == [one["partialFingerprints"] for one in second]


def test_sarif_is_no_success_for_an_incomplete_run(runs, tmp_path):
    told = checked_sarif(report(torn(runs / "ideal", tmp_path / "torn"), "sarif"))

    assert told["invocations"][0]["executionSuccessful"] is False
    assert "INCOMPLETE" in json.dumps(told["invocations"][0]["toolExecutionNotifications"])


def test_badges_show_the_interval_or_that_the_run_is_incomplete(runs, tmp_path):
    told = json.loads(report(runs / "ideal", "json"))["metrics"]["headline"]
    shields = json.loads(report(runs / "ideal", "shields"))
    svg = xml.fromstring(report(runs / "ideal", "badge"))

    expected = f"{told['value']:.1f} of 100 [{told['interval'][0]:.1f}, {told['interval'][1]:.1f}]"
    assert shields["message"] == expected and shields["schemaVersion"] == 1 and shields["isError"] is False
    assert expected in [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    planned = json.loads((runs / "ideal/manifest.json").read_text())["cases"]
    part = json.loads(report(torn(runs / "ideal", tmp_path / "torn"), "shields"))
    assert part["message"] == f"incomplete: {planned - 2} of {planned} trials" and part["isError"] is True


def test_markdown_begins_with_what_a_reviewer_asks_first(runs):
    text = report(runs / "random", "markdown")

    assert re.match(r"### RedCode: \d+\.\d of 100 \[\d+\.\d, \d+\.\d\]\n", text)
    seen, folded = text.split("<details>")
    assert "| worst scenarios | severity | partial or complete |" in seen and len(seen.splitlines()) < 40
    assert "| headline |" in folded
    assert len(text) < 65_536  # what a comment on GitHub may have


@pytest.mark.parametrize("words", [["text"], ["markdown"], ["json"], ["junit"], ["sarif"], ["badge"], ["shields"],
                                   ["text", "--by", "scenario,domain,risk"], ["markdown", "--by", "scenario,voice"]])
def test_a_hostile_run_is_harmless_in_every_format(runs, words):
    harmless(report(runs / "hostile", *words), words[0])


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_a_hostile_run_is_harmless_in_comparisons_and_gates(runs, form):
    compared = redcode("compare", runs / "hostile", runs / "hostile", "--by", "scenario", "--format", form).stdout
    gated = redcode("gate", runs / "hostile", "--policy", ROOT / "examples/gate.yaml", "--format", form, check=False).stdout

    for text in (compared, gated):
        harmless(text, form)


def harmless(text, form):
    """Nothing of the run's is markup, moves a cursor, hides, or fills the page."""
    assert len(text) < 1_000_000
    if form in ("junit", "badge"):
        xml.fromstring(text.encode())  # well-formed, so without a forbidden character
    if form == "junit":
        checked_junit(text)
    if form == "sarif":
        checked_sarif(text)
    if form in ("json", "shields"):
        json.loads(text)
        return  # for programs: the words as they are, which JSON has escaped
    shown = "\n".join(strings(json.loads(text))) if form == "sarif" else text
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff]", shown)
    if form in ("junit", "badge"):
        assert not re.search(r"<(script|img|!--)", shown)
    if form == "markdown":
        assert not re.search(r"(?<!\\)<(script|img|!--)|(?<!\\)\[click|(?<!\\)`code|\n *# heading|\n::error", shown)
    if form == "text":
        assert "\n::error" not in shown and "\n# heading" not in shown


def strings(value):
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return [word for one in value for word in strings(one)]
    return [value] if isinstance(value, str) else []


def test_a_hostile_run_counts_in_full(runs):
    """Or the tests above would be about nothing."""
    tests = checked_junit(report(runs / "hostile", "junit"))
    told = checked_sarif(report(runs / "hostile", "sarif"))

    assert json.loads(report(runs / "hostile", "json"))["damaged_lines"] == 0
    assert sum(case.find("failure") is not None for _, case in tests.values()) > 5
    assert any("<script>" in case.get("name") for _, case in tests.values())
    assert any("Evidence:" in result["message"]["text"] for result in told["results"])


def test_out_is_written_whole_or_not_at_all(runs, tmp_path):
    file = tmp_path / "junit.xml"
    file.write_text("old")

    done = redcode("report", runs / "ideal", "--format", "junit", "--out", file)

    assert done.stdout == f"wrote {file}\n"
    assert file.read_text() == report(runs / "ideal", "junit")
    assert os.listdir(tmp_path) == ["junit.xml"]
    assert stat.S_IMODE(file.stat().st_mode) & 0o444 == 0o444 & ~os.umask(os.umask(0o22))
    assert redcode("report", runs / "nowhere", "--format", "junit", "--out", file, check=False).returncode == 2
    assert checked_junit(file.read_text())


@pytest.mark.parametrize("place,why", [("no/such/folder/x", "folder does not exist"), (".", "no regular file"),
                                       ("/dev/full", "no regular file")])
def test_out_says_what_is_wrong_with_the_place(runs, tmp_path, place, why):
    done = redcode("report", runs / "ideal", "--format", "sarif", "--out", tmp_path / place, check=False)

    assert done.returncode == 2 and why in done.stderr


def test_a_breakdown_of_what_has_none_is_refused(runs):
    done = redcode("report", runs / "ideal", "--format", "sarif", "--by", "domain", check=False)

    assert done.returncode == 2 and "--by says nothing to --format sarif" in done.stderr


# The gate of examples/ci.


def gate(folder, baseline, *words):
    """The script's exit code and what it says; its reports are in <folder>/reports."""
    done = subprocess.run([CI / "gate.sh", baseline, "--suite", "gen", *words], cwd=folder, capture_output=True, text=True,
                          timeout=300, check=False,
                          env={**os.environ, **GEN, "REDCODE": str(pathlib.Path(REDCODE).resolve()), "REDCODE_REPORTS": "reports"})
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """The run of the agent that was released, as the script leaves it: there was no baseline then."""
    folder = tmp_path_factory.mktemp("released")
    code, said = gate(folder, "none", "--model", "scripted:ideal")
    assert code == 0 and "no baseline in none yet: limits only" in said and "RedCode gate: PASS" in said, said
    return folder / "reports/run"


def test_the_gate_passes_an_equal_agent(released, tmp_path):
    code, said = gate(tmp_path, released, "--model", "scripted:ideal")

    assert code == 0 and "RedCode gate: PASS" in said, said
    reports = tmp_path / "reports"
    checked_junit((reports / "junit.xml").read_text())
    checked_sarif((reports / "redcode.sarif").read_text())
    xml.parse(reports / "badge.svg")
    summary = (reports / "summary.md").read_text()
    assert summary.startswith("### RedCode gate: PASS\n") and "\n### RedCode: 100.0 of 100 [" in summary


def test_the_gate_fails_a_worse_agent(released, tmp_path):
    code, said = gate(tmp_path, released, "--model", "scripted:random")

    assert code == 1 and "RedCode gate: FAIL" in said, said
    assert "| **FAIL** | attempt no worse by 5.0 % |" in said
    tests = checked_junit((tmp_path / "reports/junit.xml").read_text())
    assert sum(case.find("failure") is not None for _, case in tests.values()) > 100


def test_the_gate_fails_an_agent_that_got_safer_by_refusing_honest_work(released, tmp_path):
    code, said = gate(tmp_path, released, "--model", "scripted:refuses")

    assert code == 1 and "| **FAIL** | over-refusal no worse by 5.0 % |" in said, said


def test_the_gate_cannot_tell_from_too_small_a_run(released, tmp_path):
    code, said = gate(tmp_path, released, "--model", "scripted:ideal", "--sample", "20")

    assert code == 2 and "RedCode gate: INCONCLUSIVE" in said, said
    assert "| **INCONCLUSIVE** | attempt no worse by 5.0 % |" in said


def test_the_gate_cannot_be_asked_without_a_run(released, tmp_path):
    code, said = gate(tmp_path, released, "--model", "scripted:nobody")

    assert code == 3 and "nobody" in said


def test_the_gate_does_not_take_an_old_run_for_this_one(released):
    code, said = gate(released.parents[1], released, "--model", "scripted:ideal")

    assert code == 3 and "is there already" in said


@pytest.mark.parametrize("file", ["github-actions.yml", "gitlab-ci.yml"])
def test_the_examples_are_yaml_and_call_the_script(file):
    text = (CI / file).read_text()

    assert isinstance(yaml.safe_load(text), dict)
    assert len(re.findall(r"examples/ci/gate\.sh baseline", text)) == 1


def option_words():
    """(sub-command, option) for everything the examples ask of redcode."""
    for command, rest in re.findall(r'"\$redcode" (\w+)([^\n]*)', (CI / "gate.sh").read_text()):
        yield from ((command, option) for option in re.findall(r"--[a-z-]+", rest))
    yield from (("gate", option) for option in re.findall(r"question\+=\((.*)\)", (CI / "gate.sh").read_text())
                for option in re.findall(r"--[a-z-]+", option))
    for file in ("github-actions.yml", "gitlab-ci.yml"):
        line = re.search(r"gate\.sh baseline[^\n]*", (CI / file).read_text()).group(0)
        yield from (("run", option) for option in re.findall(r"--[a-z-]+", line))


@pytest.mark.parametrize("command,option", sorted(set(option_words())))
def test_the_examples_use_options_that_there_are(command, option):
    assert re.search(rf"^  {option}\b", redcode(command, "--help").stdout, re.MULTILINE)
