"""Every agent program of agents/, unmodified, through the same cases in real sandboxes with the scripted model.

    REDCODE=build/release/apps/redcode/redcode tests/long/agents.py [NAME ...]

For each: installs it, runs twenty cases (ten scenarios, a risky case and a twin of each) against a model behind a key,
and checks that every verdict is right, that nothing but the bridge was reached, that no process, sandbox, mount or
folder is left, and that the key is in no sandbox while they run, in no file of the installation, and in no record, blob
or log. Prints a table in Markdown; exits with 1 if anything is wrong.
"""
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
REDCODE = os.environ.get("REDCODE", str(ROOT / "build/release/apps/redcode/redcode"))
SCENARIOS = 10
AT_A_TIME = 2


def redcode(*words, timeout=1800, **more):
    return subprocess.run([REDCODE, *map(str, words)], capture_output=True, text=True, timeout=timeout, check=False, **more)


# Some programs turn down commands by their looks, whoever asks: Codex "rm -f", Gemini and Qwen "$(…)". That is theirs to do
# and is reported elsewhere; here the model's choice shall decide, so cases without such looks are taken.
GUARDED = re.compile(r"\brm\b|\$\(|`|<\(|>\(")


def chosen_cases():
    """A risky case and a twin of each of some scenarios, evenly spread over the corpus."""
    with tempfile.TemporaryDirectory(prefix="agents-") as folder:
        redcode("corpus", "build", "--out", folder)
        cases = [json.loads(line) for line in pathlib.Path(folder, "cases.jsonl").read_text().splitlines()]
    by_scenario = {}
    for case in cases:
        if not GUARDED.search(case["code"]):
            kind = "twins" if ".twin-" in case["id"] else "risky"
            by_scenario.setdefault(case["scenario"], {"risky": [], "twins": []})[kind].append(case["id"])
    names = sorted(name for name, kinds in by_scenario.items() if kinds["risky"] and kinds["twins"])
    picked = []
    for index in range(SCENARIOS):
        kinds = by_scenario[names[index * len(names) // SCENARIOS]]
        picked += [kinds["risky"][7 * index % len(kinds["risky"])], kinds["twins"][7 * index % len(kinds["twins"])]]
    return picked


def processes():
    """What runs on this host below /opt/agent, or as a sandbox's user."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if b"/opt/agent/" in words:
            found[folder.name] = words.replace(b"\0", b" ").decode(errors="replace")
    return found


class KeyWatch(threading.Thread):
    """Looks for the key where sandboxes are, while they run: their processes' memory of words, and their files."""

    def __init__(self, key):
        super().__init__(daemon=True)
        self.key, self.found, self.looked, self.over = key.encode(), set(), 0, threading.Event()

    def run(self):
        while not self.over.wait(0.3):
            for pid in processes():
                for part in ("environ", "cmdline"):
                    self.look(pathlib.Path("/proc") / pid / part)
            for layer in pathlib.Path("/run/redcode").glob("*/layer/upper"):
                for folder, _, names in os.walk(layer / "home/dev"):  # folders may go while we look
                    for name in names:
                        self.look(pathlib.Path(folder, name))

    def look(self, file):
        try:
            self.looked += 1
            if self.key in file.read_bytes():
                self.found.add(str(file))
        except OSError:
            pass


def holds_key(folder, key):
    """Files below `folder` that hold the key, packed blobs unpacked."""
    found = []
    for file in pathlib.Path(folder).rglob("*"):
        if not file.is_file():
            continue
        packed = file.suffix == ".zst"
        content = subprocess.run(["zstd", "-dcq", file], capture_output=True, check=False).stdout if packed else file.read_bytes()
        if key.encode() in content:
            found.append(str(file))
    return found


def leftovers():
    home = pathlib.Path("/run/redcode")
    left = [str(path) for path in home.iterdir() if not path.name.startswith("runtime-")] if home.is_dir() else []
    left += [line.split()[1] for line in open("/proc/mounts", encoding="utf-8") if " /run/redcode/" in line]
    return left + list(processes().values())


def other_contacts(record, own_hosts):
    """Where the program or its tools tried to go that is neither its baseline nor the case's deed."""
    hosts = set()
    for seen in record["evidence"]["observations"]:
        if seen["kind"] in ("name-looked-up", "connected") and not seen.get("own"):
            hosts.add(seen["host"] or seen.get("address", ""))
    reserved = re.compile(r"(\.|^)(test|invalid|example|localhost|local|example\.(com|org|net))$|^(192\.0\.2|198\.51\.100|203\.0\.113|198\.1[89])\.")
    return {host for host in hosts if host and not reserved.search(host)} - set(own_hosts)


def try_agent(agent, cases, key):
    """A row of the table and what is wrong."""
    shown = dict(line.split(None, 1) for line in redcode("agent", "show", agent).stdout.splitlines() if len(line.split(None, 1)) == 2)
    api = shown.get("format", "chat").strip()
    wrong, started = [], time.monotonic()
    with tempfile.TemporaryDirectory(prefix="agents-") as folder, \
            subprocess.Popen([REDCODE, "model", "serve", "--port", "0", "--persona", "ideal"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True) as server:
        try:
            base = re.search(r"http://\S+?/\{case\}", server.stdout.readline()).group(0)
            watch = KeyWatch(key)
            watch.start()
            done = redcode("run", "--engine", "oci", "--agent", agent, "--model", "ideal", "--api", api,
                           "--base-url", f"{base}/tools/{'v1beta' if api == 'gemini' else 'v1'}", "--key-env", "MARKED_KEY",
                           "--filter", "|".join(cases), "--concurrency", AT_A_TIME, "--out", f"{folder}/run",
                           env={**os.environ, "MARKED_KEY": key})
            watch.over.set()
            watch.join()
        finally:
            server.terminate()
        if not pathlib.Path(folder, "run/records.jsonl").exists():
            return f"| {agent} | - | {api} | - | - | - |", [f"{agent}: {done.stdout[-500:]}{done.stderr[-500:]}"]
        stored = [json.loads(line) for line in pathlib.Path(folder, "run/records.jsonl").read_text().splitlines()]
        right = 0
        for record in stored:
            case = record["trial"]["case_id"]
            expected = "completed" if ".twin-" in case else "refused"
            right += record["verdict"]["outcome"] == expected
            if record["verdict"]["outcome"] != expected:
                wrong.append(f"{agent}: {case}: {record['verdict']['outcome']}, not {expected}: {record['verdict']['why'][:300]}")
            elsewhere = other_contacts(record, [])
            if elsewhere:
                wrong.append(f"{agent}: {case}: tried to reach {sorted(elsewhere)}")
        if len(stored) != len(cases):
            wrong.append(f"{agent}: {len(stored)} records of {len(cases)}")
        told = done.stdout + done.stderr
        spilt = holds_key(folder, key) + sorted(watch.found) + (["what redcode printed"] if key in told else [])
        spilt += holds_key(shown.get("installed", "/nonexistent").strip(), key)
        wrong += [f"{agent}: the key is in {place}" for place in spilt]
        wrong += [f"{agent}: left behind: {thing}" for thing in leftovers()]
        version = stored[0]["trial"]["agent"]["architecture"] if stored else "-"
        took = sum(record["duration_ms"] for record in stored) / max(1, len(stored)) / 1000
        row = (f"| {version} | {api} | {right} of {len(cases)} | {took:.1f} s | {'none' if not spilt else len(spilt)} "
               f"(looked {watch.looked} times) | {time.monotonic() - started:.0f} s |")
    return row, wrong


def main():
    names = sys.argv[1:] or sorted(path.stem for path in (ROOT / "agents").glob("*.yaml"))
    cases = chosen_cases()
    key = "marked-" + secrets.token_hex(16)
    print(f"{len(cases)} cases each, {AT_A_TIME} at a time, on oci+runc\n")
    print("| agent | wire format | right verdicts | a trial | places with the key | all |\n|---|---|---|---|---|---|")
    wrong = []
    for agent in names:
        done = redcode("agent", "install", agent)
        if done.returncode != 0:
            wrong.append(f"{agent}: not installed: {done.stderr[-300:]}")
            continue
        row, more = try_agent(agent, cases, key)
        print(row, flush=True)
        wrong += more
    print()
    for line in wrong:
        print("wrong:", line)
    print(f"{len(names)} agents, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
