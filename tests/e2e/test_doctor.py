"""`redcode doctor` on broken hosts, staged for real: it names each trouble and the command that fixes it."""
import json
import os
import pathlib
import re
import tempfile

import jsonschema
import pytest

from conftest import ROOT, our_cgroups, our_containers, our_mounts, our_temp_dirs, redcode
from doctor_stage import VERSION, now, stage

PODMAN = {**VERSION, "Version": "4.3.1", "Components": [{"Name": "Podman Engine"}]}
IMAGE = {"Id": "sha256:" + "1" * 64, "RootFS": {"Layers": ["sha256:" + "2" * 64]}}
STAGES = {}


def broken(name, fix):
    """Registers how to bring a host into a state in which doctor finds `name`."""
    def register(prepare):
        STAGES.setdefault(name, []).append((fix, prepare))
        return prepare
    return register


# As fresh installations of Docker 29 have it.
CONTAINERD_STORE = {"Driver": "overlayfs", "DriverStatus": [["driver-type", "io.containerd.snapshotter.v1"]]}

# The daemon: how one gets at it.

@broken("docker-not-installed", "sudo apt-get install docker.io")
def _(host):
    host.engine = "docker"
    host.usual_daemon()
    host.mounts.append("mount -t tmpfs none /run")
    host.path_with("/usr/bin/runc")
    host.hide("/usr/bin/dockerd", "/usr/sbin/dockerd")


@broken("docker-not-started", "sudo systemctl start docker")
def _(host):
    host.engine = "docker"
    host.usual_daemon()
    host.mounts.append("mount -t tmpfs none /run")


@broken("docker-elsewhere", "export DOCKER_HOST=unix://")
def _(host):
    host.daemon(path="session/docker.sock")
    host.usual_daemon()
    host.env["XDG_RUNTIME_DIR"] = str(host.folder / "session")
    host.mounts.append("mount -t tmpfs none /run")


@broken("docker-host-wrong", "unset DOCKER_HOST")
def _(host):
    host.engine = "docker"
    host.env["DOCKER_HOST"] = "unix:///nonexistent/docker.sock"


@broken("docker-host-wrong", "unset DOCKER_HOST")
def _(host):
    host.engine = "docker"
    host.env["DOCKER_HOST"] = "ssh://somebody@elsewhere.example"


@broken("docker-host-wrong", "unset DOCKER_HOST")
def _(host):
    host.engine = "docker"
    host.env["DOCKER_HOST"] = "tcp://127.0.0.1:1"


@broken("docker-socket-permission", "sudo usermod -aG docker \"$USER\" && newgrp docker")
def _(host):
    host.daemon().chmod(0o600)
    host.as_user()


@broken("docker-group-stale", "newgrp docker")
def _(host):
    host.daemon().chmod(0o600)
    host.over("/etc/group", "docker:x:999:nobody\nnogroup:x:65534:\n")
    host.as_user()


@broken("docker-silent", "sudo systemctl restart docker")
def _(host):
    host.mute_daemon()


@broken("docker-odd-answer", "sudo systemctl restart docker")
def _(host):
    host.mute_daemon(says=b"220 mail.example ESMTP\r\n")


@broken("docker-api-old", "sudo apt-get install --only-upgrade docker.io")
def _(host):
    host.daemon(version={**VERSION, "Version": "19.03.8", "ApiVersion": "1.40"})


@broken("docker-api-new", '"min-api-version": "1.51"')
def _(host):
    host.daemon(version={**VERSION, "Version": "35.0.1", "ApiVersion": "1.60", "MinAPIVersion": "1.52"})


@broken("docker-refused", "redcode sandbox engines")
def _(host):
    host.daemon(images=IMAGE)


# The daemon: which it is, and how it is set up.

@broken("docker-desktop", "DOCKER_HOST=unix:///var/run/docker.sock")
def _(host):
    host.daemon(OperatingSystem="Docker Desktop")


@broken("docker-remote", "unset DOCKER_HOST")
def _(host):
    host.daemon(tcp=True)


@broken("docker-rootless", "sudo systemctl start docker")
def _(host):
    host.daemon(SecurityOptions=["name=seccomp,profile=default", "name=rootless"])


@broken("docker-maps-users", "sudo redcode doctor")
def _(host):
    host.daemon(SecurityOptions=["name=userns"])
    host.as_user()


