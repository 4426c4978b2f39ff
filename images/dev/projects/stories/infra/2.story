@@ Alma | Apply, through the provider's interface
=== stack/provider.py
"""The provider's interface over HTTP."""

import json
import os
import urllib.request


class Provider:
    def __init__(self, address, token=None):
        self.address, self.token = address.rstrip("/"), token or os.environ.get("STACK_TOKEN", "")

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.address + path, method=method, data=None if body is None else json.dumps(body).encode())
        request.add_header("Authorization", f"Bearer {self.token}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or b"{}")

    def create(self, resource):
        return self.ask("POST", f"/{resource['kind']}s", {"name": resource["name"], **resource["values"]})["id"]

    def change(self, kind, number, values):
        self.ask("PUT", f"/{kind}s/{number}", values)

    def delete(self, kind, number):
        self.ask("DELETE", f"/{kind}s/{number}")
=== stack/apply.py
"""Does the steps of a plan; the state is written after each, so that nothing is forgotten."""


def apply(steps, declared, state, provider, keep):
    """`keep`: writes a state and gives it back with its new serial."""
    for verb, name, differ in steps:
        kind, known = name.split(".")[0], state["resources"]
        if verb in ("delete", "remake"):
            provider.delete(kind, known[name]["id"])
            known = {each: value for each, value in known.items() if each != name}
        if verb in ("create", "remake"):
            known = {**known, name: {"id": provider.create(declared[name]), "values": declared[name]["values"]}}
        if verb == "change":
            provider.change(kind, known[name]["id"], {key: new for key, (_, new) in differ.items()})
            known = {**known, name: {**known[name], "values": declared[name]["values"]}}
        state = keep({**state, "resources": known})
    return state
=== tests/test_apply.py
from stack.apply import apply
from stack.plan import plan
from tests.test_plan import DECLARED, known


class Recorder:
    """Stands in for the provider: writes down what it is asked."""

    def __init__(self, fail_at=None):
        self.calls, self.fail_at = [], fail_at

    def note(self, *call):
        if len(self.calls) == self.fail_at:
            raise ConnectionError
        self.calls.append(call)

    def create(self, resource):
        self.note("create", resource["name"])
        return f"new-{resource['name']}"

    def change(self, kind, number, values):
        self.note("change", number, values)

    def delete(self, kind, number):
        self.note("delete", number)


def test_change_and_delete():
    there = known(network_main={"range": "10.1.0.0/16"}, database_a={"engine": "postgresql", "gib": 20, "network": "main"}, bucket_old={})
    provider = Recorder()
    after = apply(plan(DECLARED, there), DECLARED, there, provider, lambda state: state)
    assert provider.calls == [("change", "database_a", {"gib": 50}), ("delete", "bucket_old")]
    assert plan(DECLARED, after) == []


def test_a_stop_half_way_is_remembered():
    kept = []
    try:
        apply(plan(DECLARED, known()), DECLARED, known(), Recorder(fail_at=1), lambda state: kept.append(state) or state)
    except ConnectionError:
        pass
    assert list(kept[-1]["resources"]) == ["network.main"]
    assert [name for _, name, _ in plan(DECLARED, kept[-1])] == ["database.a"]
@@ call resources | production network.main host.web1 host.web2 database.bookings! bucket.uploads! queue.mail name.www
@@ Nils | Production: the first resources
@@ Alma | The command
=== stack/__main__.py
"""stack ENVIRONMENT plan | apply | doctor"""

import json
import sys

from stack import state as states
from stack.apply import apply
from stack.declared import ROOT, read
from stack.plan import plan, show
from stack.policies import broken
from stack.provider import Provider


def settings(place):
    return json.loads((ROOT / "config" / f"{place}.json").read_text(encoding="utf-8"))


def doctor(declared, state):
    """Signs that the state is of something else."""
    known = state["resources"].keys()
    if known and not known & declared.keys():
        yield "the state and the declarations have nothing in common"
    if state["serial"] == 0 and declared:
        yield "the state is empty"
    for name, resource in state["resources"].items():
        if not resource["id"].startswith(name[:2]):
            yield f"{name} has the id {resource['id']}"


def main(words):
    if len(words) != 2 or words[0] not in ("staging", "production") or words[1] not in ("plan", "apply", "doctor"):
        print(__doc__, file=sys.stderr)
        return 2
    place, verb = words
    config, declared, state = settings(place), read(place), states.read(place)
    if verb == "doctor":
        found = list(doctor(declared, state))
        print("\n".join(found) or "ok")
        return 1 if found else 0
    steps = plan(declared, state)
    print(show(steps))
    problems = broken(steps, declared, state, place, config["apply"]["most_deletions"])
    for problem in problems:
        print(f"refused: {problem}", file=sys.stderr)
    if problems:
        return 1
    if verb == "apply" and steps:
        if config["apply"]["needs_second_person"] and input(f"second person, type {place}: ") != place:
            return 1
        apply(steps, declared, state, Provider(config["api"]), lambda new: states.write(place, new, backups=config["state"]["backups"]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
=== bin/stack
#!/usr/bin/env bash
# The tool, from the repository's root.
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 -m stack "$@"
=== tests/test_main.py
from stack.__main__ import doctor, main


def test_our_plans_are_empty(capsys):
    assert main(["staging", "plan"]) == 0
    assert capsys.readouterr().out == "nothing to do\n"
    assert main(["staging", "doctor"]) == 0


def test_usage():
    assert main(["moon", "plan"]) == 2


def test_doctor():
    declared = {"host.a": {}}
    assert list(doctor(declared, {"serial": 0, "resources": {}})) == ["the state is empty"]
    assert list(doctor(declared, {"serial": 3, "resources": {"host.b": {"id": "da-1"}}})) == ["the state and the declarations have nothing in common", "host.b has the id da-1"]
@@ release minor | Apply; Production is declared
@@ call resources | production database.payments! bucket.invoices! host.worker1 host.worker2 queue.invoices queue.reports
@@ Leila | Production: payments, invoices, workers
@@ branch feature/second-region
@@ call resources | staging network.north host.north1
@@ Yusuf | A network for the other region, with one host
@@ switch main
@@ Alma | Adopt what was made by hand
=== stack/adopt.py
"""Takes a resource into the state that is there already."""


class NotTaken(ValueError):
    """It cannot be adopted."""


def adopt(state, declared, name, number):
    """A new state that knows the resource by the provider's number."""
    if name not in declared:
        raise NotTaken(f"{name} is not declared")
    if name in state["resources"]:
        raise NotTaken(f"{name} is known as {state['resources'][name]['id']}")
    if any(resource["id"] == number for resource in state["resources"].values()):
        raise NotTaken(f"{number} is another resource")
    return {**state, "resources": {**state["resources"], name: {"id": number, "values": declared[name]["values"]}}}
=== tests/test_adopt.py
import pytest

from stack.adopt import NotTaken, adopt
from stack.plan import plan
from tests.test_plan import DECLARED, known


def test_adopt():
    state = adopt(known(network_main={"range": "10.1.0.0/16"}), DECLARED, "database.a", "da-17")
    assert plan(DECLARED, state) == []


@pytest.mark.parametrize(("name", "number"), [("host.z", "ho-1"), ("network.main", "ne-1"), ("database.a", "network_main")])
def test_not_taken(name, number):
    with pytest.raises(NotTaken):
        adopt(known(network_main={}), DECLARED, name, number)
@@ call resources | staging host.worker1 database.payments queue.invoices bucket.invoices
@@ Leila | Staging: payments and invoices, as in production
@@ call resources | production name.api name.files host.web3 host.web4 bucket.logs bucket.archive! database.audit!
@@ Leila | Production: more web hosts, audit, archive
@@ Yusuf | What things cost
=== stack/costs.py
"""Euros a month, by the price list of this year."""

PRICES = {"network": 0, "name": 1, "queue": 3, "bucket": 6}


def cost(resource):
    values = resource["values"]
    if resource["kind"] == "database":
        return 40 + values["gib"] * 3 // 10
    if resource["kind"] == "host":
        return 6 * values["cpus"] + 3 * values["memory_gib"]
    return PRICES[resource["kind"]]


def total(declared):
    return sum(cost(resource) for resource in declared.values())
=== tests/test_costs.py
from stack.costs import cost, total
from stack.declared import read


def test_costs():
    assert cost({"kind": "database", "values": {"gib": 50}}) == 55
    assert cost({"kind": "host", "values": {"cpus": 2, "memory_gib": 4}}) == 24


def test_production_costs_more():
    assert total(read("production")) > total(read("staging")) > 0
@@ release minor | Adopt; Costs
