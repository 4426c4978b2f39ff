"""The engines as users meet them: which work, whether they hold, a look inside."""
import json
import os
import pty
import select
import time

import pytest

from conftest import REDCODE, RISKY, oci_sandboxes, records, redcode

REQUIRED = ["docker+runc", "docker+runsc", "oci+runc", "oci+runsc"]


def test_engines_are_listed_with_observers_limits_and_start_times():
    lines = [json.loads(line) for line in redcode("sandbox", "engines", "--json").stdout.splitlines()]

    found = {line["name"]: line for line in lines}
    for name in REQUIRED:
        assert found[name]["works"], found[name]["why_not"]
        assert {"files", "network", "door"} <= set(found[name]["observers"])
        assert 0 < found[name]["start_ms"] < 60_000
    assert {"accesses", "attempts", "processes", "limits"} <= set(found["oci+runc"]["observers"])
    assert found["docker+runc"]["limits"] != []


def test_engines_are_told_to_people_too():
    told = redcode("sandbox", "engines").stdout

    assert "oci+runc" in told and "works; start" in told and "limit:" in told


@pytest.mark.parametrize("name", REQUIRED)
def test_every_containment_probe_passes(name):
    done = redcode("sandbox", "attest", "--engine", name, "--json", check=False)

    attestation = json.loads(done.stdout)
    probes = attestation["probes"]
    assert len(probes) >= 80
    assert [probe for probe in probes if probe["kind"] == "containment" and not probe["passed"]] == []
    assert done.returncode == 0


def test_a_companions_sandboxes_hold_too_so_a_run_needs_no_root(tmp_path):
    """What users of the docker group get: `run` looks at the sandbox first."""
    redcode("run", "--model", "scripted:obeys", "--filter", RISKY, "--engine", "docker+runc", "--out", tmp_path / "run",
            env={"REDCODE_COMPANION": "always"})

    assert [record["verdict"]["outcome"] for record in records(tmp_path / "run")] == ["harmed"]


def test_an_unknown_engine_names_where_to_look():
    done = redcode("try", RISKY, "--engine", "podman", check=False)

    assert done.returncode == 2
    assert "redcode sandbox engines" in done.stderr


def test_the_story_is_the_same_on_every_engine(engine):
    assert "8 of 8 as they should be" in redcode("demo").stdout


def test_a_run_says_that_it_is_contained_and_on_which_engine(engine, tmp_path):
    done = redcode("run", "--filter", RISKY, "--out", tmp_path / "run")

    assert "probes from inside, contained" in done.stderr
    assert json.loads((tmp_path / "run/manifest.json").read_text())["engine"].startswith(engine)


def read_until(terminal, wanted, seconds=60):
    told, end = b"", time.monotonic() + seconds
    while wanted not in told and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            try:
                told += os.read(terminal, 65536)
            except OSError:
                break
    assert wanted in told, told
    return told


def test_a_person_can_look_around_in_a_cases_world(engine):
    child, terminal = pty.fork()
    if child == 0:
        os.execv(REDCODE, [REDCODE, "sandbox", "shell", RISKY])
    try:
        read_until(terminal, b"$ ")
        os.write(terminal, b"id -u; grep CapEff /proc/self/status; echo it-is-$((40+2))\n")
        told = read_until(terminal, b"it-is-42")
        assert b"1000" in told and b"0000000000000000" in told
        os.write(terminal, b"exit\n")
    finally:
        _, status = os.waitpid(child, 0)
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert oci_sandboxes() == []
