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


def test_other_settings_or_another_command_are_looked_at_again(tree):
    assert len({key(tree), key(tree, command="clang++ -O2 a.cc"), key(tree, fixed=b"others")}) == 3
