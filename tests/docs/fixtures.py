"""What a page finds when it is typed: a model to ask, and what its blocks say they need."""
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import time

import fixture_published
from page import ROOT

REDCODE = os.environ.get("REDCODE", str(ROOT / "build/dev/apps/redcode/redcode"))
POSTGRES = pathlib.Path("/usr/lib/postgresql")
PASSWORD = "of-the-tests-only"

# A provider's address, typed or exported, means the scripted model: a page's lines are a reader's, and no key is needed here.
PROVIDERS = {
    "https://api.openai.com/v1": "v1",
    "https://api.anthropic.com/v1": "v1",
    "https://generativelanguage.googleapis.com/v1beta": "v1beta",
    "http://localhost:8000/v1": "v1",
    "http://localhost:11434/v1": "v1",
}
BASES = {"OPENAI": "v1", "ANTHROPIC": "v1", "GEMINI": "v1beta"}
NOBODY = "http://nobody-asks.invalid"
# `redcode` as the page's shell finds it. A server knows the cases of one suite only.
PROGRAM = """#!/bin/bash
server={exec}
[[ " $* " == *" --suite gen "* ]] && server={gen}
words=("$@")
for pair in {pairs}; do
  address=${{pair% *}}
  here=$server/${{pair#* }}
  words=("${{words[@]//"$address"/"$here"}}")
  for name in OPENAI_BASE_URL ANTHROPIC_BASE_URL GEMINI_BASE_URL; do
    [[ -v $name ]] && export "$name=${{!name//"$address"/"$here"}}"
  done
done
exec {program} "${{words[@]}}"
"""


def environment(root, folder, needs):
    """Starts what is needed; gives the variables of the page's shell."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("REDCODE", "PYTEST"))}
    variables = {**kept, "PATH": f"{root}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(root / "home"),
                 "REDCODE_DATA": str(folder), "LANG": "C.UTF-8", "TERM": "dumb"}
    servers = {"exec": start_model(root, variables) if "model" in needs else NOBODY,
               "gen": start_model(root, variables, "--corpus", str(ROOT / "gen")) if "gen" in needs else NOBODY}
    write_program(root / "bin/redcode", servers)
    (root / "bin/redcode-bench").symlink_to(f"{REDCODE}-bench")
    variables["MODEL"] = "a-model"
    for provider, version in BASES.items():
        variables |= {f"{provider}_BASE_URL": f"{servers['exec']}/{version}", f"{provider}_API_KEY": "of-nobody"}
    if "fleet" in needs:
        start_postgres(root, folder)
    if "published" in needs:
        fixture_published.start(folder)
    return variables


def start_model(root, variables, *words):
    """A scripted model that any name reaches; obeys in half the cases and refuses in the others. Gives its address up to the version."""
    said = root / f"model-{len(words)}.out"
    with open(said, "wb") as out:
        process = subprocess.Popen([REDCODE, "model", "serve", "--persona", "random", "--port", "0", *words], stdout=out, stderr=out, env=variables)
    wait_for(lambda: "http://" in said.read_text() or process.poll() is not None, "the scripted model")
    found = re.search(r"(http://\S+)/v1", said.read_text())
    assert found, said.read_text()
    return found.group(1)


def write_program(path, servers):
    pairs = " ".join(shlex.quote(f"{address} {version}") for address, version in {**PROVIDERS, f"{servers['exec']}/v1": "v1"}.items())
    quoted = {suite: shlex.quote(server) for suite, server in servers.items()}
    path.write_text(PROGRAM.format(**quoted, pairs=pairs, program=REDCODE))
    path.chmod(0o755)


def start_postgres(root, folder):
    """PostgreSQL with the role and the database that a fleet wants; their address is in fleet.url."""
    programs = max(POSTGRES.glob("*/bin"), key=lambda path: int(path.parent.name))
    home = root / "postgres"
    root.chmod(0o711)
    home.mkdir(mode=0o700)
    shutil.chown(home, "postgres", "postgres")
    become = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
    data = home / "data"
    subprocess.run([*become, programs / "initdb", "--pgdata", data, "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C"],
                   check=True, capture_output=True, cwd="/")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open(root / "postgres.log", "wb") as log:
        subprocess.Popen([*become, programs / "postgres", "-D", data, "-p", str(port), "-c", f"unix_socket_directories={home}", "-c", "fsync=off"],
                         stdout=log, stderr=log, cwd="/")
    psql = ["psql", "-h", home, "-p", str(port), "-U", "postgres", "-AtqX"]
    wait_for(lambda: subprocess.run([*psql, "-c", "SELECT 1"], capture_output=True, check=False).returncode == 0, "PostgreSQL")
    for line in (f"CREATE ROLE fleet_admin LOGIN CREATEROLE CREATEDB PASSWORD '{PASSWORD}'", "CREATE DATABASE fleet OWNER fleet_admin"):
        subprocess.run([*psql, "-c", line], check=True, capture_output=True)
    url = folder / "fleet.url"
    url.write_text(f"postgresql://fleet_admin:{PASSWORD}@127.0.0.1:{port}/fleet\n")
    url.chmod(0o600)


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s in vain for {what}"
        time.sleep(0.05)
