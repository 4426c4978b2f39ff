"""The scripts of deploy/ run for real: two servers, a pool, TLS both ways, and the fail-over that docs/fleet.md tells of."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NAMES = ("db-a", "db-b", "pool")
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="servers become postgres, which takes root")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds} s in vain for {what}")


class Servers:
    """What deploy/compose.yaml starts, as processes: the same scripts and settings, at other places."""

    def __init__(self, root):
        self.root = root
        self.ports = {name: free_port() for name in NAMES}
        self.running = {}
        subprocess.run([DEPLOY / "bin/make-certificates", root / "tls", *(f"{name}=127.0.0.1" for name in NAMES), "host"],
                       check=True, capture_output=True, timeout=60)
        for name in NAMES:
            self.give_secrets(name)
        shutil.copytree(DEPLOY / "postgres", root / "conf")
        settings = (root / "conf/postgresql.conf").read_text()
        (root / "conf/postgresql.conf").write_text(settings.replace("= '*'", "= '127.0.0.1'").replace("512MB", "64MB"))
        pool = (DEPLOY / "pgbouncer/pgbouncer.ini").read_text()
        for old, new in {
            "host=db-a port=5432": f"host=127.0.0.1 port={self.ports['db-a']}",
            "6432": str(self.ports["pool"]),
            "listen_addr = *": "listen_addr = 127.0.0.1",
            "/run/pgbouncer": str(root / "sockets-pool"),
            "/run/redcode-tls": str(root / "keys-pool"),
        }.items():
            assert old in pool
            pool = pool.replace(old, new)
        (root / "conf/pgbouncer.ini").write_text(pool)

    def give_secrets(self, name):
        folder = self.root / f"secrets-{name}"
        folder.mkdir()
        for source, target in (("ca.crt", "ca.crt"), (f"{name}.crt", "server.crt"), (f"{name}.key", "server.key")):
            shutil.copy(self.root / "tls" / source, folder / target)
        for role in ("admin", "pool", "standby"):
            (folder / f"{role}_password").write_text(f"{role}-of-the-tests\n")

    def start(self, name, *words):
        image = "pgbouncer" if name == "pool" else "postgres"
        other = {"db-a": "db-b", "db-b": "db-a"}.get(name, "db-a")
        places = {
            "SECRETS": f"secrets-{name}", "TLS": f"keys-{name}", "CONFIG": "conf", "PGDATA": f"{name}/data",
            "SOCKETS": f"sockets-{name}", "STATE": "state-pool",
        }
        env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PGPORT": str(self.ports[name]), "PRIMARY": f"127.0.0.1:{self.ports[other]}"}
        env.update({key: str(self.root / place) for key, place in places.items()})
        with open(self.root / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen([DEPLOY / f"images/{image}/start", *words], env=env, stdout=log, stderr=log,
                                                  stdin=subprocess.DEVNULL, start_new_session=True, cwd="/")

    def kill(self, name):
        process = self.running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=30)

    def local(self, name, sql, timeout=20):
        """As the superuser, on the server's own host."""
        command = ["runuser", "-u", "postgres", "--", "psql", "-AtqX", "-h", self.root / f"sockets-{name}", "-p", str(self.ports[name]),
                   "-d", "fleet", "-c", sql]
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, cwd="/").stdout.strip()
        except subprocess.TimeoutExpired:
            return "no answer"

    def ask(self, sql, user="fleet_admin", password="admin-of-the-tests", certificate="host"):
        """Through the pool, as anyone on another host."""
        tls = self.root / "tls"
        env = {"PATH": "/usr/bin:/bin", "PGPASSWORD": password, "PGSSLMODE": "verify-full", "PGSSLROOTCERT": str(tls / "ca.crt"),
               "PGSSLCERT": str(tls / f"{certificate}.crt"), "PGSSLKEY": str(tls / f"{certificate}.key")}
        url = f"postgresql://{user}@127.0.0.1:{self.ports['pool']}/fleet"
        return subprocess.run(["psql", "-AtqX", "-d", url, "-c", sql], env=env, capture_output=True, text=True, timeout=40, check=False)

    def script(self, name, *words):
        return subprocess.run(["runuser", "-u", "postgres", "--", DEPLOY / "bin" / name, *map(str, words)], capture_output=True,
                              text=True, timeout=120, check=False, cwd="/")

    def promote(self, name, old):
        return self.script("promote-standby", "--fenced", self.root / name / "data", "127.0.0.1", self.ports[old])

    def has_standby(self, name):
        return self.local(name, "SELECT sync_state FROM pg_stat_replication") == "sync"


