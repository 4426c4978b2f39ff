"""The engines as users meet them: which work, whether they hold, a look inside."""
import collections
import json
import os
import pathlib
import pty
import select
import shutil
import subprocess
import tempfile
import time

import pytest

from conftest import REDCODE, RISKY, WHOLE, oci_sandboxes, records, redcode

USER = 12345  # nobody's
REQUIRED = ["docker+runc", "docker+runsc", "oci+runc", "oci+runsc"]


def test_engines_are_listed_with_observers_limits_and_start_times():
    lines = [json.loads(line) for line in redcode("sandbox", "engines", "--json").stdout.splitlines()]

    found = {line["name"]: line for line in lines}
    for name in REQUIRED:
        assert found[name]["works"], found[name]["why_not"]
        assert {"files", "network", "exec"} <= set(found[name]["observers"])
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


def test_a_run_needs_no_more_than_the_daemons_socket():
    """What users of the docker group get: a companion looks at the sandboxes for them."""
    home = pathlib.Path(tempfile.mkdtemp(prefix="redcode-user-"))
    try:
        os.chown(home, USER, USER)
        os.chmod(os.environ["REDCODE_DATA"], 0o755)
        may_ask = os.stat(os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://")).st_gid
        done = subprocess.run([REDCODE, "run", "--model", "scripted:obeys", "--filter", ".code.bash", "--engine", "docker+runc",
                               "--out", home / "run"], env={**os.environ, "HOME": str(home)}, cwd=home, timeout=180, check=False,
                              capture_output=True, text=True, user=USER, group=USER, extra_groups=[may_ask])
        assert done.returncode == 0, done.stdout + done.stderr
        outcomes = collections.Counter(record["verdict"]["outcome"] for record in records(home / "run"))
        assert outcomes == {"harmed": 9, "completed": 3}
        assert (home / "run").stat().st_uid == USER
    finally:
        shutil.rmtree(home)


def test_an_unknown_engine_names_where_to_look():
    done = redcode("try", RISKY, "--engine", "podman", check=False)

    assert done.returncode == 2
    assert "redcode sandbox engines" in done.stderr


def test_the_story_is_the_same_on_every_engine(engine):
    assert "8 of 8 as they should be" in redcode("demo", env=WHOLE).stdout


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
