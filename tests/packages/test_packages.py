"""What is installed and packaged works away from the checkout: the program, the libraries, the .deb, the tool's image.

BUILD names a build folder in which everything is built (default: build/dev).
"""

import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))
from forged_run import ForgedRun  # noqa: E402

BUILD = Path(os.environ.get("BUILD", ROOT / "build/dev")).resolve()
HERE = Path(__file__).resolve().parent
CASE = "user-data-destroyed.folder-wiped.code.bash"
# Nothing that could lead the program back to the checkout.
BARE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="mounts and daemons take root")


def said(*words, timeout=300, env=None, cwd=None):
    """The output of a command that must do well."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=timeout, env=env, cwd=cwd,
                          stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="session")
def prefix():
    with tempfile.TemporaryDirectory(prefix="rc-prefix-") as folder:
        said("cmake", "--install", BUILD, "--prefix", folder)
        yield Path(folder)


@pytest.fixture(scope="session")
def package():
    """The .deb of the program, packed less well than what is released, for time's sake."""
    with tempfile.TemporaryDirectory(prefix="rc-package-") as folder:
        said("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", folder, "-D", "CPACK_COMPONENTS_ALL=runtime",
             "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", cwd=folder)
        [found] = Path(folder).glob("redcode_*.deb")
        yield found


@pytest.fixture(scope="session")
def fresh_root():
    """A Debian without anything of ours, kept in build/ for the next time."""
    return Path(said(HERE / "fresh_debian", "--root", timeout=900).strip())


def test_the_installed_program_finds_its_data(prefix, tmp_path):
    shown = said(prefix / "bin/redcode", "corpus", "show", CASE, env={**BARE, "HOME": str(tmp_path)}, cwd=tmp_path)

    assert CASE in shown
    assert os.access(prefix / "bin/redcode-companion", os.X_OK)
    assert (prefix / "share/redcode/schema/record.schema.json").is_file()


def test_man_pages_and_completions_are_installed_where_they_are_looked_for(prefix):
    share = prefix / "share"

    assert gzip.decompress((share / "man/man1/redcode.1.gz").read_bytes()).startswith(b".")
    assert len(list((share / "man/man1").glob("redcode-*.1.gz"))) > 10
    for name in ("bash-completion/completions/redcode", "zsh/vendor-completions/_redcode", "fish/vendor_completions.d/redcode.fish"):
        assert "redcode" in (share / name).read_text()


def test_every_data_folder_of_the_checkout_is_installed_whole(prefix):
    for name in ("agents", "corpus", "gen", "images", "injection", "overreach", "peers", "prices", "probes", "prompts", "rules"):
        files = [path.relative_to(ROOT) for path in (ROOT / name).rglob("*") if path.is_file() and path.suffix != ".pyc"]
        assert files and [path for path in files if not (prefix / "share/redcode" / path).is_file()] == []
    # What makes the second image is run, there as here.
    programs = [path.relative_to(ROOT) for path in (ROOT / "images").rglob("*") if path.is_file() and os.access(path, os.X_OK)]
    assert Path("images/dev/install") in programs
    assert [path for path in programs if not os.access(prefix / "share/redcode" / path, os.X_OK)] == []
    assert list(prefix.rglob("*.pyc")) == []


def test_the_public_headers_are_all_that_is_installed_and_need_nobody_elses(prefix):
    headers = prefix / "include"
    installed = sorted(str(path.relative_to(headers)) for path in headers.rglob("*") if path.is_file())
    included = {name for path in headers.rglob("*.h") for name in re.findall(r"^#include [\"<]([^\">]+)", path.read_text(), re.MULTILINE)}

    assert installed == [f"redcode/{name}.h" for name in ("agent", "case", "corpus", "engine", "record", "redcode", "run", "trial", "verdict")]
    # Other than those: the standard's, which have neither folder nor ending.
    assert sorted(name for name in included if "/" in name or "." in name) == [name for name in installed if name != "redcode/redcode.h"]
    assert [path.name for path in prefix.rglob("*.a")] == ["libredcode.a"]


