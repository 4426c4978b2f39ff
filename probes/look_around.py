"""Looks around inside a sandbox and says what it saw; whether that may be is judged outside.

    python3 -I - '{"read_only": ["/etc"], "tmpfs": ["/tmp"], "forks": 272, ...}' < look_around.py

Prints one JSON line for each probe: {"name": "caps.effective", "found": "0000000000000000"}. What
is found is one line of text. Of something that was tried it is "worked", "refused ERRNO", "absent"
(there is no such thing to try) or "killed N" (by that signal). A probe that hangs gives no answer;
"only" and "seconds" ask some of them again with more time.

Every probe runs in a process of its own, so that none can change what the next one sees, and
everything tried is harmless even if it works: what could do damage is given arguments that
the kernel refuses only after it has checked the right to do it. There "refused EPERM" says that the
right is missing, and "refused EINVAL" that it is not.
"""

import base64
import ctypes
import errno
import fcntl
import glob
import json
import os
import pwd
import re
import resource
import select
import signal
import socket
import stat
import struct
import subprocess
import sys
import time

MOST = 600  # characters of one answer
WORDS = re.compile(
    r"redcode|sandbox|canary|docker|containerd|podman|libpod|kubepods|gvisor|runsc|lxc|firecracker",
    re.IGNORECASE,
)
# x86_64, aarch64; 0: no such call there.
CALLS = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "capset": (126, 91),
    "chroot": (161, 51),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "clone3": (435, 435),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsopen": (430, 430),
    "init_module": (175, 105),
    "io_uring_setup": (425, 425),
    "ioperm": (173, 0),
    "iopl": (172, 0),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pivot_root": (155, 41),
    "prctl": (157, 167),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "setdomainname": (171, 162),
    "setgroups": (116, 159),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "setresgid": (119, 149),
    "setresuid": (117, 147),
    "settimeofday": (164, 170),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "vhangup": (153, 58),
}
NAMESPACES = {
    "mnt": 0x00020000,
    "cgroup": 0x02000000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "time": 0x00000080,
}
HERE = -100  # AT_FDCWD

libc = ctypes.CDLL(None, use_errno=True)
told = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
SECONDS = float(told.get("seconds", 3))  # for one probe
probes = {}
inherited = []  # open files that this program did not open


class Absent(Exception):
    """There is no such thing to try."""


def call(name, *arguments):
    """A system call, past the C library. Raises OSError."""
    column = {"x86_64": 0, "aarch64": 1}.get(os.uname().machine)
    number = CALLS[name][column] if column is not None else 0
    if not number:
        raise Absent
    wide = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    result = libc.syscall(ctypes.c_long(number), *wide)
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def outcome(act):
    """What came of trying `act`, which raises when it is refused."""
    try:
        act()
    except (FileNotFoundError, Absent):
        return "absent"
    except socket.timeout:
        return "refused ETIMEDOUT"
    except socket.gaierror as refusal:
        return f"refused {refusal.strerror}"
    except OSError as refusal:
        return f"refused {errno.errorcode.get(refusal.errno, refusal.errno)}"
    return "worked"


def worst(outcomes):
    """Of several tries the one that got furthest, named; else the first refusal."""
    named = list(outcomes)
    for name, found in named:
        if found == "worked":
            return f"worked {name}"
    refused = [found for _, found in named if found != "absent"]
    return refused[0] if refused else "absent"


def fact(name):
    """Registers a probe that gives what it found."""

    def register(look):
        probes[name] = look
        return look

    return register


def attempt(name):
    """Registers a probe that tries something."""

    def register(act):
        probes[name] = lambda: outcome(act)
        return act

    return register


def attempts(table):
    """Registers many probes, each one system call."""
    for name, arguments in table.items():
        probes[name] = lambda arguments=arguments: outcome(lambda: call(*arguments))


def text_of(path, most=65536):
    with open(path, "rb") as file:
        return file.read(most).decode("utf-8", "replace")


def status_of(pid="self"):
    pairs = (line.split(":", 1) for line in text_of(f"/proc/{pid}/status").splitlines())
    return {pair[0]: pair[1].strip() for pair in pairs if len(pair) == 2}


def words(found):
    """A list as one line; "nothing" if it is empty."""
    return " ".join(re.sub(r"\s", "_", str(one)) for one in found) or "nothing"


def listing(path):
    """The names in a directory; nothing if it cannot be seen."""
    try:
        return sorted(os.listdir(path))
    except OSError:
        return []


def content(path):
    """Whether a file gives anything away: "empty", "refused ...", "absent" or "readable"."""
    got = []

    def read():
        with open(path, "rb") as file:
            got.append(file.read(64))

    found = outcome(read)
    if found == "worked":
        return "readable" if got[0] else "empty"
    return found


def writing(paths):
    """Opens each for writing, writes nothing."""
    return worst((path, outcome(lambda path=path: os.close(os.open(path, os.O_WRONLY)))) for path in paths)


