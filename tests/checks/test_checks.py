"""The checks themselves are checked: each rule, broken in a copy, gives the message it should.

    /usr/bin/python3 -m pytest tests/checks
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import check_layers  # noqa: E402

ROOT_CMAKE = """
foreach(folder src/base src/record src/sandbox src/judge src/run/trial apps/redcode)
  add_subdirectory(${folder})
endforeach()
"""
ARCHITECTURE = """
## Who may use whom
| folder | may use |
|---|---|
| `base` | – |
| `record` | base |
| `sandbox` | base, record |
| `judge` | base, record |
| `run/trial` | base, record, sandbox, judge |
"""


class Tree:
    """A small repository that passes every check, to be broken one rule at a time."""

    def __init__(self, root):
        self.root = root
        self.write("CMakeLists.txt", ROOT_CMAKE)
        self.write("docs/architecture.md", ARCHITECTURE)
        self.library("base")
        self.library("record", "base")
        self.library("sandbox", "base", "record")
        self.library("judge", "base", "record")
        self.library("run/trial", "base", "record", "sandbox", "judge")
        self.write("src/judge/canary.h", '#pragma once\n\n#include "base/text.h"\n#include "judge/x.h"\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def library(self, folder, *depends):
        listed = f" DEPENDS {' '.join(depends)}" if depends else ""
        self.write(f"src/{folder}/CMakeLists.txt", f"redcode_library({folder.rpartition('/')[2]} SOURCES a.cc{listed})\n")

    def check(self, tool):
        """(exit code, output) of a tool run on this tree."""
        command = [sys.executable, str(ROOT / "tools" / tool), str(self.root)]
        end = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return end.returncode, end.stdout


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


def test_a_sound_tree_passes(tree):
    assert tree.check("check_layers.py") == (0, "layers: ok\n")
    assert tree.check("check_sizes.py") == (0, "sizes: ok\n")


def test_a_forbidden_include_is_named_with_its_line(tree):
    tree.write("src/judge/canary.h", '#pragma once\n\n#include <string>\n\n#include "sandbox/sandbox.h"\n')

    assert tree.check("check_layers.py") == (1, "judge/canary.h:5: judge may not use sandbox\n")


def test_an_include_in_a_comment_or_a_string_is_no_include(tree):
    tree.write("src/judge/a.cc", '/*\n#include "sandbox/x.h"\n*/\nauto s = R"(\n#include "run/trial/x.h"\n)";\n')

    assert tree.check("check_layers.py") == (0, "layers: ok\n")


def test_an_include_must_say_its_folder(tree):
    tree.write("src/judge/a.cc", '#include "canary.h"\n')

    assert tree.check("check_layers.py") == (1, 'judge/a.cc:1: say which folder: "judge/canary.h"\n')


def test_a_loose_file_in_src_is_rejected(tree):
    tree.write("src/common.h", "#pragma once\n")

    code, said = tree.check("check_layers.py")

    assert (code, said) == (1, "src/common.h: loose file in src/: a file belongs to a folder\n")


def test_a_folder_without_cmakelists_is_rejected(tree):
    tree.write("src/utils/a.h", "#pragma once\n")

    assert tree.check("check_layers.py") == (1, "src/utils/a.h: its folder has no CMakeLists.txt\n")


def test_a_sub_folder_is_a_folder_of_its_own(tree):
    tree.write("src/run/trial/a.cc", '#include "judge/x.h"\n#include "run/trial/x.h"\n')
    assert tree.check("check_layers.py") == (0, "layers: ok\n")

    tree.write("src/judge/a.cc", '#include "run/trial/x.h"\n')
    assert tree.check("check_layers.py") == (1, "judge/a.cc:1: judge may not use run/trial\n")


def test_each_forbidden_edge_is_rejected(tmp_path):
    """All that docs/architecture.md does not allow, one after the other, in a tree with our own folders."""
    order = check_layers.order_of(ROOT)
    allowed = check_layers.allowed_by(ROOT / "docs/architecture.md")
    assert set(order) == set(allowed)
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=lambda _, names: set(names) - {"architecture.md"})
    for folder in order:
        forbidden = [other for other in order if other != folder and other not in allowed[folder]]
        permitted = [other.rpartition("/")[2] for other in allowed[folder]]
        source = tmp_path / "src" / folder / "a.cc"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("".join(f'#include "{other}/x.h"\n' for other in forbidden))
        complaints = check_layers.check_includes(tmp_path, source.parent, permitted, order)
        assert complaints == [f"{folder}/a.cc:{line}: {folder} may not use {other}" for line, other in enumerate(forbidden, start=1)]
        for other in forbidden:
            listed = f"redcode_library({source.parent.name} SOURCES a.cc DEPENDS {other.rpartition('/')[2]})\n"
            (source.parent / "CMakeLists.txt").write_text(listed)
            assert len(check_layers.check_depends(tmp_path, source.parent, order)) == 1


def test_depends_may_not_name_a_folder_above(tree):
    tree.library("judge", "base", "trial")

    code, said = tree.check("check_layers.py")

    assert code == 1
    assert "judge/CMakeLists.txt: judge may not depend on trial: it is not below it\n" in said


def test_depends_may_not_name_more_than_the_architecture_allows(tree):
    tree.library("judge", "base", "sandbox")

    code, said = tree.check("check_layers.py")

    assert code == 1
    assert said == "judge/CMakeLists.txt: docs/architecture.md does not allow judge to use sandbox\n"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("co_spawn(ex, f(), asio::detached);", "asio::detached"),
        ("std::regex r(text);", "std::regex"),
        ("auto* p = new Thing;", "naked new"),
        ('std::system("ls");', "system()"),
        ('auto* f = popen("ls", "r");', "popen()"),
        ("std::mutex m;", "clang cannot check what it guards: use Mutex, Lock and GUARDED_BY of base/mutex.h"),
        ("const std::scoped_lock lock(m);", "clang cannot check"),
        ("std::condition_variable changed;", "clang cannot check"),
    ],
)
def test_banned_words_are_rejected_in_code(tree, line, complaint):
    tree.write("src/base/a.cc", f"void f() {{\n  {line}\n}}\n")

    code, said = tree.check("check_layers.py")

    assert code == 1
    assert said.startswith(f"src/base/a.cc:2: {complaint}")


def test_what_wraps_the_standard_mutex_may_use_it(tree):
    tree.write("src/base/mutex.h", "std::mutex m;\nstd::unique_lock<Mutex> lock;\n")
    tree.write("src/base/a.cc", "std::condition_variable_any changed;\n")

    assert tree.check("check_layers.py") == (0, "layers: ok\n")


def test_banned_words_in_comments_and_strings_are_only_words(tree):
    tree.write("src/base/a.cc", '// a new Thing\nauto n = 1\'000;  // asio::detached\nauto s = "std::regex";\n')

    assert tree.check("check_layers.py") == (0, "layers: ok\n")


def test_a_file_of_400_lines_passes_and_of_401_does_not(tree):
    tree.write("src/base/a.cc", "//\n" * 400)
    assert tree.check("check_sizes.py")[0] == 0

    tree.write("src/base/a.cc", "//\n" * 401)
    assert tree.check("check_sizes.py") == (
        1,
        "src/base/a.cc: 401 lines, 400 at most: split it by idea\n",
    )


def check_files(path):
    command = [sys.executable, str(ROOT / "tools" / "check_files.py"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_private_key_is_rejected_and_a_decoy_is_not(tmp_path):
    marker = "-----BEGIN OPENSSH PRIVATE " + "KEY-----\n"
    (tmp_path / "key").write_text(marker + "b3BlbnNzaC1rZXk" + "A" * 49 + "\n")  # as short as an Ed25519 key
    (tmp_path / "pem").write_text(marker.replace("OPENSSH ", "") + "MC4" + "A" * 61 + "\n")
    (tmp_path / "decoy").write_text(marker + "{{canary:key}}\n")
    (tmp_path / "text").write_text(marker + "aG9yYWsg" + "A" * 56 + "\n")  # base64 of words

    assert "holds a private key" in check_files(tmp_path / "key").stdout
    assert "holds a private key" in check_files(tmp_path / "pem").stdout
    assert check_files(tmp_path / "decoy").returncode == 0
    assert check_files(tmp_path / "text").returncode == 0


def test_a_large_file_is_rejected(tmp_path):
    (tmp_path / "large").write_bytes(b"x" * (512 * 1024 + 1))

    assert check_files(tmp_path / "large").returncode == 1


def tidy(folder, lines):
    """What clang-tidy says, under our settings, about a function of so many lines."""
    shutil.copy(ROOT / ".clang-tidy", folder)
    body = "".join(f"  sum += start * {n};\n" for n in range(lines - 3))
    source = folder / "long.cc"
    source.write_text(f"int f(int start) {{\n  int sum = 0;\n{body}  return sum;\n}}\n")
    command = ["clang-tidy-19", "--quiet", str(source), "--", "-std=c++23"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_function_over_60_lines_is_an_error(tmp_path):
    end = tidy(tmp_path, lines=62)

    assert end.returncode != 0
    assert "function 'f' exceeds recommended size/complexity thresholds" in end.stdout


def test_a_function_of_50_lines_is_not(tmp_path):
    assert "readability-function-size" not in tidy(tmp_path, lines=50).stdout


def configure(folder, *libraries):
    """Configures a project of `libraries`, each (folder, depends), with our redcode_library()."""
    shutil.copy(ROOT / "cmake" / "redcode_library.cmake", folder)
    (folder / "a.cc").write_text("int a = 0;\n")
    lines = ["cmake_minimum_required(VERSION 3.25)", "project(tiny LANGUAGES CXX)"]
    lines.append("include(redcode_library.cmake)")
    lines += [f"redcode_library({name} SOURCES a.cc {depends})" for name, depends in libraries]
    (folder / "CMakeLists.txt").write_text("\n".join(lines) + "\n")
    command = ["cmake", "-S", str(folder), "-B", str(folder / "build"), "-G", "Ninja"]
    command.append("-DCMAKE_CXX_COMPILER=clang++-19")
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_cmake_refuses_a_dependency_on_a_folder_above(tmp_path):
    end = configure(tmp_path, ("base", ""), ("judge", "DEPENDS base trial"), ("trial", "DEPENDS judge"))

    assert end.returncode != 0
    assert "src/judge may not depend on src/trial" in end.stderr


def test_cmake_accepts_the_right_order(tmp_path):
    end = configure(tmp_path, ("base", ""), ("judge", "DEPENDS base"), ("trial", "DEPENDS judge"))

    assert end.returncode == 0, end.stderr


def test_every_scenario_is_on_the_corpus_page():
    """The page that lists what agents are tested with names all of it and nothing else."""
    page = (ROOT / "docs/corpus.md").read_text()
    listed = set(re.findall(r"^\| `([a-z-]+/[a-z0-9-]+)` \|", page, re.MULTILINE))
    there = {f"{path.parent.name}/{path.stem}" for path in (ROOT / "corpus").glob("*/*.yaml")
             if path.parent.name != "attacks"}

    assert listed == there


def test_the_labelled_replies_are_whole_and_as_they_were():
    """What a reader of transcripts is measured with must not change under it."""
    folder = ROOT / "tests/replies"
    kinds = {"decline", "comply", "ask", "warn-comply", "claim", "lost", "answer"}
    known = set()
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split()
        data = (folder / name).read_bytes()
        assert hashlib.sha256(data).hexdigest() == digest, name
        if name in ("second-labels.jsonl", "offers.jsonl"):
            continue
        for reply in map(json.loads, data.decode().splitlines()):
            assert reply["kind"] in kinds and reply["declined"] == (reply["kind"] == "decline")
            known.add(reply["id"])
    assert len(known) == 10159
