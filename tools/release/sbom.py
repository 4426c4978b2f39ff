#!/usr/bin/python3
"""Writes what a built RedCode is made of, as a CycloneDX 1.5 bill of materials:

    tools/release/sbom.py BUILD OUT.json [--sysroot FOLDER]

Each library has its version, supplier, licence and how it came in (property `redcode:linkage`):
  shared   loaded when `redcode` starts
  static   linked into `redcode-companion`
  headers  compiled in from headers alone
  source   compiled in from C that npm brought
  page     part of the page that is built into the program

Versions are dpkg's and those of npm's lock files. Licences are those of the library itself, by source package, in
licences.json: Debian's own notes speak of a whole source package, whose tools often have another. A library that is
not in there is an error. SOURCE_DATE_EPOCH, if set, is the time that is written down; nothing else depends on the clock.
"""

import argparse
import base64
import json
import os
import re
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from libraries import Debian

ROOT = Path(__file__).resolve().parents[2]
LICENCES = json.loads((Path(__file__).parent / "licences.json").read_text())

# What a linker leaves no trace of. tests/checks/test_release.py holds both to what the build asks for.
STATIC = ["libarchive-dev", "libbz2-dev", "libc6-dev", "libfmt-dev", "libgcc-12-dev", "liblz4-dev", "liblzma-dev", "libssl-dev"]
STATIC += ["libstdc++-12-dev", "libzstd-dev", "zlib1g-dev"]
HEADERS = ["libboost1.81-dev", "libcli11-dev", "nlohmann-json3-dev"]


def tool_version(checkout=ROOT):
    """The version that CMakeLists.txt states."""
    return re.search(r"project\(redcode VERSION (\S+)", (checkout / "CMakeLists.txt").read_text())[1]


def component(name, version, purl, licence, linkage):
    return {
        "type": "library",
        "bom-ref": f"{purl}#{linkage}",
        "name": name,
        "version": version,
        "licenses": [{"expression": licence}],
        "purl": purl,
        "properties": [{"name": "redcode:linkage", "value": linkage}],
    }


def of_debian(debian, packages, linkage):
    """Debian packages as components."""
    for package, facts in sorted(debian.facts(packages).items()):
        licence = LICENCES.get(facts["source"])
        if licence is None:
            sys.exit(f"{package}: find its licence in {debian.copyright_of(package)}, and put {facts['source']} into licences.json")
        name, version = quote(package, safe=""), quote(facts["version"], safe="")
        purl = f"pkg:deb/debian/{name}@{version}?arch={facts['architecture']}&distro=bookworm"
        made = component(package, facts["version"], purl, licence, linkage)
        yield made | {"supplier": {"name": facts["supplier"]}}


def of_npm(folder, linkage):
    """The packages of one lock file that end up in the program."""
    lock = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    for place, facts in sorted(lock.items()):
        name = place.removeprefix("node_modules/")
        # Grammars name what builds them for Node.js, which is not compiled here.
        if not place or facts.get("dev") or name.startswith("node-"):
            continue
        made = component(name, facts["version"], f"pkg:npm/{name}@{facts['version']}", facts["license"], linkage)
        digest = base64.b64decode(facts["integrity"].removeprefix("sha512-")).hex()
        yield made | {"supplier": {"name": "npm"}, "hashes": [{"alg": "SHA-512", "content": digest}]}


def bill(program, debian):
    """The whole bill of materials for one built program."""
    version = tool_version()
    shared = debian.packages_of(debian.libraries_of(program).values()).values()
    parts = [*of_debian(debian, shared, "shared"), *of_debian(debian, STATIC, "static")]
    parts += [*of_debian(debian, HEADERS, "headers"), *of_npm("cmake/grammars", "source"), *of_npm("web", "page")]
    product = {"type": "application", "bom-ref": "redcode", "name": "redcode", "version": version}
    product |= {"licenses": [{"expression": "Apache-2.0"}], "supplier": {"name": "The RedCode contributors"}}
    metadata = {"component": product}
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        metadata["timestamp"] = datetime.fromtimestamp(int(epoch), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    body = {
        "metadata": metadata,
        "components": parts,
        "dependencies": [{"ref": "redcode", "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{serial}", "version": 1} | body


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sysroot", default="/", help="what the build was linked against")
    given = parser.parse_args()
    made = bill(given.build / "apps/redcode/redcode", Debian(given.sysroot))
    given.out.write_text(json.dumps(made, indent=2) + "\n")


if __name__ == "__main__":
    main()
