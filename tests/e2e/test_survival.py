"""A run survives what happens to hosts: kills, full disks, clocks that jump. The same command continues it."""
import collections
import contextlib
import fcntl
import json
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import time

import pytest

import run_truth
from conftest import ROOT, background, redcode, wait_for

sys.path.insert(0, str(ROOT / "tests/long"))
import kills  # noqa: E402

GEN = {"REDCODE_DATA": str(ROOT)}
TRIALS = 120
WORDS = ["run", "--suite", "gen", "--model", "scripted:random", "--limit", TRIALS]
# Slow enough to be met half-way.
SLOWLY = [*WORDS, "--concurrency", 4, "--latency", 150]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """A run that nobody disturbed: its folder."""
    run = tmp_path_factory.mktemp("undisturbed") / "run"
    redcode(*WORDS, "--out", run, env=GEN)
    return run


@pytest.fixture(scope="module")
def truth(undisturbed):
    outcomes = run_truth.read(undisturbed).outcomes
    assert len(outcomes) == TRIALS
    return outcomes


def record_count(run):
    path = run / "records.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


@contextlib.contextmanager
def mounted(folder, *words):
    subprocess.run(["mount", *words, folder], check=True, timeout=30)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True, timeout=30)


@pytest.fixture(scope="module")
def seconds(tmp_path_factory):
    """How long a run takes at least, if nobody kills it and the host is not busy otherwise."""
    return kills.undisturbed(kills.gen_kind(TRIALS), tmp_path_factory.mktemp("timed") / "run")[1] / 2


@pytest.mark.parametrize("seed", range(5))
def test_a_run_killed_at_random_moments_loses_nothing_and_counts_nothing_twice(seed, truth, seconds, tmp_path):
    story = kills.killed_run(kills.gen_kind(TRIALS), tmp_path / "run", truth, seconds, random.Random(seed))

    assert story.wrong == {}
    assert story.kills >= 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_told_to_end_is_continued_by_the_same_command(how, truth, tmp_path):
    with background(*SLOWLY, "--out", tmp_path / "run", env=GEN) as run:
        wait_for(lambda: record_count(tmp_path / "run") >= 10)
        run.send_signal(how)
        told, _ = run.communicate(timeout=30)
    before = (tmp_path / "run/records.jsonl").read_bytes()

    redcode(*SLOWLY, "--out", tmp_path / "run", env=GEN)

    assert run.returncode == 130 and "continues" in told
    assert 10 <= before.count(b"\n") < TRIALS
    assert (tmp_path / "run/records.jsonl").read_bytes().startswith(before), "records are added, never rewritten"
    assert run_truth.differences(tmp_path / "run", truth) == {}


@pytest.mark.parametrize("cut", [1, 100])
def test_of_a_record_that_was_cut_short_the_trial_is_done_again_and_no_other(cut, run_copy, truth):
    records = run_copy / "records.jsonl"
    whole = records.read_bytes()
    records.write_bytes(whole[:-cut])  # 1: only the end of the line is missing

    redcode(*WORDS, "--out", run_copy, env=GEN)

    found = run_truth.read(run_copy)
    assert run_truth.differences(run_copy, truth) == {}
    assert found.records == TRIALS
    assert found.damaged == (0 if cut == 1 else 1)


def test_of_a_record_with_a_changed_byte_the_trial_is_done_again(run_copy, truth):
    records = run_copy / "records.jsonl"
    lines = records.read_bytes().splitlines(keepends=True)
    lines[50] = lines[50].replace(b'"outcome":"', b'"outcome":"X', 1)
    records.write_bytes(b"".join(lines))

    told = redcode(*WORDS, "--out", run_copy, env=GEN).stdout

    assert run_truth.differences(run_copy, truth) == {}
    assert run_truth.read(run_copy).records == TRIALS
    assert "1 lines of this run are damaged" in told


@pytest.fixture
def run_copy(undisturbed, tmp_path):
    subprocess.run(["cp", "-r", undisturbed, tmp_path / "copy"], check=True)
    return tmp_path / "copy"


def test_one_process_at_a_time_writes_a_run(truth, tmp_path):
    with background(*SLOWLY, "--out", tmp_path / "run", env=GEN) as first:
        wait_for(lambda: record_count(tmp_path / "run") >= 5)
        second = redcode(*SLOWLY, "--out", tmp_path / "run", env=GEN, check=False)
        first.communicate(timeout=60)

    assert second.returncode == 2
    assert re.search("another process|in use|being written", second.stderr)
    assert first.returncode == 0
    assert run_truth.differences(tmp_path / "run", truth) == {}


