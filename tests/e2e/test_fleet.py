"""A fleet through faults: PostgreSQL with a standby, PgBouncer, four workers; and who may do what in it."""
import os
import pathlib
import re
import subprocess
import time

import pytest

import run_truth
from conftest import REDCODE, ROOT, redcode
from fleet_parts import Fleet, wait_for
from fleet_run import Coordinator, FleetRun, Worker

pytestmark = pytest.mark.no_sandbox
GEN = {"REDCODE_DATA": str(ROOT)}
WORDS = ["--suite", "gen", "--model", "scripted:random"]


@pytest.fixture(scope="module")
def fleet():
    with Fleet() as servers:
        redcode_in(servers, "fleet", "init", "--fleet", servers.admin_url())
        yield servers
    assert servers.left_behind() == []


def redcode_in(fleet, *words, env=None, check=True, timeout=120):
    """The command where the servers are."""
    done = subprocess.run([*fleet.hub.entered(), REDCODE, *map(str, words)], capture_output=True, text=True, timeout=timeout, check=False,
                          env={**os.environ, **GEN, **fleet.tls(), **(env or {})})
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done


def test_two_thousand_trials_survive_every_fault(fleet, tmp_path):
    plan = [*WORDS, "--limit", 400, "--repeats", 5]
    redcode("run", *plan, "--out", tmp_path / "local", env=GEN)
    truth = run_truth.read(tmp_path / "local").outcomes
    assert len(truth) == 2000
    coordinator = Coordinator(fleet, REDCODE, [*plan, "--latency", 1000, "--attempts", 20], tmp_path / "run", GEN)
    workers = [Worker(fleet, REDCODE, coordinator, f"worker{number}", ["--concurrency", 6]) for number in range(4)]
    run = FleetRun(fleet, coordinator, workers)
    try:
        coordinator.start()
        for worker in workers:
            worker.start()
        for results, fault, words in [(100, run.kill_worker, [workers[0]]), (150, run.kill_worker, [workers[1]]),
                                      (250, run.make_zombie, [workers[2]]), (550, run.kill_database, []),
                                      (700, run.cut_off, [workers[3]]), (1000, run.kill_coordinator, []), (1200, run.fail_over, []),
                                      (1400, run.kill_pool, [])]:
            run.wait_until_over(results)
            assert coordinator.process.poll() is None, coordinator.told()
            fault(*words)
        run.finish(120)
    finally:
        run.close()

    assert coordinator.process.returncode == 0, coordinator.told()[-3000:]
    assert run_truth.differences(tmp_path / "run", truth) == {}
    retried = int(fleet.primary.psql(f"SELECT retried FROM redcode.run WHERE run = '{coordinator.key()}'", "fleet"))
    assert retried >= 1, "no fault met a lease"
    assert missing_blobs(tmp_path / "run") == []


def missing_blobs(run):
    digests = re.findall(r'"transcript_digest":"([0-9a-f]{64})"', (run / "records.jsonl").read_text())
    return [digest for digest in digests if not (run / "blobs" / digest[:2] / f"{digest[2:]}.zst").exists()]


def test_a_worker_that_is_told_to_end_hands_its_trials_back_uncounted(fleet, tmp_path):
    coordinator = Coordinator(fleet, REDCODE, [*WORDS, "--limit", 30, "--latency", 4000], tmp_path / "run", GEN)
    first, second = (Worker(fleet, REDCODE, coordinator, f"drained{number}", ["--concurrency", 10, "--grace", "1s"]) for number in range(2))
    run = FleetRun(fleet, coordinator, [first, second])
    try:
        coordinator.start()
        trials = f"FROM redcode.trial WHERE run = '{coordinator.key()}'"
        first.start()
        wait_for(lambda: fleet.primary.psql(f"SELECT count(*) {trials} AND status = 1", "fleet") == "10", 30, "leases")
        assert first.drain() == 0, first.log.read_text()
        assert fleet.primary.psql(f"SELECT count(*) {trials} AND status = 1", "fleet") == "0"
        assert fleet.primary.psql(f"SELECT max(attempts) {trials} AND status = 0", "fleet") == "0"
        second.start()
        run.finish(60)
    finally:
        run.close()

    assert coordinator.process.returncode == 0, coordinator.told()
    assert run_truth.read(tmp_path / "run").records == 30


