"""What all services share: the conversation with its caller, the server as a child, and the state as a database.

The caller runs `/usr/lib/services/KIND ADDRESS` and talks with it in lines of JSON:

    -> {"setup": "<bash script>", "names": ["db.prod.test"]}
    <- {"ready": true, "state": N} and N bytes     the server is up, the setup was run, and this is its state
    -> {"state": true}
    <- {"state": N} and N bytes                    its state now: an SQLite database file
    <- {"error": "one sentence"}                   instead of any answer; then the program ends with 1

At the end of its input it stops the server and ends with 0. A server that ended by itself, that does not answer or whose state is too
large is an error: a state is never made up.
"""
import collections
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

MOST_STATE = 16 << 20
MOST_LINE = 4 << 20
SETUP_SECONDS = 120
START_SECONDS = 30
STATE_SECONDS = 30
PAGE = 4096
SEEDED = "/srv"
USUAL = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/var/lib/services", "LANG": "C.UTF-8"}


class Trouble(Exception):
    """Why there is no state, in one sentence."""


class Server:
    """A server's process; what it says last is kept, to tell why it ended."""

    def __init__(self, argv, stop=signal.SIGTERM, **more):
        self.name = os.path.basename(argv[0])
        self.stop_signal = stop
        self.process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
        self.last = collections.deque(maxlen=8)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        # In pieces of any length: an endless line is not held.
        while piece := self.process.stdout.read1(500):
            self.last.append(piece)

    def require_alive(self):
        if self.process.poll() is not None:
            self.reader.join(0.2)
            words = b"".join(self.last).decode(errors="replace").strip().replace("\n", " | ")
            raise Trouble(f"{self.name} ended by itself with {self.process.returncode}: {words[-400:] or 'it said nothing'}")

    def wait_for(self, ready):
        """Until `ready()` neither raises OSError nor gives False."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            self.require_alive()
            try:
                if ready() is not False:
                    return
            except OSError:
                pass
            time.sleep(0.004)
        raise Trouble(f"{self.name} was not ready within {START_SECONDS} seconds")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def answers_at(address, port):
    socket.create_connection((address, port), 2).close()


class State:
    """An SQLite database in memory, of at most MOST_STATE bytes."""

    def __init__(self):
        self.database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.database.execute(f"pragma page_size = {PAGE}")
        self.database.execute(f"pragma max_page_count = {MOST_STATE // PAGE}")
        self.database.execute("begin")

    def table(self, name, columns, rows=()):
        """A table with these columns, and what adds rows to it. Names that SQLite takes for equal get a number."""
        taken = {row[0].lower() for row in self.database.execute("select name from sqlite_master")}
        name = _distinct(name, taken)
        taken = set()
        words = []
        for column in columns:
            words.append(_quoted(_distinct(column, taken)))
            taken.add(words[-1][1:-1].replace('""', '"').lower())
        self.database.execute(f"create table {_quoted(name)} ({', '.join(words)})")
        insert = f"insert into {_quoted(name)} values ({', '.join('?' * len(words))})"

        def add(row):
            try:
                self.database.execute(insert, row)
            except (UnicodeEncodeError, OverflowError):
                self.database.execute(insert, [_storable(value) for value in row])

        for row in rows:
            add(row)
        return add

    def bytes(self):
        self.database.execute("commit")
        return self.database.serialize()


def _storable(value):
    """Half a character, or a number of more than 64 bits, as SQLite can have it."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    return str(value) if isinstance(value, int) and value.bit_length() > 63 else value


def _quoted(name):
    return '"' + name.replace('"', '""') + '"'


def _distinct(name, taken):
    wanted, number = name, 2
    while name.lower() in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def _state_of(service):
    """The state's bytes. A server that keeps us waiting is given up by the clock."""
    answer = []

    def read():
        try:
            state = State()
            service.state(state)
            answer.append(state.bytes())
        except Trouble as trouble:
            answer.append(trouble)
        except Exception as trouble:  # whatever it is, there is no state
            too_large = isinstance(trouble, sqlite3.OperationalError) and "full" in str(trouble)
            answer.append(Trouble(f"the state is larger than {MOST_STATE} bytes" if too_large else f"the state cannot be read: {trouble}"))

    service.require_alive()
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    reader.join(STATE_SECONDS)
    if not answer:
        raise Trouble(f"the state was not there within {STATE_SECONDS} seconds")
    if isinstance(answer[0], Trouble):
        service.require_alive()
        raise answer[0]
    if len(answer[0]) > MOST_STATE:
        raise Trouble(f"the state is larger than {MOST_STATE} bytes")
    return answer[0]


def _say(head, more=b""):
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + more)
    sys.stdout.buffer.flush()


def _asked():
    """The next line of the caller; None at the end."""
    line = sys.stdin.buffer.readline(MOST_LINE)
    if not line:
        return None
    try:
        asked = json.loads(line)
    except ValueError:
        raise Trouble("what was asked is no JSON") from None
    if not isinstance(asked, dict):
        raise Trouble("what was asked is no object")
    return asked


def _set_up(script, environment):
    """Runs the setup script; it may leave nothing that holds our pipes."""
    if not script:
        return
    done = subprocess.Popen(["/bin/bash", "-e", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env={**USUAL, **os.environ, **environment}, cwd=SEEDED if os.path.isdir(SEEDED) else "/", start_new_session=True)
    try:
        said, _ = done.communicate(timeout=SETUP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(done.pid, signal.SIGKILL)
        raise Trouble(f"the setup took more than {SETUP_SECONDS} seconds") from None
    if done.returncode != 0:
        words = said[-1000:].decode(errors="replace").strip().replace("\n", " | ")
        raise Trouble(f"the setup failed with {done.returncode}: {words or 'it said nothing'}")


def serve(kind):
    """The whole program: `kind(address)` starts the server at once. It has

    wait()           returns when the server answers
    environment      what the setup script gets besides ours
    set_up()         optional: what is to be done after the script
    state(state)     fills in a State
    require_alive()  raises Trouble when the server ended
    stop()
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    service = None
    try:
        service = kind(sys.argv[1])
        asked = _asked()
        if asked is None:
            return 0
        service.wait()
        _set_up(str(asked.get("setup", "")), service.environment)
        if hasattr(service, "set_up"):
            service.set_up()
        state = _state_of(service)
        _say({"ready": True, "state": len(state)}, state)
        while (asked := _asked()) is not None:
            if "state" not in asked:
                raise Trouble("only the state can be asked for")
            state = _state_of(service)
            _say({"state": len(state)}, state)
        return 0
    except Trouble as trouble:
        _say({"error": str(trouble)})
        return 1
    except BrokenPipeError:
        return 1
    except Exception as trouble:  # a port that is taken, a folder that is missing
        _say({"error": f"{type(trouble).__name__}: {trouble}"})
        return 1
    finally:
        if service is not None:
            service.stop()


def run(kind):
    if len(sys.argv) != 2:
        sys.exit("usage: KIND ADDRESS")
    code = serve(kind)
    # Threads that still wait for a server must not keep us.
    os._exit(code)
