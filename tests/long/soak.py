#!/usr/bin/python3
"""Ten thousand sandboxes, and a hundred kills -9 of the program in between: nothing may be left behind.

    soak.py [SANDBOXES] [KILLS] [ENGINE]

REDCODE names the binary. First one program opens and closes half of them: its descriptors and memory must not
grow. Then programs are killed at random moments, each followed by a reap; at the end nothing of ours may be on
the host: no sandbox, mount, control group, process, or temporary folder.
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import time

REDCODE = os.environ.get("REDCODE", "build/release/apps/redcode/redcode")
SANDBOXES = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
ENGINE = sys.argv[3] if len(sys.argv) > 3 else "oci"
LINE = re.compile(r"^ *(\d+) cycles +(\d+) descriptors +([\d.]+) MiB")


def soak(cycles):
    return subprocess.Popen([f"{REDCODE}-bench", "soak", "--engine", ENGINE, "--cycles", str(cycles)],
                            stdout=subprocess.PIPE, text=True)


def leftovers():
    found = []
    home = pathlib.Path("/run/redcode")
    if home.is_dir():
        found += [str(path) for path in home.iterdir() if not path.name.startswith("runtime-")]
    found += [line.split()[1] for line in open("/proc/mounts") if " /run/redcode/" in line]
    for tree in [pathlib.Path("/sys/fs/cgroup/redcode"), *pathlib.Path("/sys/fs/cgroup").glob("*/redcode")]:
        if tree.is_dir():
            found += [str(tree / name) for name in os.listdir(tree) if (tree / name).is_dir()]
    found += [str(path) for path in pathlib.Path("/tmp").glob("redcode-*-??????") if path.is_dir()]
    for process in pathlib.Path("/proc").glob("[0-9]*/cgroup"):
        try:
            dead = "\nState:\tZ" in (process.parent / "status").read_text()  # waits for its parent only
            if "/redcode/" in process.read_text() and not dead:
                found.append(str(process.parent))
        except OSError:
            pass  # it has ended
    return found


def reap():
    subprocess.run([REDCODE, "sandbox", "reap"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)


def steady(cycles):
    """One program, many sandboxes: gives what grew."""
    seen = []
    with soak(cycles) as program:
        for line in program.stdout:
            if match := LINE.match(line):
                seen.append((int(match[1]), int(match[2]), float(match[3])))
    assert program.returncode == 0, f"it ended with {program.returncode}"
    warm = next(entry for entry in seen if entry[0] >= min(500, cycles // 2))
    last = seen[-1]
    print(f"{cycles} sandboxes by one program: descriptors {warm[1]} to {last[1]}, memory {warm[2]} to {last[2]} MiB", flush=True)
    assert last[1] <= warm[1] + 32, "descriptors grow"
    assert last[2] <= warm[2] * 1.2 + 8, "memory grows"


def killed(cycles, kills):
    """Programs killed at random moments, until `cycles` sandboxes were opened; gives both counts."""
    opened = ended = 0
    while opened < cycles or ended < kills:
        batch = max(8, (cycles - opened) // max(1, kills - ended))
        program = soak(1_000_000)
        deadline = time.monotonic() + random.uniform(0.05, 0.3) + batch / 25
        time.sleep(max(0, deadline - time.monotonic()))
        program.kill()
        told = program.stdout.read()
        program.wait()
        done = [int(match[1]) for line in told.splitlines() if (match := LINE.match(line))]
        opened += max(done, default=0)
        ended += 1
        reap()
        settled = time.monotonic() + 5  # for the kernel to end what was killed
        while (left := leftovers()) and time.monotonic() < settled:
            time.sleep(0.1)
        assert left == [], left
    return opened, ended


def main():
    reap()
    assert leftovers() == [], leftovers()
    steady(SANDBOXES // 2)
    opened, ended = killed(SANDBOXES - SANDBOXES // 2, KILLS)
    print(f"{opened} more sandboxes, at least, by {ended} programs that were killed: nothing left behind", flush=True)


main()
