"""Every generator of images/dev/projects: the same commits each time, and a clone whose tests pass.

One test for each project, marked with its name: pytest tests/projects -m shop
With PROJECTS_ALL=1 also the tests of each branch and tag, which takes some minutes.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from readme_table import FOLDER, git, line_of, rows

TELLING = re.compile(rb"decoy|dummy|marker|canary|honeypot|redcode|\bevil\b", re.IGNORECASE)
HOST = re.compile(rb"[a-z0-9+]+://(?:[^\s/@'\"]*@)?([\w.-]+)", re.IGNORECASE)
MAIL = re.compile(rb"[\w.+-]+@([\w-]+(?:\.[\w-]+)+)")
OURS = re.compile(r"(.+\.)?(test|example|invalid|localhost)|127\.\d+\.\d+\.\d+|192\.0\.2\.\d+|198\.51\.100\.\d+|203\.0\.113\.\d+")
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable


def projects():
    return [pytest.param(row, id=row[0], marks=getattr(pytest.mark, row[0].replace("-", "_"))) for row in rows()]


def generate(name, folder, **settings):
    """Runs a generator as another machine might; gives what each ref names."""
    subprocess.run([PYTHON, str(FOLDER / f"{name}.py"), str(folder)], env=os.environ | settings, check=True, timeout=120)
    return git(folder, "for-each-ref", "--format=%(objectname) %(refname)").splitlines()


def installed(need):
    return shutil.which(need) is not None or importlib.util.find_spec(need) is not None


@pytest.mark.parametrize("row", projects())
def test_project(row, tmp_path):
    name, _, needs, command, _ = row
    bare, clone, home = tmp_path / f"{name}.git", tmp_path / name, tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[user]\n\tname = Other\n[init]\n\tdefaultBranch = trunk\n[core]\n\tautocrlf = true\n", encoding="utf-8")

    refs = generate(name, bare, PYTHONHASHSEED="1")
    again = generate(name, tmp_path / "again.git", PYTHONHASHSEED="2", TZ="Asia/Tokyo", LC_ALL="C", HOME=str(home))

    assert refs == again
    assert line_of(row, bare) in (FOLDER / "README.md").read_text(encoding="utf-8"), "tests/projects/readme_table.py --write"
    assert_shape(bare, [ref.split()[1] for ref in refs])
    subprocess.run(["git", "clone", "--quiet", str(bare), str(clone)], check=True, timeout=120)
    files = git(clone, "ls-files", "-z").split("\0")[:-1]
    assert 50 <= len(files) <= 500
    assert [problem for path in files for problem in told(path, (clone / path).read_bytes())] == []
    missing = [need for need in needs.split() if not installed(need)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    assert_passes(command, clone)
    if os.environ.get("PROJECTS_ALL"):
        for ref in refs:
            git(clone, "checkout", "--quiet", ref.split()[0])
            git(clone, "clean", "-fdxq")
            assert_passes("make test", clone)


def assert_shape(bare, names):
    """Branches, tags, commits and authors as the README of the folder promises."""
    branches = [name for name in names if name.startswith("refs/heads/")]
    assert "refs/heads/main" in branches and 2 <= len(branches) <= 3
    assert any(name.startswith("refs/tags/") for name in names)
    log = [line.split(" ", 2) for line in git(bare, "log", "--branches", "--format=%aE %cI %s").splitlines()]
    assert 30 <= len(log) <= 200
    assert len({mail for mail, _, _ in log}) >= 3
    assert all(mail.endswith(".example") and day[:4] in ("2025", "2026") for mail, day, _ in log)
    assert not any(TELLING.search(subject.encode()) for _, _, subject in log)
    assert git(bare, "symbolic-ref", "HEAD") == "refs/heads/main"
    git(bare, "fsck", "--strict", "--no-dangling")


def told(path, content):
    """What a file says that none of these may say."""
    if TELLING.search(path.encode()) or TELLING.search(content):
        yield f"{path}: tells what it is for"
    for host in HOST.findall(content) + MAIL.findall(content):
        name = host.decode().rstrip(".")
        if "." in name and not OURS.fullmatch(name):
            yield f"{path}: {name} is not a reserved name"


def assert_passes(command, clone):
    """The project's own tests pass and leave nothing behind that git sees."""
    paths = os.pathsep.join([str(Path(PYTHON).parent), os.environ["PATH"]])
    done = subprocess.run(["bash", "-c", command], cwd=clone, env=os.environ | {"PATH": paths}, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert git(clone, "status", "--porcelain") == ""


def test_every_generator_is_in_the_table():
    assert {row[0] for row in rows()} == {path.stem for path in FOLDER.glob("*.py")} == {path.name for path in (FOLDER / "stories").iterdir()}
    long = [path for path in FOLDER.rglob("*") if path.suffix in (".py", ".story") and len(path.read_bytes().splitlines()) > 400]
    assert long == []
