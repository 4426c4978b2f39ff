#!/usr/bin/python3
"""A fleet through fifty faults: nothing lost, nothing counted twice, the verdicts of a run that nobody disturbed.

    fleet.py [--workers 8] [--trials 10000] [--faults 50] [--seed 1] [--kinds KIND,...]

REDCODE names the binary; needs root. Real servers (tests/e2e/fleet_parts.py): PostgreSQL with a synchronous standby,
PgBouncer with TLS, workers in network namespaces. Both databases and the run folder lie on disks of their own, whose
power is cut (EXT4_IOC_SHUTDOWN without log flush: what was not on the disk never will be). The tables that it prints
are for docs/.
"""
import argparse
import collections
import contextlib
import fcntl
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))

import run_truth  # noqa: E402
from fleet_parts import Fleet, succeed  # noqa: E402
from fleet_run import Coordinator, FleetRun, Worker  # noqa: E402

REDCODE = os.environ.get("REDCODE", str(ROOT / "build/release/apps/redcode/redcode"))
GEN = {"REDCODE_DATA": str(ROOT)}


class Disk:
    """A file system in a file. Its power can be cut."""

    def __init__(self, folder, name):
        self.image, self.folder = folder / f"{name}.img", folder / name
        self.folder.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(4 << 30)
        succeed(["mkfs.ext4", "-q", "-F", self.image])
        self.mount()

    def mount(self):
        succeed(["mount", "-o", "loop", self.image, self.folder])

    def unmount(self):
        """Whoever was killed a moment ago may hold it still."""
        for _ in range(50):
            if subprocess.run(["umount", self.folder], capture_output=True, check=False).returncode == 0:
                return
            time.sleep(0.2)
        raise AssertionError(f"{self.folder} stays mounted")

    def cut_power(self):
        opened = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(opened, 0x8004587D, struct.pack("I", 2))
        finally:
            os.close(opened)

    def data(self):
        """A server's folder on it."""
        made = self.folder / "data"
        made.mkdir(mode=0o700, exist_ok=True)
        shutil.chown(made, "postgres", "postgres")
        return made


class FleetOnDisks(FleetRun):
    """The same, and power cuts."""

    def __init__(self, fleet, coordinator, workers, disks, chance):
        super().__init__(fleet, coordinator, workers)
        self.disks, self.chance = disks, chance

    def cut_power_of_both_databases(self):
        servers = [self.fleet.primary, self.fleet.standby]
        for server in servers:
            server.signal(signal.SIGSTOP)
        for server in servers:
            self.disks[server.name].cut_power()
        for server in servers:
            server.signal(signal.SIGKILL)
            server.process.wait(timeout=30)
        for server in servers:
            self.disks[server.name].unmount()
            self.disks[server.name].mount()
        for server in servers:
            server.start()

    def cut_power_of_the_coordinator(self):
        os.killpg(self.coordinator.process.pid, signal.SIGSTOP)
        self.disks["run"].cut_power()
        self.coordinator.kill()
        self.disks["run"].unmount()
        self.disks["run"].mount()
        self.coordinator.start()

    def faults(self):
        """Name of a kind -> what does it."""
        def some(act):
            return lambda: act(self.chance.choice(self.workers))
        return {"worker killed": some(self.kill_worker), "worker frozen past its lease": some(self.make_zombie),
                "worker cut off from the network": some(self.cut_off), "database killed": self.kill_database,
                "standby killed": self.kill_standby, "pool killed": self.kill_pool, "coordinator killed": self.kill_coordinator,
                "fail-over to the standby": self.fail_over, "power cut of both databases": self.cut_power_of_both_databases,
                "power cut of the coordinator": self.cut_power_of_the_coordinator}


def missing_blobs(run):
    digests = re.findall(r'"transcript_digest":"([0-9a-f]{64})"', (run / "records.jsonl").read_text())
    paths = [run / "blobs" / digest[:2] / f"{digest[2:]}.zst" for digest in digests]
    return sum(subprocess.run(["zstd", "-qt", *batch], capture_output=True, check=False).returncode != 0
               for batch in (paths[start:start + 500] for start in range(0, len(paths), 500)))


def drawn(kinds, count, chance):
    """Every kind as often as any other, in an order by chance."""
    deck = [kinds[number % len(kinds)] for number in range(count)]
    chance.shuffle(deck)
    return deck


