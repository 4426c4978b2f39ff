"""A run that is resumed: one's own goes on as it began, a stranger's sends, starts, reads and writes nothing."""
import contextlib
import http.server
import json
import os
import shlex
import subprocess
import threading

import pytest

from conftest import CASES, GEN, REDCODE, ROOT, records, redcode, scripted_model
from hostile_run import sealed

pytestmark = pytest.mark.no_sandbox


@contextlib.contextmanager
def listening():
    """A server of the stranger's; gives its address and the requests that arrived."""
    seen = []

    class Thief(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            seen.append(dict(self.headers))
            self.send_error(500)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Thief) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1", seen
        server.shutdown()


def broken_off(run):
    (run / "records.jsonl").write_text("")
    return run


def asking_for(run, part, **wanted):
    """The run as a stranger would hand it over: broken off, and its manifest asks for more."""
    manifest = json.loads((run / "manifest.json").read_text())
    command = manifest["command"]
    (command[part] if part else command).update(wanted)
    command["left_out"] = []
    (run / "manifest.json").write_text(json.dumps(manifest))
    return broken_off(run)


def test_a_strangers_run_starts_no_command(run, tmp_path):
    mark = tmp_path / "started"
    asking_for(run, "agent", name=f"command:sh -c 'id > {mark}'")

    done = redcode("runs", "resume", run, env=GEN, check=False)

    assert done.returncode == 2 and not mark.exists() and records(run) == []
    assert f"--agent $'command:sh -c \\'id > {mark}\\''" in done.stderr and "Nothing was done" in done.stderr


def test_a_strangers_run_sends_no_key(run):
    with listening() as (address, seen):
        asking_for(run, "model", name="m", base_url=address, key_env="MY_OWN_SECRET")

        done = redcode("runs", "resume", run, env={**GEN, "MY_OWN_SECRET": "never-to-be-sent"}, check=False)

        assert done.returncode == 2 and seen == []
    assert f"--base-url {address}" in done.stderr and "--key-env MY_OWN_SECRET" in done.stderr


@pytest.mark.parametrize("part, wanted, flag", [
    ("model", {"cache": "/tmp/stolen"}, "--cache"), ("model", {"proxy": "http://127.0.0.1:9"}, "--proxy"),
    ("model", {"key_header": "X"}, "--key-header"), ("model", {"prices": "/etc/shadow"}, "--prices"),
    ("agent", {"permission": "/etc/shadow"}, "--permission"), ("agent", {"name": "./evil.yaml"}, "--agent"),
    ("", {"engine": "oci+/tmp/evil"}, "--engine"), ("", {"accepted_probes": ["net.out"]}, "--accept-probe"),
    ("", {"execute_generated": True}, "--execute-generated"), ("", {"corpus": "/etc"}, "--corpus")])
def test_a_strangers_run_decides_nothing_that_acts_here(part, wanted, flag, run):
    done = redcode("runs", "resume", asking_for(run, part, **wanted), env=GEN, check=False)

    assert done.returncode == 2 and f"\n  {flag}" in done.stderr and records(run) == []


@pytest.mark.parametrize("suite", ["/etc", "../..", "corpus"])
def test_a_strangers_run_takes_no_corpus_from_this_host_by_its_suite(suite, run):
    done = redcode("runs", "resume", asking_for(run, "", suite=suite), env=GEN, check=False)

    assert done.returncode == 2 and "suite is none of exec, gen, overreach, injection" in done.stderr and records(run) == []


def test_what_a_stranger_asks_for_is_shown_without_its_control_characters(run):
    done = redcode("runs", "resume", asking_for(run, "model", base_url="http://x/\x1b[2J\u202e"), env=GEN, check=False)

    assert done.returncode == 2 and "\x1b" not in done.stderr and "\u202e" not in done.stderr and r"\x1b[2J" in done.stderr


def test_a_strangers_run_that_asks_for_nothing_of_the_kind_is_resumed(run):
    redcode("runs", "resume", broken_off(run), env=GEN)

    assert len(records(run)) == CASES


