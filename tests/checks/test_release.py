"""What makes releases: the checkout it refuses, the bill of materials, the archive, and bytes that come out alike.

Uses the build that $REDCODE belongs to.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
for used in ("tests/e2e", "tests/packages", "tools/release"):
    sys.path.insert(0, str(ROOT / used))

import bare_root  # noqa: E402
import make  # noqa: E402
import sbom  # noqa: E402
import tarball  # noqa: E402
import twice  # noqa: E402
from libraries import Debian  # noqa: E402
from npm_folder import modules_of  # noqa: E402

PROGRAM = Path(os.environ.get("REDCODE", ROOT / "build/dev/apps/redcode/redcode")).resolve()
BUILD = PROGRAM.parents[2]


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=280, check=True, **more)


# The checkout


@pytest.fixture
def checkout(tmp_path):
    """A small repository that could be released as 1.2.3."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text("project(redcode VERSION 1.2.3 LANGUAGES CXX)\n")
    (folder / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n- It works.\n")
    run("git", "init", "--quiet", cwd=folder)
    commit(folder)
    return folder


def commit(folder):
    who = ["-c", "user.name=somebody", "-c", "user.email=somebody@redcode.example"]
    run("git", "add", "--all", cwd=folder)
    run("git", *who, "commit", "--quiet", "--allow-empty", "--message", "state", cwd=folder)


def test_a_clean_checkout_with_a_changelog_can_be_released(checkout):
    assert make.objections(checkout, "1.2.3") == []

    said = run(sys.executable, ROOT / "tools/release/make.py", "nowhere", "--check", "--checkout", checkout)
    assert said.stdout == "1.2.3 can be released\n"


def test_a_changed_or_unknown_file_stops_a_release(checkout):
    (checkout / "new").write_text("")

    [why] = make.objections(checkout, "1.2.3")
    assert "git status" in why


@pytest.mark.parametrize("text", ["## [Unreleased]\n- It works.\n", "## [1.2.3]\n\n## [1.2.2]\n- It works.\n"])
def test_a_version_that_the_changelog_says_nothing_of_is_not_released(checkout, text):
    (checkout / "CHANGELOG.md").write_text(text)
    commit(checkout)

    [why] = make.objections(checkout, "1.2.3")
    assert "## [1.2.3]" in why


def test_a_version_is_released_once(checkout):
    run("git", "tag", "v1.2.3", cwd=checkout)
    assert make.objections(checkout, "1.2.3") == []
    commit(checkout)

    [why] = make.objections(checkout, "1.2.3")
    assert "raise it" in why


def test_checksums_are_those_that_sha256sum_reads(tmp_path):
    (tmp_path / "a").write_text("one")
    (tmp_path / "b").write_text("two")
    make.add_checksums(tmp_path)

    assert run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=tmp_path).stdout == "a: OK\nb: OK\n"


# The bill of materials


@pytest.fixture(scope="module")
def bill():
    return sbom.bill(PROGRAM, Debian())


@pytest.fixture(scope="module")
def published():
    """The schemas that CycloneDX publishes, by name."""
    folder = modules_of("tests/checks/schemas", "schemas") / "@cyclonedx/cyclonedx-library/res/schema"
    return {file.name.replace(".SNAPSHOT", ""): json.loads(file.read_text()) for file in folder.glob("*.json")}


def test_the_bill_of_materials_is_what_cyclonedx_says_it_is(bill, published):
    schema = published["bom-1.5.schema.json"]
    store = {one["$id"]: one for one in published.values()}
    resolver = jsonschema.RefResolver(schema["$id"], schema, store)
    validator = jsonschema.Draft7Validator(schema, resolver=resolver, format_checker=jsonschema.FormatChecker())

    assert [error.message for error in validator.iter_errors(bill)] == []
    assert list(validator.iter_errors(bill | {"specVersion": 15})) != []


def test_every_licence_is_one_that_spdx_knows(bill, published):
    known = set(published["spdx.schema.json"]["enum"])
    for part in bill["components"]:
        words = set(re.split(r"[ ()]+", part["licenses"][0]["expression"])) - {"OR", "AND", "WITH", ""}
        assert words <= known | {"LicenseRef-public-domain"}, part["name"]


def sources_of(packages):
    return {facts["source"] for facts in Debian().facts(packages).values()}