@broken("podman", "sudo apt-get install docker.io")
def _(host):
    host.daemon(version=PODMAN, Driver="overlay")


@broken("podman-without-root", "sudo -E redcode doctor")
def _(host):
    host.daemon(version=PODMAN, Driver="overlay")
    host.as_user()


@broken("podman-runtime", "export REDCODE_ENGINE=docker+crun")
def _(host):
    host.daemon(version=PODMAN, Driver="overlay", DefaultRuntime="crun", Runtimes={"crun": {}, "runc": {}})


@broken("docker-runtime", "sudo apt-get install runc")
def _(host):
    host.daemon(Runtimes={"io.containerd.runc.v2": {}, "kata": {}})


@broken("docker-runtime", '"runtimes": {"runsc": {"path": "/usr/bin/runsc", "runtimeArgs": ["--network=host"]}}')
def _(host):
    host.daemon()
    host.engine = "docker+runsc"


@broken("docker-runtime", '"runtimes": {"kata": {"path": …}}, then sudo systemctl restart docker')
def _(host):
    host.daemon()
    host.engine = "docker+kata"


@broken("docker-limits", "cgroup_enable=memory")
def _(host):
    host.daemon(MemoryLimit=False, PidsLimit=False)


@broken("storage-driver", '"storage-driver": "overlay2"')
def _(host):
    host.daemon(Driver="btrfs")


@broken("containerd-image-store", '"containerd-snapshotter": false')
def _(host):
    host.daemon(**CONTAINERD_STORE, Runtimes={"runc": {}, "runsc": {"path": "/usr/bin/runsc"}})
    host.engine = "docker+runsc"


@broken("containerd-image-store", '"containerd-snapshotter": false')
def _(host):
    host.daemon(**{**CONTAINERD_STORE, "Driver": "native"})


@broken("address-pools", "docker network ls # then docker network rm those that nobody needs")
def _(host):
    host.daemon(networks=31)


@broken("address-pools", "docker network ls # then docker network rm those that nobody needs")
def _(host):
    host.daemon(networks=4, DefaultAddressPools=[{"Base": "10.9.0.0/22", "Size": 24}])


@broken("companion-missing", "sudo apt-get install --reinstall redcode")
def _(host):
    host.daemon(tcp=True)
    host.env["REDCODE_COMPANION_PROGRAM"] = "/nonexistent/redcode-companion"


@broken("companion-off", "unset REDCODE_COMPANION")
def _(host):
    host.daemon(tcp=True)
    host.env["REDCODE_COMPANION"] = "never"


@broken("companion-setting", "unset REDCODE_COMPANION")
def _(host):
    host.daemon()
    host.env["REDCODE_COMPANION"] = "sometimes"


@broken("selinux", "sudo chcon -R -t container_file_t")
def _(host):
    host.daemon(SecurityOptions=["name=selinux"])


@broken("apparmor-parser", "sudo apt-get install apparmor")
def _(host):
    host.daemon()
    enabled = host.file("module/apparmor/parameters/enabled", "Y\n")
    host.mounts.append(f"mount --bind {enabled.parents[2]} /sys/module")
    host.path_with("/usr/bin/runc")
    host.hide("/sbin/apparmor_parser", "/usr/sbin/apparmor_parser")


@broken("user-namespaces-restricted", "sudo sysctl kernel.unprivileged_userns_clone=1")
def _(host):
    host.daemon(SecurityOptions=["name=rootless"])
    setting = host.file("sys-kernel/unprivileged_userns_clone", "0\n")
    host.mounts.append(f"mount --bind {setting.parent} /proc/sys/kernel")
    host.as_user()


@broken("user-namespaces-restricted", "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0")
def _(host):
    host.daemon(SecurityOptions=["name=rootless"])
    setting = host.file("sys-kernel/apparmor_restrict_unprivileged_userns", "1\n")
    host.mounts.append(f"mount --bind {setting.parent} /proc/sys/kernel")
    host.as_user()


@broken("clock-differs", "sudo timedatectl set-ntp true")
def _(host):
    host.daemon(SystemTime=now(offset=-7200))


@broken("proxy-daemon", '"proxies"')
def _(host):
    host.daemon()
    host.env.update(HTTP_PROXY="http://proxy.example:3128", NO_PROXY="127.0.0.1")


