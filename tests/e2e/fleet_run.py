"""One run on a fleet of tests (fleet_parts.py): its coordinator, its workers, and what may befall them."""
import os
import pathlib
import re
import signal
import time

from fleet_parts import end, wait_for

LEASE = 5  # seconds a worker may be silent


class Coordinator:
    """`redcode run --fleet`; `words`: the rest of the command, always the same."""

    def __init__(self, fleet, program, words, out, env=None):
        self.fleet, self.out, self.env = fleet, pathlib.Path(out), {**fleet.tls(), **(env or {})}
        self.words = [program, "run", *words, "--fleet", f"@{fleet.admin_file()}", "--store", f"file://{fleet.root}/store", "--out", out]
        self.log = fleet.root / "logs" / f"coordinator-{self.out.parent.name}.log"
        self.process = None

    def start(self):
        self.process = self.fleet.hub.spawn(self.words, env=self.env, log=self.log)
        wait_for(lambda: self.is_ready() or self.process.poll() is not None, 60, "the coordinator")
        assert self.is_ready() or self.process.returncode == 0, self.told()

    def is_ready(self):
        return (self.out / "worker.url").exists() and (self.out / "worker.url").read_text().strip() != ""

    def told(self):
        return self.log.read_text()

    def url(self):
        return (self.out / "worker.url").read_text().strip()

    def key(self):
        return re.search(r"\bredcode_w_([0-9a-f]{16})\b", self.url()).group(1)

    def kill(self):
        end(self.process)


class Worker:
    """`redcode worker` in a place of its own."""

    def __init__(self, fleet, program, coordinator, name, words=()):
        self.fleet, self.coordinator, self.place = fleet, coordinator, fleet.place()
        self.words = [program, "worker", "--ttl", f"{LEASE}s", *words]
        self.log = fleet.root / "logs" / f"{name}.log"
        self.name, self.process = name, None

    def start(self):
        self.process = self.place.spawn([*self.words, "--fleet", f"@{self.coordinator.out}/worker.url", "--run", self.coordinator.key()],
                                        env={**self.fleet.tls(), **self.coordinator.env}, log=self.log)

    def kill(self):
        end(self.process)

    def freeze(self):
        os.killpg(self.process.pid, signal.SIGSTOP)

    def thaw(self):
        os.killpg(self.process.pid, signal.SIGCONT)

    def drain(self, seconds=60):
        end(self.process, signal.SIGTERM, seconds)
        return self.process.returncode


class FleetRun:
    """A coordinator and its workers. Faults are methods named by what happens; each leaves everything running again."""

    def __init__(self, fleet, coordinator, workers):
        self.fleet, self.coordinator, self.workers = fleet, coordinator, workers
        self.restarts = 0

    def over(self):
        """How many trials have a result."""
        told = self.fleet.primary.psql("SELECT count(*) FROM redcode.result", "fleet", check=False)
        return int(told or 0)

    def restart_the_dead(self):
        """As a service manager would, but not for ever."""
        for worker in self.workers:
            if worker.process.poll() not in (None, 0) and self.coordinator.process.poll() is None:
                self.restarts += 1
                assert self.restarts < 20 * len(self.workers), worker.log.read_text()[-2000:]
                worker.start()

    def wait_until_over(self, count, seconds=120):
        """Until so many trials have results, or the run ended."""
        deadline = time.monotonic() + seconds
        while self.over() < count and self.coordinator.process.poll() is None:
            assert time.monotonic() < deadline, f"{self.over()} results, not {count}: {self.coordinator.told()[-2000:]}"
            self.restart_the_dead()
            time.sleep(0.5)

    def kill_worker(self, worker, pause=1.0):
        worker.kill()
        time.sleep(pause)
        worker.start()

    def make_zombie(self, worker):
        worker.freeze()
        time.sleep(LEASE + 3)
        worker.thaw()

    def cut_off(self, worker, seconds=LEASE + 5):
        worker.place.cut()
        time.sleep(seconds)
        worker.place.heal()

    def kill_coordinator(self, pause=1.0):
        self.coordinator.kill()
        time.sleep(pause)
        self.coordinator.start()

    def kill_database(self, pause=1.0):
        self.fleet.primary.kill()
        time.sleep(pause)
        self.fleet.primary.start()

    def kill_standby(self, pause=1.0):
        """Meanwhile no commit returns."""
        self.fleet.standby.kill()
        time.sleep(pause)
        self.fleet.standby.start()
        wait_for(self.fleet.primary.has_synchronous_standby, 30, "the standby")

    def fail_over(self):
        self.fleet.fail_over()
        self.fleet.attach_standby()

    def kill_pool(self, pause=1.0):
        end(self.fleet.pool.process)
        time.sleep(pause)
        self.fleet.pool.start(self.fleet.primary)

    def finish(self, seconds):
        """Waits for the coordinator's end."""
        deadline = time.monotonic() + seconds
        while self.coordinator.process.poll() is None:
            assert time.monotonic() < deadline, self.unfinished()
            self.restart_the_dead()
            time.sleep(0.5)

    def unfinished(self):
        """What a run that does not end waits for."""
        asked = [f"SELECT to_jsonb(t) - 'token' FROM redcode.trial t WHERE run = '{self.coordinator.key()}' AND status < 2 LIMIT 20",
                 f"SELECT number, worker, attempt, reason FROM redcode.result WHERE run = '{self.coordinator.key()}' AND NOT collected LIMIT 20",
                 f"SELECT worker, alive_until - now(), asked, lost FROM redcode.worker WHERE run = '{self.coordinator.key()}'"]
        told = [self.fleet.primary.psql(sql, "fleet", check=False) for sql in asked]
        logs = [f"{worker.name}: {worker.log.read_text()[-1500:]}" for worker in self.workers]
        return "\n".join([self.coordinator.told()[-3000:], *told, *logs])

    def close(self):
        for worker in self.workers:
            end(worker.process)
        end(self.coordinator.process)
