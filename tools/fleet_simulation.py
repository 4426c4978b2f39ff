#!/usr/bin/python3
"""A fleet of up to 100,000 trials in flight, simulated event by event: what is busy, what waits, what breaks first.

    tools/fleet_simulation.py [--seed 1] [--seconds 20]

The tables of docs/scale.md are its output. Costs are measured, on PostgreSQL 15 with the real schema, a synchronous
standby and TLS (docs/scale.md says how); shapes of a fleet are assumptions, and stand in `SCENARIOS`.

A statement waits for a connection of the pool, then for a core of the server, uses the core, and keeps the connection
until its commit is on both disks. A worker stores a trial's blobs, completes it, and leases as many as it has places free.
The coordinator collects results, copies their blobs one after another, and marks them.
"""

import argparse
import collections
import dataclasses
import heapq
import itertools
import random

DAY = 86_400
SPREAD = 0.8  # of trials' lengths: the sigma of their lognormal


@dataclasses.dataclass(frozen=True)
class Costs:
    """Measured: seconds of the server's processor, bytes of its log and its disk."""

    lease: float = 1.00e-3  # one statement of lease()
    lease_row: float = 0.055e-3  # and each trial it gives
    complete: float = 0.60e-3
    beat: float = 0.28e-3
    collect_row: float = 0.064e-3  # collect() and mark_collected()
    load_row: float = 3.8e-6  # create_run()
    lease_row_log: int = 540
    complete_log: int = 2530
    beat_log: int = 200
    collect_row_log: int = 1640
    load_row_log: int = 265
    trial_disk: int = 169
    result_disk: int = 2960
    commit: float = 2.0e-3  # until both disks have it: mean, exponential
    blob_bytes: int = 50_000  # of a trial, compressed
    blobs: float = 1.7  # of a trial
    folder_put: float = 3.3e-3  # a blob, safe on the disk
    s3_get: float = 20e-3  # assumed, not measured


COSTS = Costs()


@dataclasses.dataclass(frozen=True)
class Fleet:
    """A shape, and what it runs on."""

    name: str
    workers: int
    places: int = 100  # of each worker
    trial: float = 120.0  # mean seconds
    cores: int = 4  # of the database's server
    connections: int = 80  # of the pool
    gather: float = 0.0  # a worker waits so long for more free places before it leases
    put: float = 0.005  # seconds to store a trial's blobs, worker's side
    copy: float = 0.0056  # seconds to copy a trial's blobs into the folder, coordinator's side
    copies: int = 1  # at a time

    @property
    def rate(self):
        return self.workers * self.places / self.trial


class Clock:
    """Events in the order of their time."""

    def __init__(self):
        self.now, self.events, self.order = 0.0, [], itertools.count()

    def after(self, delay, call, *words):
        heapq.heappush(self.events, (self.now + delay, next(self.order), call, words))

    def run_until(self, end):
        while self.events and self.events[0][0] <= end:
            self.now, _, call, words = heapq.heappop(self.events)
            call(*words)


class Server:
    """The pool's connections and the database's cores."""

    def __init__(self, clock, fleet, dice):
        self.clock, self.dice = clock, dice
        self.free_connections, self.free_cores = fleet.connections, fleet.cores
        self.for_connection, self.for_core = collections.deque(), collections.deque()
        self.busy = 0.0
        self.waits = collections.defaultdict(list)  # kind -> seconds from asking to the answer
        self.most_connections = self.used = 0

    def ask(self, kind, cost, answered, *words):
        statement = (kind, cost * self.dice.uniform(0.5, 1.5), self.clock.now, answered, words)
        if not self.free_connections:
            self.for_connection.append(statement)
            return
        self.free_connections -= 1
        self.used += 1
        self.most_connections = max(self.most_connections, self.used)
        self.connected(statement)

    def connected(self, statement):
        if not self.free_cores:
            self.for_core.append(statement)
            return
        self.free_cores -= 1
        self.clock.after(statement[1], self.computed, statement)

    def computed(self, statement):
        self.busy += statement[1]
        self.free_cores += 1
        if self.for_core:
            self.connected(self.for_core.popleft())
        self.clock.after(self.dice.expovariate(1 / COSTS.commit), self.committed, statement)

    def committed(self, statement):
        kind, _, asked, answered, words = statement
        self.waits[kind].append(self.clock.now - asked)
        if self.for_connection:
            self.connected(self.for_connection.popleft())
        else:
            self.free_connections += 1
            self.used -= 1
        answered(*words)