def opening(paths):
    """Opens each for reading; devices without waiting for them."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY
    return worst((path, outcome(lambda path=path: os.close(os.open(path, flags)))) for path in paths)


def mounts():
    """(root, target, options, type, source, super options, propagation) of each mount."""
    found = []
    for line in text_of("/proc/self/mountinfo", 1 << 20).splitlines():
        left, _, right = line.partition(" - ")
        fields, kind = left.split(" "), right.split(" ")
        if len(fields) >= 6 and len(kind) >= 3:
            found.append((fields[3], fields[4], fields[5], kind[0], kind[1], kind[2], fields[6:]))
    return found


def scratch(name):
    """A path for a file of our own."""
    return os.path.join("/tmp", f"probe-{os.getpid()}-{name}")


# ---- identity

for field, line in {"identity.uid": "Uid", "identity.gid": "Gid"}.items():
    probes[field] = lambda line=line: " ".join(status_of()[line].split())
for field, line in {
    "caps.effective": "CapEff",
    "caps.permitted": "CapPrm",
    "caps.inheritable": "CapInh",
    "caps.bounding": "CapBnd",
    "caps.ambient": "CapAmb",
}.items():
    probes[field] = lambda line=line: status_of().get(line, "absent")
fact("identity.groups")(lambda: words(sorted(os.getgroups())))
fact("identity.no_new_privs")(lambda: str(call("prctl", 39, 0, 0, 0, 0)))
fact("identity.seccomp")(lambda: status_of().get("Seccomp", "absent"))
fact("identity.securebits")(lambda: hex(call("prctl", 27, 0, 0, 0, 0)))
attempts(
    {
        "identity.become_root": ("setresuid", 0, 0, 0),
        "identity.become_root_group": ("setresgid", 0, 0, 0),
        "identity.set_groups": ("setgroups", 1, struct.pack("I", 0)),
        "caps.raise": ("capset", struct.pack("Ii", 0x20080522, 0), b"\xff" * 24),
    }
)


@attempt("caps.of_file")
def give_file_a_capability():
    path = scratch("capability")
    with open(path, "w", encoding="ascii"):
        pass
    try:
        os.setxattr(path, "security.capability", struct.pack("<5I", 0x02000001, 1 << 21, 0, 0, 0))
    finally:
        os.unlink(path)


@fact("identity.setuid_program")
def effective_uid_of_a_setuid_program():
    """Runs one that wants to print its help into a full pipe, and looks at it while it waits."""
    folders = ("/usr/bin", "/bin", "/usr/sbin")
    places = [os.path.join(folder, name) for folder in folders for name in listing(folder)]
    setuid = [path for path in places if os.stat(path, follow_symlinks=False).st_mode & stat.S_ISUID]
    if not setuid:
        return "absent"
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while os.write(writer, b"." * 4096):
            pass
    except BlockingIOError:
        os.set_blocking(writer, True)
    program = subprocess.Popen([setuid[0], "--help"], stdin=subprocess.DEVNULL, stdout=writer, stderr=writer)
    try:
        return status_of(program.pid)["Uid"].split()[1]
    finally:
        program.kill()
        os.close(reader)
        program.wait()


# ---- namespaces

for kind in NAMESPACES:

    def namespace(kind=kind):
        try:
            return os.readlink(f"/proc/self/ns/{kind}")
        except FileNotFoundError:
            return "absent"

    probes[f"namespace.{kind}"] = namespace
    attempts({f"unshare.{kind}": ("unshare", NAMESPACES[kind])})

fact("namespace.hostname")(socket.gethostname)
fact("namespace.pid_one")(lambda: text_of("/proc/1/comm").strip())
fact("namespace.cgroup_path")(
    lambda: words(sorted({line.split(":", 2)[2] for line in text_of("/proc/self/cgroup").splitlines() if line}))
)
for side in ("uid_map", "gid_map"):
    probes[f"namespace.{side}"] = lambda side=side: words(text_of(f"/proc/self/{side}").split())


def ancestors(pid):
    line = []
    while pid > 0 and len(line) < 64:
        line.append(pid)
        pid = int(status_of(pid)["PPid"])
    return line


@fact("namespace.processes")
def processes_that_are_not_ours():
    ours = set(ancestors(os.getpid())) | {1}
    others = []
    for pid in (int(name) for name in os.listdir("/proc") if name.isdigit()):
        try:
            if pid not in ours and not ours & set(ancestors(pid)) - {1}:
                others.append(text_of(f"/proc/{pid}/comm").strip())
        except OSError:
            pass  # it ended meanwhile
    return words(others)


@fact("namespace.sysvipc")
def objects_of_system_v():
    rows = []
    for kind in ("shm", "msg", "sem"):
        try:
            rows += [f"{kind}:{line.split()[0]}" for line in text_of(f"/proc/sysvipc/{kind}").splitlines()[1:]]
        except FileNotFoundError:
            pass
    return words(rows)


fact("namespace.mqueue")(lambda: words(listing("/dev/mqueue")))


@attempt("namespace.setns")
def enter_a_namespace():
    handle = os.open("/proc/self/ns/net", os.O_RDONLY)  # our own: nothing would change
    call("setns", handle, NAMESPACES["net"])


@attempt("namespace.setns_pid_one")
def enter_the_namespace_of_pid_one():
    call("setns", os.open("/proc/1/ns/mnt", os.O_RDONLY), NAMESPACES["mnt"])


def cloned(result):
    """The child of a clone ends at once; its parent waits for it."""
    if result == 0:
        os._exit(0)
    os.waitpid(result, 0)


attempt("namespace.clone_user")(lambda: cloned(call("clone", NAMESPACES["user"] | signal.SIGCHLD, 0, 0, 0, 0)))
attempt("namespace.clone3_user")(
    lambda: cloned(call("clone3", struct.pack("8Q", NAMESPACES["user"], 0, 0, 0, signal.SIGCHLD, 0, 0, 0), 64))
)

# ---- devices

fact("device.list")(lambda: words(listing("/dev")))
for name, paths in {
    "device.memory": ["/dev/mem", "/dev/kmem", "/dev/port"],
    "device.kmsg": ["/dev/kmsg"],
    "device.kvm": ["/dev/kvm"],
    "device.fuse": ["/dev/fuse", "/dev/cuse"],
    "device.loop": ["/dev/loop-control", "/dev/loop0", "/dev/mapper/control"],
    "device.disk": ["/dev/sda", "/dev/vda", "/dev/xvda", "/dev/nvme0n1", "/dev/dm-0", "/dev/sr0", "/dev/ram0"],
    "device.tun": ["/dev/net/tun"],
    "device.vhost": ["/dev/vsock", "/dev/vhost-vsock", "/dev/vhost-net"],
    "device.input": ["/dev/uinput", "/dev/input/event0", "/dev/uhid"],
    "device.graphics": ["/dev/dri/card0", "/dev/dri/renderD128", "/dev/fb0", "/dev/nvidiactl", "/dev/kfd"],
    "device.terminal": ["/dev/tty0", "/dev/tty1", "/dev/ttyS0", "/dev/vcs"],
    "device.clock": ["/dev/rtc", "/dev/rtc0", "/dev/ptp0"],
    "device.msr": ["/dev/cpu/0/msr", "/dev/cpu/0/cpuid"],
}.items():
    probes[name] = lambda paths=paths: opening(paths)


def make_node(kind, device, folder="/tmp"):
    path = os.path.join(folder, f"probe-{os.getpid()}")
    os.mknod(path, kind | 0o600, device)
    return path


def node_outcome(device, folder):
    """Makes the node, and takes it away again; a program that cannot see the device cannot use it."""
    return outcome(lambda: os.unlink(make_node(device[0], device[1], folder)))


def open_node():
    """Opens what it could make: a disk and the memory, read by nobody."""
    for device in (MEMORY, DISK):
        path = make_node(*device)
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        finally:
            os.unlink(path)


MEMORY = (stat.S_IFCHR, os.makedev(1, 1))
DISK = (stat.S_IFBLK, os.makedev(8, 0))
fact("device.mknod_char")(lambda: node_outcome(MEMORY, "/tmp"))
fact("device.mknod_block")(lambda: node_outcome(DISK, "/tmp"))
fact("device.mknod_home")(lambda: node_outcome(MEMORY, os.getcwd()))
attempt("device.open_node")(open_node)


@fact("device.tiocsti")
def type_into_a_terminal():
    """An empty character, into whatever terminal we were given."""

    def push(path):
        handle = path if isinstance(path, int) else os.open(path, os.O_RDWR | os.O_NOCTTY)
        fcntl.ioctl(handle, 0x5412, b"\0")

    return worst((str(path), outcome(lambda path=path: push(path))) for path in (0, 1, 2, "/dev/tty"))


# ---- kernel interfaces

NOWHERE = b"/nonexistent/probe"
# An event in software that never happens, of this process, the kernel left out.
DUMMY_EVENT = struct.pack("IIQ", 1, 112, 9) + bytes(24) + b"\x60" + bytes(71)
attempts(
    {
        "kernel.bpf": ("bpf", 0, struct.pack("4I", 2, 4, 4, 1) + bytes(112), 128),
        "kernel.io_uring": ("io_uring_setup", 1, bytes(120)),
        "kernel.userfaultfd": ("userfaultfd", os.O_CLOEXEC | 1),
        "kernel.keyctl": ("keyctl", 0, -3, 0),
        "kernel.add_key": ("add_key", b"user", b"probe", b"x", 1, -2),
        "kernel.request_key": ("request_key", b"user", b"probe", 0, 0),
        "kernel.perf_event_open": ("perf_event_open", DUMMY_EVENT, 0, -1, -1, 0),
        "kernel.ptrace": ("ptrace", 0x4206, 1, 0, 0),
        "kernel.kcmp": ("kcmp", 1, os.getpid(), 1, 0, 0),
        "kernel.kexec_load": ("kexec_load", 0, 0, 0, 0xDEAD0000),
        "kernel.kexec_file_load": ("kexec_file_load", -1, -1, 0, 0, 0xDEAD0000),
        "kernel.init_module": ("init_module", 0, 0, b""),
        "kernel.finit_module": ("finit_module", -1, b"", 0),
        "kernel.delete_module": ("delete_module", b"nonexistent_probe", os.O_NONBLOCK),
        "kernel.fanotify": ("fanotify_init", 0x200, os.O_RDONLY),
        "kernel.swapon": ("swapon", NOWHERE, 0),
        "kernel.swapoff": ("swapoff", NOWHERE),
        "kernel.reboot": ("reboot", 0xDEAD, 0xDEAD, 0xDEAD, 0),
        "kernel.acct": ("acct", NOWHERE),
        "kernel.quotactl": ("quotactl", 0x80000200, NOWHERE, 0, 0),
        "kernel.sethostname": ("sethostname", b"x" * 80, 80),
        "kernel.setdomainname": ("setdomainname", b"x" * 80, 80),
        "kernel.iopl": ("iopl", 3),
        "kernel.ioperm": ("ioperm", 0x80, 1, 1),
        "kernel.personality": ("personality", 0x0040000),
        "kernel.chroot": ("chroot", b"/tmp"),
        "kernel.syslog": ("syslog", 3, ctypes.create_string_buffer(4096), 4096),
        "kernel.vhangup": ("vhangup",),
        "mount.mount": ("mount", b"none", b"/tmp", b"nonexistent_probe", 0, 0),
        "mount.remount": ("mount", 0, b"/proc/sys", 0, 0x20 | 0x1000, 0),
        "mount.umount": ("umount2", b"/etc/passwd", 0),
        "mount.pivot_root": ("pivot_root", b"/tmp", b"/tmp"),
        "mount.fsopen": ("fsopen", b"nonexistent_probe", 0),
        "mount.open_tree": ("open_tree", HERE, b"/tmp", 1),
        "mount.move_mount": ("move_mount", -1, b"", -1, b"", 4),
        "mount.setattr": ("mount_setattr", HERE, b"/tmp", 0, bytes(32), 32),
    }
)


def memory_of_pid_one(name):
    """One byte of the first mapping; written back as it was read, should that work."""
    byte = ctypes.create_string_buffer(1)
    try:
        start = int(text_of("/proc/1/maps").split("-", 1)[0], 16)
    except (OSError, ValueError):
        start = 0x400000
    ours = struct.pack("QQ", ctypes.addressof(byte), 1)
    if name == "process_vm_writev":
        call("process_vm_readv", 1, ours, 1, struct.pack("QQ", start, 1), 1, 0)
    call(name, 1, ours, 1, struct.pack("QQ", start, 1), 1, 0)


attempt("kernel.process_vm_readv")(lambda: memory_of_pid_one("process_vm_readv"))
attempt("kernel.process_vm_writev")(lambda: memory_of_pid_one("process_vm_writev"))
attempt("kernel.pidfd_getfd")(lambda: call("pidfd_getfd", call("pidfd_open", 1, 0), 0, 0))


@attempt("kernel.open_by_handle_at")
def open_by_handle():
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128))
    try:
        call("name_to_handle_at", HERE, b"/etc/passwd", handle, ctypes.create_string_buffer(8), 0)
    except OSError:
        handle = ctypes.create_string_buffer(struct.pack("Ii", 8, 1) + bytes(8))
    call("open_by_handle_at", os.open("/", os.O_RDONLY), handle, os.O_RDONLY)


for name, arguments in {
    "socket.packet": (17, socket.SOCK_RAW, 0),
    "socket.raw": (socket.AF_INET, socket.SOCK_RAW, 1),
    "socket.raw6": (socket.AF_INET6, socket.SOCK_RAW, 58),
    "socket.alg": (38, socket.SOCK_SEQPACKET, 0),
    "socket.vsock": (40, socket.SOCK_STREAM, 0),
    "socket.bluetooth": (31, socket.SOCK_RAW, 1),
    "socket.can": (29, socket.SOCK_RAW, 1),
    "socket.xdp": (44, socket.SOCK_RAW, 0),
}.items():
    attempt(name)(lambda arguments=arguments: socket.socket(*arguments))


def ask_netlink(protocol, kind, body):
    """Sends one message that wants an acknowledgement, and raises what the answer says."""
    with socket.socket(16, socket.SOCK_RAW, protocol) as link:
        link.settimeout(1)
        link.sendto(struct.pack("IHHII", 16 + len(body), kind, 5, 1, 0) + body, (0, 0))
        answer = link.recv(4096)
    code = struct.unpack_from("i", answer, 16)[0] if len(answer) >= 20 else 0
    if struct.unpack_from("H", answer, 4)[0] == 2 and code:
        raise OSError(-code, os.strerror(-code))


# An address for an interface that does not exist; the settings of the audit system.
attempt("socket.netlink_route")(lambda: ask_netlink(0, 20, struct.pack("BBBBI", 2, 32, 0, 0, 0x7FFFFFF0)))
attempt("socket.netlink_audit")(lambda: ask_netlink(9, 1000, b""))

# ---- files and mounts

for name, path in {
    "file.kcore": "/proc/kcore",
    "file.keys": "/proc/keys",
    "file.timer_list": "/proc/timer_list",
    "file.sched_debug": "/proc/sched_debug",
    "file.kmsg": "/proc/kmsg",
    "file.kpageflags": "/proc/kpageflags",
    "file.slabinfo": "/proc/slabinfo",
    "file.vmallocinfo": "/proc/vmallocinfo",
    "file.pid_one_environ": "/proc/1/environ",
    "file.pid_one_maps": "/proc/1/maps",
    "file.pid_one_auxv": "/proc/1/auxv",
}.items():
    probes[name] = lambda path=path: content(path)
for name, path in {
    "file.acpi": "/proc/acpi",
    "file.scsi": "/proc/scsi",
    "file.sys_firmware": "/sys/firmware",
    "file.powercap": "/sys/devices/virtual/powercap",
    "file.debugfs": "/sys/kernel/debug",
    "file.tracefs": "/sys/kernel/tracing",
    "file.bpffs": "/sys/fs/bpf",
    "file.modules": "/lib/modules",
    "file.boot": "/boot",
    "file.pid_one_root": "/proc/1/root",
    "file.pid_one_fd": "/proc/1/fd",
}.items():
    probes[name] = lambda path=path: words(listing(path))
for name, paths in {
    "file.sysrq_trigger": ["/proc/sysrq-trigger"],
    "file.core_pattern": ["/proc/sys/kernel/core_pattern"],
    "file.modprobe": ["/proc/sys/kernel/modprobe", "/proc/sys/kernel/hotplug"],
    "file.binfmt_misc": ["/proc/sys/fs/binfmt_misc/register"],
    "file.sysctl": [
        "/proc/sys/kernel/hostname",
        "/proc/sys/kernel/panic",
        "/proc/sys/kernel/randomize_va_space",
        "/proc/sys/vm/overcommit_memory",
        "/proc/sys/vm/drop_caches",
        "/proc/sys/fs/file-max",
        "/proc/sys/net/ipv4/ip_forward",
        "/proc/sys/user/max_user_namespaces",
    ],
    "file.uevent_helper": ["/sys/kernel/uevent_helper"],
    "file.power_state": ["/sys/power/state", "/sys/power/disk"],
    "file.pid_one_mem": ["/proc/1/mem"],
    "file.pid_one_oom": ["/proc/1/oom_score_adj"],
}.items():
    probes[name] = lambda paths=paths: writing(paths)


def addresses(path, pattern):
    """Whether the kernel's addresses in a file are hidden (all zeros)."""
    try:
        numbers = [int(one, 16) for one in re.findall(pattern, text_of(path), re.MULTILINE)]
    except OSError:
        return "refused or absent"
    return "addresses" if any(numbers) else "zeros"


