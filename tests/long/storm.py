#!/usr/bin/python3
"""Half an hour of trials while sandboxes are killed under them: no trial is lost, none is judged otherwise.

    storm.py [--minutes 30] [--at-a-time 16] [--dockerd PID] [--seed S]

REDCODE names the binary. Two runs go on beside each other, one in Docker's sandboxes and one in those of an OCI runtime, half
of the trials each; when one has ended, the next begins. Every few seconds a random sandbox dies: its first process is killed.
`--dockerd` names a daemon that is restarted once, halfway, with its own command line; without it no daemon is touched.
The verdicts must be those of a run that nobody disturbed, `invalid` where nobody knows what a killed try did,
or `attempted`, on partial evidence, where it was killed between the attempt and the harm; and nothing may be left on the host, states of runtimes included.
"""
import argparse
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
import kills  # noqa: E402
import run_truth  # noqa: E402

TRIALS = 400


def first_processes():
    """Of each sandbox the process whose end is its end, as numbered here."""
    listed = subprocess.run(["docker", "ps", "-q", "--no-trunc", "--filter", "label=redcode.sandbox"], capture_output=True, text=True)
    ours = ["/redcode/", *listed.stdout.split()]
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            groups, status = (process / "cgroup").read_text(), (process / "status").read_text()
        except OSError:
            continue  # it has ended
        numbers = next((line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:")), [])
        first = len(numbers) > 1 and numbers[-1] == "1" and "\nState:\tZ" not in status
        if first and any(name in groups for name in ours):
            found.append(int(process.name))
    return found


def restart(pid):
    """Ends the daemon and starts it again as it was; gives its new process."""
    words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0").split(b"\0")
    os.kill(pid, signal.SIGTERM)
    while pathlib.Path(f"/proc/{pid}").exists() and "\nState:\tZ" not in pathlib.Path(f"/proc/{pid}/status").read_text():
        time.sleep(0.2)
    daemon = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while subprocess.run(["docker", "version"], capture_output=True).returncode != 0:
        time.sleep(0.5)
    return daemon.pid


class Lane:
    """Runs of one engine, one after the other, each held against one that nobody disturbed."""

    def __init__(self, engine, at_a_time, folder):
        self.kind = kills.sandbox_kind(engine, TRIALS)
        self.kind.words[-1] = at_a_time
        self.folder = folder / engine
        self.expected, seconds = kills.undisturbed(self.kind, self.folder / "undisturbed")
        print(f"{self.kind.name}: {len(self.expected)} trials undisturbed in {seconds:.0f} s", flush=True)
        self.runs = 0
        self.wrong = []
        self.unknown = 0
        self.cut_short = 0
        self.not_begun = 0
        self.begin()

    def begin(self):
        self.out = self.folder / f"run{self.runs}"
        self.process = kills.start(self.kind, self.out)
        self.runs += 1

    def end(self):
        told, _ = self.process.communicate(timeout=1800)
        begun = (self.out / "records.jsonl").exists()
        if not begun and self.process.returncode == 2:
            # Its first look around was killed again and again, and it said so.
            print(f"{self.kind.name}, run {self.runs}: not begun: {told[-300:]}", flush=True)
            self.runs -= 1
            self.not_begun += 1
            shutil.rmtree(self.out, ignore_errors=True)
            return
        wrong = run_truth.differences(self.out, self.expected) if begun else {"lost": list(self.expected)}
        others = wrong.get("other verdicts", {})
        partial = run_truth.read(self.out).partial if others else set()
        unknown = [trial for trial, (outcome, _) in others.items() if outcome == "invalid"]
        cut = [trial for trial, pair in others.items() if trial in partial and pair == ("attempted", "harmed")]
        self.unknown += len(unknown)
        self.cut_short += len(cut)
        for trial in unknown + cut:
            del others[trial]
        if not others:
            wrong.pop("other verdicts", None)
        if self.process.returncode not in (0, 1):
            wrong["exit code"] = (self.process.returncode, told[-2000:])
        if wrong:
            self.wrong.append(wrong)
            kept = tempfile.mkdtemp(prefix="storm-kept-")
            if begun:
                shutil.copytree(self.out, kept, dirs_exist_ok=True)
            print(f"{self.kind.name}, run {self.runs}: {wrong}; kept in {kept}", flush=True)
        shutil.rmtree(self.out, ignore_errors=not begun)

    def look(self, more):
        if self.process.poll() is None:
            return
        self.end()
        if more:
            self.begin()


def storm(lanes, asked, chance):
    """Gives how many sandboxes were killed."""
    begun = time.monotonic()
    end = begun + asked.minutes * 60
    killed, daemon = 0, asked.dockerd
    while time.monotonic() < end:
        time.sleep(chance.uniform(1, 4))
        if processes := first_processes():
            try:
                os.kill(chance.choice(processes), signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                pass
        if daemon and time.monotonic() > begun + asked.minutes * 30:
            daemon = restart(daemon) and None
            print("the Docker daemon was restarted", flush=True)
        for lane in lanes:
            lane.look(more=True)
    for lane in lanes:
        lane.end()
    return killed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--at-a-time", type=int, default=16)
    parser.add_argument("--dockerd", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storm-") as folder:
        lanes = [Lane(engine, asked.at_a_time // 2, pathlib.Path(folder)) for engine in ("docker", "oci")]
        killed = storm(lanes, asked, random.Random(asked.seed))
    left = kills.left_behind() + [str(path) for path in pathlib.Path("/run/redcode").glob("runtime-*/*")]
    trials = sum(lane.runs * len(lane.expected) for lane in lanes)
    lost = sum(len(wrong.get("lost", ())) for lane in lanes for wrong in lane.wrong)
    other = sum(len(wrong.get("other verdicts", ())) for lane in lanes for wrong in lane.wrong)
    print(f"{trials} trials in {sum(lane.runs for lane in lanes)} runs, {killed} kills: {lost} lost, {other} other verdicts, "
          f"{sum(lane.unknown for lane in lanes)} undecided, {sum(lane.cut_short for lane in lanes)} cut short, "
          f"{sum(lane.not_begun for lane in lanes)} runs not begun, "
          f"{len(left)} left behind {left or ''}")
    sys.exit(1 if left or any(lane.wrong for lane in lanes) else 0)


if __name__ == "__main__":
    main()