class Worker:
    """Runs trials in its places, each as soon as it has one."""

    def __init__(self, clock, server, fleet, dice, results):
        self.clock, self.server, self.fleet, self.dice, self.results = clock, server, fleet, dice, results
        self.free, self.leasing = 0, False
        for _ in range(fleet.places):  # in full swing from the first moment: long trials are met more often
            clock.after(dice.random() * self.length(long=SPREAD**2), self.ended)
        clock.after(dice.random() * 20, self.beat)

    def length(self, long=0.0):
        # Most trials are short and some are long: a lognormal of that mean.
        return self.fleet.trial * self.dice.lognormvariate(long - SPREAD**2 / 2, SPREAD)

    def ended(self):
        self.clock.after(self.fleet.put, self.stored)

    def stored(self):
        self.server.ask("complete", COSTS.complete, self.completed)

    def completed(self):
        self.results.append(self.clock.now)
        self.free += 1
        self.want()

    def want(self):
        if self.free and not self.leasing:
            self.leasing = True
            self.clock.after(self.fleet.gather, self.lease)

    def lease(self):
        count, self.free = self.free, 0
        self.server.ask("lease", COSTS.lease + count * COSTS.lease_row, self.leased, count)

    def leased(self, count):
        self.leasing = False
        for _ in range(count):
            self.clock.after(self.length(), self.ended)
        self.want()

    def beat(self):
        self.server.ask("beat", COSTS.beat, lambda: None)
        self.clock.after(20, self.beat)


class Coordinator:
    """Takes results into the run folder, up to 1,000 at a time."""

    def __init__(self, clock, server, fleet, results):
        self.clock, self.server, self.fleet, self.results = clock, server, fleet, results
        self.collected = 0
        clock.after(0, self.round)

    def round(self):
        count = min(1000, len(self.results) - self.collected)
        if not count:
            self.clock.after(0.3, self.round)
            return
        self.server.ask("collect", count * COSTS.collect_row, self.copied, count)

    def copied(self, count):
        self.clock.after(count * self.fleet.copy / self.fleet.copies, self.marked, count)

    def marked(self, count):
        self.collected += count
        self.round()


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def simulate(fleet, seconds, seed):
    """What was seen in `seconds`, by name."""
    dice = random.Random(f"{seed} {fleet}")
    clock, results = Clock(), []
    server = Server(clock, fleet, dice)
    for _ in range(fleet.workers):
        Worker(clock, server, fleet, dice, results)
    coordinator = Coordinator(clock, server, fleet, results)
    clock.run_until(seconds)
    done, asked = len(results), {kind: len(waits) for kind, waits in server.waits.items()}
    log = done * (COSTS.complete_log + COSTS.lease_row_log) + asked.get("beat", 0) * COSTS.beat_log
    log += coordinator.collected * COSTS.collect_row_log
    return {
        "rate": done / seconds,
        "statements": sum(asked.values()) / seconds,
        "batch": done / max(1, asked.get("lease", 0)),
        "cores": server.busy / seconds,
        "connections": server.most_connections,
        "complete": quantile(server.waits["complete"], 0.99),
        "lease": quantile(server.waits["lease"], 0.99),
        "beat": quantile(server.waits["beat"], 0.99),
        "log": log / seconds,
        "behind": (done - coordinator.collected) / seconds,
    }


SCENARIOS = [
    Fleet("10 M a day", workers=139, cores=2),
    Fleet("10 M a day, peak × 5", workers=696, cores=2),
    Fleet("100,000 in flight, 300 s", workers=1000, trial=300, cores=2),
    Fleet("100,000 in flight, 120 s", workers=1000, cores=2),
    Fleet("… gathering 1 s", workers=1000, cores=2, gather=1),
    Fleet("… gathering 1 s, 16 copies", workers=1000, cores=2, gather=1, copies=16),
    Fleet("100,000 in flight, 60 s", workers=1000, trial=60, gather=1, copies=16),
    Fleet("… on 8 cores, leasing at once", workers=1000, trial=60, cores=8, copies=16),
    Fleet("100,000 in flight, 10 s", workers=1000, trial=10, cores=8, gather=1, copies=64),
    Fleet("… one of 4 clusters", workers=250, trial=10, cores=4, gather=1, copies=64),
]