def test_a_trial_that_never_succeeds_is_given_up_as_invalid(fleet, tmp_path):
    words = ["--suite", "gen", "--model", "scripted:errors-500", "--model-timeout", 2, "--limit", 3, "--attempts", 2]
    coordinator = Coordinator(fleet, REDCODE, words, tmp_path / "run", GEN)
    run = FleetRun(fleet, coordinator, [Worker(fleet, REDCODE, coordinator, "patient")])
    try:
        coordinator.start()
        run.workers[0].start()
        run.finish(60)
    finally:
        run.close()

    assert coordinator.process.returncode == 1, coordinator.told()
    assert list(run_truth.read(tmp_path / "run").outcomes.values()) == ["invalid"] * 3


def test_trials_that_take_their_workers_with_them_are_given_up(fleet, tmp_path):
    coordinator = Coordinator(fleet, REDCODE, [*WORDS, "--limit", 4, "--latency", 30_000, "--attempts", 2], tmp_path / "run", GEN)
    worker = Worker(fleet, REDCODE, coordinator, "unlucky", ["--concurrency", 4])
    run = FleetRun(fleet, coordinator, [worker])
    try:
        coordinator.start()
        for _ in range(2):
            worker.start()
            wait_for(lambda: fleet.primary.psql(
                f"SELECT count(*) FROM redcode.trial WHERE run = '{coordinator.key()}' AND status = 1", "fleet") == "4", 30, "leases")
            worker.kill()
            wait_for(lambda: fleet.primary.psql(
                f"SELECT count(*) FROM redcode.trial WHERE run = '{coordinator.key()}' AND status = 1", "fleet") == "0", 30, "the reaper")
        coordinator.process.wait(timeout=30)
    finally:
        run.close()

    assert list(run_truth.read(tmp_path / "run").outcomes.values()) == ["invalid"] * 4
    assert "its worker was lost 2 times" in (tmp_path / "run/records.jsonl").read_text()


# Who may do what. Two runs of two trials each, with nobody working on them.

@pytest.fixture(scope="module")
def two_runs(fleet, tmp_path_factory):
    made = []
    for name, limit in (("mine", 2), ("yours", 3)):
        coordinator = Coordinator(fleet, REDCODE, [*WORDS, "--limit", limit], tmp_path_factory.mktemp(name) / "run", GEN)
        coordinator.start()
        coordinator.kill()
        made.append(coordinator)
    return made


def refused_worker(fleet, coordinator, url=None, key=None, tls=None):
    return redcode_in(fleet, "worker", "--fleet", url or coordinator.url(), "--run", key or coordinator.key(), "--ttl", "5s", check=False,
                      env={**GEN, **(tls or {})})


def test_the_workers_url_is_for_its_owner_only(two_runs):
    for coordinator in two_runs:
        path = coordinator.out / "worker.url"
        assert path.stat().st_mode & 0o777 == 0o600
        assert coordinator.url().split("@")[0].split(":")[-1] not in coordinator.told(), "the password was printed"


def test_a_wrong_password_is_refused(fleet, two_runs):
    url = re.sub(r":([^:@/]+)@", ":wrong@", two_runs[0].url())

    done = refused_worker(fleet, two_runs[0], url=url)

    assert done.returncode == 2 and "authentication" in done.stderr
    assert "wrong@" not in done.stderr + done.stdout


@pytest.mark.parametrize("who", ["stranger", "nobody"])
def test_a_certificate_of_another_authority_or_none_is_refused(who, fleet, two_runs):
    """nobody: a name for which there are no files."""
    done = refused_worker(fleet, two_runs[0], tls=fleet.tls(who))

    assert done.returncode == 2 and re.search("certificate|TLS|SSL", done.stderr), done.stderr
    accepted = fleet.ask(two_runs[0].url(), "SELECT 1", tls=who)
    assert accepted.returncode != 0


def test_a_server_of_another_authority_is_refused(fleet, two_runs):
    done = refused_worker(fleet, two_runs[0], tls={"PGSSLROOTCERT": str(fleet.root / "tls/other-ca.crt")})

    assert done.returncode == 2 and "certificate verify failed" in done.stderr


