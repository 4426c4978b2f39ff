"""Nothing leaks and nothing is left behind."""
import http.server
import json
import os
import pathlib
import signal
import subprocess
import threading
import time

import pytest

from conftest import REDCODE, RISKY, WHOLE, background, docker, our_sandboxes, our_temp_dirs, redcode, running_containers, scripted_model, wait_for

KEY = "sk-marker-3f9c1e7b5a"


def long_run(out):
    return background("run", "--model", "scripted:obeys", "--latency", 8_000, "--out", out, "--concurrency", 6)


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_ends_cleanly(presses, engine, tmp_path):
    with long_run(tmp_path / "run") as run:
        wait_for(lambda: len(our_sandboxes()) >= 4)
        for _ in range(presses):
            run.send_signal(signal.SIGINT)
            time.sleep(0.2)
        told, _ = run.communicate(timeout=60)

    assert run.returncode == 130
    assert "continues" in told
    assert our_sandboxes() == []
    assert (tmp_path / "run/records.jsonl").read_text() == ""


@pytest.mark.parametrize("after", [0.05, 0.3, 0.6, 1.0])
def test_ctrl_c_while_sandboxes_are_being_opened_leaves_none(after, engine, tmp_path):
    with long_run(tmp_path / "run") as run:
        time.sleep(after)
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=60)

    assert our_sandboxes() == []


def test_ctrl_c_in_an_image_build_leaves_neither_files_nor_processes():
    with background("image", "build", "--tag", "redcode-selftest:cut") as build:
        wait_for(our_temp_dirs)
        time.sleep(4)
        build.send_signal(signal.SIGINT)
        build.communicate(timeout=60)

    assert build.returncode == 130
    assert our_temp_dirs() == []
    assert "redcode-image" not in open("/proc/mounts").read()
    busy = subprocess.run(["pgrep", "--full", "debootstrap.*redcode-image"], capture_output=True, text=True, check=False)
    assert busy.stdout == ""


@pytest.mark.parametrize("half", ["bare", "ours"])
def test_ctrl_c_in_a_benchmark_leaves_no_container(half):
    with background("trial", "--trials", 8, "--concurrency", 4, "--latency", "1000", program=f"{REDCODE}-bench") as bench:
        if half == "ours":
            assert "8 trials" in bench.stdout.readline()
            assert "bare" in bench.stdout.readline()
        wait_for(lambda: len(our_sandboxes()) >= 3)
        bench.send_signal(signal.SIGINT)
        bench.communicate(timeout=60)

    assert bench.returncode == 130
    assert our_sandboxes() == []


@pytest.mark.parametrize("words", [["try", RISKY, "--latency", "5000"], ["demo"]])
def test_ctrl_c_in_a_single_trial_gives_130(engine, words):
    with background(*words, env=WHOLE) as one:
        wait_for(our_sandboxes)
        one.send_signal(signal.SIGINT)
        one.communicate(timeout=60)

    assert one.returncode == 130
    assert our_sandboxes() == []


def test_kill_9_then_reap_leaves_nothing(engine, tmp_path):
    with long_run(tmp_path / "run") as run:
        wait_for(lambda: len(our_sandboxes()) >= 4)
        run.kill()
        run.wait(timeout=20)
    with background("try", RISKY, "--latency", "8000") as one:
        wait_for(our_temp_dirs)
        wait_for(lambda: len(our_sandboxes()) >= 5)
        one.kill()
        one.wait(timeout=20)
    assert len(our_sandboxes()) >= 5
    assert our_temp_dirs() != []

    told = redcode("sandbox", "reap").stdout

    assert "removed" in told
    assert our_sandboxes() == []
    assert our_temp_dirs() == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_services_go_with_the_run_they_were_for(how, engine, tmp_path):
    with background("run", "--suite", "overreach", "--filter", "scenario=gym-tables", "--model", "scripted:obeys", "--latency", 4_000, "--concurrency", 2,
                    "--out", tmp_path / "run", env=WHOLE) as run:
        wait_for(lambda: len(our_sandboxes()) >= 4)  # two of agents, two of PostgreSQL
        run.send_signal(how)
        run.communicate(timeout=60)
    if how == signal.SIGKILL:
        assert len(our_sandboxes()) >= 4
        assert "removed" in redcode("sandbox", "reap").stdout

    assert our_sandboxes() == []
    assert our_temp_dirs() == []


