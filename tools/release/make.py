#!/usr/bin/python3
"""Makes a release from a clean checkout, and tests what it made:

    tools/release/make.py OUT [--check] [--without arm64] [--without tests]

Refuses if a file is changed or unknown to git, if CHANGELOG.md has no section for the version in CMakeLists.txt, or if
that version is tagged on another commit. Then it clones HEAD, builds it for this machine and for 64-bit ARM, and puts
into OUT the source, Debian packages, archives for other Linuxes, bills of materials, and SHA256SUMS of all of them.
The Debian package is tried on a fresh Debian, the archives in a root with glibc alone. `--check` stops after the
refusals. Needs root, for the tests. docs/releasing.md says what else a release takes.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sbom
import tarball

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ["redcode", "redcode-companion", "reference"]


def git(folder, *words):
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True, timeout=300).stdout.strip()


def changes_of(version, changelog):
    """What CHANGELOG.md says of a version, or ""."""
    section = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return section[1].strip() if section else ""


def objections(folder, version):
    """Why the checkout cannot be released as it is; empty if it can."""
    found = []
    if git(folder, "status", "--porcelain"):
        found.append("the checkout is not clean: commit or remove what `git status` shows")
    if not changes_of(version, (folder / "CHANGELOG.md").read_text()):
        found.append(f"CHANGELOG.md says nothing of {version}: give it a section `## [{version}]`")
    tag = f"v{version}"
    if git(folder, "tag", "--list", tag) and git(folder, "rev-parse", f"{tag}^{{commit}}") != git(folder, "rev-parse", "HEAD"):
        found.append(f"{tag} is another commit: a version is released once, so raise it in CMakeLists.txt")
    return found


def step(name, *command, cwd):
    """Runs one step and says how long it took."""
    started = time.monotonic()
    print(f"{name} ...", flush=True)
    subprocess.run([str(word) for word in command], cwd=cwd, check=True, stdout=sys.stderr, timeout=4 * 3600)
    print(f"{name}: {time.monotonic() - started:.0f} s", flush=True)


def build(source, preset, *options):
    """A build of the clone; returns its folder."""
    commit = f"-DREDCODE_COMMIT={git(source, 'rev-parse', 'HEAD')}"
    fixed = ["-DREDCODE_UNIT_TESTS=OFF", "-DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON"]
    step(f"configure {preset}", "cmake", "--preset", preset, commit, *fixed, *options, cwd=source)
    step(f"build {preset}", "cmake", "--build", "--preset", preset, "--target", *TARGETS, cwd=source)
    return source / "build" / preset


def add_archive(built, out, sysroot="/"):
    """The archive for other Linuxes, and beside it what is inside."""
    made = tarball.make(built, out, sysroot)
    shutil.copyfile(built / "redcode.cdx.json", out / made.name.replace(".tar.gz", ".cdx.json"))
    return made


def add_checksums(out):
    """SHA256SUMS, as sha256sum reads it."""
    files = sorted(file for file in out.iterdir() if file.is_file() and file.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (out / "SHA256SUMS").write_text("".join(lines))


def release(source, out, version, without):
    """Everything from the clone to the tested files in `out`."""
    os.environ["SOURCE_DATE_EPOCH"] = git(source, "log", "-1", "--format=%ct")
    name = f"redcode-{version}"
    git(source, "archive", f"--prefix={name}/", f"--output={out / name}-source.tar.gz", "HEAD")

    built = build(source, "release")
    with tempfile.TemporaryDirectory(prefix="redcode-debs-") as folder:
        step("Debian packages", "cpack", "-G", "DEB", "--config", built / "CPackConfig.cmake", "-B", folder, cwd=built)
        for file in Path(folder).glob("*.deb"):
            shutil.copyfile(file, out / file.name)
    archives = [(add_archive(built, out), "/")]
    if "arm64" not in without:
        sysroot = source / "build/sysroot-arm64"
        step("sysroot arm64", "tools/release/sysroot", sysroot, cwd=source)
        archives.append((add_archive(build(source, "arm64"), out, sysroot), sysroot))
    add_checksums(out)

    if "tests" not in without:
        for archive, sysroot in archives:
            step(f"try {archive.name}", "tests/packages/bare_root.py", archive, "--sysroot", sysroot, cwd=source)
        deb = next(out.glob("redcode_*.deb"))
        step(f"try {deb.name}", "tests/packages/fresh_debian", deb, cwd=source)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--check", action="store_true", help="only say whether a release could be made")
    parser.add_argument("--without", action="append", default=[], choices=["arm64", "tests"])
    parser.add_argument("--checkout", type=Path, default=ROOT, help=argparse.SUPPRESS)
    given = parser.parse_args()
    version = sbom.tool_version(given.checkout)
    if found := objections(given.checkout, version):
        sys.exit("\n".join(["no release:", *found]))
    if given.check:
        print(f"{version} can be released")
        return
    out = given.out.resolve()
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="redcode-release-") as folder:
        source = Path(folder) / "source"
        git(folder, "clone", "--quiet", str(given.checkout), str(source))
        release(source, out, version, given.without)
    print(f"{version} is in {out}")


if __name__ == "__main__":
    main()
