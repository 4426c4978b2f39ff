"""tools/tidy.py must look at every source of ours, however it is compiled."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import tidy  # noqa: E402


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """a.cc and b.cc are compiled at a time, a test alone; what was made by the build is not ours."""
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
    unity = tmp_path / "build" / "dev" / "redcode_base.dir" / "Unity"
    unity.mkdir(parents=True)
    (tmp_path / "src").mkdir()
    for name in ("a.cc", "b.cc", "a_test.cc"):
        (tmp_path / "src" / name).write_text("")
    unit = unity / "unity_0_cxx.cxx"
    unit.write_text(f'/* generated */\n\n#include "{tmp_path}/src/a.cc"\n\n#include "{tmp_path}/src/b.cc"\n')
    made = tmp_path / "build" / "dev" / "made.cc"
    made.write_text("")
    sources = [unit, tmp_path / "src" / "a_test.cc", made]
    database = [{"directory": str(tmp_path / "build"), "file": str(source), "command": "c++"} for source in sources]
    (tmp_path / "build" / "dev" / "compile_commands.json").write_text(json.dumps(database))
    return tmp_path


def test_units_are_known_by_their_sources(tree):
    units = tidy.units_of(tree / "build" / "dev", [])

    assert sorted(sorted(source.name for source in sources) for sources in units.values()) == [["a.cc", "b.cc"], ["a_test.cc"]]


def test_a_named_file_is_found_in_its_unit(tree):
    units = tidy.units_of(tree / "build" / "dev", [str(tree / "src" / "b.cc")])

    assert [unit.name for unit in units] == ["unity_0_cxx.cxx"]


def test_tests_are_known_as_such(tree):
    assert tidy.is_test(tree / "src" / "a_test.cc") and not tidy.is_test(tree / "src" / "a.cc")


def test_what_was_clean_is_looked_through_again_when_a_header_the_checks_or_the_command_change(tree, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tree / "cache"))
    (tree / ".clang-tidy").write_text("Checks: '-*'\n")
    source, header = tree / "src" / "a.cc", tree / "src" / "a.h"
    header.write_text("int one();\n")
    asked = []
    monkeypatch.setattr(tidy, "tidy", lambda unit, sources, build, checks: (asked.append(checks), (True, ""))[1])

    def look(checks="-*", command="c++"):
        tidy.told_of.cache_clear()
        known = {source: ([source, header], command)}
        assert tidy.tidy_or_remember(source, [source], tree / "build" / "dev", checks, known) == (True, "")
        return len(asked)

    assert [look(), look()] == [1, 1]
    header.write_text("int two();\n")
    assert [look(), look()] == [2, 2]
    assert [look(checks="bugprone-*"), look(command="c++ -O2"), look()] == [3, 4, 4]


def test_what_was_not_clean_is_not_remembered(tree, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tree / "cache"))
    (tree / ".clang-tidy").write_text("Checks: '-*'\n")
    source = tree / "src" / "a.cc"
    answers = [(False, "warning: x"), (False, "warning: x")]
    monkeypatch.setattr(tidy, "tidy", lambda *_: answers.pop())
    known = {source: ([source], "c++")}

    assert [tidy.tidy_or_remember(source, [source], tree, "-*", known)[0] for _ in range(2)] == [False, False]
    assert not answers