def act(run, deck, trials):
    """Does the faults, spread over the run; gives kind -> seconds until results came again."""
    stalls = collections.defaultdict(list)
    for number, kind in enumerate(deck):
        run.wait_until_over((number + 1) * trials // (len(deck) + 2), 600)
        if run.coordinator.process.poll() is not None:
            print(f"the run was over after {number} faults", flush=True)
            break
        begun = time.monotonic()
        print(f"{number + 1}/{len(deck)} {kind}, at {run.over()} results", file=sys.stderr, flush=True)
        run.faults()[kind]()
        run.restart_the_dead()
        before = run.over()
        while run.over() <= before and before < trials and run.coordinator.process.poll() is None:
            assert time.monotonic() < begun + 300, f"no result for 300 s after: {kind}"
            run.restart_the_dead()
            time.sleep(0.2)
        stalls[kind].append(time.monotonic() - begun)
    return stalls


def local_truth(plan, folder):
    subprocess.run([REDCODE, "run", *map(str, plan), "--out", folder / "local"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={**os.environ, **GEN}, timeout=3600)
    return run_truth.read(folder / "local").outcomes


def print_tables(stalls, figures):
    print("\n| fault | times | seconds from it to the next result: mean | most |\n|---|---|---|---|")
    for kind, seconds in sorted(stalls.items()):
        print(f"| {kind} | {len(seconds)} | {sum(seconds) / len(seconds):.1f} | {max(seconds):.1f} |")
    print("\n| " + " | ".join(figures) + " |\n|" + "---|" * len(figures) + "\n| " + " | ".join(map(str, figures.values())) + " |", flush=True)


def whole_run(asked, folder, stack):
    chance = random.Random(asked.seed)
    repeats = -(-asked.trials // 400)
    plan = ["--suite", "gen", "--model", "scripted:random", "--limit", asked.trials // repeats, "--repeats", repeats]
    truth = local_truth(plan, folder)
    disks = {name: Disk(folder, name) for name in ("a", "b", "run")}
    for disk in disks.values():
        stack.callback(disk.unmount)
    fleet = stack.enter_context(Fleet(disk=lambda name: disks[name].data()))
    succeed([*fleet.hub.entered(), REDCODE, "fleet", "init", "--fleet", fleet.admin_url()], env={**os.environ, **GEN, **fleet.tls()})
    coordinator = Coordinator(fleet, REDCODE, [*plan, "--latency", asked.latency, "--attempts", 100], disks["run"].folder / "run", GEN)
    workers = [Worker(fleet, REDCODE, coordinator, f"worker{number}", ["--concurrency", 8]) for number in range(asked.workers)]
    run = FleetOnDisks(fleet, coordinator, workers, disks, chance)
    stack.callback(run.close)
    begun = time.monotonic()
    coordinator.start()
    for worker in workers:
        worker.start()
    kinds = asked.kinds.split(",") if asked.kinds else list(run.faults())
    stalls = act(run, drawn(kinds, asked.faults, chance), len(truth))
    run.finish(1200)
    seconds = time.monotonic() - begun
    wrong = run_truth.differences(coordinator.out, truth)
    retried = fleet.primary.psql(f"SELECT retried FROM redcode.run WHERE run = '{coordinator.key()}'", "fleet")
    figures = {"workers": asked.workers, "trials": len(truth), "faults": sum(map(len, stalls.values())),
               "handed out again": retried, "lost": len(wrong.get("lost", ())), "counted twice": len(wrong.get("counted twice", ())),
               "other verdicts": len(wrong.get("other verdicts", ())), "not planned": len(wrong.get("not planned", ())),
               "batches of transcripts with one missing": missing_blobs(coordinator.out), "coordinator's exit code": coordinator.process.returncode,
               "seconds": f"{seconds:.0f}"}
    print_tables(stalls, figures)
    for what, which in wrong.items():
        print(f"{what}: {list(which)[:20]}")
    fine = not wrong and coordinator.process.returncode == 0 and not figures["batches of transcripts with one missing"]
    if not fine:
        shutil.copytree(fleet.root / "logs", kept := tempfile.mkdtemp(prefix="fleet-kept-"), dirs_exist_ok=True)
        print(f"logs kept in {kept}")
    return fine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--latency", type=int, default=1500, help="milliseconds the scripted model takes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="", help="only these, as the table names them")
    asked = parser.parse_args()
    if "FLEET_HAS_MOUNTS_OF_ITS_OWN" not in os.environ:
        # Another mount namespace with the dead disk in it would keep it alive.
        os.environ["FLEET_HAS_MOUNTS_OF_ITS_OWN"] = "yes"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv])
    with tempfile.TemporaryDirectory(prefix="fleet-disks-") as folder, contextlib.ExitStack() as stack:
        pathlib.Path(folder).chmod(0o711)
        fine = whole_run(asked, pathlib.Path(folder), stack)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
