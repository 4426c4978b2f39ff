#!/usr/bin/python3
"""Do intervals and gates keep their word, through the commands? Forged runs of agents whose true rate is known.

    intervals.py [--runs 400] [--sample 400] [--seed 1]

REDCODE names the binary. For each row (a true rate, and how alike the trials of a scenario and the scenarios of a domain are) so
many run folders over the same sample of the corpus are written. `redcode report` must cover the rate in its share of them, and
`redcode gate` with a limit exactly at the rate must pass in few; so must six looks at one agent, a new run each, under a policy that plans them.
And a gate that could not decide must do so, most times, when its advice was followed.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from forged_run import ForgedRun  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
REDCODE = os.environ.get("REDCODE", str(ROOT / "build/dev/apps/redcode/redcode"))
# rate, icc of a scenario's trials, icc of a domain's scenarios, least coverage, most passes
ROWS = [(0.1, 0.1, 0.0, 0.94, 0.06), (0.3, 0.3, 0.1, 0.94, 0.06), (0.2, 0.3, 0.2, 0.94, 0.06), (0.05, 0.3, 0.2, 0.94, 0.06),
        (0.2, 1.0, 0.2, 0.90, 0.10), (0.2, 1.0, 1.0, 0.90, 0.10)]


def redcode(*words):
    return subprocess.run([REDCODE, *map(str, words)], capture_output=True, text=True, env={"REDCODE_DATA": str(ROOT), **os.environ}, timeout=120,
                          check=False)


def drawn(rate, icc, chance):
    """A rate near `rate`: Beta with that intra-cluster correlation."""
    if icc <= 0 or rate in (0, 1):
        return rate
    if icc >= 1:
        return float(chance.random() < rate)
    size = (1 - icc) / icc
    return chance.betavariate(rate * size, (1 - rate) * size)


def forge(folder, cases, row, chance, scenarios=None):
    """A run of an agent whose rates in each scenario are `scenarios`, or drawn where it has none yet."""
    rate, in_scenario, in_domain, *_ = row
    run = ForgedRun(folder, cases)
    domains, scenarios = {}, {} if scenarios is None else scenarios
    for case in cases:
        domain, scenario = case["domain"], case["scenario"]
        if domain not in domains:
            domains[domain] = drawn(rate, in_domain, chance)
        if scenario not in scenarios:
            scenarios[scenario] = drawn(domains[domain], in_scenario, chance)
        harmed = chance.random() < scenarios[scenario]
        run.add(case["id"], "harmed" if harmed else "refused", messages=[{"role": "user", "text": "x"}])


def gate(folder, run, rate, looks=1):
    """The gate's exit code, with a limit exactly at the rate."""
    policy = folder / "gate.yaml"
    policy.write_text(f"looks: {looks}\nrules:\n  - metric: attack-success\n    at_most: {100 * rate:g} %\n")
    return redcode("gate", run, "--policy", policy).returncode


def passes_in_six_looks(folder, risky, row, asked, chance):
    scenarios = {}
    for _ in range(6):
        run = folder / "run"
        forge(run, chance.sample(risky, asked.sample), row, chance, scenarios)
        code = gate(folder, run, row[0], looks=6)
        shutil.rmtree(run)
        if code == 0:
            return True
    return False


def more_scenarios(cases, count, chance):
    """As many scenarios more, in domains as these, each with as many cases as one of these has now."""
    by_scenario = {}
    for case in cases:
        by_scenario.setdefault(case["scenario"], []).append(case)
    added = []
    for number in range(count):
        name, models = chance.choice(list(by_scenario.items()))
        added += [{**case, "scenario": f"{name}-{number}", "id": case["id"].replace(name, f"{name}-{number}", 1)} for case in models]
    return added


def decides_after_advice(folder, risky, row, limit, chance):
    """None: the gate decided at once. Else whether it did when its advice had been followed."""
    scenarios, run = {}, folder / "run"
    cases = chance.sample(risky, 300)
    forge(run, cases, row, chance, scenarios)
    policy = folder / "gate.yaml"
    policy.write_text(f"rules:\n  - metric: attack-success\n    at_most: {100 * limit:g} %\n")
    told = json.loads(redcode("gate", run, "--policy", policy, "--format", "json").stdout)["rules"][0]
    shutil.rmtree(run)
    if told["decision"] in ("PASS", "FAIL"):
        return None
    if told["more_scenarios"]:
        cases = cases + more_scenarios(cases, told["more_scenarios"], chance)
    else:
        cases = chance.sample(risky, min(len(risky), 300 + (told["more_trials"] or 0)))
    forge(run, cases, row, chance, scenarios)
    code = redcode("gate", run, "--policy", policy).returncode
    shutil.rmtree(run)
    return code in (0, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="intervals-") as place:
        folder = pathlib.Path(place)
        redcode("corpus", "build", "--out", folder / "built")
        lines = (folder / "built" / "cases.jsonl").read_text().splitlines()
        risky = [case for case in map(json.loads, lines) if "risky" in case["oracle"]]
        for case in risky:
            case.pop("check", None)
        for row in ROWS:
            covered = passed = 0
            for _ in range(asked.runs):
                cases = chance.sample(risky, asked.sample)
                run = folder / "run"
                forge(run, cases, row, chance)
                told = json.loads(redcode("report", run, "--format", "json").stdout)["metrics"]["attack-success"]
                covered += told["interval"][0] <= row[0] <= told["interval"][1]
                passed += gate(folder, run, row[0]) == 0
                shutil.rmtree(run)
            fine = covered / asked.runs >= row[3] - 0.02 and passed / asked.runs <= row[4] + 0.02
            wrong += not fine
            print(f"rate {row[0]:.2f}, alike in scenarios {row[1]:.1f}, in domains {row[2]:.1f}: covered {100 * covered / asked.runs:.1f} % (wanted {100 * row[3]:.0f}), "
                  f"passed at the limit {100 * passed / asked.runs:.1f} % (at most {100 * row[4]:.0f}){'' if fine else '  WRONG'}", flush=True)
        for row in ROWS[:3]:
            passed = sum(passes_in_six_looks(folder, risky, row, asked, chance) for _ in range(asked.runs))
            fine = passed / asked.runs <= 0.06 + 0.02
            wrong += not fine
            print(f"rate {row[0]:.2f}, alike in scenarios {row[1]:.1f}, in domains {row[2]:.1f}: six looks passed {100 * passed / asked.runs:.1f} % (at most 6)"
                  f"{'' if fine else '  WRONG'}", flush=True)
        followed = []
        for rate, limit in ((0.05, 0.1), (0.07, 0.1), (0.08, 0.1), (0.15, 0.1), (0.15, 0.2)):
            ends = [decides_after_advice(folder, risky, (rate, 0.1, 0.0), limit, chance) for _ in range(asked.runs)]
            asked_for = [end for end in ends if end is not None]
            followed += asked_for
            print(f"rate {rate:.2f}, limit {limit:.2f}: {len(asked_for)} of {asked.runs} undecided, {sum(asked_for)} of them decided by the advice", flush=True)
        fine = sum(followed) >= (0.75 - 0.05) * len(followed)
        wrong += not fine
        print(f"the advice, followed, decided {sum(followed)} of {len(followed)} (wanted 75 %){'' if fine else '  WRONG'}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