@contextlib.contextmanager
def small_disk(tmp_path, mebibytes):
    """A file system of its own, with room for that much."""
    image, folder = tmp_path / "disk.img", tmp_path / "disk"
    folder.mkdir()
    with open(image, "wb") as file:
        file.truncate(mebibytes << 20)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", image], check=True, timeout=60)
    with mounted(folder, "-o", "loop", image):
        yield folder


def fill(folder):
    """Takes all the room there is; gives the file that holds it."""
    ballast = folder / "ballast"
    with open(ballast, "wb") as file:
        with contextlib.suppress(OSError):
            room = os.statvfs(folder)
            os.posix_fallocate(file.fileno(), 0, room.f_bavail * room.f_frsize)
        with contextlib.suppress(OSError):  # and the last blocks
            while True:
                file.seek(0, os.SEEK_END)
                os.posix_fallocate(file.fileno(), file.tell(), 4096)
    return ballast


def test_a_full_disk_is_named_nothing_is_lost_and_the_run_continues_when_there_is_room(truth, tmp_path):
    with small_disk(tmp_path, 2048) as disk:
        run = disk / "run"
        with background(*SLOWLY, "--out", run, env=GEN) as process:
            wait_for(lambda: record_count(run) >= 20)
            ballast = fill(disk)
            time.sleep(8)  # longer than the rest of the run would take
            stored = record_count(run)
            ended = process.poll()
            ballast.unlink()
            told, _ = process.communicate(timeout=60)

        assert stored < TRIALS
        assert ended in (None, 2), told
        assert re.search("(?i)no space|disk", told), told
        redcode(*SLOWLY, "--out", run, env=GEN)
        assert run_truth.differences(run, truth) == {}


def test_a_disk_that_is_full_from_the_start_is_named(tmp_path):
    folder = tmp_path / "full"
    folder.mkdir()
    with mounted(folder, "-t", "tmpfs", "-o", "size=64k", "tmpfs"):
        done = redcode(*WORDS, "--out", folder / "run", env=GEN, check=False, timeout=60)

    assert done.returncode not in (0, -signal.SIGSEGV, -signal.SIGABRT)
    assert re.search("(?i)no space|disk", done.stderr + done.stdout), done.stderr


def test_a_read_only_folder_is_named(tmp_path):
    folder = tmp_path / "fixed"
    folder.mkdir()
    with mounted(folder, "-t", "tmpfs", "-o", "ro", "tmpfs"):
        done = redcode(*WORDS, "--out", folder / "run", env=GEN, check=False, timeout=60)

    assert done.returncode == 2
    assert re.search("(?i)read-only|cannot write", done.stderr), done.stderr
    assert str(folder) in done.stderr


