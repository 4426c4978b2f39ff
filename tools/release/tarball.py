#!/usr/bin/python3
"""Makes the archive for other Linuxes from a built RedCode: everything inside but glibc.

    tools/release/tarball.py BUILD OUT_FOLDER [--sysroot FOLDER]

The archive holds what `cmake --install` puts into a prefix, the shared libraries that the program loads in lib/, and
their licences. It may be unpacked anywhere: the program finds its libraries and data from where it is. The same build
gives the same bytes; files are dated SOURCE_DATE_EPOCH, or 1970.
"""

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from libraries import Debian, newest_glibc, triple_of
from sbom import tool_version

# Debian 12's. Whoever has an older one cannot run what was built here.
GLIBC = (2, 36)


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=900)


def bundle(program, debian, lib):
    """Puts what `program` loads into `lib`, but for glibc; returns the packages that it came from."""
    lib.mkdir()
    libraries = debian.libraries_of(program)
    owners = debian.packages_of(libraries.values())
    ours = {name: file for name, file in libraries.items() if owners[file] != "libc6"}
    for name, file in ours.items():
        shutil.copyfile(file, lib / name)
    # An RPATH holds for libraries that libraries ask for; the newer RUNPATH does not.
    run("patchelf", "--force-rpath", "--set-rpath", "$ORIGIN/../lib", str(program))
    return sorted({owners[file] for file in ours.values()})


def add_licences(packages, debian, folder):
    """Copyright notices, and the texts that they point at on a Debian system."""
    folder.mkdir(parents=True, exist_ok=True)
    mentioned = set()
    for package in packages:
        text = debian.copyright_of(package).read_text(errors="replace")
        mentioned |= {name.rstrip(".") for name in re.findall(r"/common-licenses/([\w.-]+)", text)}
        (folder / package).write_text(text)
    for name in mentioned:
        text = Path("/usr/share/common-licenses") / name
        if text.is_file():
            shutil.copyfile(text, folder / name)


def write_archive(top, out, effort=9):
    """A tar that depends on the files' names and bytes alone."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "0")
    same = ["--sort=name", f"--mtime=@{epoch}", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"]
    tar = ["tar", "--create", "--format=gnu", *same, f"--directory={top.parent}", top.name]
    with out.open("wb") as file, subprocess.Popen(tar, stdout=subprocess.PIPE) as made:
        subprocess.run(["gzip", f"-{effort}", "--no-name"], stdin=made.stdout, stdout=file, check=True, timeout=900)
    if made.returncode:
        raise SystemExit("tar failed")


def assemble(build, folder, sysroot="/"):
    """The whole tree of the archive, in a folder below `folder` that has the archive's name."""
    debian = Debian(sysroot)
    machine = triple_of(build / "apps/redcode/redcode").split("-")[0]
    top = folder / f"redcode-{tool_version()}-linux-{machine}"
    run("cmake", "--install", str(build), "--component", "runtime", "--strip", "--prefix", str(top))
    shutil.rmtree(top / "share/lintian")  # Debian's own notes
    (top / "share/doc/redcode/changelog.Debian.gz").unlink()
    packages = bundle(top / "bin/redcode", debian, top / "lib")
    add_licences(packages, debian, top / "share/doc/redcode/licences")
    needs = newest_glibc([top / "bin/redcode", *(top / "lib").iterdir()])
    if needs > GLIBC:
        raise SystemExit(f"needs glibc {needs}; docs/releasing.md promises {GLIBC}")
    return top


def make(build, out_folder, sysroot="/"):
    out_folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="redcode-tarball-") as temporary:
        top = assemble(build, Path(temporary), sysroot)
        out = out_folder / f"{top.name}.tar.gz"
        write_archive(top, out)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sysroot", default="/", help="what the build was linked against")
    given = parser.parse_args()
    print(make(given.build, given.out, given.sysroot))


if __name__ == "__main__":
    main()