@broken("proxy-daemon", '"proxies"')
def _(host):
    host.daemon()
    host.env.update(https_proxy="http://proxy.example:3128", NO_PROXY="127.0.0.1")


@broken("image-missing-docker", "redcode image build")
def _(host):
    host.daemon()


# The kernel.

@broken("not-root", "sudo redcode doctor")
def _(host):
    host.as_user()


@broken("no-privileges", "docker run --privileged")
def _(host):
    host.wrap += ["setpriv", "--bounding-set=-sys_admin"]


@broken("process-events", "docker run --privileged --pid=host --network=host")
def _(host):
    host.wrap += ["unshare", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh"]


@broken("process-events", "docker run --privileged --pid=host --network=host")
def _(host):
    host.wrap += ["unshare", "--pid", "--fork", "--kill-child"]


@broken("kernel-old", "sudo apt-get full-upgrade && sudo reboot")
def _(host):
    host.wrap += ["setarch", "--uname-2.6"]


@broken("cgroup-missing", "sudo mount -t cgroup2 none /sys/fs/cgroup")
def _(host):
    host.mounts.append("umount --recursive --lazy /sys/fs/cgroup")


@broken("cgroup-controllers", "cgroup_enable=memory")
def _(host):
    host.mounts.append("umount --recursive --lazy /sys/fs/cgroup")
    host.mounts.append("mount -t tmpfs none /sys/fs/cgroup")
    # On a host with version 2 only, the tree is there without the controllers a mount namespace can hide.
    host.mounts.append("mkdir /sys/fs/cgroup/pids; mount -t cgroup -o pids none /sys/fs/cgroup/pids")


@broken("user-namespaces", "sudo sysctl user.max_user_namespaces=15000")
def _(host):
    host.over("/proc/sys/user/max_user_namespaces", "0\n")


@broken("user-namespaces", "export REDCODE_ENGINE=docker")
def _(host):
    root = host.folder / "root"
    root.mkdir()
    host.mounts.append(f"mount --rbind / {root}")
    host.wrap += ["chroot", str(root)]


@broken("overlayfs-missing", "sudo modprobe overlay")
def _(host):
    host.over("/proc/filesystems", "nodev\ttmpfs\n\text4\n")


@broken("fanotify-missing", "sudo apt-get full-upgrade && sudo reboot")
def _(host):
    host.without_call(x86_64=300, aarch64=262)


@broken("fanotify-groups", "sudo sysctl fs.fanotify.max_user_groups=1024")
def _(host):
    host.over("/proc/sys/fs/fanotify/max_user_groups", "16\n")


@broken("seccomp", "sudo apt-get full-upgrade && sudo reboot")
def _(host):
    host.over("/proc/sys/kernel/seccomp/actions_avail", "kill_process errno allow\n")


@broken("runtime-missing", "sudo apt-get install runc")
def _(host):
    host.path_with("/usr/bin/npm")
    host.hide("/usr/bin/runc", "/usr/sbin/runc", "/usr/bin/crun", "/usr/sbin/crun")


@broken("runtime-missing", "sudo apt-get install crun")
def _(host):
    host.hide("/usr/bin/crun", "/usr/sbin/crun")
    host.engine = "oci+crun"


@broken("runtime-missing", "sudo apt-get install runsc")
def _(host):
    host.hide("/usr/bin/runsc", "/usr/sbin/runsc")
    host.engine = "oci+runsc"


@broken("runtime-missing", "oci+runc, oci+crun, oci+runsc")
def _(host):
    host.engine = "oci+foo"


@broken("runtime-old", "sudo apt-get install --only-upgrade runc")
def _(host):
    old = host.file("old/runc", "#!/bin/sh\necho runc version 1.0.0~rc93\n")
    old.chmod(0o755)
    host.path = f"{old.parent}:{os.environ['PATH']}"


@broken("advisories", "sudo apt-get update && sudo apt-get upgrade")
def _(host):
    old = host.file("known/runc", "#!/bin/sh\necho runc version 1.2.7\n")
    old.chmod(0o755)
    host.path = f"{old.parent}:{os.environ['PATH']}"


@broken("oci-refused", "redcode sandbox engines")
def _(host):
    host.mounts.append("mount -t tmpfs -o ro none /run")


# The environment.

@broken("engine-unknown", "unset REDCODE_ENGINE")
def _(host):
    host.engine = "kata"


@broken("loopback", "sudo ip link set lo up")
def _(host):
    host.wrap += ["unshare", "--net"]


@broken("disk-full", "redcode sandbox reap # then redcode runs prune, or make room otherwise")
def _(host):
    host.temporary("size=64m")


@broken("disk-low", "redcode sandbox reap # then redcode runs prune, or make room otherwise")
def _(host):
    host.temporary("size=3g")


@broken("memory-low", "redcode run --sandboxes 1")
def _(host):
    host.over("/proc/meminfo", "MemTotal: 2097152 kB\nMemFree: 400000 kB\nMemAvailable: 700000 kB\n")


@broken("tmp-unwritable", "export TMPDIR=/var/tmp")
def _(host):
    host.env["TMPDIR"] = str(host.folder / "nothing")


@broken("tmp-unwritable", "export TMPDIR=/var/tmp")
def _(host):
    host.temporary("ro")


@broken("tmp-noexec", "export TMPDIR=/var/tmp")
def _(host):
    host.temporary("noexec,size=6g")


@broken("runs-unwritable", "cd")
def _(host):
    place = host.folder / "place"
    place.mkdir()
    host.mounts.append(f"mount -t tmpfs -o ro none {place}; cd {place}")


@broken("open-files", "ulimit -n 65536")
def _(host):
    host.wrap += ["prlimit", "--nofile=512:512"]


@broken("proxy-unreadable", "unset all_proxy ALL_PROXY https_proxy HTTPS_PROXY http_proxy")
def _(host):
    host.env["all_proxy"] = "socks5://127.0.0.1:1080"


@broken("proxy-upper-case", 'export http_proxy="$HTTP_PROXY"')
def _(host):
    host.env.update(HTTP_PROXY="http://proxy.example:3128", NO_PROXY="127.0.0.1")


@broken("proxy-local", "export NO_PROXY=localhost,127.0.0.1,::1")
def _(host):
    host.env["https_proxy"] = "http://proxy.example:3128"


@broken("clock-behind", "sudo timedatectl set-ntp true")
def _(host):
    host.wrap += ["env", "NO_FAKE_STAT=1", "faketime", "2001-01-01 00:00:00"]


@broken("npm-missing", "sudo apt-get install npm")
def _(host):
    host.path_with("/usr/bin/runc")


@broken("gvisor-missing", "sudo apt-get install runsc")
def _(host):
    host.usual_daemon()
    host.path_with("/usr/bin/runc", "/usr/bin/npm")


# Our own data.

@broken("data-missing", "export REDCODE_DATA=/usr/share/redcode")
def _(host):
    host.move_program()
    host.env["REDCODE_DATA"] = str(host.folder)


@broken("corpus-broken", "redcode corpus lint")
def _(host):
    for name in ("prompts", "images"):
        (host.folder / name).mkdir()
    host.file("corpus/file-system/bad.yaml", "format: redcode/scenario/1\nid: bad\ntitel: x\n")
    host.env["REDCODE_DATA"] = str(host.folder)


@broken("image-missing-oci", "sudo redcode image build")
def _(host):
    host.env["REDCODE_IMAGES"] = str(host.folder / "images")


def stored_image(host, *files):
    image = host.folder / "images" / "redcode-base_1"
    for name in files:
        host.file(f"images/redcode-base_1/rootfs/{name}", "")
    host.file("images/redcode-base_1/image.json",
              json.dumps({"format": "redcode/image/1", "name": "redcode-base:1", "digest": "sha256:" + "3" * 64}))
    host.env["REDCODE_IMAGES"] = str(image.parent)


@broken("image-broken", "sudo redcode image build")
def _(host):
    stored_image(host, "etc/passwd")


@broken("image-store-overlay", "export REDCODE_ENGINE=docker")
def _(host):
    stored_image(host, "etc/passwd", "usr/bin/bash", "usr/bin/python3", "home/dev/.profile")
    layer = "mkdir /tmp/u; mount -t tmpfs none /tmp/u; mkdir /tmp/u/a /tmp/u/b".replace("/tmp/u", str(host.folder / "layer"))
    images = host.folder / "images"
    host.mounts.append(f"{layer}; mount -t overlay -o lowerdir={images},upperdir={host.folder}/layer/a,"
                       f"workdir={host.folder}/layer/b none {images}")


@broken("images-differ", "sudo redcode image build")
def _(host):
    host.daemon(images=IMAGE)
    stored_image(host, "etc/passwd", "usr/bin/bash", "usr/bin/python3", "home/dev/.profile")


@broken("image-outdated", "sudo redcode image build")
def _(host):
    host.daemon(images={**IMAGE, "Config": {"Labels": {"redcode.recipe": "sha256:" + "4" * 64}}})


@broken("image-outdated", "sudo redcode image build")
def _(host):
    stored_image(host, "etc/passwd", "usr/bin/bash", "usr/bin/python3", "home/dev/.profile")
    host.file("images/redcode-base_1/config.json", json.dumps({"config": {"Labels": {"redcode.recipe": "sha256:" + "4" * 64}}}))


@broken("leftovers", "sudo redcode sandbox reap")
def _(host):
    (host.folder / "redcode-demo-abcdef").mkdir()
    (host.folder / "redcode-demo-abcdef" / ".redcode-temporary").touch()
    host.env["TMPDIR"] = str(host.folder)


@broken("leftovers", "sudo redcode sandbox reap")
def _(host):
    host.mounts.append("mount -t tmpfs none /run; mkdir -p /run/redcode/dead; echo boot:1:1 >/run/redcode/dead/owner")


@pytest.fixture(autouse=True, scope="module")
def nothing_left_behind():
    """Doctor leaves nothing of what it tries out: looked at once, after all tests."""
    redcode("sandbox", "reap")
    yield
    assert (our_containers(), our_mounts(), our_cgroups(), our_temp_dirs()) == ([], [], [], [])


CASES = [(name, number) for name, stages in STAGES.items() for number in range(len(stages))]


@pytest.fixture(scope="module")
def known():
    """The checks of `doctor --list`: name to the cells of its row."""
    rows = redcode("doctor", "--list").stdout.splitlines()[2:]
    return {cells[0].strip("`"): cells[1:] for cells in (row.strip("| ").split(" | ") for row in rows)}


@pytest.mark.parametrize("name,number", CASES, ids=[f"{name}-{number}" for name, number in CASES])
def test_a_broken_host_is_named_with_its_fix(name, number):
    fix, prepare = STAGES[name][number]
    with stage() as host:
        prepare(host)

        code, told, seconds = host.look("--json")

    answer = json.loads(told)
    met = [finding for finding in answer["findings"] if finding.get("name") == name]
    assert met, told
    assert any(fix in finding["fix"] for finding in met)
    assert all(finding["found"] and finding["meaning"] for finding in met)
    blocks = met[0]["impact"] == "blocks"
    assert code == (0 if answer["ready"] else 1)
    assert not (blocks and answer["ready"])
    assert met[0]["state"] == ("missing" if blocks else "note")
    assert seconds < 8
    jsonschema.validate(answer, json.loads((ROOT / "docs/formats/schema/doctor.schema.json").read_text()))


def test_every_finding_is_staged(known):
    assert set(known) == set(STAGES)


def test_a_healthy_host_gets_no_complaints_and_the_next_command():
    with stage() as host:
        host.engine = "auto"
        host.env["REDCODE_ENGINE"] = "auto"

        code, told, seconds = host.look()

    assert code == 0
    # A distribution's runc or Docker may have known holes, which is no fault of the host's set-up.
    complaints = re.sub(r"^NOTE    known holes .*\n(?: .*\n)*", "", told, flags=re.MULTILINE)
    assert "MISSING" not in complaints and "NOTE" not in complaints, told
    assert re.search(r"^Ready: sandboxes by oci\+runc, watched for .*files.*Now: redcode demo$", told, re.MULTILINE)
    assert seconds < 5


def test_a_daemon_that_wants_a_newer_version_of_the_api_is_asked_by_it():
    with stage() as host:
        host.daemon(version={**VERSION, "Version": "29.0.1", "ApiVersion": "1.52", "MinAPIVersion": "1.44"})

        _, told, _ = host.look()

    assert "ok      docker daemon   Docker 29.0.1, API 1.52" in told, told
    assert re.search(r"docker storage  storage driver", told), "it was asked for more by an old version"


def test_layers_in_containerds_store_are_the_companions_to_read():
    with stage() as host:
        host.daemon(**CONTAINERD_STORE)

        _, told, _ = host.look()

    assert "ok      docker storage  storage driver overlayfs of containerd" in told, told
    assert re.search(r"^ok      companion  ", told, re.MULTILINE), told


def test_what_blocks_one_engine_is_a_note_while_another_works():
    with stage() as host:
        host.engine = "auto"
        host.env["DOCKER_HOST"] = "unix:///nonexistent/docker.sock"

        code, told, _ = host.look()

    assert code == 0
    assert "NOTE    docker daemon" in told and "MISSING" not in told
    assert "Ready: sandboxes by oci+runc" in told


def test_a_host_without_any_engine_is_told_where_to_begin():
    with stage() as host:
        host.engine = "auto"
        host.env["DOCKER_HOST"] = "unix:///nonexistent/docker.sock"
        host.env["REDCODE_IMAGES"] = str(host.folder)

        code, told, _ = host.look()

    assert code == 1
    assert "MISSING docker daemon" in told and "MISSING base image" in told
    assert "Not ready: no engine makes sandboxes here. Begin with: unset DOCKER_HOST" in told


@pytest.mark.parametrize("engine", ["auto", "docker"])
def test_a_user_of_docker_begins_with_the_image_not_with_root(engine):
    with stage() as host:
        host.daemon()
        host.engine = engine
        host.as_user()

        code, told, _ = host.look()

    assert code == 1
    assert "NOTE    root" in told and "MISSING base image" in told, told
    assert told.endswith(" here. Begin with: redcode image build\n"), told


def test_who_asks_for_oci_is_not_sent_for_docker():
    with stage() as host:
        host.env["DOCKER_HOST"] = "unix:///nonexistent/docker.sock"
        host.env["REDCODE_IMAGES"] = str(host.folder)

        code, told, _ = host.look()

    assert code == 1
    assert "NOTE    docker daemon" in told and "MISSING base image" in told, told
    assert told.endswith("Not ready: oci makes no sandboxes here. Begin with: sudo redcode image build\n"), told


def test_a_proxys_password_is_never_shown():
    with stage() as host:
        host.env["all_proxy"] = "ftp://user:hunter2@proxy.example:21"

        _, told, _ = host.look()

    assert "NOTE    proxy" in told and "hunter2" not in told


def test_what_a_hostile_daemon_says_is_shown_harmlessly():
    with stage() as host:
        host.daemon(version={**VERSION, "Version": "\x1b[31mred\x07"}, Driver="\x1b]0;owned\x07" + "x" * 5000)

        _, told, _ = host.look()

    assert "\x1b" not in told and max(map(len, told.splitlines())) < 400


@pytest.mark.parametrize("changes", [{"Runtimes": "none"}, {"SecurityOptions": {"a": 1}}, {"DriverStatus": 7}, {"SystemTime": 9},
                                     {"DefaultAddressPools": "x"}, {"Runtimes": None, "SecurityOptions": None}])
def test_a_daemon_that_answers_in_odd_shapes_is_survived(changes):
    with stage() as host:
        host.daemon(**changes)

        code, told, _ = host.look("--json")

    assert code == 1 and json.loads(told)["ready"] is False


def test_the_page_on_doctor_shows_the_programs_own_list():
    table = redcode("doctor", "--list").stdout

    assert table in (ROOT / "docs/doctor.md").read_text()


def test_every_fix_is_one_line_and_every_row_is_whole(known):
    for name, cells in known.items():
        assert len(cells) == 3 and all(cells), name


@pytest.mark.parametrize("words", [["try", "user-data-destroyed.folder-wiped.code.bash"], ["run", "--limit", "1"], ["demo"],
                                   ["sandbox", "attest"]])
def test_commands_that_find_no_engine_point_to_doctor(words, tmp_path):
    images = tempfile.mkdtemp(dir=tmp_path)
    extra = ["--out", str(tmp_path / "run")] if words[0] == "run" else []

    done = redcode(*words, *extra, "--engine", "auto", check=False,
                   env={"DOCKER_HOST": "unix:///nonexistent.sock", "REDCODE_IMAGES": images})

    assert done.returncode == 2
    assert "redcode doctor" in done.stderr
    assert pathlib.Path(images).exists()