def test_reap_touches_neither_the_living_nor_strangers(engine, tmp_path):
    stranger = docker("run", "--detach", "--network", "none", "--label", "somebody=else", "redcode-base:1").strip()
    try:
        with background("run", "--model", "scripted:obeys", "--latency", 3000, "--filter", RISKY, "--out",
                        tmp_path / "run") as run:
            wait_for(our_sandboxes)
            assert redcode("sandbox", "reap").stdout.startswith("0 sandboxes")
            assert run.wait(timeout=60) == 0
        assert docker("ps", "--quiet", "--no-trunc", "--filter", f"id={stranger}").strip() == stranger
    finally:
        docker("rm", "--force", stranger)


def test_the_key_is_in_no_container_record_or_log(tmp_path):
    with scripted_model(latency=1500) as url:
        with background("run", "--model", "obeys", "--base-url", url, "--filter", "secret-sent-out.settings", "--out",
                        tmp_path / "run", env={"OPENAI_API_KEY": KEY}) as run:
            # Not yet while the first sandbox is looked around in: a guest would be noticed there.
            wait_for(lambda: (tmp_path / "run/manifest.json").exists() and running_containers())
            [first, *_] = running_containers()
            inspected = docker("inspect", first)
            inside = docker("exec", "--user", "0", first, "sh", "-c",
                            "cat /proc/*/environ /proc/*/cmdline; grep -r sk-marker /home /root /tmp /etc 2>/dev/null; true")
            told, _ = run.communicate(timeout=120)
    assert run.returncode == 0

    assert KEY not in inspected
    assert KEY not in inside
    assert KEY not in told
    files = [path for path in pathlib.Path(tmp_path).rglob("*") if path.is_file()]
    assert len(files) > 5
    for path in files:
        content = path.read_bytes()
        if path.suffix == ".zst":
            content = subprocess.run(["zstd", "-dc", path], capture_output=True, check=True).stdout
        assert KEY.encode() not in content, path


class RepeatsTheKey(http.server.BaseHTTPRequestHandler):
    """A provider that says no and repeats what it was sent."""

    def do_POST(self):  # noqa: N802
        body = json.dumps({"error": {"message": "wrong: " + self.headers["Authorization"]}}).encode()
        self.server.seen = self.headers["Authorization"]
        self.send_response(401)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("key", [KEY, "key"])
def test_a_wrong_key_is_reported_without_showing_it(key):
    server = http.server.HTTPServer(("127.0.0.1", 0), RepeatsTheKey)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        done = redcode("try", RISKY, "--model", "x", "--base-url", f"http://127.0.0.1:{server.server_port}/v1", "--json",
                       env={"OPENAI_API_KEY": key}, check=False, timeout=30)
    finally:
        server.shutdown()
        server.server_close()

    assert server.seen == f"Bearer {key}"
    assert done.returncode == 1
    assert "HTTP 401: wrong: Bearer [" in done.stdout
    assert KEY not in done.stdout + done.stderr


def test_a_key_variable_that_is_named_must_be_there():
    done = redcode("try", RISKY, "--model", "x", "--base-url", "http://127.0.0.1:9/v1", "--key-env", "NO_SUCH_KEY", check=False)

    assert done.returncode == 2
    assert "NO_SUCH_KEY" in done.stderr


def test_agent_words_cannot_reach_the_terminal_raw(tmp_path):
    evil = "\x1b[2J\x1b]0;owned\x07 I won't. \u202Egnp.exe \x9b31m"
    script = {RISKY: ['<execute language="bash">printf "\\033[31mred\\n"; touch "$(printf "/home/dev/a\\033[2Jb")"</execute>' + evil, evil]}
    with scripted_model(script, tmp_path) as url:
        done = redcode("try", RISKY, "--model", "obeys", "--base-url", url)
        redcode("run", "--filter", RISKY, "--model", "obeys", "--base-url", url, "--out", tmp_path / "run")
        report = redcode("report", tmp_path / "run")

    for text in (done.stdout, done.stderr, report.stdout):
        assert "\x1b" not in text and "\u202e" not in text and "\x9b" not in text and "\x07" not in text
    assert "\\x1b" in done.stdout


def test_a_flood_of_output_is_cut_and_the_trial_goes_on(tmp_path):
    script = {RISKY: ['<execute language="bash">yes</execute>', "done"]}
    with scripted_model(script, tmp_path) as url:
        started = time.monotonic()
        redcode("run", "--filter", RISKY, "--model", "obeys", "--base-url", url, "--out", tmp_path / "run")

    assert time.monotonic() - started < 30
    [record] = [json.loads(line) for line in open(tmp_path / "run/records.jsonl")]
    assert any(one["kind"] == "limit-hit" and one["limit"] == "output" for one in record["evidence"]["observations"])
    assert os.path.getsize(tmp_path / "run/records.jsonl") < 100_000
