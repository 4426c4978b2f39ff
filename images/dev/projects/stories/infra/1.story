@@ Nils | Read what is declared
=== stack/__init__.py
"""Compares declared resources with the state."""
=== stack/declared.py
"""Resources as declared in stacks/ENVIRONMENT/."""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Invalid(ValueError):
    """A declaration that cannot be used."""


def defaults(kind, root=ROOT):
    path = root / "modules" / f"{kind}.json"
    if not path.exists():
        raise Invalid(f"no module for {kind}")
    return json.loads(path.read_text(encoding="utf-8"))


def read(place, root=ROOT):
    """{"kind.name": resource}; values have the module's defaults below them."""
    found = {}
    for path in sorted((root / "stacks" / place).glob("*.json")):
        resource = json.loads(path.read_text(encoding="utf-8"))
        if path.stem != f"{resource['kind']}-{resource['name']}":
            raise Invalid(f"{path.name} declares {resource['kind']} {resource['name']}")
        resource["values"] = defaults(resource["kind"], root)["values"] | resource["values"]
        found[f"{resource['kind']}.{resource['name']}"] = resource
    return found


def references(resource):
    """Names of resources that must be there before."""
    values = resource["values"]
    found = [f"network.{values['network']}"] if "network" in values else []
    return found + ([values["points_to"]] if "points_to" in values else [])


def ordered(resources):
    """Names in an order in which each comes after what it refers to."""
    done, order = set(), []

    def visit(name, way):
        if name in way:
            raise Invalid(f"{name} refers to itself")
        if name in done:
            return
        if name not in resources:
            raise Invalid(f"{way[-1]} refers to {name}, which is not declared")
        for other in references(resources[name]):
            visit(other, [*way, name])
        done.add(name)
        order.append(name)

    for name in sorted(resources):
        visit(name, [])
    return order
=== modules/network.json
{"values": {"range": "10.0.0.0/16"}}
=== modules/database.json
{"values": {"engine": "postgresql", "gib": 20, "network": "main"}}
=== modules/bucket.json
{"values": {"public": false, "versions": true}}
=== modules/host.json
{"values": {"cpus": 1, "memory_gib": 2, "network": "main"}}
=== modules/name.json
{"values": {"ttl": 300}}
=== modules/queue.json
{"values": {"keep_days": 4}}
=== tests/__init__.py
=== tests/test_declared.py
import pytest

from stack.declared import ROOT, Invalid, ordered, read

PLACES = sorted(path.name for path in (ROOT / "stacks").iterdir()) if (ROOT / "stacks").exists() else []


def resource(**values):
    return {"kind": "host", "name": "x", "values": values}


def test_order():
    resources = {"name.www": resource(points_to="host.web"), "host.web": resource(network="main"), "network.main": resource()}
    assert ordered(resources) == ["network.main", "host.web", "name.www"]


def test_what_cannot_be_ordered():
    with pytest.raises(Invalid, match="not declared"):
        ordered({"host.web": resource(network="main")})
    with pytest.raises(Invalid, match="itself"):
        ordered({"name.a": resource(points_to="name.b"), "name.b": resource(points_to="name.a")})


@pytest.mark.parametrize("place", PLACES)
def test_our_stacks(place):
    resources = read(place)
    assert len(ordered(resources)) == len(resources) > 0
@@ call resources | staging network.main host.web1 database.bookings
@@ Leila | Staging: network, web host, database
@@ Nils | The state
=== stack/state.py
"""What is there, as far as we know. Written whole, with a copy of the one before."""

import json
import pathlib
import shutil

from stack.declared import ROOT


class Mixed(ValueError):
    """A state that is not the one it should be."""


def read(place, folder=ROOT / "state"):
    path = pathlib.Path(folder) / f"{place}.json"
    if not path.exists():
        return {"environment": place, "serial": 0, "resources": {}}
    state = json.loads(path.read_text(encoding="utf-8"))
    if state["environment"] != place:
        raise Mixed(f"{path.name} is the state of {state['environment']}")
    return state


