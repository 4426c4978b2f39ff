#!/usr/bin/python3
"""Runs killed with -9 at random moments and continued by the same command: no trial is lost, none counts twice.

    kills.py [--runs 100] [--trials 500] [--real-engine 10] [--seed S]

REDCODE names the binary. Each run's whole process group is killed one to three times, at moments drawn from the seed,
before it may end. Its verdicts must be those of a run that nobody disturbed, and nothing of it may be left on the
host. `--real-engine` runs take place in sandboxes, the others are the suite gen, which needs none. The table that it
prints is for docs/.
"""
import argparse
import dataclasses
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

import conftest  # noqa: E402
import run_truth  # noqa: E402


@dataclasses.dataclass
class Kind:
    name: str
    words: list
    env: dict


@dataclasses.dataclass
class Story:
    """What became of one run."""
    kills: int = 0
    cut_lines: int = 0
    seconds: float = 0
    wrong: dict = dataclasses.field(default_factory=dict)


def gen_kind(trials):
    """Trials without sandboxes: `trials`, or a few more if those are more than there are cases."""
    repeats = -(-trials // 520)
    return Kind("suite gen", ["run", "--suite", "gen", "--model", "scripted:random", "--limit", -(-trials // repeats), "--repeats", repeats,
                              "--latency", 5, "--concurrency", 8], {"REDCODE_DATA": str(conftest.ROOT)})


def sandbox_kind(engine, trials):
    return Kind(f"sandboxes of {engine}", ["run", "--model", "scripted:random", "--sample", trials, "--seed", 1, "--concurrency", 8],
                {"REDCODE_ENGINE": engine, "REDCODE_DATA": str(conftest.ROOT)})


def start(kind, out):
    return subprocess.Popen([conftest.REDCODE, *map(str, kind.words), "--out", str(out)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, env={**os.environ, **kind.env}, start_new_session=True)


def undisturbed(kind, out):
    """A run that nobody disturbs: its verdicts, and the seconds it took."""
    begun = time.monotonic()
    told, _ = (process := start(kind, out)).communicate(timeout=900)
    assert process.returncode == 0, told
    return run_truth.read(out).outcomes, time.monotonic() - begun


def killed_run(kind, out, expected, seconds, chance):
    """One run, killed one to three times. `seconds`: what an undisturbed one takes."""
    story = Story()
    begun = time.monotonic()
    # The first moment is early enough to hit; a later one may come too late, which is fine.
    for moment in [chance.uniform(0.02, 0.8)] + [chance.uniform(0.02, 0.9) for _ in range(chance.randrange(3))]:
        process = start(kind, out)
        try:
            process.communicate(timeout=moment * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate(timeout=30)
            story.kills += 1
    process = start(kind, out)
    told, _ = process.communicate(timeout=900)
    story.seconds = time.monotonic() - begun
    story.wrong = run_truth.differences(out, expected)
    story.cut_lines = run_truth.read(out).damaged
    if process.returncode != 0:
        story.wrong["exit code"] = (process.returncode, told[-2000:])
    if left := left_behind():
        story.wrong["left behind"] = left
    return story


def left_behind():
    """What is still on the host after a reap, a few seconds granted to the kernel."""
    conftest.redcode("sandbox", "reap")
    for _ in range(50):
        left = [*conftest.our_sandboxes(), *conftest.oci_folders(), *conftest.our_cgroups(), *conftest.our_mounts(), *conftest.our_temp_dirs()]
        if not left:
            break
        time.sleep(0.1)
    return left


def many(kind, runs, folder, chance):
    """Gives the kind's row of the table, and whether all was well."""
    expected, seconds = undisturbed(kind, folder / "undisturbed")
    stories = []
    for number in range(runs):
        story = killed_run(kind, folder / f"run{number}", expected, seconds, chance)
        stories.append(story)
        if story.wrong:
            shutil.copytree(folder / f"run{number}", kept := tempfile.mkdtemp(prefix="kills-kept-"), dirs_exist_ok=True)
            print(f"{kind.name}, run {number}: {story.wrong}; kept in {kept}", flush=True)
        shutil.rmtree(folder / f"run{number}", ignore_errors=True)

    def sum_of(what):
        return sum(len(story.wrong.get(what, ())) for story in stories)

    row = [kind.name, runs, len(expected), sum(story.kills for story in stories), sum(story.cut_lines for story in stories), sum_of("lost"),
           sum_of("counted twice"), sum_of("other verdicts"), sum_of("left behind"), f"{seconds:.1f}",
           f"{sum(story.seconds for story in stories) / max(1, runs):.1f}"]
    return row, not any(story.wrong for story in stories)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--trials", type=int, default=500)
    parser.add_argument("--real-engine", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    plans = [(gen_kind(asked.trials), asked.runs), (sandbox_kind("docker", asked.trials), asked.real_engine // 2),
             (sandbox_kind("oci", asked.trials), asked.real_engine - asked.real_engine // 2)]
    print("| runs of | runs | trials each | kills -9 | lines cut | trials lost | counted twice | other verdicts | left behind "
          "| seconds undisturbed | seconds with kills |\n|" + "---|" * 11, flush=True)
    fine = True
    for kind, runs in plans:
        if runs == 0:
            continue
        with tempfile.TemporaryDirectory(prefix="kills-") as folder:
            row, well = many(kind, runs, pathlib.Path(folder), chance)
        fine = fine and well
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
