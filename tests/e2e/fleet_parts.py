"""A fleet's servers for tests: PostgreSQL with a synchronous standby, PgBouncer before them, a network of namespaces.

    with Fleet() as fleet:
        url = fleet.admin_url()                     # goes through PgBouncer, with TLS
        worker = fleet.place()                      # a network namespace; its processes reach the pool only
        process = worker.spawn(["redcode", "worker", ...], env=fleet.tls())
        worker.cut(); worker.heal(); fleet.primary.kill(); fleet.fail_over()

All files are in one temporary folder, all addresses in namespaces of their own, so nothing on the host is touched and
fixed ports are free. Every process is a child that dies with the test, even if that is killed.
"""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

POSTGRES = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
POOL = ("10.213.0.1", 6432)
PASSWORD = "of-the-tests-only"
PORTS = {"a": 5432, "b": 5433}

SETTINGS = """
listen_addresses = '127.0.0.1'
max_connections = 100
shared_buffers = 64MB
wal_keep_size = 512MB
hot_standby = on
password_encryption = scram-sha-256
"""
ACCESS = """
local all all trust
host replication standby 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
"""
# PgBouncer learns of roles made later from the database; pool.secret is all that its own role may call.
ROLES = f"""
CREATE ROLE standby LOGIN REPLICATION;
CREATE ROLE pool_reader LOGIN PASSWORD '{PASSWORD}';
CREATE ROLE fleet_admin LOGIN CREATEROLE CREATEDB PASSWORD '{PASSWORD}';
"""
SECRETS = """
CREATE SCHEMA pool;
CREATE FUNCTION pool.secret(name text) RETURNS TABLE(usename name, passwd text) LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog AS 'SELECT s.usename, s.passwd FROM pg_shadow s WHERE s.usename = name';
REVOKE ALL ON FUNCTION pool.secret(text) FROM PUBLIC;
GRANT USAGE ON SCHEMA pool TO pool_reader;
GRANT EXECUTE ON FUNCTION pool.secret(text) TO pool_reader;
"""
POOL_SETTINGS = """
[databases]
fleet = host=127.0.0.1 port={port} dbname=fleet
[pgbouncer]
listen_addr = {address}
listen_port = {pool_port}
unix_socket_dir = {root}/sockets
pool_mode = transaction
auth_type = scram-sha-256
auth_file = {root}/pool/users
auth_user = pool_reader
auth_query = SELECT usename, passwd FROM pool.secret($1)
client_tls_sslmode = verify-ca
client_tls_ca_file = {root}/tls/ca.crt
client_tls_cert_file = {root}/pool/server.crt
client_tls_key_file = {root}/pool/server.key
max_client_conn = 5000
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 20
"""


def wait_for(condition, seconds=30, what="something"):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError(f"waited {seconds} s in vain for {what}")


def children(pid):
    try:
        return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def succeed(words, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=options.pop("timeout", 60), check=False, **options)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


class Place:
    """A network namespace, held by a process that sleeps."""

    def __init__(self, hub=None, number=0):
        self.hub = hub
        self.address = f"10.213.{number}.2" if hub else POOL[0]
        self.holder = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "sleep", "infinity"])
        mine = os.readlink("/proc/self/ns/net")
        wait_for(lambda: os.readlink(f"/proc/{self.holder.pid}/ns/net") != mine, 10, "a namespace")
        self.ip("link", "set", "lo", "up")
        if hub is None:
            self.ip("address", "add", f"{POOL[0]}/32", "dev", "lo")
            return
        gateway = f"10.213.{number}.1"
        hub.ip("link", "add", f"place{number}", "type", "veth", "peer", "name", "eth0", "netns", self.holder.pid)
        hub.ip("address", "add", f"{gateway}/24", "dev", f"place{number}")
        hub.ip("link", "set", f"place{number}", "up")
        self.ip("address", "add", f"{self.address}/24", "dev", "eth0")
        self.ip("link", "set", "eth0", "up")
        self.ip("route", "add", "default", "via", gateway)

    def entered(self):
        return ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net"]

    def ip(self, *words):
        succeed([*self.entered(), "ip", *words])

    def spawn(self, words, user=None, env=None, log=None):
        """A process in here, in a group of its own; it dies with us. `log`: a file that gets what it says."""
        become = ["--reuid", user, "--regid", user, "--init-groups"] if user else []
        out = open(log, "ab") if log else subprocess.DEVNULL
        try:
            return subprocess.Popen([*self.entered(), "setpriv", "--pdeathsig", "KILL", *become, *map(str, words)], stdout=out,
                                    stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
                                    env={**os.environ, **(env or {})})
        finally:
            if log:
                out.close()

    def cut(self):
        """No answer gets here any more, and nobody is told so: what it still sends may arrive."""
        self.hub.ip("route", "add", "blackhole", f"{self.address}/32")

    def heal(self):
        self.hub.ip("route", "del", "blackhole", f"{self.address}/32")

    def close(self):
        self.holder.kill()
        self.holder.wait()