def write(place, state, folder=ROOT / "state", backups=0):
    """The serial goes up by one; a state that is older than the one in place is refused."""
    path = pathlib.Path(folder) / f"{place}.json"
    if state["serial"] < read(place, folder)["serial"]:
        raise Mixed(f"serial {state['serial']} is older than the state in place")
    if path.exists() and backups:
        shutil.copyfile(path, path.with_suffix(f".{state['serial']:05}.backup"))
        for old in sorted(path.parent.glob(f"{place}.*.backup"))[:-backups]:
            old.unlink()
    state = {**state, "serial": state["serial"] + 1, "resources": dict(sorted(state["resources"].items()))}
    path.with_suffix(".part").write_text(json.dumps(state, indent=2) + "\n", encoding="utf-8")
    path.with_suffix(".part").replace(path)
    return state
=== tests/test_state.py
import pytest

from stack.declared import ROOT
from stack.state import Mixed, read, write


def test_serial_and_backups(tmp_path):
    state = read("staging", tmp_path)
    for _ in range(4):
        state = write("staging", state, tmp_path, backups=2)
    assert read("staging", tmp_path)["serial"] == 4
    assert [path.name for path in sorted(tmp_path.glob("*.backup"))] == ["staging.00002.backup", "staging.00003.backup"]


def test_an_old_state_is_refused(tmp_path):
    old = read("staging", tmp_path)
    write("staging", write("staging", old, tmp_path), tmp_path)
    with pytest.raises(Mixed):
        write("staging", old, tmp_path)


def test_of_another_environment(tmp_path):
    write("staging", read("staging", tmp_path), tmp_path)
    (tmp_path / "staging.json").rename(tmp_path / "production.json")
    with pytest.raises(Mixed, match="state of staging"):
        read("production", tmp_path)


def test_ids_are_of_one_environment_only():
    ids = [resource["id"] for path in (ROOT / "state").glob("*.json") for resource in read(path.stem)["resources"].values()]
    assert len(ids) == len(set(ids)) > 0
@@ Nils | Plans
=== stack/plan.py
"""The steps from the state to what is declared."""

from stack.declared import ordered

REMADE = {"database": {"engine"}, "network": {"range"}, "bucket": set(), "host": set(), "name": set(), "queue": set()}


def changes(before, after):
    """{name: (old, new)} of values that differ."""
    return {name: (before.get(name), after.get(name)) for name in sorted({*before, *after}) if before.get(name) != after.get(name)}


def plan(declared, state):
    """[(verb, name, changes)]: deletions last, in the opposite order; `remake` loses what is in the resource."""
    steps, known = [], state["resources"]
    for name in ordered(declared):
        if name not in known:
            steps.append(("create", name, {}))
            continue
        differ = changes(known[name]["values"], declared[name]["values"])
        if differ:
            remake = REMADE[name.split(".")[0]] & differ.keys()
            steps.append(("remake" if remake else "change", name, differ))
    return steps + [("delete", name, {}) for name in sorted(known.keys() - declared.keys(), reverse=True)]


def show(steps):
    lines = []
    for verb, name, differ in steps:
        lines.append(f"{verb:7} {name}")
        lines += [f"          {key}: {old!r} -> {new!r}" for key, (old, new) in differ.items()]
    return "\n".join(lines) or "nothing to do"
=== tests/test_plan.py
import pytest

from stack import state
from stack.declared import read
from stack.plan import plan, show
from tests.test_declared import PLACES

DECLARED = {
    "network.main": {"kind": "network", "name": "main", "values": {"range": "10.1.0.0/16"}},
    "database.a": {"kind": "database", "name": "a", "values": {"engine": "postgresql", "gib": 50, "network": "main"}},
}


def known(**resources):
    return {"resources": {name.replace("_", "."): {"id": name, "values": values} for name, values in resources.items()}}


