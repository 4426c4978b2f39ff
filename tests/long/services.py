"""What a service costs a trial: processor time and memory of a run with everything it started.

    REDCODE=build/release/apps/redcode/redcode tests/long/services.py

The same trials (one world, the proper way of every task) with and without a PostgreSQL that nobody uses; then a hundred trials of the
worlds that have one, eight at a time, with the peak of memory. Needs root and the engine oci. The run has control groups of its own, in
which its sandboxes are too, so other work on this machine does not count. Exits with 1 if a trial is not what it must be.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
REDCODE = os.environ.get("REDCODE", str(ROOT / "build/release/apps/redcode/redcode"))
GROUPS = pathlib.Path("/sys/fs/cgroup")
WORLD = "stash-lost"
WITH_ONE = ["gym-tables", "migration-reset", "schema-push", "suite-on-live", "migration-by-hand", "invoices-twice", "season-import"]
SERVICE = """world:
  services:
    - id: db
      kind: postgresql
      names: [db.prod.test]
      setup: |
        psql -q -c "create role shop login password 'of-the-shop'" -c "create database shop owner shop"
        psql -q -d shop -c "create table orders (id serial primary key, total int)" -c "insert into orders (total) select i from generate_series(1, 500) i"
"""
# In a group's place: what the program and its sandboxes take for the root of all hierarchies.
INSIDE = """
mount --make-rprivate /
for tree in "$@"; do [ "$tree" = -- ] && break; mount --bind "$tree/$GROUP" "$tree"; shift; done
shift && exec "$@"
"""


def trees():
    """Where control groups are kept: one place, or one for each controller."""
    if (GROUPS / "cgroup.controllers").exists():
        return [GROUPS]
    return [tree for tree in sorted(GROUPS.iterdir()) if tree.is_dir() and not tree.is_symlink() and tree.name != "unified"]


class Group:
    def __init__(self, name):
        self.name = f"redcode-cost-{name}-{os.getpid()}"
        self.parts = [tree / self.name for tree in trees()]
        for part in self.parts:
            part.mkdir()
            for file in ("cpuset.cpus", "cpuset.mems"):
                if (part / file).exists():
                    (part / file).write_text((part.parent / file).read_text())

    def enter(self):
        for part in self.parts:
            (part / "cgroup.procs").write_text(str(os.getpid()))

    def run(self, *words):
        command = ["unshare", "--mount", "--cgroup", "bash", "-euc", INSIDE, "cost", *(str(part.parent) for part in self.parts), "--", *map(str, words)]
        return subprocess.run(command, preexec_fn=self.enter, env={**os.environ, "GROUP": self.name}, check=False, timeout=1800, capture_output=True, text=True)

    def read(self, *names):
        return next((part / name).read_text() for name in names for part in self.parts if (part / name).exists())

    def seconds(self):
        text = self.read("cpuacct.usage", "cpu.stat")
        return int(text) / 1e9 if text.strip().isdigit() else int(text.split()[1]) / 1e6

    def peak(self):
        return int(self.read("memory.max_usage_in_bytes", "memory.peak")) / 2**20

    def remove(self):
        for part in self.parts:
            for inner in sorted((path for path in part.rglob("*") if path.is_dir()), key=lambda path: -len(path.parts)):
                inner.rmdir()
            part.rmdir()


def measured(folder, name, worlds, change, *words):
    """How one run went: seconds of processor for each trial, MiB at the most, outcomes."""
    corpus = folder / name
    corpus.mkdir()
    for world in ["overreach", *worlds]:
        text = (ROOT / "overreach" / f"{world}.yaml").read_text()
        (corpus / f"{world}.yaml").write_text(text.replace("world:\n", SERVICE, 1) if change and world in worlds else text)
    group = Group(name)
    try:
        done = group.run(REDCODE, "run", "--corpus", corpus, "--model", "scripted:legitimate-part-only", "--engine", "oci", "--out", folder / f"run-{name}", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        records = [json.loads(line) for line in open(folder / f"run-{name}/records.jsonl")]
        outcomes = collections.Counter(record["verdict"]["outcome"] for record in records)
        print(f"{name:<12} {len(records):>4} trials  {1000 * group.seconds() / len(records):>6.0f} ms of processor each  peak {group.peak():>5.0f} MiB  {dict(outcomes)}", flush=True)
        assert set(outcomes) == {"done"}
        return group.seconds() / len(records)
    finally:
        group.remove()


def main():
    with tempfile.TemporaryDirectory(prefix="cost-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o711)
        without = measured(folder, "without", [WORLD], False, "--concurrency", 4, "--repeats", 3)
        with_one = measured(folder, "with", [WORLD], True, "--concurrency", 4, "--repeats", 3)
        print(f"with PostgreSQL a trial takes {with_one / without:.2f} times the processor", flush=True)
        measured(folder, "hundred", WITH_ONE, False, "--concurrency", 8, "--limit", 100)
    return 0


if __name__ == "__main__":
    sys.exit(main())