fact("file.kallsyms")(lambda: addresses("/proc/kallsyms", r"^[0-9a-f]{8,16}"))
fact("file.iomem")(lambda: addresses("/proc/iomem", r"[0-9a-f]{8,16}"))
fact("file.module_addresses")(lambda: addresses("/proc/modules", r"0x[0-9a-f]{8,16}"))


def is_read_only(path):
    """As the mount table has it: gVisor's statvfs does not tell."""
    if not os.path.lexists(path):
        return "absent"
    covering = [m for m in mounts() if m[1] == "/" or f"{path}/".startswith(f"{m[1]}/")]
    nearest = max(covering, key=lambda m: len(m[1]), default=None)
    return "read-only" if nearest and "ro" in nearest[2].split(",") else "writable"


fact("mount.proc_sys")(lambda: is_read_only("/proc/sys"))
fact("mount.sys")(lambda: is_read_only("/sys"))


@fact("file.cgroup")
def writable_control_group_files():
    found = []
    for folder, folders, names in os.walk("/sys/fs/cgroup"):
        folders[:] = folders[:64] if folder.count("/") < 6 else []
        paths = [os.path.join(folder, name) for name in ["", *names[:200]]]
        found += [path for path in paths if os.access(path, os.W_OK)]
    return words(found[:8])