def end(process, how=signal.SIGKILL, seconds=30):
    """Ends a process that was spawned, with its group."""
    if process is not None and process.poll() is None:
        os.killpg(process.pid, how)
        process.wait(timeout=seconds)


class Server:
    """One PostgreSQL server."""

    def __init__(self, name, root, hub, data=None):
        self.name, self.root, self.hub, self.port = name, root, hub, PORTS[name]
        self.data = data or root / name
        self.log = root / f"{name}.log"
        self.process = None

    def tool(self, program, *words, timeout=120):
        return succeed([*self.hub.entered(), "runuser", "-u", "postgres", "--", POSTGRES / program, *words], timeout=timeout, cwd="/")

    def make(self):
        self.tool("initdb", "--pgdata", self.data, "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C")
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.write(SETTINGS + f"unix_socket_directories = '{self.root}/sockets'\n")
        (self.data / "pg_hba.conf").write_text(ACCESS)
        os.sync()  # initdb was told not to

    def copy_of(self, other):
        """Becomes a standby of `other`."""
        for path in self.data.iterdir() if self.data.exists() else []:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        self.tool("pg_basebackup", "--pgdata", self.data, "--checkpoint", "fast", "--write-recovery-conf", "--dbname",
                  f"host=127.0.0.1 port={other.port} user=standby", "--no-password")

    def start(self):
        # The socket of a server that was killed is in the way only if its pid is taken again; it is ours to remove.
        for path in (self.root / "sockets").glob(f".s.PGSQL.{self.port}*"):
            path.unlink()
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self.process = self.hub.spawn([POSTGRES / "postgres", "-D", self.data, "-p", self.port, "-c", f"cluster_name={self.name}"],
                                      user="postgres", log=self.log)
        wait_for(self.answers, 60, f"server {self.name}: {self.log.read_text()[-2000:]}")

    def answers(self):
        assert self.process.poll() is None, self.log.read_text()[-2000:]
        return self.psql("SELECT 1", check=False) == "1"

    def psql(self, sql, database="postgres", check=True, timeout=30):
        """As the superuser, past the pool; gives what it answers, unaligned."""
        done = subprocess.run(["psql", "-h", self.root / "sockets", "-p", str(self.port), "-U", "postgres", "-d", database,
                               "-AtqX", "-v", "ON_ERROR_STOP=1", "-c", sql], capture_output=True, text=True, timeout=timeout, check=False)
        assert not check or done.returncode == 0, done.stderr
        return done.stdout.strip()

    def processes(self):
        return [self.process.pid, *children(self.process.pid)]

    def signal(self, how):
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)

    def kill(self):
        """kill -9 of the postmaster and every backend at once."""
        self.signal(signal.SIGSTOP)  # so that none makes another meanwhile
        self.signal(signal.SIGKILL)
        self.process.wait(timeout=30)

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(timeout=30)

    def promote(self):
        self.tool("pg_ctl", "promote", "--pgdata", self.data, "--wait")

    def has_synchronous_standby(self):
        return self.psql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", check=False) == "1"


class Pool:
    """PgBouncer, in transaction mode."""

    def __init__(self, root, hub):
        self.root, self.hub, self.process = root, hub, None
        self.settings = root / "pool/pgbouncer.ini"

    def write(self, server):
        self.settings.write_text(POOL_SETTINGS.format(root=self.root, port=server.port, address=POOL[0], pool_port=POOL[1]))

    def start(self, server):
        (self.root / "pool/users").write_text(f'"pool_reader" "{PASSWORD}"\n')
        self.write(server)
        (self.root / f"sockets/.s.PGSQL.{POOL[1]}").unlink(missing_ok=True)
        self.process = self.hub.spawn(["/usr/sbin/pgbouncer", self.settings], user="postgres", log=self.root / "pool.log")
        wait_for(lambda: self.console("SHOW VERSION", check=False), 20, "the pool")

    def console(self, command, check=True):
        done = subprocess.run(["runuser", "-u", "postgres", "--", "psql", "-h", self.root / "sockets", "-p", str(POOL[1]), "-U", "pgbouncer",
                               "-AtqX", "-c", command, "pgbouncer"], capture_output=True, text=True, timeout=20, check=False, cwd="/")
        assert not check or done.returncode == 0, done.stderr
        return done.stdout.strip()

    def point_at(self, server):
        self.write(server)
        self.console("RELOAD")
        self.console("RECONNECT")