def cut_power(folder):
    """Nothing that is not on the disk by now will ever be: ext4's own simulation (EXT4_IOC_SHUTDOWN, no log flush)."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(opened, 0x8004587D, struct.pack("I", 2))
    finally:
        os.close(opened)


@pytest.mark.parametrize("then", ["killed", "left running"])
def test_a_power_cut_costs_no_more_than_the_trials_that_were_not_on_the_disk(then, truth, tmp_path):
    """left running: the disk fails, the program sees it and says so."""
    with private_disk(tmp_path, 512) as (mount, disk):
        mount()
        run = disk / "run"
        with background(*SLOWLY, "--out", run, env=GEN) as process:
            wait_for(lambda: record_count(run) >= 15)
            os.sync()
            wait_for(lambda: record_count(run) >= 40)
            if then == "killed":
                process.send_signal(signal.SIGSTOP)
            cut_power(disk)
            if then == "killed":
                process.kill()
            told, _ = process.communicate(timeout=60)
        mount()
        kept = run_truth.read(run)
        redcode(*SLOWLY, "--out", run, env=GEN)
        assert run_truth.differences(run, truth) == {}
        assert 15 <= kept.records < TRIALS
        assert kept.outcomes.items() <= truth.items()

    if then == "left running":
        assert process.returncode == 2, told
        assert re.search("(?i)input/output error|read-only|structure needs cleaning", told), told


@contextlib.contextmanager
def private_disk(tmp_path, mebibytes):
    """A disk that no other mount namespace gets to see; gives what mounts it (again) and where."""
    image, around = tmp_path / "disk.img", tmp_path / "around"
    disk = around / "disk"
    disk.mkdir(parents=True)
    with open(image, "wb") as file:
        file.truncate(mebibytes << 20)
    subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True, timeout=60)

    def mount():
        subprocess.run(["umount", "-q", disk], check=False, timeout=30)
        subprocess.run(["mount", "-o", "loop", image, disk], check=True, timeout=30)

    with mounted(around, "--bind", "--make-private", around):
        try:
            yield mount, disk
        finally:
            subprocess.run(["umount", "-q", disk], check=False, timeout=30)


def faked_clock(stamp):
    """The wall clock reads what `stamp` says; the steady one goes on, as in a real jump."""
    library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    return {**GEN, "LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(stamp), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def test_a_clock_that_jumps_two_hours_both_ways_cuts_no_trial_short(truth, tmp_path):
    stamp = tmp_path / "clock"
    stamp.write_text("+0")
    with background(*SLOWLY, "--out", tmp_path / "run", env=faked_clock(stamp)) as run:
        for jump, records in (("-2h", 15), ("+2h", 45), ("-2h", 75)):
            wait_for(lambda records=records: record_count(tmp_path / "run") >= records)
            (tmp_path / "next").write_text(jump)
            (tmp_path / "next").rename(stamp)
        told, _ = run.communicate(timeout=90)

    assert run.returncode == 0, told
    assert run_truth.differences(tmp_path / "run", truth) == {}
    stored = [json.loads(line) for line in (tmp_path / "run/records.jsonl").read_text().splitlines()]
    hours = {record["started_at"][11:13] for record in stored}
    assert len(hours) >= 2, "the clock did not jump"
    assert all(record["stop"] == "finished" and 100 <= record["duration_ms"] < 60_000 for record in stored)


def case_ids(run):
    return [json.loads(line)["id"] for line in (run / "cases.jsonl").read_text().splitlines()]


def sampled(out, seed, size=100):
    redcode("run", "--suite", "gen", "--model", "scripted:refuses", "--sample", size, "--seed", seed, "--out", out, env=GEN)
    return out


def test_a_sample_follows_from_its_seed(tmp_path):
    first, again, other = (case_ids(sampled(tmp_path / name, seed)) for name, seed in (("a", 7), ("b", 7), ("c", 8)))

    assert first == again
    assert len(first) == len(set(first)) == 100
    assert set(first) != set(other)


def test_a_smaller_sample_is_part_of_a_larger_one(tmp_path):
    small, large = (case_ids(sampled(tmp_path / str(size), 7, size)) for size in (30, 90))

    assert set(small) < set(large)


@pytest.fixture(scope="module")
def whole_suite(tmp_path_factory):
    run = tmp_path_factory.mktemp("whole") / "run"
    redcode("run", "--suite", "gen", "--model", "scripted:refuses", "--out", run, env=GEN)
    return run


@pytest.mark.parametrize("size", [20, 100])
def test_a_sample_has_of_each_kind_what_the_whole_has(size, whole_suite, tmp_path):
    """Risky and twin, and each domain, in proportion: off by at most a request with its twin, which are drawn together, and a borderline twin."""
    def shares(run):
        cases = [json.loads(line) for line in (run / "cases.jsonl").read_text().splitlines()]
        kinds = [("domain", case["domain"]) for case in cases] + [("twin", case["oracle"]["gen"]["twin"]) for case in cases]
        return collections.Counter(kinds), len(cases)

    whole, total = shares(whole_suite)
    part, wanted = shares(sampled(tmp_path / "part", 7, size))

    assert wanted == size
    far = {kind: (part[kind], size * count / total) for kind, count in whole.items() if abs(part[kind] - size * count / total) > 3}
    assert far == {}


def test_more_repeats_only_add_trials(undisturbed, run_copy, truth):
    before = (run_copy / "records.jsonl").read_bytes()

    redcode(*WORDS, "--repeats", 3, "--out", run_copy, env=GEN)

    after = run_truth.read(run_copy)
    assert (run_copy / "records.jsonl").read_bytes().startswith(before)
    assert after.records == len(after.outcomes) == 3 * TRIALS
    assert truth.items() <= after.outcomes.items()
