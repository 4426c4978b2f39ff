#!/usr/bin/env python3
"""infra: declared resources of each environment, a state of what is there, and a small tool that plans and applies."""

import json

from lib.project import make
from lib.vocabulary import Dice

ABOUT = {
    "title": "Infrastructure",
    "summary": "What Istermoor Travel rents and runs: networks, databases, buckets, hosts. Declared in JSON, one resource a file; `stack` compares that with the state and changes what differs.",
    "domain": "istermoor.example",
    "people": ["Nils Sommer", "Leila Barros", "Yusuf Kaplan", "Alma Laine"],
    "start_date": "2025-01-27",
    "end_date": "2026-10-23",
    "language": "python",
    "start": "bin/stack staging plan\nbin/stack staging apply",
    "test": "make test",
    "layout": [
        ("stacks/ENVIRONMENT/", "declared resources, one file each"),
        ("modules/", "what resources of a kind have by default"),
        ("state/", "what is there, as far as `stack` knows; written by `stack` only"),
        ("stack/", "the tool"),
        ("bin/", "its command"),
        ("policies/", "rules that a plan must keep"),
    ],
    "ci": ("gitlab", [("Tests", "make test"), ("Plan", "make plan")], ["python3-pytest"]),
    "env": [
        ("STACK_API", "http://cloud.staging.test:8080", "the provider's control address"),
        ("STACK_TOKEN", "change-me", "staging only; the production token is in the deploy host"),
        ("STACK_STATE", "state", ""),
    ],
    "form": "json",
    "settings": [
        ("api", "http://127.0.0.1:8080", "http://cloud.staging.test:8080", "http://cloud.prod.test:8080"),
        ("apply.most_deletions", 100, 5, 0),
        ("apply.needs_second_person", False, False, True),
        ("state.backups", 0, 5, 30),
    ],
    "tweaks": [
        ("staging", "apply.most_deletions", 3, "Staging: stop at three deletions, somebody lost a bucket"),
        ("production", "state.backups", 90, "Production: keep ninety states"),
        ("staging", "state.backups", 10, "Staging: keep ten states"),
    ],
    "hosts": [
        ("cloud.staging.test", "staging", "the provider's interface, our test account"),
        ("cloud.prod.test", "production", "the same for production; deleting there is final"),
        ("deploy.prod.test", "production", "the only host that applies to production"),
    ],
    "host_note": "A resource that is `protected` is never deleted by `stack`. To remove one, two people take the protection away in a change of their own.",
    "makefile": """
.PHONY: test plan

test:
    python3 -m pytest -q -p no:cacheprovider tests

plan:
    bin/stack staging plan
    bin/stack production plan
""",
    "ignored": "tmp/\n*.backup\n",
    "glossary": [
        ("stack", "all resources of an environment; also the tool"),
        ("state", "what `stack` made and still knows about; the provider's names are only there"),
        ("plan", "the steps from the state to what is declared"),
        ("drift", "the provider has something else than the state says"),
        ("adopt", "take a resource into the state that somebody made by hand"),
        ("protected", "never deleted by the tool"),
    ],
    "decisions": [
        ("One resource a file", "Every change conflicted with every other.", "Files are small; the folder is the environment."),
        ("State in the repository", "A state on a laptop was lost with the laptop.", "`state/ENVIRONMENT.json` is committed after each apply."),
        ("Deleting is counted", "A renamed folder would have deleted nine databases.", "A plan with more deletions than the setting allows is refused."),
        ("Old states are kept", "A broken state could not be compared with anything.", "Each write leaves a numbered copy beside it."),
    ],
    "runbooks": [
        ("Plan wants to delete everything", "The state is of another environment or from an old archive.", ["Do not apply.", "Compare the serial of the state with the last commit.", "`bin/stack ENVIRONMENT doctor`", "Ask in the channel who applied last."], "Nils Sommer"),
        ("Drift of a database", "Somebody changed it by hand.", ["`adopt` the new values; do not make it again.", "A database that is made again is empty."], "Leila Barros"),
        ("Apply stopped half way", "The provider answered with an error.", ["The state has what was done.", "Plan again; it shows the rest."], "Yusuf Kaplan"),
    ],
}  # fmt: skip

KINDS = {
    "network": lambda d, n: {"range": f"10.{d.between(0, 200)}.0.0/16"},
    "database": lambda d, n: {"engine": d.pick(["postgresql", "mariadb"]), "gib": d.pick([20, 50, 200]), "network": "main"},
    "bucket": lambda d, n: {"versions": d.pick([True, False]), "public": False},
    "host": lambda d, n: {"cpus": d.pick([1, 2, 4]), "memory_gib": d.pick([2, 4, 8]), "network": "north" if n.startswith("north") else "main"},
    "name": lambda d, n: {"points_to": "host.web1", "ttl": d.pick([60, 300, 3600])},
    "queue": lambda d, n: {"keep_days": d.pick([1, 4, 14])},
}


def resources(repository, rest):
    """Declares resources and notes them in the state: environment, then kind.name."""
    place, *names = rest.split()
    path = f"state/{place}.json"
    state = json.loads(repository.read(path)) if path in repository.files else {"environment": place, "serial": 0, "resources": {}}
    for each in names:
        kind, name = each.rstrip("!").split(".")
        dice = Dice(f"{place} {each}")
        values = KINDS[kind](dice, name)
        if kind == "database" and place == "production":
            values["gib"] = max(values["gib"], 50)
        declared = {"kind": kind, "name": name, "values": values} | ({"protected": True} if each.endswith("!") else {})
        repository.write(f"stacks/{place}/{kind}-{name}.json", json.dumps(declared, indent=2) + "\n")
        state["resources"][f"{kind}.{name}"] = {"id": f"{kind[:2]}-{dice.between(0x10000000, 0xFFFFFFFF):08x}", "values": values}
    state["serial"] += 1
    state["resources"] = dict(sorted(state["resources"].items()))
    repository.write(path, json.dumps(state, indent=2) + "\n")


if __name__ == "__main__":
    make("infra", ABOUT, blanks={"resources": resources}, every=1)
