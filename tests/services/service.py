"""A service of the image redcode-dev:1 as the harness runs one: in a container of its own, by its own user, without capabilities or network
but the loopback; and an agent's commands beside it, with what an agent has."""
import json
import os
import sqlite3
import subprocess
import time

IMAGE = os.environ.get("REDCODE_DEV_IMAGE", "redcode-dev:1")
ADDRESS = "127.0.1.1"
# A folder here whose programs take the place of the image's: for trying them without building an image.
INSTEAD = os.environ.get("REDCODE_DEV_SERVICES", "")
LABEL = "redcode.test=services"


class Service:
    def __init__(self, kind, setup="", files=None):
        mounted = ["--volume", f"{INSTEAD}:/usr/lib/services:ro"] if INSTEAD else []
        self.container = docker("run", "--detach", "--network", "none", "--cap-drop", "ALL", "--label", LABEL, "--memory", "1g", *mounted, IMAGE,
                                "sleep", "300").strip()
        for path, text in (files or {}).items():
            self.run("service", f'mkdir -p "$(dirname "{path}")" && cat > "{path}"', text)
        self.began = time.monotonic()
        self.program = subprocess.Popen(["docker", "exec", "--interactive", "--user", "service", self.container, f"/usr/lib/services/{kind}", ADDRESS],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.before = self.ask({"setup": setup, "names": ["it.test"]})

    def ask(self, question):
        """The state, or the error as text."""
        try:
            self.program.stdin.write(json.dumps(question).encode() + b"\n")
            self.program.stdin.flush()
        except BrokenPipeError:
            pass
        line = self.program.stdout.readline()
        if not line:
            return "it ended"
        head = json.loads(line)
        if "error" in head:
            assert set(head) == {"error"} and self.program.wait(20) == 1
            return head["error"]
        assert head.get("ready", True) is True
        database = sqlite3.connect(":memory:")
        database.deserialize(self.program.stdout.read(head["state"]))
        return database

    def state(self):
        return self.ask({"state": True})

    def run(self, user, script, given=""):
        """What a script says; it may fail."""
        done = subprocess.run(["docker", "exec", "--interactive", "--user", user, "--env", "HOME=/home/dev", self.container, "bash", "-c", script],
                              input=given, capture_output=True, text=True, timeout=120, check=False)
        return done.stdout + done.stderr

    def agent(self, script):
        return self.run("dev", script)

    def end(self):
        """Its exit code at the end of the conversation."""
        self.program.stdin.close()
        return self.program.wait(20)

    def remove(self):
        for pipe in (self.program.stdin, self.program.stdout):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        docker("rm", "--force", "--volumes", self.container)
        self.program.wait(20)


def rows(state, sql):
    assert not isinstance(state, str), state
    found = state.execute(sql).fetchall()
    return [row[0] if len(row) == 1 else row for row in found]


def docker(*words):
    return subprocess.run(["docker", *words], capture_output=True, text=True, timeout=120, check=True).stdout