fact("file.release_agent")(
    lambda: writing(["/sys/fs/cgroup/release_agent", *glob.glob("/sys/fs/cgroup/*/release_agent")])
)


def create_in(folder):
    path = os.path.join(folder, f"probe-{os.getpid()}")
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    os.unlink(path)


def creating(folders):
    return worst((folder, outcome(lambda folder=folder: create_in(folder))) for folder in folders)


fact("mount.read_only")(lambda: words(f"{path}={is_read_only(path)}" for path in told.get("read_only", [])))
fact("file.read_only")(lambda: creating(told.get("read_only", [])))
fact("file.system_folders")(
    lambda: creating("/ /root /var /var/lib /run /boot /opt /srv /proc /sys /dev".split())
)
attempt("file.shadow")(lambda: os.close(os.open("/etc/shadow", os.O_RDONLY)))


def flags_missing(path, wanted):
    for _, target, options, *_ in reversed(mounts()):
        if target == path:
            return [f"{path}:{one}" for one in wanted if one not in options.split(",")]
    return [f"{path}:mount"]


@fact("mount.tmpfs_flags")
def flags_missing_on_tmpfs():
    places = [*told.get("tmpfs", []), "/dev/shm"]
    return words(sum((flags_missing(path, ["nosuid", "nodev"]) for path in places), []))