def test_the_role_of_one_run_has_no_part_in_another(fleet, two_runs):
    mine, yours = two_runs

    done = refused_worker(fleet, mine, key=yours.key())

    assert done.returncode == 2, done.stdout + done.stderr
    answer = fleet.ask(mine.url(), f"SELECT redcode.lease('{yours.key()}', 'w', 1, 5000, 1, 0)")
    assert answer.returncode != 0 and "no such run for this role" in answer.stderr
    unknown = fleet.ask(mine.url(), f"SELECT redcode.lease('{'0' * 16}', 'w', 1, 5000, 1, 0)")
    assert unknown.stderr == answer.stderr.replace(yours.key(), "0" * 16), "it tells whether another's run exists"


@pytest.mark.parametrize("sql", [
    "SELECT * FROM redcode.trial", "SELECT * FROM redcode.result", "SELECT * FROM redcode.run", "SELECT * FROM redcode.worker",
    "DELETE FROM redcode.result", "UPDATE redcode.run SET orders = 'stop'", "SELECT passwd FROM pg_shadow",
    "SELECT * FROM pool.secret('fleet_admin')", "CREATE TABLE mine (x int)", "CREATE TABLE redcode.mine (x int)",
    "CREATE TEMPORARY TABLE mine (x int)", "CREATE ROLE other", "ALTER ROLE fleet_admin PASSWORD 'x'", "SET ROLE fleet_admin",
    "COPY (SELECT 1) TO PROGRAM 'true'", "SELECT pg_read_file('postgresql.conf')"])
def test_a_worker_may_call_its_functions_and_nothing_else(sql, fleet, two_runs):
    answer = fleet.ask(two_runs[0].url(), sql)

    assert answer.returncode != 0
    assert re.search("permission denied|must be|must have", answer.stderr), answer.stderr


def test_a_forged_completion_is_refused_and_stores_nothing(fleet, two_runs):
    mine, yours = two_runs
    [leased] = [line.split("|") for line in fleet.ask(
        mine.url(), f"SELECT number, token FROM redcode.lease('{mine.key()}', 'honest', 1, 60000, 1, 0)").stdout.splitlines()]
    number, token = leased
    forged = "00000000-0000-4000-8000-000000000000"

    def complete(coordinator, run, trial, with_token):
        return fleet.ask(coordinator.url(), f"SELECT redcode.complete('{run}', {trial}, '{with_token}', '{{}}')")

    assert complete(mine, mine.key(), number, forged).stdout.strip() == "f"
    assert complete(mine, mine.key(), number, "").stdout.strip() == "f"
    assert complete(mine, mine.key(), int(number) + 1, token).stdout.strip() == "f", "a token of another trial"
    assert "no such run" in complete(yours, mine.key(), number, token).stderr, "the right token, the wrong role"
    assert fleet.primary.psql(f"SELECT count(*) FROM redcode.result WHERE run = '{mine.key()}'", "fleet") == "0"
    assert complete(mine, mine.key(), number, token).stdout.strip() == "t"


def test_what_a_worker_makes_up_does_not_get_into_the_run(fleet, two_runs):
    """A result whose record is none, or is of another trial, is rejected by the coordinator; an honest worker does it again."""
    yours = two_runs[1]
    for line in fleet.ask(yours.url(), f"SELECT number, token FROM redcode.lease('{yours.key()}', 'liar', 2, 60000, 1, 0)").stdout.splitlines():
        number, token = line.split("|")
        lie = '{"trial":{"id":"x"}}' if number == "0" else "no JSON"
        assert fleet.ask(yours.url(), f"SELECT redcode.complete('{yours.key()}', {number}, '{token}', '{lie}')").stdout.strip() == "t"
    worker = Worker(fleet, REDCODE, yours, "honest")
    run = FleetRun(fleet, yours, [worker])
    try:
        worker.start()
        time.sleep(6)  # it has done all that is left, but nobody has looked at the lies yet
        yours.start()
        run.finish(60)
    finally:
        run.close()

    assert yours.process.returncode == 0, yours.told()
    found = run_truth.read(yours.out)
    assert len(found.outcomes) == found.records == 3 and "invalid" not in found.outcomes.values()


def test_nothing_secret_is_in_logs_or_command_lines(fleet, two_runs):
    secrets = [re.search(r":([^:@/]+)@", coordinator.url()).group(1) for coordinator in two_runs]

    for log in (fleet.root / "logs").iterdir():
        told = log.read_text(errors="replace")
        assert [secret for secret in secrets if secret in told] == [], log
    for coordinator in two_runs:
        for path in pathlib.Path(coordinator.out).glob("*.json*"):
            assert [secret for secret in secrets if secret in path.read_text()] == [], path
