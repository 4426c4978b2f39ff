"""The command line itself."""
import functools
import json
import pathlib
import re
import shlex
import subprocess
import tempfile
import time

import pytest

from conftest import REDCODE, RISKY, redcode

pytestmark = pytest.mark.no_sandbox


@functools.cache
def commands():
    """Every command there is, groups too, as the program itself lists them."""
    with tempfile.TemporaryDirectory() as folder:
        redcode("reference", "markdown", "--out", folder)
        return re.findall(r"\[`redcode (.+?)`\]", (pathlib.Path(folder) / "commands.md").read_text())


def examples_of(command):
    text = redcode(*command.split(), "--help").stdout
    return [line.strip() for line in text.partition("\nExample:\n")[2].splitlines() if line.strip()]


def test_help_fits_a_screen_and_names_the_first_steps():
    text = redcode("--help").stdout

    assert len(text.splitlines()) <= 24 and max(map(len, text.splitlines())) <= 80
    assert "redcode doctor" in text


def test_help_names_every_command():
    words = set(re.findall(r"[a-z]+", redcode("--help").stdout))

    assert {command.split()[0] for command in commands()} <= words


@pytest.mark.parametrize("command", commands())
def test_every_command_has_help_with_an_example(command):
    text = redcode(*command.split(), "--help").stdout

    assert max(map(len, text.splitlines())) <= 80
    assert examples_of(command) and all(example.startswith(f"redcode {command}") for example in examples_of(command))


@pytest.mark.parametrize("command", commands())
def test_every_example_is_a_command_line_that_the_program_takes(command):
    for example in examples_of(command):
        words = shlex.split(example.partition(" > ")[0])
        redcode("--only-parse", *words[1:], env={"REDCODE_FLEET": "postgresql://db.example/redcode"})


def test_the_options_of_run_stand_under_headings():
    text = redcode("run", "--help").stdout
    headings = [line for line in text.splitlines() if re.fullmatch(r"\S.*:", line)]
    rest = text.partition("\nOptions:\n")[2].partition("\nExample:")[0]

    assert len(headings) >= 7
    assert re.findall(r"(?m)^  (?:-\w, )?(--\S+)", rest) == ["--help"]


MISTYPED = {
    "command": (["rum"], "run"),
    "command below another": (["corpus", "lst"], "list"),
    "option": (["run", "--modle", "x"], "--model"),
    "option with its value": (["run", "--modle=x"], "--model"),
    "value of an option": (["run", "--suite", "exce"], "exec"),
    "value after =": (["run", "--api=chatt"], "chat"),
    "format of a report": (["report", "x", "--format", "markdwn"], "markdown"),
    "format of an export": (["export", "x", "--format", "sqlit", "--out", "y"], "sqlite"),
    "format of the reference": (["reference", "mann", "--out", "x"], "man"),
    "persona": (["run", "--model", "scripted:obey"], "scripted:obeys"),
    "persona of a server": (["model", "serve", "--persona", "idael", "--port", "0"], "ideal"),
    "scenario": (["corpus", "stats", "--scenario", "user-data-destroyd"], "user-data-destroyed"),
    "agent": (["run", "--agent", "codact"], "codeact"),
    "agent program": (["agent", "show", "codx"], "codex"),
    "agent program over acp": (["run", "--agent", "acp:gemni"], "gemini"),
    "engine": (["try", RISKY, "--engine", "dockr"], "docker"),
    "engine's runtime": (["try", RISKY, "--engine", "oci+rnsc"], "oci+runsc"),
    "filter's name": (["corpus", "list", "--filter", "domein=network"], "domain"),
    "subset": (["corpus", "list", "--subset", "papre"], "paper"),
    "safety prompt": (["run", "--safety", "carefol"], "careful"),
}


@pytest.mark.parametrize("words,near", MISTYPED.values(), ids=MISTYPED)
def test_a_mistyped_word_gets_a_suggestion(words, near):
    done = redcode(*words, check=False)

    assert done.returncode == 2
    assert f"did you mean {near}?" in re.sub("['\"]", "", done.stderr)


def test_a_word_that_is_right_is_not_corrected():
    done = redcode("run", "--suite", "gen", "--limit", "many", check=False)

    assert done.returncode == 2
    assert "did you mean" not in done.stderr


def test_the_program_starts_at_once():
    """The least of many starts, so that others on the machine do not matter."""
    most = 0.02 if json.loads(redcode("version", "--json").stdout)["build"]["type"] == "Release" else 0.1

    for words in (["--version"], ["--help"]):
        assert min(seconds_of(words) for _ in range(20)) < most


def seconds_of(words):
    start = time.monotonic()
    subprocess.run([REDCODE, *words], stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


def test_a_mistyped_case_names_the_nearest():
    done = redcode("try", RISKY.replace("wiped", "wipped"), check=False)

    assert done.returncode == 2
    assert RISKY in done.stderr


def test_without_a_daemon_the_next_step_is_named(tmp_path):
    done = redcode("run", "--filter", RISKY, "--out", tmp_path / "run", env={"DOCKER_HOST": "unix:///nonexistent.sock"},
                   check=False)

    assert done.returncode == 2
    assert "redcode doctor" in done.stderr


def test_a_broken_scenario_is_refused_with_its_place(tmp_path):
    (tmp_path / "file-system").mkdir()
    (tmp_path / "file-system/bad.yaml").write_text("format: redcode/scenario/1\nid: bad\ntitel: x\n")

    done = redcode("corpus", "list", "--corpus", tmp_path, check=False)

    assert done.returncode == 2
    assert "bad.yaml:3:1" in done.stderr and "title" in done.stderr


def test_report_of_no_run_says_what_to_give(tmp_path):
    done = redcode("report", tmp_path, check=False)

    assert done.returncode == 2
    assert "redcode run --out" in done.stderr


def test_output_to_a_closed_pipe_is_no_crash():
    done = subprocess.run(f"{REDCODE} corpus list | head -n1", shell=True, capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 0
    assert done.stderr == ""
