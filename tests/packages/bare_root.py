#!/usr/bin/python3
"""The archive for other Linuxes in a root that has glibc and nothing else, not even a shell:

    tests/packages/bare_root.py redcode-0.1.0-linux-x86_64.tar.gz [--sysroot FOLDER]

Asks for the version, lists the corpus, runs eight trials of generated code and reports on them. Takes the unpacked
folder as well. An archive for another machine runs under qemu, with the glibc of the folder that tools/release/sysroot
made. Needs root.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/release"))

from libraries import Debian, said, triple_of  # noqa: E402


def make_root(root, program, sysroot):
    """glibc's libraries where the program looks for them, and empty folders."""
    for folder in ("proc", "tmp", "root"):
        (root / folder).mkdir(parents=True)
    debian = Debian(sysroot)
    libraries = debian.libraries_of(program)
    loader = re.search(r"interpreter: /(.+)\]", said("readelf", "--program-headers", str(program)))[1]
    glibc = [(sysroot / loader, loader)]
    for file, package in debian.packages_of(libraries.values()).items():
        if package == "libc6":
            glibc.append((file, file.relative_to(sysroot)))
    for file, place in glibc:
        target = root / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        target.chmod(0o755)


class BareRoot:
    def __init__(self, root, emulator):
        self.root = root
        self.emulator = emulator

    def redcode(self, *words):
        """What the program prints in there; it must succeed."""
        enter = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={self.root / 'proc'}", "chroot", str(self.root)]
        command = [*enter, *self.emulator, "/redcode/bin/redcode", *words]
        clean = {"HOME": "/root", "TMPDIR": "/tmp", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=clean, check=False)
        if done.returncode:
            sys.exit(f"redcode {' '.join(words)}: exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout


def enter(unpacked, root, sysroot):
    """A bare root with the program in /redcode."""
    program = unpacked / "bin/redcode"
    emulator = []
    make_root(root, program, sysroot)
    shutil.copytree(unpacked, root / "redcode", symlinks=True)
    if triple_of(program) != triple_of("/bin/true"):
        machine = triple_of(program).split("-")[0]
        shutil.copy(shutil.which(f"qemu-{machine}-static"), root / "qemu")
        emulator = ["/qemu"]
    return BareRoot(root, emulator)


def try_out(bare):
    """Everything that must work without a sandbox; fails if one thing does not."""
    version = json.loads(bare.redcode("version", "--json"))
    print(f"version: {version['tool']}, corpus {version['corpus']}")
    cases = bare.redcode("corpus", "list").splitlines()
    print(f"corpus list: {len(cases)} lines")
    bare.redcode("run", "--suite", "gen", "--model", "scripted:random", "--limit", "8", "--out", "/root/run")
    report = bare.redcode("report", "/root/run")
    print(f"report: {len(report.splitlines())} lines")
    if not version["corpus"] or len(cases) < 50 or "8 trials" not in report:
        sys.exit(f"too little was said:\n{report}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--sysroot", default="/", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="redcode-bare-") as temporary:
        unpacked = given.archive
        if unpacked.is_file():
            subprocess.run(["tar", "-xzf", str(given.archive), "-C", temporary], check=True, timeout=300)
            unpacked = next(Path(temporary).iterdir())
        try_out(enter(unpacked, Path(temporary) / "root", given.sysroot))


if __name__ == "__main__":
    main()