def test_each_library_the_build_asks_for_is_in_the_bill(bill):
    listed = [part["name"] for part in bill["components"] if part["purl"].startswith("pkg:deb/")]
    text = (ROOT / ".ci/packages.txt").read_text().split("# checks")[0]
    asked_for = set(re.findall(r"^\S+-dev$", text, re.MULTILINE))
    asked_for -= {"libclang-rt-19-dev", "libgmock-dev", "libgtest-dev"}  # tests alone

    assert asked_for
    assert sources_of(asked_for) <= sources_of(listed)


def test_what_the_companion_links_is_in_the_bill_as_static(bill):
    static = {part["name"] for part in bill["components"] if part["properties"][0]["value"] == "static"}
    text = (ROOT / "apps/companion/CMakeLists.txt").read_text()
    [names] = re.findall(r"target_link_libraries\(redcode-companion PRIVATE (archive .+)\)", text)
    packages = {"archive": "libarchive-dev", "ssl": "libssl-dev", "crypto": "libssl-dev", "zstd": "libzstd-dev", "z": "zlib1g-dev",
                "bz2": "libbz2-dev", "lz4": "liblz4-dev", "lzma": "liblzma-dev"}

    assert {packages[name] for name in names.split()} <= static


# The same bytes

MINIATURE = """
cmake_minimum_required(VERSION 3.25)
project(miniature LANGUAGES CXX)
include({root}/cmake/reproducible.cmake)
add_library(miniature STATIC place.cc)
"""


def miniature(folder, build_type):
    """The digest of a library whose code and debug information name their source."""
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(MINIATURE.format(root=ROOT))
    (folder / "place.cc").write_text("const char* place() { return __FILE__; }\n")
    options = [f"-DCMAKE_BUILD_TYPE={build_type}", "-DCMAKE_CXX_COMPILER=clang++-19"]
    run("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "built", *options)
    run("cmake", "--build", folder / "built", env=os.environ | {"CCACHE_DISABLE": "1"})
    return twice.digests(folder / "built")


def test_a_release_build_does_not_know_the_names_of_its_folders(tmp_path):
    first = miniature(tmp_path / "one", "RelWithDebInfo")
    second = miniature(tmp_path / "another/name", "RelWithDebInfo")

    assert len(first) == 2
    assert twice.compare(first, second) == []


def test_a_debug_build_does_and_that_is_noticed(tmp_path):
    first, second = (miniature(tmp_path / name, "Debug") for name in ("one", "two"))

    assert twice.compare(first, second) == sorted(first)


# The archive


@pytest.fixture(scope="module")
def assembled(tmp_path_factory):
    """The archive's tree, twice."""
    return [tarball.assemble(BUILD, tmp_path_factory.mktemp(name)) for name in ("one", "other")]


def test_the_archive_has_the_same_bytes_each_time(assembled, tmp_path):
    made = set()
    for number, tree in enumerate(assembled):
        tarball.write_archive(tree, tmp_path / f"{number}.tar.gz", effort=1)
        made.add(hashlib.sha256((tmp_path / f"{number}.tar.gz").read_bytes()).hexdigest())

    assert len(made) == 1


def test_the_archive_runs_where_there_is_glibc_and_nothing_else(assembled, tmp_path, capsys):
    bare_root.try_out(bare_root.enter(assembled[0], tmp_path / "root", Path("/")))

    assert "report:" in capsys.readouterr().out


def test_the_archive_carries_the_licences_of_what_it_carries(assembled):
    doc = assembled[0] / "share/doc/redcode"
    parts = json.loads((doc / "redcode.cdx.json").read_text())["components"]
    shared = {part["name"] for part in parts if part["properties"][0]["value"] == "shared"} - {"libc6"}

    assert shared <= {file.name for file in (doc / "licences").iterdir()}
    assert {"LGPL-2.1", "LGPL-3", "GPL-3"} <= {file.name for file in (doc / "licences").iterdir()}


def test_the_debian_package_has_the_same_bytes_each_time(tmp_path):
    made = set()
    for name in ("one", "other"):
        quick = ["-D", "CPACK_COMPONENTS_ALL=runtime", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"]
        config = ["--config", BUILD / "CPackConfig.cmake", "-B", tmp_path / name]
        run("cpack", "-G", "DEB", *quick, *config, env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}, cwd=tmp_path)
        [package] = (tmp_path / name).glob("*.deb")
        made.add(hashlib.sha256(package.read_bytes()).hexdigest())

    assert len(made) == 1
