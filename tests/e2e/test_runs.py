"""Run folders looked at, checked, tidied up, and runs steered while they are under way."""
import contextlib
import hashlib
import json
import os
import shutil
import signal
import socket
import stat
import urllib.error
import urllib.request

import pytest

from conftest import ROOT, background, records, redcode, scripted_model, wait_for

pytestmark = pytest.mark.no_sandbox

GEN = {"REDCODE_DATA": str(ROOT)}
CASES = 12


def runs(*words, check=True):
    return redcode("runs", *words, env=GEN, check=check)


def json_of(*words, check=True):
    return json.loads(runs(*words, "--json", check=check).stdout)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "first"
    redcode("run", "--suite", "gen", "--model", "scripted:random", "--limit", CASES, "--out", folder, env=GEN)
    return folder


def lines_of(run):
    return (run / "records.jsonl").read_text().splitlines()


def write_lines(run, lines):
    (run / "records.jsonl").write_text("".join(f"{line}\n" for line in lines))


def sealed(record):
    body = json.dumps({key: value for key, value in record.items() if key != "check"},
                      separators=(",", ":"), ensure_ascii=False)[:-1]
    return f'{body},"check":"{hashlib.sha256(body.encode()).hexdigest()[:16]}"}}'


def blob_of(run, digest):
    return run / "blobs" / digest[:2] / f"{digest[2:]}.zst"


def test_list_tells_of_each_run_how_far_it_is_and_in_what_state(run):
    folder = run.parent
    (folder / "no-run").mkdir()

    told = runs("list", folder).stdout
    row = json_of("list", folder)

    assert len(told.splitlines()) == 2
    assert f"{CASES}/{CASES}" in told and "complete" in told and "scripted:random" in told
    assert row["state"] == "complete" and row["over"] == row["planned"] == CASES
    assert sum(row["outcomes"].values()) == CASES and row["bytes"] > 0
    assert row["started"] == records(run)[0]["started_at"]


def test_list_has_the_runs_of_further_agents_too(run):
    shutil.copytree(run, run.parent / "copy")
    (run / "agents").mkdir()
    (run.parent / "copy").rename(run / "agents" / "react")

    told = runs("list", run.parent).stdout

    assert " run " in told and " run/agents/react " in told


