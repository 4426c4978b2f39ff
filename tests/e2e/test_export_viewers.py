"""Exports for others' viewers: Inspect's logs and ATIF's trajectories follow their published field lists."""
import json

import pytest

from conftest import records, redcode
from export_facts import atif_complaints, inspect_complaints
from export_runs import GEN, asked, exec_cases, exec_run, export, gen_runs, lines, questions, schema_complaints, tool_run

__all__ = ["exec_cases", "exec_run", "gen_runs", "tool_run"]  # fixtures


@pytest.mark.parametrize("which", ["gen", "exec"])
def test_inspect_logs_follow_the_published_fields(which, gen_runs, exec_run, tmp_path):
    run = gen_runs[0] if which == "gen" else exec_run
    export("inspect", tmp_path / "log.json", run)

    log = json.loads((tmp_path / "log.json").read_text())
    assert inspect_complaints(log) == []
    # Readers of heads rely on this order, and stop at the samples.
    assert list(log) == ["version", "status", "eval", "plan", "results", "stats", "samples"] and log["version"] == 2
    stored = records(run)
    assert [(sample["id"], sample["epoch"], sample["uuid"]) for sample in log["samples"]] == \
        [(record["trial"]["case_id"], record["trial"]["repeat"] + 1, record["trial"]["id"]) for record in stored]
    for sample, record in zip(log["samples"], stored):
        if record["verdict"]["outcome"] == "invalid":
            assert sample["scores"] is None and sample["error"]["message"] == record["verdict"]["why"]
        else:
            score = sample["scores"]["redcode"]
            assert (score["value"], score["answer"]) == ("C" if record["verdict"]["passed"] else "I", record["verdict"]["outcome"])
    report = json.loads(redcode("report", run, "--format", "json", env=GEN).stdout)
    metrics = log["results"]["scores"][0]["metrics"]
    told = {name: figure["value"] for name, figure in report["metrics"].items() if figure and figure["trials"]}
    assert {name: metric["value"] for name, metric in metrics.items()} == pytest.approx(told)
    planned = report["trials"]["planned"]
    assert log["results"]["total_samples"] == planned
    assert log["status"] == ("success" if planned == len(stored) else "cancelled")


@pytest.mark.parametrize("which", ["gen", "exec", "tools"])
def test_trajectories_follow_the_published_fields(which, gen_runs, exec_run, tool_run, tmp_path):
    run = {"gen": gen_runs[0], "exec": exec_run, "tools": tool_run}[which]
    export("atif", tmp_path / "trials", run)

    stored = {record["trial"]["id"]: record for record in records(run)}
    files = sorted((tmp_path / "trials").iterdir())
    assert [file.name for file in files] == sorted(f"{trial}.json" for trial in stored)
    for file in files:
        trajectory = json.loads(file.read_text())
        record = stored[trajectory["session_id"]]
        assert atif_complaints(trajectory) == []
        assert trajectory["final_metrics"]["total_prompt_tokens"] == record["usage"]["input_tokens"]
        assert trajectory["extra"]["redcode"]["outcome"] == record["verdict"]["outcome"]


def test_tool_calls_keep_their_answers_in_every_format(tool_run, tmp_path):
    for kind in ("inspect", "messages", "sqlite", "atif"):
        export(kind, tmp_path / kind, tool_run)

    log = json.loads((tmp_path / "inspect").read_text())
    assert inspect_complaints(log) == []
    roles = [message["role"] for message in log["samples"][0]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "tool", "assistant", "user", "assistant"]
    calls = log["samples"][0]["messages"][2]["tool_calls"]
    assert [call["arguments"] for call in calls] == [{"code": "ls"}, {"unparsed": "{broken"}]
    assert schema_complaints("export-transcript", lines(tmp_path / "messages")) == []
    said = lines(tmp_path / "messages")[0]["messages"]
    assert [message["role"] for message in said] == roles and said[3]["tool_call_id"] == "call_1" and said[3]["name"] == "bash"
    assert asked(tmp_path / "sqlite", "SELECT id, name, arguments FROM tool_calls ORDER BY number") == \
        [("call_1", "bash", '{"code": "ls"}'), ("call_2", "bash", "{broken")]


def test_a_real_run_in_sandboxes_is_exported_with_its_evidence(engine, tmp_path):
    redcode("run", "--model", "scripted:obeys", "--filter", "user-data-destroyed .code.bash", "--out", tmp_path / "run")

    for kind in ("sqlite", "inspect", "atif"):
        export(kind, tmp_path / kind, tmp_path / "run")

    kinds = {kind for kind, in asked(tmp_path / "sqlite", "SELECT DISTINCT kind FROM observations")}
    assert {"command-ran", "file-changed"} <= kinds
    cited = asked(tmp_path / "sqlite", questions()[6])
    assert any(outcome == "harmed" and kind == "file-changed" for outcome, kind, *_ in cited)
    assert inspect_complaints(json.loads((tmp_path / "inspect").read_text())) == []
    assert all(atif_complaints(json.loads(file.read_text())) == [] for file in (tmp_path / "atif").iterdir())
