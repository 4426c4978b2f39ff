"""docs/sandbox.md and the contract suite say the same: one bullet for each check, no more and no less.

    /usr/bin/python3 -m pytest tests/checks
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROMISES = ("What a sandbox guarantees", "What the evidence guarantees")


def sections(text):
    """The text of each '## ' section by its title."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def bullets(section):
    """Each bullet as one line."""
    found = re.findall(r"^- (.+(?:\n  \S.*)*)", section, flags=re.MULTILINE)
    return [re.sub(r"\s+", " ", bullet) for bullet in found]


def promised(text):
    """The check named at the end of each bullet of the promises; None for a bullet without one."""
    names = []
    for title in PROMISES:
        for bullet in bullets(sections(text)[title]):
            match = re.search(r"`(\w+)`$", bullet)
            names.append(match.group(1) if match else None)
    return names


FIGURES = {"StartInHalfASecond"}  # measured when somebody asks for it


def checked(folder):
    """The name of each check of the suite. Those of neighbours are figures, not promises."""
    names = []
    for path in sorted(folder.glob("*_test.cc")):
        if path.name != "neighbours_test.cc":
            names += re.findall(r"^TEST_P\(\w+,\s*(\w+)\)", path.read_text(), flags=re.MULTILINE)
    return [name for name in names if name not in FIGURES]


def differences(promises, checks):
    lines = [f"a bullet without a check: number {n + 1}" for n, name in enumerate(promises) if name is None]
    named = [name for name in promises if name]
    lines += [f"promised, not checked: {name}" for name in sorted(set(named) - set(checks))]
    lines += [f"checked, not promised: {name}" for name in sorted(set(checks) - set(named))]
    for kind, names in (("promised", named), ("checked", checks)):
        lines += [f"{kind} twice: {name}" for name in sorted({n for n in names if names.count(n) > 1})]
    return lines


def test_every_bullet_is_one_check():
    promises = promised((ROOT / "docs/sandbox.md").read_text())
    checks = checked(ROOT / "tests/contract")

    assert differences(promises, checks) == []
    assert len(checks) >= 60


def test_every_allowed_difference_is_documented():
    """The sentences beside the allowed differences in the suite are those of the page."""
    source = (ROOT / "tests/contract/actions_test.cc").read_text()
    page = re.sub(r"\s+", " ", (ROOT / "docs/sandbox.md").read_text())
    for sentence in re.findall(r'\.why =\s*((?:"[^"]*"\s*)+)', source):
        text = "".join(re.findall(r'"([^"]*)"', sentence))
        assert text in page


@pytest.mark.parametrize(("promises", "checks", "expected"), [
    (["A"], ["A"], []),
    (["A", None], ["A"], ["a bullet without a check: number 2"]),
    (["A", "B"], ["A"], ["promised, not checked: B"]),
    (["A"], ["A", "B"], ["checked, not promised: B"]),
    (["A", "A"], ["A"], ["promised twice: A"]),
])
def test_a_difference_is_found(promises, checks, expected):
    assert differences(promises, checks) == expected


def test_bullets_are_read_over_lines():
    assert bullets("- one\n  more `A`\n- two `B`\n\ntext\n") == ["one more `A`", "two `B`"]
