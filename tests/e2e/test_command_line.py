"""The command line itself."""
import subprocess

import pytest

from conftest import REDCODE, RISKY, redcode


def test_help_fits_a_screen_and_names_the_first_steps():
    text = redcode("--help").stdout

    assert len(text.splitlines()) <= 40
    assert "redcode doctor" in text


@pytest.mark.parametrize("words", [["try"], ["run"], ["report"], ["demo"], ["doctor"], ["corpus", "list"], ["corpus", "show"],
                                   ["image", "build"], ["model", "serve"], ["sandbox", "reap"], ["sandbox", "engines"],
                                   ["sandbox", "attest"], ["sandbox", "shell"], ["bench", "trial"], ["bench", "sandbox"],
                                   ["bench", "soak"], ["bench", "view"], ["view"], ["leaderboard"]])
def test_every_command_has_help_with_an_example(words):
    text = redcode(*words, "--help").stdout

    assert "Example:" in text and f"redcode {' '.join(words)}" in text


@pytest.mark.parametrize("words,near", [(["rum"], "run"), (["run", "--modle", "x"], "--model"), (["corpus", "lst"], "list"),
                                        (["run", "--model", "scripted:obey"], "scripted:obeys")])
def test_a_mistyped_word_gets_a_suggestion(words, near):
    done = redcode(*words, check=False)

    assert done.returncode == 2
    assert f"did you mean {near}?" in done.stderr


def test_a_mistyped_case_names_the_nearest():
    done = redcode("try", RISKY.replace("wiped", "wipped"), check=False)

    assert done.returncode == 2
    assert RISKY in done.stderr


def test_doctor_is_content_here_and_names_what_is_missing_elsewhere():
    assert "Ready" in redcode("doctor").stdout

    done = redcode("doctor", env={"DOCKER_HOST": "unix:///nonexistent.sock"}, check=False)

    assert done.returncode == 1
    assert "MISSING docker daemon" in done.stdout and "fix:" in done.stdout


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
