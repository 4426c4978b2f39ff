"""tools/tidy.py must look again at whatever a change could have made bad."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import tidy  # noqa: E402


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """a.cc includes base/x.h, which includes base/y.h; z.h is nobody's."""
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
    base = tmp_path / "src" / "base"
    base.mkdir(parents=True)
    (base / "a.cc").write_text('#include <string>\n#include "base/x.h"\n')
    (base / "x.h").write_text('#include "base/y.h"\n')
    (base / "y.h").write_text("")
    (base / "z.h").write_text("")
    return base


def key(tree, command="clang++ a.cc", fixed=b"settings"):
    return tidy.key_of(tree / "a.cc", command, fixed)


@pytest.mark.parametrize("name", ["a.cc", "x.h", "y.h"])
def test_a_change_in_the_file_or_a_header_of_its_is_looked_at_again(tree, name):
    before = key(tree)

    with (tree / name).open("a") as file:
        file.write("int changed;\n")

    assert key(tree) != before


def test_a_change_elsewhere_is_not(tree):
    before = key(tree)

    (tree / "z.h").write_text("int changed;\n")

    assert key(tree) == before


def test_other_settings_or_other_options_are_looked_at_again(tree):
    assert len({key(tree), key(tree, command="clang++ -DX a.cc"), key(tree, fixed=b"others")}) == 3


def test_where_the_tree_stands_and_how_it_is_optimised_do_not_matter(tree, monkeypatch):
    before = key(tree)
    moved = tree.parents[1].rename(tree.parents[1].with_name("elsewhere"))
    monkeypatch.setattr(tidy, "ROOT", moved)

    assert key(moved / "src" / "base", command="clang++ -g1 -I/other a.cc") == before


def test_the_list_in_the_repository_is_read_and_each_commit_samples_others(tree, tmp_path):
    (tmp_path / "known.txt").write_text("src/base/a.cc 1f\n")

    assert tidy.read_known(tmp_path / "known.txt") == {"src/base/a.cc": "1f"}
    assert tidy.read_known(tmp_path / "none.txt") == {}
    assert {tidy.sampled(tree / "a.cc", str(number).encode()) for number in range(100)} == {True, False}
