"""A host in a bad state, for `redcode doctor` to look at: mounts of its own, another user, a scripted daemon.

Nothing outside the process that is looked at changes: mounts are made in a mount namespace that dies with it.
"""
import contextlib
import http.server
import json
import os
import pathlib
import platform
import re
import socket
import socketserver
import subprocess
import tempfile
import threading
import time

from conftest import REDCODE

# Installs a seccomp filter that answers one call with ENOSYS, then becomes the command: load its number, compare, answer.
_REFUSE = """
import ctypes, os, struct, sys
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, int(sys.argv[1])), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7fff0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(code))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(22, 2, program, 0, 0) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))
os.execv(sys.argv[2], sys.argv[2:])
"""
VERSION = {"Version": "24.0.5", "ApiVersion": "1.43", "MinAPIVersion": "1.12", "Components": [{"Name": "Engine"}]}


def now(offset=0):
    return time.strftime("%Y-%m-%dT%H:%M:%S.5Z", time.gmtime(time.time() + offset))


def info(**changes):
    """What a healthy daemon says of itself, with some of it changed."""
    return {"Driver": "overlay2", "DockerRootDir": "/nonexistent", "DriverStatus": [["Backing Filesystem", "extfs"]],
            "OperatingSystem": "Debian GNU/Linux 12", "SecurityOptions": ["name=seccomp,profile=default"],
            "Runtimes": {"runc": {"path": "runc"}}, "DefaultRuntime": "runc", "MemoryLimit": True, "PidsLimit": True,
            "CpuCfsQuota": True, "CgroupVersion": "2", "SystemTime": now(), **changes}


class _Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):  # pylint: disable=invalid-name
        version, asked = re.match(r"(?:/v1\.(\d+))?([^?]*)", self.path).groups()
        oldest = int(self.server.answers["/version"].get("MinAPIVersion", "1.0").split(".")[1])
        if version and int(version) < oldest:
            status, answer = 400, {"message": f"client version 1.{version} is too old"}
        else:
            status, answer = (200, self.server.answers[asked]) if asked in self.server.answers else (404, {"message": "no such thing"})
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_DELETE = do_GET  # pylint: disable=invalid-name

    def address_string(self):
        return "here"

    def log_message(self, *_):
        pass


class _UnixServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


class _TcpServer(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True


class Stage:
    """What is bad about the host. Used as a context: what it started ends with it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.chmod(0o755)
        self.program = REDCODE
        self.env = {}
        self.unset = set()  # variables of ours that it does not get
        self.path = ""  # "": as it is
        self.engine = "oci"
        self.mounts = []  # lines of shell, in a mount namespace of the process's own
        self.wrap = []  # words before the command
        self.cwd = self.folder
        self._ends = contextlib.ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._ends.close()

    def _serve(self, server):
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        self._ends.callback(server.server_close)
        self._ends.callback(server.shutdown)

    def daemon(self, version=None, networks=1, images=None, path="docker.sock", tcp=False, **changes):
        """A daemon that says this of itself; docker is the engine that is looked at."""
        answers = {"/version": VERSION if version is None else version, "/info": info(**changes),
                   "/networks": [{"Driver": "bridge"}] * networks, "/containers/json": [], "/volumes": {"Volumes": []}}
        if images is not None:
            answers["/images/redcode-base:1/json"] = images
        where = self.folder / path
        where.parent.mkdir(parents=True, exist_ok=True)
        server = _TcpServer(("127.0.0.1", 0), _Answers) if tcp else _UnixServer(str(where), _Answers)
        server.answers = answers
        if not tcp:
            where.chmod(0o666)
        self._serve(server)
        self.engine = "docker"
        self.env["DOCKER_HOST"] = f"tcp://127.0.0.1:{server.server_address[1]}" if tcp else f"unix://{where}"
        return where

    def mute_daemon(self, says=None):
        """One that takes connections and says nothing, or something of its own."""
        where = self.folder / "mute.sock"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(where))
        listener.listen(16)
        held = []

        def serve():
            while True:
                try:
                    peer, _ = listener.accept()
                except OSError:
                    return
                held.append(peer)
                if says:
                    with contextlib.suppress(OSError):
                        peer.sendall(says)
                    peer.close()

        threading.Thread(target=serve, daemon=True).start()
        self._ends.callback(listener.close)
        self.engine = "docker"
        self.env["DOCKER_HOST"] = f"unix://{where}"

    def usual_daemon(self):
        """The daemon is looked for where it usually is."""
        self.env.pop("DOCKER_HOST", None)
        self.unset.add("DOCKER_HOST")

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def temporary(self, options):
        """Temporary files go to a small file system of their own."""
        place = self.folder / "place"
        place.mkdir()
        self.mounts.append(f"mount -t tmpfs -o {options} none {place}")
        self.env["TMPDIR"] = str(place)

    def over(self, place, text):
        """Puts a text in the place of one of the kernel's files."""
        made = self.file(place.strip("/").replace("/", "-"), text)
        self.mounts.append(f"mount --bind {made} {place}")

    def hide(self, *programs):
        """Nobody can start these."""
        self.mounts += [f"[ ! -e {p} ] || mount --bind /dev/null {p}" for p in programs]

    def move_program(self):
        """Shows the program in a folder of its own, far from its data."""
        self.program = str(self.file("bin/redcode", ""))
        self.mounts.append(f"mount --bind {REDCODE} {self.program}")

    def as_user(self):
        os.chmod(os.environ["REDCODE_DATA"], 0o755)
        self.wrap += ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    def without_call(self, **numbers):
        """The kernel does not know a system call; its number by machine."""
        self.wrap += ["/usr/bin/python3", "-c", _REFUSE, str(numbers[platform.machine()])]

    def path_with(self, *programs):
        """A PATH of a few programs."""
        tools = self.folder / "path"
        tools.mkdir(exist_ok=True)
        for program in programs:
            (tools / pathlib.Path(program).name).symlink_to(program)
        self.path = str(tools)

    def words(self, *options):
        path = ["/usr/bin/env", f"PATH={self.path}"] if self.path else []
        command = [*self.wrap, *path, self.program, "doctor", "--engine", self.engine, *options]
        if not self.mounts:
            return command
        script = "set -e; " + "; ".join(self.mounts) + '; exec "$@"'
        return ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, "sh", *command]

    def look(self, *options):
        """Doctor's exit code, what it says, and how long that took."""
        begun = time.monotonic()
        done = subprocess.run(self.words(*options), capture_output=True, text=True, timeout=60, check=False, cwd=self.cwd,
                              env={name: value for name, value in {**os.environ, **self.env}.items() if name not in self.unset})
        assert done.returncode in (0, 1), done.stdout + done.stderr
        return done.returncode, done.stdout, time.monotonic() - begun


@contextlib.contextmanager
def stage():
    with tempfile.TemporaryDirectory(prefix="doctor-") as folder, Stage(folder) as made:
        yield made