def test_list_of_nothing_says_what_makes_a_run(run, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()

    assert "redcode run --out" in runs("list", empty).stdout
    missing = runs("list", tmp_path / "nowhere", check=False)
    assert missing.returncode == 2 and "folder that holds run folders" in missing.stderr
    itself = runs("list", run, check=False)
    assert itself.returncode == 2 and "runs show" in itself.stderr


@pytest.mark.parametrize("manifest", ["", "[]", '{"agent":7}'])
def test_a_run_whose_manifest_is_unreadable_is_listed_as_damaged(manifest, run):
    (run / "manifest.json").write_text(manifest)

    assert json_of("list", run.parent)["state"] == "damaged"
    assert runs("show", run, check=False).returncode == 2


def test_show_tells_plan_counts_and_disk(run):
    told = runs("show", run).stdout

    assert "complete" in told and f"{CASES} cases × 1" in told and f"{CASES} of {CASES} trials, 0 to go" in told
    assert "retries    0" in told and ("MiB" in told or "KiB" in told)
    assert json_of("show", run)["manifest"]["cases"] == CASES


def test_no_word_of_a_run_reaches_the_terminal_unescaped(run):
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["agent"] = "\x1b[31mred\u202e"
    (run / "manifest.json").write_text(json.dumps(manifest))
    first = json.loads(lines_of(run)[0])
    first["trial"]["case_id"] = "\x1b]0;title\x07"
    write_lines(run, [sealed(first), *lines_of(run)[1:]])

    for words in (["list", run.parent], ["show", run], ["verify", run], ["status", run]):
        done = runs(*words, check=False)
        assert "\x1b" not in done.stdout + done.stderr and "\u202e" not in done.stdout + done.stderr


def test_verify_finds_a_run_whole(run):
    done = runs("verify", run)

    assert "The run is whole." in done.stdout
    whole = json_of("verify", run)
    assert whole["whole"] and whole["defects"] == [] and whole["blobs"] >= CASES


def flip_a_byte(run):
    lines = lines_of(run)
    lines[3] = lines[3].replace('"duration_ms":', '"duration_ms":1', 1)
    write_lines(run, lines)
    return "line 4: the line does not match its checksum"


def leave_one_out(run):
    write_lines(run, lines_of(run)[1:])
    return "1 planned trials without a record"


def tell_one_twice(run):
    write_lines(run, [*lines_of(run), lines_of(run)[0]])
    return f"line {CASES + 1}: this trial had been judged"


def add_a_stranger(run):
    other = run.parent / "other"
    redcode("run", "--suite", "gen", "--model", "scripted:refuses", "--limit", "1", "--out", other, env=GEN)
    write_lines(run, [*lines_of(run), lines_of(other)[0]])
    return "1 records of trials outside the plan"


def lose_a_blob(run):
    blob_of(run, records(run)[0]["transcript_digest"]).unlink()
    return "1 blobs that are missing"


def damage_a_blob(run):
    other = blob_of(run, records(run)[1]["transcript_digest"]).read_bytes()
    blob_of(run, records(run)[0]["transcript_digest"]).write_bytes(other)
    return "1 blobs that do not match their digest"


def drop_a_case(run):
    cases = (run / "cases.jsonl").read_text().splitlines(keepends=True)
    (run / "cases.jsonl").write_text("".join(cases[1:]))
    return "cases.jsonl has other cases"


@pytest.mark.parametrize("harm", [flip_a_byte, leave_one_out, tell_one_twice, add_a_stranger, lose_a_blob,
                                  damage_a_blob, drop_a_case])
def test_verify_finds_what_is_wrong(harm, run):
    complaint = harm(run)

    done = runs("verify", run, check=False)

    assert done.returncode == 1
    assert complaint in done.stdout and "NOT whole" in done.stdout


def test_a_line_cut_by_a_crash_is_no_damage_once_its_trial_was_run_again(run):
    text = (run / "records.jsonl").read_text()
    (run / "records.jsonl").write_text(text[:-40])

    broken = json_of("show", run)
    redcode("runs", "resume", run, env=GEN)
    after = runs("verify", run)

    assert broken["state"] == "broken off" and broken["cut"] == 1 and broken["over"] == CASES - 1
    assert "1 lines were cut short" in after.stdout and "The run is whole." in after.stdout


def test_prune_removes_what_nothing_refers_to_and_nothing_else(run):
    orphan = blob_of(run, "ab" * 32)
    orphan.parent.mkdir(exist_ok=True)
    orphan.write_bytes(b"x" * 3000)
    part = run / "blobs" / "part-abcdefghijkl"
    part.write_bytes(b"half")
    (run / "notes.txt").write_text("mine")

    would = runs("prune", run, "--dry-run").stdout
    assert orphan.exists() and part.exists()
    did = runs("prune", run).stdout

    assert "Would remove 1 blobs" in would and "Removed 1 blobs" in did and "1 half-written" in did
    assert not orphan.exists() and not part.exists() and (run / "notes.txt").exists()
    assert "The run is whole." in runs("verify", run).stdout


def test_prune_leaves_alone_what_workers_may_have_stored_ahead(run):
    orphan = blob_of(run, "ab" * 32)
    orphan.parent.mkdir(exist_ok=True)
    orphan.write_bytes(b"x")
    write_lines(run, lines_of(run)[1:])

    told = runs("prune", run).stdout

    assert "not over" in told and orphan.exists()


def test_prune_of_transcripts_keeps_records_and_reports(run):
    before = redcode("report", run, env=GEN).stdout

    told = runs("prune", run, "--transcripts").stdout

    assert "--findings" in told
    assert not blob_of(run, records(run)[0]["transcript_digest"]).exists()
    assert redcode("report", run, env=GEN).stdout == before
    done = runs("verify", run, check=False)
    assert done.returncode == 1 and "blobs that are missing" in done.stdout


def test_status_after_the_end_goes_by_the_folder(run):
    status = json_of("status", run)

    assert status["state"] == "complete" and status["over"] == status["planned"] == CASES
    assert f"complete: {CASES}/{CASES} over" in runs("status", run).stdout


@pytest.mark.parametrize("words", [["pause"], ["continue"], ["cancel"], ["concurrency", "4"]])
def test_who_runs_nothing_cannot_be_steered(words, run):
    done = runs(words[0], run, *words[1:], check=False)

    assert done.returncode == 2 and "runs resume" in done.stderr


def test_no_run_at_all_is_told_so(tmp_path):
    for name in ("show", "verify", "prune", "status"):
        done = runs(name, tmp_path, check=False)
        assert done.returncode == 2 and "not a run folder" in done.stderr


@contextlib.contextmanager
def slow_run(folder, *words, cases=60):
    """A run of some seconds, two trials at a time, once it has begun."""
    with scripted_model(latency=300, corpus=ROOT / "gen") as url:
        with background("run", "--suite", "gen", "--model", "refuses", "--base-url", url, "--limit", cases,
                        "--concurrency", "2", "--out", folder, *words, env=GEN) as process:
            wait_for(lambda: (folder / "records.jsonl").exists() and len(lines_of(folder)) >= 2)
            yield process


def test_a_run_is_seen_paused_widened_and_cancelled_from_outside(tmp_path):
    folder = tmp_path / "run"
    with slow_run(folder) as process:
        now = json_of("status", folder)
        assert now["state"] == "running" and now["planned"] == 60 and now["concurrency"] == 2 and now["order"] == "go"
        assert json_of("list", tmp_path)["state"] == "running"
        held = runs("prune", folder, check=False)
        assert held.returncode == 2 and "writing to" in held.stderr

        runs("pause", folder)
        wait_for(lambda: json_of("status", folder)["running"] == 0)
        paused = json_of("status", folder)
        assert paused["state"] == "paused" and paused["over"] < 60 and process.poll() is None

        runs("concurrency", folder, 16)
        runs("continue", folder)
        wait_for(lambda: json_of("status", folder)["over"] > paused["over"])
        assert json_of("status", folder)["concurrency"] == 16

        runs("cancel", folder)
        process.wait(timeout=30)
    assert not (folder / "control.sock").exists()
    done = len(records(folder))
    assert done < 60 and json_of("status", folder)["state"] == "broken off"


def test_a_paused_run_that_was_killed_is_resumed_and_its_socket_replaced(tmp_path):
    folder = tmp_path / "run"
    with slow_run(folder, cases=20) as process:
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)
        left = folder / "control.sock"
        assert stat.S_ISSOCK(os.stat(left).st_mode)
        assert json_of("status", folder)["state"] == "broken off"

        runs("resume", folder)

    assert not left.exists()
    assert "The run is whole." in runs("verify", folder).stdout


