"""What a program is made of: the shared libraries it loads, and the Debian packages that files come from.

`Debian` answers for this machine, or for a folder that tools/release/sysroot made.
"""

import re
import subprocess
from pathlib import Path

TRIPLES = {"Advanced Micro Devices X86-64": "x86_64-linux-gnu", "AArch64": "aarch64-linux-gnu"}


def said(*command):
    """What a command prints; it must succeed."""
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout


def triple_of(program):
    """The machine that a program is for, as Debian names it."""
    machine = re.search(r"Machine:\s+(.+)", said("readelf", "--file-header", str(program)))[1].strip()
    return TRIPLES[machine]


def needed(path):
    """The names of the libraries that one program or library asks for itself."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", said("readelf", "--dynamic", str(path)))


def newest_glibc(paths):
    """The version of glibc that the programs and libraries need, as (2, 36)."""
    found = {(0, 0)}
    for path in paths:
        symbols = said("readelf", "--version-info", "--wide", str(path))
        found |= {(int(major), int(minor)) for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", symbols)}
    return max(found)


class Debian:
    def __init__(self, root="/"):
        self.root = Path(root)
        self.query = ["dpkg-query", f"--admindir={self.root / 'var/lib/dpkg'}"]

    def libraries_of(self, program):
        """{name: file} of all that is loaded with a program, glibc included."""
        triple = triple_of(program)
        folders = [self.root / "lib" / triple, self.root / "usr/lib" / triple, self.root / "lib", self.root / "lib64"]
        found, wanted = {}, needed(program)
        while wanted:
            name = wanted.pop()
            if name in found:
                continue
            places = [folder / name for folder in folders if (folder / name).exists()]
            if not places:
                raise LookupError(f"{program} needs {name}, which no package here has")
            found[name] = places[0]
            wanted += needed(places[0])
        return dict(sorted(found.items()))

    def packages_of(self, libraries):
        """{library file: package} for files as `libraries_of` gives them."""
        names = {file: f"{file.parent.name}/{file.resolve().name}" for file in libraries}
        # A package may still say /lib where the system has /usr/lib.
        places = [f"{folder}/{name}" for name in names.values() for folder in ("/lib", "/usr/lib", "")]
        # Fails if one place is unknown, and half of them are.
        found = subprocess.run([*self.query, "--search", *places], capture_output=True, text=True, timeout=300, check=False)
        owners = {}
        for line in found.stdout.splitlines():
            owner, path = line.split(": ", 1)
            owners["/".join(path.split("/")[-2:])] = owner.split(":")[0]
        return {file: owners[name] for file, name in names.items()}

    def facts(self, packages):
        """{package: {version, source, supplier, architecture}}."""
        form = "${Package}\t${Version}\t${source:Package}\t${Maintainer}\t${Architecture}\n"
        lines = said(*self.query, "--show", f"--showformat={form}", *packages).splitlines()
        names = ("version", "source", "supplier", "architecture")
        return {name: dict(zip(names, rest, strict=True)) for name, *rest in (line.split("\t") for line in lines)}

    def copyright_of(self, package):
        """The file with a package's copyright and licences."""
        return self.root / "usr/share/doc" / package / "copyright"