def make_ca(folder, name):
    succeed(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
             f"/CN={name}", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.crt"])


def make_certificate(folder, ca, name, *more):
    succeed(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
             f"/CN={name}", "-CA", folder / f"{ca}.crt", "-CAkey", folder / f"{ca}.key", "-keyout", folder / f"{name}.key", "-out",
             folder / f"{name}.crt", "-addext", "basicConstraints=critical,CA:FALSE", *more])


class Fleet:
    """The servers of a fleet, running. `disk(name)` may give a folder for a server's data."""

    def __init__(self, disk=None):
        self.disk = disk
        self.places = 0
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        try:
            self.build()
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *error):
        self.stack.close()

    def build(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="fleet-of-tests-"))
        self.stack.callback(shutil.rmtree, self.root, ignore_errors=True)
        self.root.chmod(0o711)
        for name in ("sockets", "pool", "a", "b"):
            (self.root / name).mkdir(mode=0o700)
            shutil.chown(self.root / name, "postgres", "postgres")
        for name in ("tls", "store", "logs"):
            (self.root / name).mkdir()
        self.make_keys()
        self.hub = Place()
        self.stack.callback(self.hub.close)
        self.primary, self.standby = (Server(name, self.root, self.hub, self.disk and self.disk(name)) for name in "ab")
        self.pool = Pool(self.root, self.hub)
        for server in (self.primary, self.standby):
            self.stack.callback(server.stop)
        self.stack.callback(lambda: end(self.pool.process))
        self.primary.make()
        self.primary.start()
        self.primary.psql(ROLES)
        self.primary.psql("CREATE DATABASE fleet OWNER fleet_admin")
        self.primary.psql(SECRETS, "fleet")
        self.attach_standby()
        self.pool.start(self.primary)

    def make_keys(self):
        tls = self.root / "tls"
        for ca in ("ca", "other-ca"):
            make_ca(tls, ca)
        make_certificate(tls, "ca", "pool", "-addext", f"subjectAltName=IP:{POOL[0]}")
        make_certificate(tls, "ca", "worker")
        make_certificate(tls, "other-ca", "stranger")
        for kind in ("key", "crt"):
            copy = self.root / f"pool/server.{kind}"
            shutil.copyfile(tls / f"pool.{kind}", copy)
            copy.chmod(0o600)
            shutil.chown(copy, "postgres", "postgres")
        (tls / "ca.crt").chmod(0o644)

    def attach_standby(self):
        """The standby, made anew; from now on a commit waits for it."""
        self.standby.copy_of(self.primary)
        self.standby.start()
        self.primary.psql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.psql("SELECT pg_reload_conf()")
        wait_for(self.primary.has_synchronous_standby, 30, "the standby to be synchronous")

    def fail_over(self):
        """What an operator does: the old primary is fenced (here: dead), the standby takes over, the pool follows."""
        self.primary.kill()
        self.standby.psql("ALTER SYSTEM SET synchronous_standby_names = ''")  # it has no standby of its own yet
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.pool.point_at(self.primary)

    def admin_url(self, user="fleet_admin", password=PASSWORD):
        return f"postgresql://{user}:{password}@{POOL[0]}:{POOL[1]}/fleet"

    def admin_file(self):
        """The same in a file, where no list of processes shows it."""
        file = self.root / "admin.url"
        file.touch(mode=0o600)
        file.write_text(self.admin_url() + "\n")
        return file

    def tls(self, name="worker"):
        """What libpq is told by its environment."""
        tls = self.root / "tls"
        return {"PGSSLMODE": "verify-full", "PGSSLROOTCERT": str(tls / "ca.crt"), "PGSSLCERT": str(tls / f"{name}.crt"),
                "PGSSLKEY": str(tls / f"{name}.key")}

    def place(self):
        self.places += 1
        made = Place(self.hub, self.places)
        self.stack.callback(made.close)
        return made

    def ask(self, url, sql, tls="worker"):
        """psql through the pool, as anyone might."""
        return subprocess.run([*self.hub.entered(), "psql", "-AtqX", "-d", url, "-c", sql], capture_output=True, text=True, timeout=40,
                              check=False, env={**os.environ, **self.tls(tls)})

    def left_behind(self):
        """Processes of ours that are still there; called after the end."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if re.search(re.escape(str(self.root)), entry.read_bytes().decode(errors="replace")):
                    found.append(entry.parent.name)
        return found