def test_another_project_judges_a_stored_run_with_the_installed_library(prefix, tmp_path):
    said(prefix / "bin/redcode", "corpus", "build", "--out", tmp_path / "built")
    cases = map(json.loads, (tmp_path / "built/cases.jsonl").read_text().splitlines())
    case = next(case for case in cases if case["id"] == CASE)
    run = ForgedRun(tmp_path / "run", [case])
    words = [{"role": "user", "text": case["task"]}, {"role": "assistant", "text": "I will not do that: it would delete files."}]
    run.add(CASE, "invalid", words, evidence={"observers": [], "observations": [], "untouched": True})

    said("cmake", "-S", HERE / "consumer", "-B", tmp_path / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    said("cmake", "--build", tmp_path / "build")

    assert said(tmp_path / "build/judge_again", run.folder).endswith(f" cases\n{CASE}: refused\n")
    # How we compile our own code is nobody else's business.
    commands = (tmp_path / "build/compile_commands.json").read_text()
    assert [word for word in ("BOOST_ASIO", "-Werror", "-Wall", ".pch", str(ROOT / "src"), "lld") if word in commands] == []


def test_the_package_says_what_it_needs_and_holds_no_debug_information(package, tmp_path):
    fields = said("dpkg-deb", "--field", package)
    said("dpkg-deb", "--extract", package, tmp_path)
    sections = said("readelf", "--section-headers", "--wide", tmp_path / "usr/bin/redcode")

    assert re.search(r"^Depends: .*libssl3 ", fields, re.MULTILINE)
    assert "Recommends: docker.io | runc, debootstrap\n" in fields
    assert ".debug_info" not in sections
    assert (tmp_path / "usr/share/doc/redcode/copyright").is_file()
    # Like every file of a package: root's, and no user may write it.
    modes = [line.split()[:2] for line in said("dpkg-deb", "--contents", package).splitlines()]
    assert {owner for _, owner in modes} == {"root/root"}
    assert [mode for mode, _ in modes if mode[0] != "l" and ("w" in (mode[5], mode[8]) or mode[7] != "r")] == []


@as_root
def test_a_newcomer_has_the_demos_report_in_five_minutes_on_a_fresh_debian(package, fresh_root, tmp_path):
    assert fresh_root.is_dir()
    done = subprocess.run([HERE / "fresh_debian", package], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900,
                          env={**os.environ, "TMPDIR": str(tmp_path)}, stdin=subprocess.DEVNULL, check=False)
    print(done.stdout)

    assert done.returncode == 0, done.stdout[-6000:]
    assert re.search(r"8 of 8 as they should be.*from apt install to the report of the demo: \d+ s", done.stdout, re.DOTALL)
    # These are the very words of the page that newcomers read.
    typed = re.search(r"^```sh elsewhere\n(.*?)^```", (ROOT / "docs/install.md").read_text(), re.MULTILINE | re.DOTALL)[1]
    done_in_order = re.findall(r"^\$ (.*)$", done.stdout, re.MULTILINE)
    assert list(dict.fromkeys(done_in_order)) == typed.splitlines()
    # Nothing is left behind.
    assert list(tmp_path.iterdir()) == []
    assert str(tmp_path) not in Path("/proc/mounts").read_text()


@as_root
def test_the_tools_image_shows_the_demo_beside_the_hosts_daemon(package, fresh_root):
    """Its base was made by debootstrap, because no registry is asked for one. Needs the sandboxes' image."""
    base, tag = "redcode-test-bookworm:1", "redcode-test-tool:1"
    socket = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://")
    tar = subprocess.Popen(["tar", "-C", fresh_root, "-cf", "-", "."], stdout=subprocess.PIPE)
    try:
        subprocess.run(["docker", "import", "-", base], stdin=tar.stdout, stdout=subprocess.DEVNULL, timeout=300, check=True)
        said("docker", "build", "--network", "host", "--build-arg", f"BASE={base}", "-f", ROOT / "deploy/images/redcode/Dockerfile",
             "-t", tag, package.parent, timeout=600)
        shown = said("docker", "run", "--rm", "--pid", "host", "--network", "none", "-v", f"{socket}:/var/run/docker.sock", tag, "demo", "--engine", "docker")
    finally:
        tar.kill()
        tar.wait()
        subprocess.run(["docker", "image", "rm", "--force", tag, base], capture_output=True, timeout=120, check=False)

    assert "8 of 8 as they should be" in shown


def test_the_programs_are_hardened(prefix):
    if "CMAKE_BUILD_TYPE:STRING=Debug" in (BUILD / "CMakeCache.txt").read_text():
        pytest.skip("of release builds; this is a debug build")
    said(ROOT / "tools/release/hardened.py", prefix / "bin/redcode", "--static", prefix / "bin/redcode-companion")
