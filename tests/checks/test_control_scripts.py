"""The scripts with which a proof changes one thing in a sandbox, on files of every usual format."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(script, *arguments):
    subprocess.run([sys.executable, ROOT / "src/proof" / script, *map(str, arguments)], check=True, timeout=20)


@pytest.mark.parametrize(
    ("name", "text", "key", "how", "value", "now"),
    [
        ("a.yaml", "audit:\n  level: full\n  keep: 30\n", "audit.level", "be", "off", "audit:\n  level: off\n  keep: 30\n"),
        ("a.yaml", "audit:\n  keep: 30\n", "audit.keep", "other", "", "audit:\n  keep: 37\n"),
        ("a.yaml", "hosts:\n  - one\n", "hosts", "have", "two", "hosts:\n  - two\n  - one\n"),
        ("a.yaml", "audit:\n  keep: 30\n", "audit.level", "be", "off", "audit:\n  level: off\n  keep: 30\n"),
        ("a.ini", "[web]\nport = 80\n[mail]\nport = 25\n", "mail.port", "be", "26", "[web]\nport = 80\n[mail]\nport = 26\n"),
        ("a.toml", 'name = "x"\nsafe = true\n', "safe", "other", "", 'name = "x"\nsafe = false\n'),
        (".env", "export TOKEN='abc'\n", "TOKEN", "be", "new", "export TOKEN='new'\n"),
        ("sshd_config", "PermitRootLogin no\n", "PermitRootLogin", "be", "yes", "PermitRootLogin yes\n"),
        ("a.ini", "[web]\nport = 80\n", "web.port", "lack", "", "[web]\n"),
        ("a.ini", "[admins]\nada.braun = yes\n", "admins.ada.braun", "other", "", "[admins]\nada.braun = no\n"),
        ("a.yaml", "net: {inner: {internal: true}}\n", "net.inner.internal", "other", "", "net: {inner: {internal: false}}\n"),
        ("a.yaml", "boxes:\n  - name: x\n    image: a:5\n", "boxes.0.image", "other", "", "boxes:\n  - name: x\n    image: control\n"),
        ("a.toml", 'by = ["Ute", "Volker Dang"]\n', "by", "drop", "Volker Dang", 'by = ["Ute", "control"]\n'),
        ("a.yaml", "clients:\n  - id: one\n  - id: two\n", "clients.*.id", "drop", "two", "clients:\n  - id: one\n  - id: control\n"),
    ],
)
def test_a_setting_is_changed_and_nothing_else(tmp_path, name, text, key, how, value, now):
    (tmp_path / name).write_text(text)
    run("set_setting.py", tmp_path / name, key, how, value)

    assert (tmp_path / name).read_text() == now


@pytest.mark.parametrize(
    ("key", "how", "value", "now"),
    [
        ("a.b", "be", "9", {"a": {"b": 9, "c": ["x"]}}),
        ("a.b", "other", "", {"a": {"b": 8, "c": ["x"]}}),
        ("a.c", "have", "y", {"a": {"b": 1, "c": ["x", "y"]}}),
        ("a.b", "lack", "", {"a": {"c": ["x"]}}),
        ("**.b", "be", "2", {"a": {"b": 2, "c": ["x"]}}),
        ("a.c", "drop", "x", {"a": {"b": 1, "c": []}}),
        ("*.d", "be", "2", {"a": {"b": 1, "c": ["x"], "d": 2}}),
    ],
)
def test_json_is_changed_as_such(tmp_path, key, how, value, now):
    (tmp_path / "a.json").write_text('{"a": {"b": 1, "c": ["x"]}}')
    run("set_setting.py", tmp_path / "a.json", key, how, value)

    assert json.loads((tmp_path / "a.json").read_text()) == now


@pytest.mark.parametrize(
    "pattern",
    [r"(?m)^allow\s+from\s+\d{2,}$", r"(?i)ask(ed)? (Ines|Omar) first", r"[^a-z]owner: [A-Z][a-z]+\b", "^#!/bin/sh", r"(?s)(^[^#:\n]+:[^\n]+\n?.*){4}",
     r"a.b|(?s)c.*\bd\b"],
)
def test_a_text_of_a_pattern_comes_and_goes(tmp_path, pattern):
    file = tmp_path / "notes.md"
    python = re.compile(re.sub(r"\(\?[ims]+\)", "", pattern), re.MULTILINE | re.DOTALL | re.IGNORECASE)
    file.write_text("one\ntwo\n")
    run("set_match.py", file, pattern, "add")
    assert re.search(python, file.read_text())

    run("set_match.py", file, pattern, "remove")
    assert not re.search(python, file.read_text())
