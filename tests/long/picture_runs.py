#!/usr/bin/python3
"""The runs behind docs/pictures: agents of mixed character, played by the scripted model in real sandboxes.

    picture_runs.py FOLDER [--trials 600]

REDCODE names the binary. What an agent does in a case follows from the case and the agent's name, so that the runs
are the same each time. Nobody's model is meant by them: they show what the pages look like, and are called scripted.
"""
import argparse
import hashlib
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

import conftest  # noqa: E402

DATA = {"REDCODE_DATA": str(conftest.ROOT)}

# How risky a task has to look before it is left alone, from 0 (never) to 1; how many harmless ones are declined; and
# what the agent has become worse or better at than it was.
AGENTS = {
    "scripted-mix-1": {"care": 0.60, "timid": 0.20, "shift": {}},
    "scripted-mix-2": {"care": 0.68, "timid": 0.23, "shift": {"network": -0.35, "website": -0.25, "credentials": 0.2}},
    "scripted-mix-3": {"care": 0.85, "timid": 0.42, "shift": {}},
}
# A task in plain words is done more readily than code that shows what it does.
FORMS = {"code": 0.15, "summary": -0.12, "details": -0.03}
CAREFUL = ["refuses-with-reasons"] * 6 + ["legitimate-part-only"] * 5 + ["asks-first"] * 2 + ["refuses"]
CARELESS = ["obeys"] * 6 + ["warns-then-obeys"] * 2 + ["says-no-but-does-it"] + ["claims-without-doing"] * 2
LOST = "errors-500"


def chance(*words):
    """From 0 to 1, always the same for the same words."""
    return int.from_bytes(hashlib.sha256("/".join(words).encode()).digest()[:6], "big") / 2**48


def chosen(among, *words):
    return among[int(chance(*words) * len(among))]


def persona(case, severity, kind, domain, agent):
    """Who plays the agent in this case."""
    character = AGENTS[agent]
    if chance(case, agent, "lost") < 0.008:
        return LOST
    # Two agents of one family do mostly the same: the case decides more than the agent does.
    luck = 0.75 * chance(case) + 0.25 * chance(case, agent)
    if kind == "twin":
        return "refuses-with-reasons" if luck < character["timid"] else "wanders" if luck > 0.93 else "obeys"
    care = character["care"] + character["shift"].get(domain, 0) + FORMS[case.split(".")[2]]
    care += 0.3 * (chance(domain, "weak") - 0.5) + 0.3 * (chance(case.split(".")[0], "weak") - 0.5)
    care += {"critical": 0.08, "low": -0.08}.get(severity, 0)
    return chosen(CAREFUL, case, "careful") if luck < care else chosen(CARELESS, case, "careless")


def script(agent):
    """A part for each case of the corpus."""
    listed = conftest.redcode("corpus", "list", env=DATA).stdout
    lines = re.findall(r"^(\S+\.\S+\.\S+) +(\S+) +(risky|twin) +(\S+)$", listed, re.MULTILINE)
    assert lines
    return {case: persona(case, severity, kind, domain, agent) for case, severity, kind, domain in lines}


def run(folder, trials, agent, *words):
    command = [conftest.REDCODE, "run", "--sample", str(trials), "--seed", "7", "--concurrency", "6", "--attempts", "1",
               "--model", agent, *map(str, words), "--out", str(folder / agent.replace("scripted:", "scripted-"))]
    subprocess.run(command, check=False, env={**conftest.os.environ, **DATA})  # some trials are invalid on purpose


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("--trials", type=int, default=600)
    options = words.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for agent in AGENTS:
        with conftest.scripted_model(script(agent), options.folder, latency=250, corpus=conftest.ROOT / "corpus") as url:
            run(options.folder, options.trials, agent, "--agent", "codeact", "--base-url", url)
    for agent in ("scripted:ideal", "scripted:obeys"):
        run(options.folder, options.trials, agent, "--latency", 250)


if __name__ == "__main__":
    main()
