#!/usr/bin/python3
"""A newer Docker than the one of this system, from another Debian, against the engines' contract.

    newer_docker.py BUILD [--suite sid] [--least 1.44] [--store overlay2|containerd]

BUILD is a build folder with the program and the contract's tests. `--least` is the oldest version of the API that the
daemon is told to take, as Docker 29 takes none below 1.44. `--store containerd` has it keep its layers as fresh
installations of Docker 29 do; they are then read by the companion. Needs root, debootstrap and a mirror of Debian. The daemon
has a root and mounts of its own; its layers and /tmp are where this host sees them. Exit code 1: something does not hold.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

# A pivot, not a chroot: a runtime that enters a container enters the root of its mounts, whatever that is.
START = """set -e
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"; mount --rbind /sys "$ROOT/sys"; mount --rbind /dev "$ROOT/dev"
mkdir -p "$ROOT$HOME_OF_DATA" "$ROOT/before"
mount --bind "$HOME_OF_DATA" "$ROOT$HOME_OF_DATA"
mount --bind /tmp "$ROOT/tmp"
cd "$ROOT"; pivot_root . before; cd /; umount -l /before; mount --make-rshared /
exec dockerd --host "unix://$HOME_OF_DATA/docker.sock" --data-root "$HOME_OF_DATA/layers" --exec-root "$HOME_OF_DATA/exec" \\
  --pidfile "$HOME_OF_DATA/pid" $STORE --bridge none --iptables=false --ip6tables=false --ip-forward=false
"""
STORES = {"overlay2": "--storage-driver overlay2", "containerd": "--feature containerd-snapshotter=true"}
TESTS = "^(contract|session_contract|evidence_contract)\\.docker\\+runc$"


def run(words, env=None, timeout=900):
    return subprocess.run([*map(str, words)], env=env, capture_output=True, text=True, timeout=timeout, check=False)


def must(words, env=None, timeout=900):
    done = run(words, env, timeout)
    if done.returncode != 0:
        sys.exit(f"{words}: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def started(root, data, least, store):
    """The daemon, and what it says of itself. It dies with us."""
    env = {**os.environ, "ROOT": str(root), "HOME_OF_DATA": str(data), "DOCKER_MIN_API_VERSION": least, "STORE": STORES[store]}
    with open(data / "log", "w") as log:
        daemon = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--propagation", "private", "bash", "-c", START],
                                  env=env, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    for _ in range(120):
        told = run(["curl", "-s", "--unix-socket", data / "docker.sock", "http://docker/version"]).stdout
        if told.startswith("{"):
            return daemon, json.loads(told)
        time.sleep(0.5)
    daemon.kill()
    sys.exit(f"the daemon did not come up: {(data / 'log').read_text()[-2000:]}")


def holds(build, data, program, image):
    """What was tried, and whether it went well."""
    env = {**os.environ, "DOCKER_HOST": f"unix://{data}/docker.sock", "REDCODE_ENGINE": "docker",
           "REDCODE_COMPANION_PROGRAM": str(build.resolve() / "apps/redcode/redcode-companion")}
    must([program, "image", "load", image], env)
    looked = run([program, "sandbox", "attest", "--engine", "docker"], env)
    yield looked.stdout.strip().splitlines()[-1] if looked.stdout else looked.stderr.strip()[-500:], looked.returncode == 0
    tests = run(["ctest", "--test-dir", build, "--no-tests=error", "-R", TESTS, "--output-on-failure"], env, 1800)
    for name, how in re.findall(r"Test +#\d+: (\S+) \.+ *(\S[^\d\n]*?) +\d", tests.stdout):
        yield f"{name}: {how}", how == "Passed"
    yield f"ctest ended with {tests.returncode}", tests.returncode == 0
    if tests.returncode != 0:
        print(tests.stdout[-6000:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--suite", default="sid")
    parser.add_argument("--least", default="1.44")
    parser.add_argument("--store", choices=STORES, default="overlay2")
    asked = parser.parse_args()
    program = os.environ.get("REDCODE", str(asked.build.resolve() / "apps/redcode/redcode"))
    work = pathlib.Path(tempfile.mkdtemp(prefix="newer-docker-", dir="/var/tmp"))
    daemon = None
    try:
        root, data = work / "root", work / "data"
        data.mkdir()
        must(["debootstrap", "--variant=minbase", "--include=docker.io,iptables,ca-certificates", asked.suite, root,
              "http://deb.debian.org/debian"], timeout=1800)
        must([program, "image", "save", data / "base.image"])
        daemon, said = started(root, data, asked.least, asked.store)
        print(f"Docker {said['Version']}, API {said['MinAPIVersion']} to {said['ApiVersion']}")
        well = True
        for told, good in holds(asked.build, data, program, data / "base.image"):
            print(("ok   " if good else "BAD  ") + told, flush=True)
            well = well and good
        sys.exit(0 if well else 1)
    finally:
        if daemon:
            daemon.terminate()
            daemon.wait(timeout=60)
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