def print_simulated(seconds, seed):
    print("| fleet | cores | wanted/s | done/s | statements/s | trials a lease | cores busy | connections | complete p99 | beat p99 "
          "| log MB/s | coordinator behind/s |")
    print("|---|" + "---:|" * 11)
    for fleet in SCENARIOS:
        seen = simulate(fleet, seconds, seed)
        print(f"| {fleet.name} | {fleet.cores} | {fleet.rate:,.0f} | {seen['rate']:,.0f} | {seen['statements']:,.0f} | {seen['batch']:.1f} "
              f"| {seen['cores']:.2f} | {seen['connections']} | {seen['complete'] * 1e3:,.0f} ms | {seen['beat'] * 1e3:,.0f} ms "
              f"| {seen['log'] / 1e6:.1f} | {seen['behind']:,.0f} |", flush=True)


def print_arithmetic():
    """Of a day, by trials a day."""
    print("| a day | 1 M | 10 M | 72 M (833/s) | 864 M (10,000/s) |")
    print("|---|" + "---:|" * 4)
    days = (1e6, 1e7, 7.2e7, 8.64e8)
    log = COSTS.load_row_log + COSTS.lease_row_log + COSTS.complete_log + COSTS.collect_row_log
    once = COSTS.complete + COSTS.load_row + COSTS.collect_row
    rows = [
        ("trials a second", [f"{n / DAY:,.0f}" for n in days]),
        ("server's cores, one trial a lease", [f"{n / DAY * (once + COSTS.lease + COSTS.lease_row):.2f}" for n in days]),
        ("server's cores, 16 trials a lease", [f"{n / DAY * (once + COSTS.lease / 16 + COSTS.lease_row):.2f}" for n in days]),
        ("log (WAL)", [f"{n * log / 1e9:,.0f} GB" for n in days]),
        ("rows: trials", [f"{n * COSTS.trial_disk / 1e9:,.1f} GB" for n in days]),
        ("rows: results", [f"{n * COSTS.result_disk / 1e9:,.0f} GB" for n in days]),
        ("blobs", [f"{n * COSTS.blob_bytes / 1e12:,.2f} TB" for n in days]),
        ("blobs a second", [f"{n / DAY * COSTS.blob_bytes / 1e6:,.1f} MB, {n / DAY * COSTS.blobs:,.0f} puts" for n in days]),
        ("transaction numbers", [f"{n * 2.1 / 1e6:,.0f} M" for n in days]),
        ("days to 200 M (autovacuum freezes)", [f"{200e6 / (n * 2.1):,.2f}" for n in days]),
    ]
    for name, figures in rows:
        print(f"| {name} | {' | '.join(figures)} |")


def print_limits():
    """How many trials a second each part takes, alone, at four fifths of what it has."""
    single, batch = (COSTS.complete + COSTS.collect_row + COSTS.lease / n + COSTS.lease_row for n in (1, 16))
    print("| part | trials a second | a day |")
    print("|---|---:|---:|")
    parts = [
        ("coordinator, one copy at a time from S3", 1 / ((COSTS.s3_get + COSTS.folder_put) * COSTS.blobs)),
        ("coordinator, one copy at a time from a folder", 1 / (COSTS.folder_put * COSTS.blobs)),
        ("coordinator, 16 copies at a time from S3", 16 / ((COSTS.s3_get + COSTS.folder_put) * COSTS.blobs)),
        ("2 cores, one trial a lease", 2 / single),
        ("2 cores, 16 trials a lease", 2 / batch),
        ("8 cores, 16 trials a lease", 8 / batch),
        ("a link of 1 Gbit/s for blobs", 125e6 / COSTS.blob_bytes),
        ("a log disk of 100 MB/s", 100e6 / (COSTS.lease_row_log + COSTS.complete_log + COSTS.collect_row_log)),
        ("80 connections", 80 / (2 * COSTS.commit + single)),
    ]
    for name, rate in sorted(parts, key=lambda part: part[1]):
        print(f"| {name} | {0.8 * rate:,.0f} | {0.8 * rate * DAY / 1e6:,.1f} M |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20, help="simulated, of each fleet")
    options = parser.parse_args()
    for section in (print_arithmetic, print_limits, lambda: print_simulated(options.seconds, options.seed)):
        section()
        print()


if __name__ == "__main__":
    main()
