#!/usr/bin/python3
"""Types what a page says, top to bottom, and stops at the first block that does otherwise than the page promises.

    tests/docs/session.py docs/ci.md
    tests/docs/session.py --slow --show README.md      # also what takes minutes; and what each block printed

REDCODE names the binary (default: build/dev). Needs root. Exit code 1: a block failed, and which.
"""
import argparse
import contextlib
import ctypes
import os
import pathlib
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import fixtures
from page import ROOT, Page

LIMIT = 120
SLOW_LIMIT = 3600
SHOWN = 6000
# What a page may write to is copied, the rest of the checkout is there by link.
COPIED = ("examples", "deploy")
LEFT_OUT = {"build", "runs", ".git", *COPIED}

# One shell runs the blocks one after the other and says on descriptor 9 where it is. A block does not get that descriptor, so that
# what it leaves behind cannot hold it open.
PLAIN = """source {file} >{out} 2>&1 9>&-
echo 'end {number} 0 0' >&9
"""
# Every error is counted, since only the last command may fail.
FAILS = """docs_errors=0
trap 'docs_errors=$((docs_errors + 1))' ERR
set +e
source {file} >{out} 2>&1 9>&-
echo "end {number} $docs_code $docs_errors" >&9
"""
FAILS_END = "\ndocs_code=$?; trap - ERR; set -e\n"
# A server is there a moment after it has said its first word; a reader takes as long to type on.
BACKGROUND = """( source {file} ) >{out} 2>&1 9>&- &
docs_pids[{number}]=$!
until [[ -s {out} ]]; do kill -0 "${{docs_pids[{number}]}}"; sleep 0.05; done
sleep 1
echo 'end {number} 0 0' >&9
"""
# It goes on to the page's end, or the page ends it by a signal.
BACKGROUND_END = """docs_code=0
kill -0 "${{docs_pids[{number}]}}" || wait "${{docs_pids[{number}]}}" || docs_code=$?
case $docs_code in 129 | 130 | 137 | 143) docs_code=0 ;; esac
echo "end {number} $docs_code 0" >&9
"""


class Broken(Exception):
    """A block that does not do what its page says."""


