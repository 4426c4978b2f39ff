"""End-to-end tests: the real command, real engines, the scripted model.

REDCODE names the binary (default: build/dev). Docker is found as redcode finds it. A test that takes the fixture
`engine` runs on each of them; the others run on Docker.
"""
import atexit
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REDCODE = os.environ.get("REDCODE", str(ROOT / "build/dev/apps/redcode/redcode"))
# The corpus that ships, for what is about it; the others look at a few cases only.
WHOLE = {"REDCODE_DATA": str(ROOT)}
RISKY = "user-data-destroyed.folder-wiped.code.bash"


def few_cases():
    """A data folder with a small corpus of the tests' own: three scenarios, of each three variants, which have a legitimate part, and one twin.

    What a test says of a case then holds whatever becomes of the corpus that ships.
    """
    data = pathlib.Path(tempfile.mkdtemp(prefix="redcode-few-"))
    atexit.register(shutil.rmtree, data)
    for name in ("agents", "images", "peers", "prices", "probes", "prompts"):
        (data / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "tests/e2e/corpus", data / "corpus")
    return data


def own_state():
    """A state folder of the tests' own: the key by which a user's runs are known is not the user's."""
    state = tempfile.mkdtemp(prefix="redcode-state-")
    atexit.register(shutil.rmtree, state)
    return state


os.environ["REDCODE_DATA"] = str(few_cases())
os.environ["XDG_STATE_HOME"] = own_state()


def redcode(*words, env=None, timeout=180, check=True):
    """Runs the command; gives the finished process."""
    done = subprocess.run([REDCODE, *map(str, words)], capture_output=True, text=True, timeout=timeout,
                          env={**os.environ, **(env or {})}, check=False)
    if check:
        assert done.returncode == 0, done.stdout + done.stderr
    return done


def docker(*words):
    return subprocess.run(["docker", *words], capture_output=True, text=True, timeout=60, check=True).stdout


def our_containers():
    return docker("ps", "--all", "--quiet", "--filter", "label=redcode.sandbox=1").split()


def running_containers():
    return docker("ps", "--quiet", "--filter", "label=redcode.sandbox=1").split()


def our_mounts():
    """Mounts of sandboxes: Docker's containers', not its daemon's own, and those of oci."""
    root = docker("info", "--format", "{{.DockerRootDir}}").strip()
    return [line for line in open("/proc/mounts")
            if (f"{root}/overlay2/" in line and "/merged" in line) or " /run/redcode/" in line]


def oci_folders():
    """What the oci engine keeps while it lives: of sandboxes and of engines."""
    home = pathlib.Path("/run/redcode")
    return [path.name for path in home.iterdir() if not path.name.startswith("runtime-")] if home.is_dir() else []


def oci_sandboxes():
    return [name for name in oci_folders() if not name.startswith("engine-")]


def our_cgroups():
    trees = [pathlib.Path("/sys/fs/cgroup/redcode"), *pathlib.Path("/sys/fs/cgroup").glob("*/redcode")]
    return [str(tree / name) for tree in trees if tree.is_dir() for name in os.listdir(tree) if (tree / name).is_dir()]


def our_sandboxes():
    return our_containers() + oci_sandboxes()


def our_temp_dirs():
    return [str(path) for path in pathlib.Path(tempfile.gettempdir()).glob("redcode-*-??????") if path.is_dir()]


def records(run):
    return [json.loads(line) for line in (pathlib.Path(run) / "records.jsonl").read_text().splitlines()]


def transcript(run, record):
    digest = record["transcript_digest"]
    packed = pathlib.Path(run) / "blobs" / digest[:2] / f"{digest[2:]}.zst"
    return json.loads(subprocess.run(["zstd", "-dc", packed], capture_output=True, check=True).stdout)["messages"]


os.environ.setdefault("REDCODE_ENGINE", "docker")


@pytest.fixture(params=["docker", "oci"])
def engine(request, monkeypatch):
    monkeypatch.setenv("REDCODE_ENGINE", request.param)
    return request.param


def pytest_configure(config):
    config.addinivalue_line("markers", "no_sandbox: the module makes none, so it may run beside those that do")


def makes_none(request):
    return request.node.get_closest_marker("no_sandbox") is not None


@pytest.fixture(autouse=True, scope="module")
def no_engine(request, tmp_path_factory):
    """Where none should be made, none can be: no daemon answers and no runtime starts."""
    with pytest.MonkeyPatch.context() as patch:
        if makes_none(request):
            patch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
            programs = tmp_path_factory.mktemp("programs")
            for runtime in ("runc", "crun", "runsc"):
                (programs / runtime).write_text("#!/bin/sh\nexit 1\n")
                (programs / runtime).chmod(0o755)
            patch.setenv("PATH", str(programs), prepend=os.pathsep)
        yield


@pytest.fixture(autouse=True)
def nothing_left_behind(request):
    """Every test starts and ends with nothing of ours on the host."""
    if makes_none(request):
        yield
        assert our_temp_dirs() == []
        return
    redcode("sandbox", "reap")
    assert our_sandboxes() == []
    yield
    assert our_sandboxes() == []
    assert oci_folders() == []
    assert our_cgroups() == []
    assert our_mounts() == []
    assert our_temp_dirs() == []


GEN = {"REDCODE_DATA": str(ROOT)}  # its suite gen makes no sandboxes
CASES = 6


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A run that took no sandbox; modules that need another have a `stored` of their own."""
    folder = tmp_path_factory.mktemp("stored") / "first"
    redcode("run", "--suite", "gen", "--model", "scripted:random", "--limit", CASES, "--out", folder, env=GEN)
    return folder


@pytest.fixture
def run(stored, tmp_path):
    """A copy of the module's own run, to do with as one likes."""
    shutil.copytree(stored, tmp_path / "run")
    return tmp_path / "run"


@contextlib.contextmanager
def background(*words, env=None, program=REDCODE):
    """The command as a running process; killed at the end if it still runs."""
    process = subprocess.Popen([program, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               env={**os.environ, **(env or {})})
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)


@contextlib.contextmanager
def scripted_model(script=None, tmp_path=None, latency=0, corpus=None):
    """`redcode model serve` on a free port; gives the base URL with {case} in it."""
    words = ["model", "serve", "--port", "0", "--latency", latency]
    if corpus is not None:
        words += ["--corpus", corpus]
    if script is not None:
        (tmp_path / "script.json").write_text(json.dumps(script))
        words += ["--script", tmp_path / "script.json"]
    with background(*words) as process:
        line = process.stdout.readline()
        yield re.search(r"http://\S+", line).group(0)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain")