@pytest.fixture(scope="module")
def servers():
    root = Path(tempfile.mkdtemp(prefix="deployed-"))
    root.chmod(0o711)
    made = Servers(root)
    try:
        made.start("db-a", "primary")
        made.start("db-b", "standby")
        made.start("pool")
        wait_for(lambda: made.has_standby("db-a"), "the standby")
        wait_for(lambda: made.ask("SELECT 1").stdout == "1\n", "the pool")
        yield made
    finally:
        for name in list(made.running):
            made.kill(name)
        shutil.rmtree(root, ignore_errors=True)


def test_the_pool_takes_a_certificate_and_a_password_and_knows_new_roles(servers):
    (servers.root / "stranger").mkdir()
    subprocess.run([DEPLOY / "bin/make-certificates", servers.root / "stranger", "host"], check=True, capture_output=True, timeout=60)
    for kind in ("crt", "key"):
        shutil.copy(servers.root / f"stranger/host.{kind}", servers.root / f"tls/stranger.{kind}")

    servers.ask("CREATE ROLE redcode_w_1 LOGIN PASSWORD 'of one run'")

    assert servers.ask("SELECT session_user", "redcode_w_1", "of one run").stdout == "redcode_w_1\n"
    assert "authentication failed" in servers.ask("SELECT 1", "redcode_w_1", "of another").stderr
    assert servers.ask("SELECT 1", certificate="stranger").returncode == 2
    assert servers.ask("SELECT 1", certificate="none").returncode == 2


def test_what_the_pool_reads_of_roles_nobody_else_does_and_no_superuser_is_told(servers):
    question = "SELECT count(*) FROM pool.secret('{}')"

    assert "permission denied" in servers.ask(question.format("fleet_admin")).stderr
    assert servers.ask(question.format("fleet_admin"), "pool_reader", "pool-of-the-tests").stdout == "1\n"
    assert servers.ask(question.format("postgres"), "pool_reader", "pool-of-the-tests").stdout == "0\n"
    assert servers.ask(question.format("standby"), "pool_reader", "pool-of-the-tests").stdout == "0\n"


def test_fail_over_as_it_is_documented(servers):
    servers.ask("CREATE TABLE kept(number integer)")
    assert servers.ask("INSERT INTO kept VALUES (1)").returncode == 0

    too_early = servers.promote("db-b", old="db-a")
    servers.kill("db-a")
    promoted = servers.promote("db-b", old="db-a")
    pointed = servers.script("point-pool-at", "127.0.0.1", servers.ports["db-b"], servers.root / "state-pool/pgbouncer.ini")

    assert too_early.returncode == 1
    assert "fence it first" in too_early.stderr
    assert (promoted.returncode, pointed.returncode) == (0, 0), promoted.stderr + pointed.stderr
    wait_for(lambda: servers.ask("INSERT INTO kept VALUES (2)").returncode == 0, "the new primary")
    assert servers.ask("SELECT inet_server_port(), array_agg(number) FROM kept").stdout == f"{servers.ports['db-b']}|{{1,2}}\n"

    # The old primary comes back by mistake: without its standby it can acknowledge nothing.
    servers.start("db-a", "primary")
    wait_for(lambda: servers.local("db-a", "SELECT 1") == "1", "the old primary")
    assert servers.local("db-a", "INSERT INTO kept VALUES (3) RETURNING number", timeout=3) == "no answer"
    servers.kill("db-a")

    # It is copied anew and becomes the standby.
    shutil.rmtree(servers.root / "db-a")
    servers.start("db-a", "standby")
    wait_for(lambda: servers.local("db-b", "SELECT state FROM pg_stat_replication") == "streaming", "the new standby")
    servers.local("db-b", "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    servers.local("db-b", "SELECT pg_reload_conf()")
    wait_for(lambda: servers.has_standby("db-b"), "the new standby to be synchronous")
    assert servers.ask("INSERT INTO kept VALUES (4)").returncode == 0
    assert servers.local("db-a", "SELECT array_agg(number) FROM kept") == "{1,2,4}"


def test_scripts_refuse_what_they_cannot_be_sure_of(servers, tmp_path):
    unsure = servers.script("promote-standby", tmp_path)
    no_standby = servers.script("promote-standby", "--fenced", tmp_path)
    nobody_there = servers.script("point-pool-at", "127.0.0.1", free_port(), servers.root / "state-pool/pgbouncer.ini")

    assert unsure.returncode == 2
    assert "no standby" in no_standby.stderr
    assert "stays as it is" in nobody_there.stderr