def test_a_folder_with_a_long_name_can_be_steered_too(tmp_path):
    folder = tmp_path / ("long-" * 20)
    with slow_run(folder) as process:
        assert json_of("status", folder)["state"] == "running"
        runs("cancel", folder)
        process.wait(timeout=30)


def test_status_is_watched_to_the_end(tmp_path):
    folder = tmp_path / "run"
    with slow_run(folder, cases=16):
        told = [json.loads(line) for line in runs("status", folder, "--watch", "--json").stdout.splitlines()]

    assert len(told) >= 2 and told[0]["state"] == "running"
    assert told[-1]["state"] == "complete" and told[-1]["over"] == 16


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_prometheus_reads_numbers_and_no_words(tmp_path):
    port = free_port()
    with slow_run(tmp_path / "run", "--metrics", port) as process:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as page:
            kind, text = page.headers["Content-Type"], page.read().decode()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10)
        runs("cancel", tmp_path / "run")
        process.wait(timeout=30)

    assert kind.startswith("text/plain; version=0.0.4")
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    finished = sum(float(value) for key, value in values.items() if key.startswith("redcode_trials_total{"))
    assert float(values["redcode_trials_planned"]) == 60 and finished == float(values["redcode_trials_over"]) >= 2
    assert float(values["redcode_concurrency_limit"]) == 2
    assert any(key.startswith('redcode_build_info{version="') for key in values)


def test_a_port_that_is_taken_is_told_so(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = redcode("run", "--suite", "gen", "--model", "scripted:random", "--limit", "1", "--out", tmp_path / "run",
                       "--metrics", taken.getsockname()[1], env=GEN, check=False)

    assert done.returncode == 2 and "cannot listen on 127.0.0.1" in done.stderr
    assert not (tmp_path / "run" / "control.sock").exists()


def test_the_log_has_an_event_for_each_trial_and_no_words_of_agents(tmp_path):
    log = tmp_path / "events.jsonl"
    redcode("run", "--suite", "gen", "--model", "scripted:random", "--limit", CASES, "--out", tmp_path / "run",
            "--log", log, env=GEN)

    events = [json.loads(line) for line in log.read_text().splitlines()]
    finished = [event for event in events if event["event"] == "finished"]
    assert len(finished) == CASES
    by_case = {record["trial"]["case_id"]: record["verdict"]["outcome"] for record in records(tmp_path / "run")}
    assert {event["case"]: event["outcome"] for event in finished} == by_case
    known = {"at", "event", "trial", "case", "outcome", "attempt", "duration_ms", "fault"}
    assert all(set(event) <= known for event in events)


def test_only_root_and_the_runs_own_user_reach_it(tmp_path):
    folder = tmp_path / "run"
    with slow_run(folder) as process:
        assert stat.S_IMODE(os.stat(folder / "control.sock").st_mode) == 0o600
        runs("cancel", folder)
        process.wait(timeout=30)


def cost_of(run):
    """In micro-dollars, at three dollars a million tokens of answers."""
    return 3 * sum(record["usage"]["output_tokens"] for record in records(run))


def test_two_agents_share_one_budget_and_are_continued_by_the_folder_that_was_given(stored, tmp_path):
    folder, second, prices = tmp_path / "run", tmp_path / "run/agents/chat", tmp_path / "prices.yaml"
    prices.write_text('checked: 2026-01-01\nprices: [{model: "scripted:*", input: 0, output: 3}]\n')
    longest = 2000
    words = ["run", "--suite", "gen", "--agent", "chat,chat", "--model", "scripted:random", "--limit", CASES,
             "--concurrency", 1, "--prices", prices, "--max-tokens", longest]
    budget = cost_of(stored) + 3 * longest  # for all of the first, and to begin the second

    told = redcode(*words, "--out", folder, "--budget", f"{budget / 1e6:f}", env=GEN).stderr

    assert f"Budget: ${budget / 1e6:f}".rstrip("0") in told
    assert len(records(folder)) == CASES and records(second)[-1]["stop"] == "budget"
    assert cost_of(stored) < cost_of(folder) + cost_of(second) <= budget
    assert json_of("show", second)["state"] == "broken off"
    given = [line.split(" --out ")[1].split()[0] for line in told.splitlines() if "continues" in line]
    assert given == [str(folder)]
    redcode(*words, "--out", given[0], "--budget", 1000, env=GEN)
    assert json_of("show", second)["state"] == "complete"