class Session:
    """One page in its own folder. The process that has it is the page's alone: at the end it ends all its children."""

    def __init__(self, page, slow):
        self.page, self.slow = page, slow
        self.blocks = [block for block in page.typed if block.runs(slow)]
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER: what a block leaves behind becomes a child of ours
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="docs-of-tests-"))
        self.stack.callback(shutil.rmtree, self.root, ignore_errors=True)
        self.stack.callback(end_children, signal.SIGKILL)
        self.stack.callback(end_children, signal.SIGTERM)
        try:
            self.prepare()
        except BaseException:
            self.stack.close()
            raise
        return self

    def prepare(self):
        for name in ("home", "blocks", "bin"):
            (self.root / name).mkdir()
        self.folder = self.root / "redcode"
        make_checkout(self.folder)
        needs = set().union(*(block.needs for block in self.blocks))
        text = "".join(block.text for block in self.blocks)
        needs |= {word for word, sign in (("model", "model"), ("gen", "--suite gen")) if sign in text.lower()}
        self.environment = fixtures.environment(self.root, self.folder, needs)

    def __exit__(self, *error):
        self.stack.close()

    def run(self):
        """Gives each block with what it printed; raises Broken at the first that fails."""
        ours, theirs = os.pipe()
        command = f"exec 9>&{theirs} {theirs}>&-; source {shlex.quote(str(self.driver()))}"
        shell = subprocess.Popen(["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, pass_fds=(theirs,), start_new_session=True)
        os.close(theirs)
        words = Words(ours)
        for number, block in enumerate(self.blocks):
            self.follow(number, words, shell)
            yield block, self.printed(number)
        for number, block in enumerate(self.blocks):
            if "background" in block.words:
                self.follow(number, words, shell)
        shell.wait(timeout=30)
        self.see_leftovers()

    def see_leftovers(self):
        """What killed processes leave is found by their number, so it is not a page's that still goes on elsewhere."""
        end_children(signal.SIGTERM)
        done = subprocess.run([fixtures.REDCODE, "sandbox", "reap"], env=self.environment, capture_output=True, text=True, check=False, timeout=60)
        if not done.stdout.startswith("0 sandboxes and 0 temporary folders"):
            raise Broken(f"{self.page.name}: left behind, and now removed: {done.stdout}{done.stderr}")

    def driver(self):
        """The script that the shell runs."""
        parts = []
        for number, block in enumerate(self.blocks):
            fails = block.exit_code != 0
            (self.root / f"blocks/{number}.sh").write_text(block.text + (FAILS_END if fails else ""))
            parts.append((number, BACKGROUND if "background" in block.words else FAILS if fails else PLAIN))
        parts += [(number, BACKGROUND_END) for number, block in enumerate(self.blocks) if "background" in block.words]
        path = self.root / "blocks/all.sh"
        path.write_text("set -euo pipefail\n" + "".join(
            part.format(number=number, file=self.root / f"blocks/{number}.sh", out=self.out(number)) for number, part in parts))
        return path

    def out(self, number):
        return self.root / "blocks" / f"{number}.out"

    def printed(self, number):
        return self.out(number).read_text(errors="replace") if self.out(number).exists() else ""

    def follow(self, number, words, shell):
        """Waits for a block's end and looks how it ended."""
        block = self.blocks[number]
        limit = SLOW_LIMIT if "slow" in block.words else LIMIT
        word = words.next(limit)
        if word is None:
            self.fail(number, f"not done after {limit} s")
        if word == "":
            self.fail(number, f"ended with {shell.wait(timeout=30)}, not {block.exit_code}")
        which, code, errors = map(int, word.split()[1:])
        assert which == number, word
        if code != block.exit_code:
            self.fail(number, f"ended with {code}, not {block.exit_code}")
        if errors > 1:
            self.fail(number, "failed before its last command")

    def fail(self, number, why):
        block = self.blocks[number]
        said = self.printed(number)
        said = said if len(said) <= SHOWN else f"[…]\n{said[-SHOWN:]}"
        raise Broken(f"{self.page.name}:{block.line}: {why}\n```{block.info}\n{block.text}```\nIt printed:\n{said}")


class Words:
    """Lines from a pipe, each awaited for so long: None when none came, '' when nobody is left to write one."""

    def __init__(self, descriptor):
        self.descriptor, self.bytes = descriptor, b""

    def next(self, seconds):
        end = time.monotonic() + seconds
        while b"\n" not in self.bytes:
            ready, _, _ = select.select([self.descriptor], [], [], max(0, end - time.monotonic()))
            if not ready:
                return None
            more = os.read(self.descriptor, 4096)
            if not more:
                return ""
            self.bytes += more
        line, _, self.bytes = self.bytes.partition(b"\n")
        return line.decode()


def make_checkout(folder):
    """The folder that a page is typed in: this checkout, without what was built or run in it."""
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name not in LEFT_OUT:
            (folder / path.name).symlink_to(path)
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name)


def descendants(pid):
    try:
        children = [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [one for child in children for one in (child, *descendants(child))]


def end_children(how, seconds=10):
    """Sends a signal to all of them and waits until they are gone. Asked by SIGTERM they clean up, and a sandbox that nobody owns stays."""
    for pid in descendants(os.getpid()):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, how)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            return
        time.sleep(0.05)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("page")
    words.add_argument("--slow", action="store_true")
    words.add_argument("--show", action="store_true")
    words = words.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if not os.access(fixtures.REDCODE, os.X_OK):
        sys.exit(f"no program {fixtures.REDCODE}; build it, or name another in REDCODE")
    page = Page(words.page)
    if mistakes := page.mistakes():
        sys.exit("\n".join(mistakes))
    with Session(page, words.slow) as session:
        began = time.monotonic()
        try:
            for block, printed in session.run():
                print(f"{page.name}:{block.line}: as it should be, {time.monotonic() - began:.1f} s", flush=True)
                print(printed if words.show else "", end="")
                began = time.monotonic()
        except Broken as broken:
            sys.exit(str(broken))


if __name__ == "__main__":
    main()