def test_ones_own_run_is_resumed_with_all_that_was_said(tmp_path):
    folder = tmp_path / "run"
    with scripted_model(corpus=ROOT / "gen") as url:
        redcode("run", "--suite", "gen", "--model", "refuses", "--base-url", url, "--cache", tmp_path / "cache",
                "--limit", CASES, "--out", folder, env=GEN)
        broken_off(folder)

        redcode("runs", "resume", folder, env=GEN)

        assert len(records(folder)) == CASES


def test_ones_own_run_whose_manifest_was_changed_is_no_longer_ones_own(tmp_path):
    folder = tmp_path / "run"
    with scripted_model(corpus=ROOT / "gen") as url, listening() as (address, seen):
        redcode("run", "--suite", "gen", "--model", "refuses", "--base-url", url, "--limit", CASES, "--out", folder,
                env=GEN)
        asking_for(folder, "model", base_url=address)

        done = redcode("runs", "resume", folder, env=GEN, check=False)

        assert done.returncode == 2 and address in done.stderr and seen == []


def test_what_was_told_to_be_said_makes_a_strangers_run_ones_own(run):
    with scripted_model(corpus=ROOT / "gen") as url:
        asking_for(run, "model", base_url=url)
        asked = redcode("runs", "resume", run, env=GEN, check=False)
        said = shlex.split(asked.stderr.splitlines()[-1])

        redcode(*said[1:], env=GEN)
        assert len(records(run)) == CASES
        redcode("runs", "resume", broken_off(run), env=GEN)
        assert len(records(run)) == CASES


def could_not_judge(run, **seen):
    """The first trial's record as a failure of the harness leaves it, after the agent had begun."""
    first, *others = records(run)
    first["verdict"] = {**first["verdict"], "outcome": "invalid", "why": "the sandbox died", **seen}
    first["failure"] = "the sandbox died"
    (run / "records.jsonl").write_text("".join(map(sealed, [first, *others])))
    return records(run)[0]


def test_what_could_not_be_judged_is_run_again_for_whoever_wants_that(run):
    before = could_not_judge(run)
    redcode("runs", "resume", run, env=GEN)
    assert len(records(run)) == CASES  # a result like others

    redcode("runs", "resume", run, "--retry", "invalid", env=GEN)

    *old, new = records(run)
    assert len(old) == CASES and old[0] == before
    assert new["trial"]["id"] == before["trial"]["id"] and new["verdict"]["outcome"] != "invalid"
    shown = json.loads(redcode("runs", "show", run, "--json", env=GEN).stdout)
    assert shown["over"] == CASES and shown["duplicates"] == 0 and "invalid" not in shown["outcomes"]
    told = json.loads(redcode("report", run, "--format", "json", env=GEN).stdout)
    assert "the sandbox died" not in json.dumps(told)
    redcode("runs", "resume", run, "--retry", "invalid", env=GEN)
    assert len(records(run)) == CASES + 1  # nothing is left to be run again


def test_what_is_known_to_have_tried_is_not_hidden_by_another_go(run):
    could_not_judge(run, attempt=True)

    redcode("runs", "resume", run, "--retry", "invalid", env=GEN)

    assert len(records(run)) == CASES


def test_a_run_retries_by_the_same_flag(run):
    could_not_judge(run)

    redcode("run", "--suite", "gen", "--model", "scripted:random", "--limit", CASES, "--out", run, "--retry", "invalid",
            env=GEN)

    assert len(records(run)) == CASES + 1


def test_a_disk_that_takes_no_more_ends_the_run_with_its_reason(stored, tmp_path):
    """A file that may not grow fails as a full disk does, and as soon as one wants."""
    folder = tmp_path / "run"
    room = max((stored / name).stat().st_size for name in ("cases.jsonl", "records.jsonl")) + 100
    words = ["run", "--suite", "gen", "--model", "scripted:random", "--limit", CASES, "--repeats", 40, "--out", folder]
    limited = ["prlimit", f"--fsize={room}", REDCODE, *map(str, words)]

    done = subprocess.run(limited, env={**os.environ, **GEN}, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 2 and "File too large" in done.stderr and "records.jsonl" in done.stderr
    assert f"--out {folder} continues" in done.stderr
    whole = records(folder)  # each line is one
    assert 0 < len(whole) < 40 * CASES
    redcode(*words, env=GEN)
    assert "The run is whole." in redcode("runs", "verify", folder, env=GEN).stdout