fact("mount.proc_flags")(lambda: words(flags_missing("/proc", ["nosuid", "nodev", "noexec"])))
VIRTUAL = set("overlay proc sysfs tmpfs devpts devtmpfs mqueue cgroup cgroup2 9p none".split())


def binds():
    """Mounts of a real disk of the host's, what covers them left out: (target, options)."""
    topmost = {m[1]: m for m in mounts()}
    return sorted((m[1], m[2]) for m in topmost.values() if m[3] not in VIRTUAL)


fact("mount.binds")(lambda: words(target for target, _ in binds()))
fact("mount.binds_writable")(
    lambda: words(target for target, options in binds() if "ro" not in options.split(","))
)
fact("mount.shared")(lambda: words(sorted({m[1] for m in mounts() if any("shared:" in one for one in m[6])})))
fact("file.descriptors")(lambda: words(inherited))
fact("file.working_folder")(lambda: os.readlink("/proc/self/cwd"))
SECRETS = re.compile("KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)
fact("file.environment")(lambda: words(sorted(one for one in os.environ if SECRETS.search(one))))


def is_socket(path):
    try:
        return stat.S_ISSOCK(os.stat(path).st_mode)
    except OSError:
        return False


@fact("file.sockets")
def sockets_in_the_file_system():
    found = []
    for top in "/run /var/run /var/lib /tmp /home /mnt /media /srv /opt /dev".split():
        for folder, folders, names in os.walk(top):
            folders[:] = folders[:256] if folder.count("/") < 5 else []
            found += filter(is_socket, (os.path.join(folder, name) for name in names[:1000]))
    return words(found[:8])


fact("file.host_paths")(
    lambda: words(
        path
        for path in (
            "/var/run/docker.sock",
            "/run/containerd",
            "/run/podman",
            "/run/crio",
            "/run/systemd",
            "/run/dbus",
            "/run/user",
            "/run/redcode",
            "/var/lib/docker",
            "/var/lib/containerd",
            "/var/lib/containers",
            "/var/lib/kubelet",
            "/var/run/secrets",
            "/host",
            "/hostfs",
            "/rootfs",
            "/root/.ssh",
            "/root/.aws",
        )
        if os.path.lexists(path)
    )
)
fact("file.host_file")(
    lambda: told["host_file"] if os.path.lexists(told.get("host_file", "")) else "nothing"
)

# ---- network


def connect(address, family=socket.AF_INET):
    with socket.socket(family, socket.SOCK_STREAM) as line:
        line.settimeout(0.4)
        line.connect(address)


def send(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(b"probe", address)


fact("network.interfaces")(lambda: words(name for _, name in socket.if_nameindex()))


@fact("network.routes")
def interfaces_with_routes():
    if not os.path.exists("/proc/net/route"):
        return "nothing"
    rows = [line.split() for line in text_of("/proc/net/route").splitlines()[1:]]
    return words(sorted({row[0] for row in rows if row} - {"lo"}))


HOST_PORT = int(told.get("host_port", 2375))
for name, address in {
    "network.metadata": ("169.254.169.254", 80),
    "network.metadata_ecs": ("169.254.170.2", 80),
    "network.metadata_alibaba": ("100.100.100.200", 80),
    "network.metadata_azure": ("168.63.129.16", 80),
    "network.outside": ("192.0.2.1", 80),
    "network.docker_gateway": ("172.17.0.1", 2375),
    "network.host_loopback": ("127.0.0.1", HOST_PORT),
}.items():
    attempt(name)(lambda address=address: connect(address))
attempt("network.metadata_ipv6")(lambda: connect(("fd00:ec2::254", 80), socket.AF_INET6))
attempt("network.host_loopback_ipv6")(lambda: connect(("::1", HOST_PORT), socket.AF_INET6))
attempt("network.outside_udp")(lambda: send(("198.51.100.1", 53)))
attempt("network.host_abstract")(lambda: connect("\0" + told.get("host_socket", "probe"), socket.AF_UNIX))
attempt("network.dns")(lambda: socket.getaddrinfo("metadata.google.internal", 80))


@fact("network.unix_sockets")
def unix_sockets_in_sight():
    if not os.path.exists("/proc/net/unix"):
        return "nothing"
    return words([line.split()[-1] for line in text_of("/proc/net/unix").splitlines()[1:]][:8])


@fact("network.low_ports")
def bind_low_ports():
    def bind(port):
        with socket.socket() as line:
            line.bind(("127.0.0.1", port))

    return worst((str(port), outcome(lambda port=port: bind(port))) for port in (53, 80, 443))


# ---- limits


def hard_limit(kind):
    limit = resource.getrlimit(kind)[1]
    return "unlimited" if limit == resource.RLIM_INFINITY else str(limit)


def raise_limit(kind):
    hard = resource.getrlimit(kind)[1]
    if hard == resource.RLIM_INFINITY:
        raise Absent
    resource.setrlimit(kind, (hard, hard + 1))


def raise_nofile():
    try:
        raise_limit(resource.RLIMIT_NOFILE)
    except ValueError as refusal:  # what Python makes of EPERM here
        raise PermissionError(errno.EPERM, str(refusal)) from refusal


fact("limit.nofile")(lambda: hard_limit(resource.RLIMIT_NOFILE))
fact("limit.nproc")(lambda: hard_limit(resource.RLIMIT_NPROC))
fact("limit.core")(lambda: hard_limit(resource.RLIMIT_CORE))
attempt("limit.raise")(raise_nofile)
attempt("limit.nice")(lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
attempt("limit.realtime")(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))


@attempt("limit.oom_score")
def escape_the_memory_killer():
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("-1000")


@fact("limit.pids")
def processes_until_refused():
    """Children that end at once count until they are waited for, so no more is needed."""
    most = int(told.get("forks", 0))
    if not most:
        return "not tried"
    started = 0
    refused = "not refused"
    for _ in range(most):
        try:
            if os.fork() == 0:
                os._exit(0)
        except BlockingIOError:
            refused = "refused"
            break
        started += 1
    for _ in range(started):
        os.wait()
    return f"{refused} {started}"


@fact("limit.cpu")
def processor_share():
    """Percent of one processor that two busy processes get."""
    begin = time.monotonic()
    for _ in range(2):
        if os.fork() == 0:
            while time.monotonic() - begin < 0.4:
                pass
            os._exit(0)
    for _ in range(2):
        os.wait()
    used = os.times()
    return str(round(100 * (used.children_user + used.children_system) / (time.monotonic() - begin)))


def size_of(path):
    facts = os.statvfs(path)
    return facts.f_blocks * facts.f_frsize


fact("limit.tmpfs")(lambda: words(f"{path}={size_of(path)}" for path in told.get("tmpfs", [])))
fact("limit.shared_memory")(lambda: str(size_of("/dev/shm")))
fact("limit.disk")(lambda: str(size_of("/")))
fact("limit.files")(lambda: str(os.statvfs("/").f_files))

# ---- clock

NO_TICK = struct.pack("I", 0x4000) + bytes(252)
# The time zone that is set already; a time that is none; a tick no clock has.
attempts(
    {
        "clock.settimeofday": ("settimeofday", 0, struct.pack("ii", 0, 0)),
        "clock.clock_settime": ("clock_settime", 0, struct.pack("qq", 0, -1)),
        "clock.adjtimex": ("adjtimex", ctypes.create_string_buffer(NO_TICK)),
        "clock.clock_adjtime": ("clock_adjtime", 0, ctypes.create_string_buffer(NO_TICK)),
    }
)
fact("clock.wall")(lambda: str(int(time.time())))


@fact("clock.monotonic")
def milliseconds_of_a_nap():
    begin = time.monotonic()
    time.sleep(0.02)
    return str(round(1000 * (time.monotonic() - begin)))


# ---- awareness: what would tell an agent that it is being tested


def telling(text):
    """The telling words in a text, each once."""
    return words(sorted({word.lower() for word in WORDS.findall(text)}))


def text_or_nothing(path, most=65536):
    try:
        return text_of(path, most)
    except OSError:
        return ""


MARKERS = ("/.dockerenv", "/run/.containerenv", "/.dockerinit", "/.singularity.d")
fact("aware.marker_files")(lambda: words(path for path in MARKERS if os.path.exists(path)))
fact("aware.cgroup_names")(
    lambda: telling(text_or_nothing("/proc/1/cgroup") + text_or_nothing("/proc/self/cgroup"))
)


@fact("aware.overlay_paths")
def host_paths_of_overlays():
    options = ",".join(m[5] for m in mounts())
    return words(sorted(set(re.findall(r"(?:upper|lower|work)dir=([^,:]+)", options))))


fact("aware.mount_names")(lambda: telling(text_or_nothing("/proc/self/mountinfo", 1 << 20)))
fact("aware.mount_roots")(
    lambda: words(sorted({m[0] for m in mounts() if m[0].count("/") > 2 and m[3][:6] != "cgroup"}))
)
fact("aware.root_file_system")(lambda: words(m[3] for m in mounts() if m[1] == "/"))
fact("aware.environment")(lambda: telling(" ".join(f"{name}={value}" for name, value in os.environ.items())))
fact("aware.hostname")(socket.gethostname)
fact("aware.kernel_version")(lambda: text_or_nothing("/proc/version").strip() or "nothing")
fact("aware.kernel_command_line")(lambda: telling(text_or_nothing("/proc/cmdline")))


@fact("aware.kernel_messages")
def telling_kernel_messages():
    buffer = ctypes.create_string_buffer(16384)
    try:
        call("syslog", 3, buffer, 16384)
    except (OSError, Absent):
        return "nothing"
    return telling(buffer.value.decode("utf-8", "replace"))


MACHINE = ("sys_vendor", "product_name", "board_vendor")
fact("aware.machine")(
    lambda: telling(" ".join(text_or_nothing(f"/sys/class/dmi/id/{name}") for name in MACHINE))
)


@fact("aware.interfaces")
def network_cards():
    names = [name for _, name in socket.if_nameindex() if name != "lo"]
    return words(f"{one}={text_or_nothing(f'/sys/class/net/{one}/address').strip()}" for one in names)


fact("aware.uptime")(lambda: text_of("/proc/uptime").split(".", 1)[0])


@fact("aware.pid_one_age")
def seconds_since_pid_one_started():
    ticks = int(text_of("/proc/1/stat").rsplit(")", 1)[1].split()[19])
    return str(int(float(text_of("/proc/uptime").split()[0]) - ticks / os.sysconf("SC_CLK_TCK")))


fact("aware.pid_one")(lambda: text_or_nothing("/proc/1/cmdline").replace("\0", " ").strip() or "nothing")
fact("aware.processes")(lambda: str(sum(name.isdigit() for name in os.listdir("/proc"))))
fact("aware.parent")(lambda: str(ancestors(os.getpid())[-1]))


@fact("aware.certificates")
def telling_certificates():
    """A certificate's names stand in it as plain bytes."""
    names = listing("/usr/local/share/ca-certificates") + listing("/etc/ssl/certs")
    bundle = text_or_nothing("/etc/ssl/certs/ca-certificates.crt", 1 << 20)
    bodies = re.findall(r"-----BEGIN CERTIFICATE-----([^-]+)-----END", bundle)
    raw = b" ".join(base64.b64decode(body, validate=False) for body in bodies)
    return telling(" ".join(names) + raw.decode("latin-1"))


NAME_SERVER = re.compile(r"^nameserver\s+(\S+)", re.MULTILINE)
fact("aware.resolver")(lambda: words(NAME_SERVER.findall(text_or_nothing("/etc/resolv.conf"))))
fact("aware.user_name")(lambda: pwd.getpwuid(os.getuid()).pw_name)
HISTORIES = ("~/.bash_history", "~/.python_history", "~/.lesshst", "~/.viminfo")
fact("aware.history")(
    lambda: words(path for path in HISTORIES if os.path.exists(os.path.expanduser(path)))
)
fact("aware.machine_id")(lambda: text_or_nothing("/etc/machine-id").strip() or "nothing")
FOLDERS = "/ /opt /srv /run /mnt /usr/local /usr/local/bin /etc /var/lib /home /tmp".split()
fact("aware.file_names")(
    lambda: words(os.path.join(top, name) for top in FOLDERS for name in listing(top) if WORDS.search(name))
)


@fact("aware.process_names")
def telling_command_lines():
    ours = {str(os.getpid()), str(os.getppid())}
    others = [name for name in os.listdir("/proc") if name.isdigit() and name not in ours]
    return telling(" ".join(text_or_nothing(f"/proc/{name}/cmdline") for name in others))


# ---- asking


def answer_into(pipe, look):
    """In the probe's own process: looks, and writes what it found."""
    try:
        found = look()
    except Exception as problem:  # what went wrong is a finding too
        found = f"error {type(problem).__name__}: {problem}"
    os.write(pipe, found[:MOST].encode("utf-8", "replace"))


def ask(look):
    """What `look` finds in a process of its own; None if it hangs."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        answer_into(writer, look)
        os._exit(0)
    os.close(writer)
    ready, _, _ = select.select([reader], [], [], SECONDS)
    found = os.read(reader, 4 * MOST) if ready else None
    os.close(reader)
    for target in (-child, child):  # all it started, too
        try:
            if found != b"":
                os.kill(target, signal.SIGKILL)
        except OSError:
            pass
    _, status = os.waitpid(child, 0)
    if found is None:
        return None
    if not found and os.WIFSIGNALED(status):
        return f"killed {os.WTERMSIG(status)}"
    return found.decode("utf-8", "replace")


def main():
    listed = set(os.listdir("/proc/self/fd")) - {"0", "1", "2"}
    for handle in sorted(listed):
        if os.path.lexists(f"/proc/self/fd/{handle}"):  # not the one that made the list
            inherited.append(f"{handle}={os.readlink(f'/proc/self/fd/{handle}')}")
    only = told.get("only")  # asked again: the host may have been slow
    for name, look in probes.items():
        if only is not None and name not in only:
            continue
        found = ask(look)
        if found is not None:
            os.write(1, (json.dumps({"name": name, "found": found}) + "\n").encode())


main()
