#!/usr/bin/env python3
"""What the queue of a fleet costs: empty trials through `redcode-bench fleet`, and the same lease and complete statements
issued bare by pgbench at the same concurrency, in turns and on the same server; then a thousand workers through PgBouncer.

    tests/long/dispatch.py [--trials 8000] [--rounds 3]

Prints markdown. PostgreSQL and PgBouncer are the tests' own (tests/e2e/fleet_parts.py), with fsync on and no standby.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))
from fleet_parts import PASSWORD, POOL, POSTGRES, Fleet  # noqa: E402

REDCODE = os.environ.get("REDCODE", str(ROOT / "build/release/apps/redcode/redcode"))
RECORD_BYTES = 1300  # as the record of an empty trial

SCRIPT = """\\set next :call + 1
SELECT number, token FROM redcode.lease('{run}', format('bare-%s', CAST(:client_id AS integer)), 1, 60000, :next, :call) \\gset
\\set call :next
SELECT redcode.complete('{run}', :number, :token, '{record}');
"""


def run_in(fleet, words, **options):
    done = subprocess.run([*fleet.hub.entered(), *map(str, words)], capture_output=True, text=True, timeout=600, check=False,
                          env={**os.environ, "REDCODE_DATA": str(ROOT), **options.get("env", {})})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def ours(fleet, workers, trials, *more, through=None):
    words = [f"{REDCODE}-bench", "fleet", "--fleet", f"postgresql://fleet_admin:{PASSWORD}@127.0.0.1:5432/fleet", "--workers", workers,
             "--trials", trials, *more]
    env = {"PGSSLMODE": "disable"}
    if through:
        words += ["--through", through]
        # The pool's TLS; the admin's connection goes to the server itself, which has none.
        env = {**fleet.tls(), "PGSSLMODE": "prefer"}
    said = run_in(fleet, words, env=env)
    rate = float(re.search(r"(\d+) trials/s", said)[1])
    return rate, said


def bare(fleet, clients, trials):
    """Trials a second of pgbench, as a worker's role."""
    key = os.urandom(8).hex()
    admin = fleet.primary
    limits = '{"attempts": 3, "backoff_ms": 1000}'
    admin.psql(f"SET ROLE fleet_admin; SELECT redcode.create_run('{key}', '{{}}', {trials}, '{limits}', '{{}}')", "fleet", timeout=120)
    role = admin.psql(f"SELECT role FROM redcode.run WHERE run = '{key}'", "fleet")
    admin.psql(f"ALTER ROLE {role} LOGIN PASSWORD '{PASSWORD}'")
    script = fleet.root / "bare.sql"
    script.write_text(SCRIPT.format(run=key, record="x" * RECORD_BYTES))
    script.chmod(0o644)
    said = run_in(fleet, [POSTGRES / "pgbench", "-n", "-M", "extended", "-f", script, "-c", clients, "-j", 2, "-t", trials // clients,
                          "-D", "call=0", f"postgresql://{role}:{PASSWORD}@127.0.0.1:5432/fleet"])
    assert "number of failed transactions: 0 " in said, said
    done = admin.psql(f"SELECT count(*) FROM redcode.result WHERE run = '{key}'", "fleet")
    assert int(done) == trials // clients * clients, said
    admin.psql(f"SELECT redcode.drop_run('{key}')", "fleet")
    return float(re.search(r"tps = ([\d.]+)", said)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=8000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with Fleet() as fleet:
        fleet.standby.stop()
        fleet.primary.psql("ALTER SYSTEM SET synchronous_standby_names = ''")
        fleet.primary.psql("SELECT pg_reload_conf()")
        run_in(fleet, [REDCODE, "fleet", "init", "--fleet", f"postgresql://fleet_admin:{PASSWORD}@127.0.0.1:5432/fleet"])
        print("| workers | bare statements (pgbench), trials/s | empty trials, trials/s | ratio |\n|---|---|---|---|")
        for workers in (1, 8, 32):
            pairs = [(bare(fleet, workers, options.trials), ours(fleet, workers, options.trials)[0]) for _ in range(options.rounds)]
            low, high = (statistics.median(column) for column in zip(*pairs))
            print(f"| {workers} | {low:.0f} | {high:.0f} | {high / low:.2f} |", flush=True)
        print("\nA thousand workers through PgBouncer:\n")
        for line in ours(fleet, 1000, 20000, "--idle", "30s", through=f"{POOL[0]}:{POOL[1]}")[1].splitlines():
            print("    " + line)


if __name__ == "__main__":
    main()