def test_verbs():
    there = known(network_main={"range": "10.1.0.0/16"}, database_a={"engine": "postgresql", "gib": 20, "network": "main"}, bucket_old={})
    assert plan(DECLARED, there) == [("change", "database.a", {"gib": (20, 50)}), ("delete", "bucket.old", {})]
    assert [verb for verb, *_ in plan(DECLARED, known())] == ["create", "create"]
    assert plan(DECLARED, known(network_main={"range": "10.1.0.0/16"}, database_a={"engine": "mariadb", "gib": 50, "network": "main"}))[0][0] == "remake"


def test_show():
    assert show([("change", "database.a", {"gib": (20, 50)})]) == "change  database.a\n          gib: 20 -> 50"
    assert show([]) == "nothing to do"


@pytest.mark.parametrize("place", PLACES)
def test_our_states_fit(place):
    assert show(plan(read(place), state.read(place))) == "nothing to do"
@@ Yusuf | Rules that a plan must keep
=== policies/README.md
# Policies

`stack` refuses a plan that breaks one of these. They are in `stack/policies.py`; each has a test.

1. No more deletions than the environment's setting allows. A remake counts as a deletion.
2. What is protected is neither deleted nor made again.
3. No public bucket in production.
4. Databases in production have at least 50 GiB.
=== stack/policies.py
"""Rules that a plan must keep; see policies/README.md."""


def too_many_deletions(steps, declared, state, place, most):
    gone = [name for verb, name, _ in steps if verb in ("delete", "remake")]
    if len(gone) > most:
        yield f"{len(gone)} deletions, {most} allowed: {', '.join(gone)}"


def protected_stays(steps, declared, state, place, most):
    for verb, name, _ in steps:
        protected = state["resources"].get(name, {}).get("protected") or declared.get(name, {}).get("protected")
        if verb in ("delete", "remake") and protected:
            yield f"{name} is protected"


def no_public_bucket(steps, declared, state, place, most):
    for name, resource in declared.items():
        if place == "production" and resource["kind"] == "bucket" and resource["values"].get("public"):
            yield f"{name} is public"


def large_databases(steps, declared, state, place, most):
    for name, resource in declared.items():
        if place == "production" and resource["kind"] == "database" and resource["values"]["gib"] < 50:
            yield f"{name} has {resource['values']['gib']} GiB"


RULES = [too_many_deletions, protected_stays, no_public_bucket, large_databases]


def broken(steps, declared, state, place, most):
    return [text for rule in RULES for text in rule(steps, declared, state, place, most)]
=== tests/test_policies.py
from stack.policies import broken

NOTHING = {"resources": {}}


def bucket(public, **more):
    return {"kind": "bucket", "name": "a", "values": {"public": public}, **more}


def test_deletions():
    steps = [("delete", "bucket.a", {}), ("remake", "database.b", {}), ("create", "host.c", {})]
    assert broken(steps, {}, NOTHING, "staging", 1) == ["2 deletions, 1 allowed: bucket.a, database.b"]
    assert broken(steps, {}, NOTHING, "staging", 2) == []


def test_protected():
    assert broken([("remake", "bucket.a", {})], {"bucket.a": bucket(False, protected=True)}, NOTHING, "staging", 9) == ["bucket.a is protected"]
    assert broken([("delete", "bucket.a", {})], {}, {"resources": {"bucket.a": {"protected": True}}}, "staging", 9) == ["bucket.a is protected"]


def test_public_buckets_and_small_databases():
    declared = {"bucket.a": bucket(True), "database.b": {"kind": "database", "name": "b", "values": {"gib": 20}}}
    assert broken([], declared, NOTHING, "production", 0) == ["bucket.a is public", "database.b has 20 GiB"]
    assert broken([], declared, NOTHING, "staging", 0) == []
@@ call resources | staging bucket.uploads queue.mail name.www
@@ Leila | Staging: uploads, mail queue, name
@@ release minor | Plans and policies
