"""`redcode image`: built the same twice, held to a list, carried as a file. The trees are small ones, by a debootstrap of the
tests' own; the gate builds the real image besides, and tests/long/image.py builds it twice."""
import hashlib
import io
import json
import os
import pathlib
import subprocess
import tarfile
import uuid

import pytest

from conftest import docker, redcode

NOWHERE = "unix:///nowhere/docker.sock"
PACKED_AT = 1_700_000_000

# Leaves what the real one leaves: packages' files with their old times, and much that depends on now.
DEBOOTSTRAP = """#!/usr/bin/env python3
import os, pathlib, sys, time
root = pathlib.Path(sys.argv[sys.argv.index("bookworm") + 1])
mirror = sys.argv[-1] if sys.argv[-1].startswith("http") else "http://deb.debian.org/debian"
version = os.environ.get("TOOL_VERSION", "1.0-1")

def put(path, text, mode=0o644):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(mode)
    return file

now = str(time.time_ns())
tool = put("usr/bin/tool", "#!/bin/sh\\necho " + version, 0o4755)
os.utime(tool, (%d, %d))
os.link(tool, root / "usr/bin/also-tool")
put("etc/hostname", now)
(root / "tmp").mkdir()
put("etc/passwd", "root:x:0:0:root:/root:/bin/bash\\n")
put("etc/shadow", f"root:*:{int(now) %% 30000}:0:99999:7:::\\n", 0o640)
put("etc/apt/sources.list", f"deb {mirror} bookworm main\\n")
put("var/log/bootstrap.log", now)
put("var/cache/ldconfig/aux-cache", now)
put("var/cache/apt/archives/tool.deb", now)
put("var/lib/dpkg/status", f"Package: tool\\nStatus: install ok installed\\nVersion: {version}\\nArchitecture: amd64\\n")
put("var/lib/dpkg/info/tool.md5sums", "00  usr/bin/tool\\n")
put("var/lib/apt/lists/a_Packages", f"Package: tool\\nVersion: {version}\\nArchitecture: amd64\\nSHA256: {'a' * 64}\\n")
os.mknod(root / "null", 0o600 | 0o020000, os.makedev(1, 3))
""" % (PACKED_AT, PACKED_AT)

CHROOT = """#!/bin/sh
echo "dev:x:1000:1000::/home/dev:/bin/bash" >> "$1/etc/passwd"
cp "$1/etc/passwd" "$1/etc/passwd-"
mkdir -p "$1/home/dev"
"""

# The real one runs the recipe's own `install` in the new root; here it leaves what it was told, and what it found.
UNSHARE = """#!/usr/bin/env python3
import pathlib, sys
root = pathlib.Path(next(word for word in sys.argv if word.startswith("--root=")).removeprefix("--root="))
install = sys.argv.index("/tmp/recipe/install")
(root / "told").write_text(" ".join(sys.argv[install:]))
(root / "found").write_text((root / "tmp/recipe/services/one").read_text())
"""


class Site:
    """A host of its own: its image store, its debootstrap, its recipe, its image name; the daemon is the machine's."""

    def __init__(self, folder):
        self.folder = folder
        self.tag = f"redcode-image-test:{uuid.uuid4().hex[:12]}"
        self.store = folder / "images"
        self.made = set()
        self.env = {"REDCODE_IMAGES": str(self.store), "REDCODE_DATA": str(folder / "data"), "PATH": f"{folder}/bin:{os.environ['PATH']}"}
        for name, text in (("debootstrap", DEBOOTSTRAP), ("chroot", CHROOT), ("unshare", UNSHARE)):
            program = folder / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(text)
            program.chmod(0o755)
        for name in ("corpus", "prompts"):
            (folder / "data" / name).mkdir(parents=True)
        self.recipe('FROM scratch\nARG PACKAGES="tool other"\nCOPY Dockerfile /etc/passwd\n')

    def recipe(self, text, path="base/Dockerfile", mode=0o644):
        recipe = self.folder / "data/images" / path
        recipe.parent.mkdir(parents=True, exist_ok=True)
        recipe.write_text(text)
        recipe.chmod(mode)

    def second_recipe(self):
        """Of the image with servers: files beside the Dockerfile, and a program that makes the rest."""
        self.recipe('FROM scratch\nARG PACKAGES="tool other"\nCOPY . /recipe\n', "dev/Dockerfile")
        self.recipe("#!/bin/sh\n", "dev/install", 0o755)
        self.recipe("first\n", "dev/services/one")

    def image(self, *words, check=True, **env):
        return redcode("image", *words, env={**self.env, **env}, check=check)

    def build(self, *words, **more):
        done = self.image("build", "--tag", self.tag, *words, **more)
        self.made.add(self.in_daemon())
        return done

    def save(self, file, *words, **more):
        self.image("save", file, "--tag", self.tag, *words, **more)
        return pathlib.Path(file).read_bytes()

    def in_daemon(self):
        return docker("images", "--quiet", "--no-trunc", self.tag).strip()

    def in_store(self):
        file = self.store / self.tag.replace(":", "_") / "image.json"
        return json.loads(file.read_text())["digest"] if file.exists() else ""

    def forget(self):
        """Removes the image from the daemon."""
        if self.in_daemon():
            docker("rmi", "--force", self.tag)


@pytest.fixture
def site(tmp_path):
    made = Site(tmp_path)
    yield made
    made.forget()
    # What a later build took the name from.
    here = docker("images", "--all", "--quiet", "--no-trunc").split()
    for image in made.made.intersection(here):
        docker("rmi", "--force", image)


def digests(done):
    """What the command said it put where."""
    return dict(line.replace(f" {line.split()[1]} is ", "").split(":", 1) for line in done.stdout.splitlines())


def test_the_same_packages_give_the_same_image_to_the_byte(site):
    first = digests(site.build())
    packed = site.save(site.folder / "first")
    site.forget()
    second = digests(site.build("--mirror", "http://mirror.example/debian"))

    assert first == second
    assert first["docker"] == site.in_daemon() and first["oci"] == site.in_store()
    assert packed == site.save(site.folder / "second")
    layers = json.loads(docker("inspect", site.tag))[0]["RootFS"]["Layers"]
    assert layers == [first["oci"]], "one tar is the image of both engines"


def test_an_image_has_the_tree_but_nothing_of_the_time_and_the_host(site):
    site.build()
    root = site.store / site.tag.replace(":", "_") / "rootfs"

    names = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}
    assert names == {"usr/bin/tool", "usr/bin/also-tool", "etc/hostname", "etc/passwd", "etc/shadow", "etc/apt/sources.list",
                     "var/lib/dpkg/status", "var/lib/dpkg/info/tool.md5sums"}
    assert (root / "etc/hostname").read_text() == ""
    assert (root / "etc/shadow").read_text() == f"root:*:{PACKED_AT // 86400}:0:99999:7:::\n"
    assert (root / "usr/bin/tool").stat().st_ino == (root / "usr/bin/also-tool").stat().st_ino
    assert (root / "usr/bin/tool").stat().st_mode & 0o7777 == 0o4755
    assert max(path.lstat().st_mtime for path in root.rglob("*")) <= PACKED_AT
    assert "dev:x:1000" in (root / "etc/passwd").read_text()


def test_an_image_tells_what_it_is_made_of(site):
    site.build()
    shown = site.image("show", "--tag", site.tag).stdout

    assert "1 packages for amd64, the newest of 2023-11-14T22:13:20Z" in shown
    assert "the one that came with redcode" in shown
    assert site.in_daemon() in shown and site.in_store() in shown
    assert site.image("show", "--tag", site.tag, "--packages").stdout == f"tool 1.0-1 amd64 {'a' * 64}\n"
    assert site.tag in site.image("list").stdout
    # Each of the two knows it alone.
    assert site.image("show", "--tag", site.tag, "--packages", DOCKER_HOST=NOWHERE).returncode == 0
    assert site.image("show", "--tag", site.tag, "--packages", REDCODE_IMAGES="/nowhere").returncode == 0
    site.recipe('FROM scratch\nARG PACKAGES="tool"\n')
    assert "another one than came with redcode" in site.image("show", "--tag", site.tag).stdout


def test_a_build_says_which_packages_are_not_as_in_the_list(site):
    lock = site.folder / "mine.lock"
    site.build()
    lock.write_text("# mine\n" + site.image("show", "--tag", site.tag, "--packages").stdout)

    assert "1 packages, all as in" in site.build("--lock", lock, "--locked").stderr
    before = site.in_daemon(), site.in_store()
    refused = site.build("--lock", lock, "--locked", check=False, TOOL_VERSION="1.0-2")
    assert refused.returncode == 1
    assert "tool:amd64: 1.0-2 instead of 1.0-1" in refused.stderr and "Nothing was changed" in refused.stderr
    assert (site.in_daemon(), site.in_store()) == before
    went_on = site.build("--lock", lock, TOOL_VERSION="1.0-2")
    assert "tool:amd64: 1.0-2 instead of 1.0-1" in went_on.stderr
    assert site.in_store() not in before


def test_the_list_that_came_with_redcode_is_used_unless_another_is_given(site):
    lock = site.folder / "data/images/base/packages.amd64.lock"
    lock.write_text("other 1 all -\n")

    said = site.build().stderr
    assert "other: missing, not 1" in said and "tool:amd64: 1.0-1, not listed" in said
    assert "2 not as in" in site.image("show", "--tag", site.tag).stdout
    assert site.build("--locked", check=False).returncode == 1
    lock.write_text("no list\n")
    broken = site.build(check=False)
    assert broken.returncode == 2 and "line 1" in broken.stderr


def test_an_image_is_carried_to_a_host_without_network_and_without_daemon(site):
    site.build()
    wanted = site.in_store()
    site.save(site.folder / "base.image")

    loaded = site.image("load", site.folder / "base.image", REDCODE_IMAGES=str(site.folder / "there"), DOCKER_HOST=NOWHERE)

    assert digests(loaded) == {"oci": wanted}
    shown = site.image("show", "--tag", site.tag, "--packages", REDCODE_IMAGES=str(site.folder / "there"), DOCKER_HOST=NOWHERE)
    assert shown.stdout.startswith("tool 1.0-1 amd64")


def test_an_image_is_carried_to_another_daemon(site):
    site.build()
    wanted = site.in_daemon()
    packed = site.save(site.folder / "base.image")
    assert site.save(site.folder / "from-docker.image", "--engine", "docker", REDCODE_IMAGES="/nowhere") == packed
    site.forget()

    site.image("load", site.folder / "base.image", "--digest", wanted)

    assert site.in_daemon() == wanted


def test_the_file_is_one_that_docker_itself_loads(site):
    site.build()
    wanted = site.in_daemon()
    site.save(site.folder / "base.image")
    site.forget()

    plain = subprocess.run(["zstd", "-dc", site.folder / "base.image"], capture_output=True, check=True).stdout
    subprocess.run(["docker", "load", "--quiet"], input=plain, capture_output=True, check=True, timeout=60)

    assert site.in_daemon() == wanted
    saved = site.folder / "saved.tar"
    docker("save", "--output", str(saved), site.tag)
    site.image("load", saved, "--digest", wanted)


def test_an_image_gets_another_name_where_it_is_loaded(site):
    site.build()
    site.save(site.folder / "base.image")
    own, site.tag = site.tag, site.tag + "b"
    try:
        site.image("load", site.folder / "base.image", "--tag", site.tag)
        assert site.in_daemon() and site.in_store()
    finally:
        docker("rmi", "--force", own)


def made_archive(folder, layer_entries, *, tag, architecture="amd64", lie=None):
    """An image file as a stranger could write it."""
    def tar(entries):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w") as file:
            for name, content in entries:
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                file.addfile(entry, io.BytesIO(content))
        return out.getvalue()

    layer = tar(layer_entries)
    config = json.dumps({"architecture": architecture, "os": "linux", "config": {},
                         "rootfs": {"type": "layers", "diff_ids": ["sha256:" + (lie or hashlib.sha256(layer).hexdigest())]}}).encode()
    name = hashlib.sha256(config).hexdigest() + ".json"
    manifest = json.dumps([{"Config": name, "RepoTags": [tag], "Layers": ["layer.tar"]}]).encode()
    file = folder / "made.image"
    file.write_bytes(tar([("manifest.json", manifest), (name, config), ("layer.tar", layer)]))
    return file


def test_a_strangers_file_is_taken_if_it_is_sound(site):
    file = made_archive(site.folder, [("hello", b"x")], tag=site.tag)

    site.image("load", file)

    assert site.in_daemon() and site.in_store()
    assert "unknown packages" in site.image("show", "--tag", site.tag).stdout


def test_a_hostile_file_changes_nothing(site):
    good = {"layer_entries": [("hello", b"x")], "tag": site.tag}
    hostile = {
        "leads out": {**good, "layer_entries": [("a/../../../../tmp/redcode-escaped", b"x")]},
        "not the ones its settings name": {**good, "lie": "0" * 64},
        "no proper name": {**good, "tag": "../../escape"},
        "is for arm64": {**good, "architecture": "arm64"},
    }
    for why, what in hostile.items():
        refused = site.image("load", made_archive(site.folder, **what), check=False)
        assert refused.returncode == 2 and why in refused.stderr, (why, refused.stderr)
    site.build()
    before = site.in_daemon(), site.in_store()
    packed = site.save(site.folder / "base.image")
    for damaged in (b"", b"nonsense" * 1000, packed[:-20], packed[:len(packed) // 2] + b"\0" * 50 + packed[len(packed) // 2 + 50:]):
        (site.folder / "bad").write_bytes(damaged)
        refused = site.image("load", site.folder / "bad", check=False)
        assert refused.returncode == 2 and "redcode: " in refused.stderr
    refused = site.image("load", site.folder / "base.image", "--digest", "sha256:" + "1" * 64, check=False)
    assert refused.returncode == 2 and "nothing was changed" in refused.stderr
    assert (site.in_daemon(), site.in_store()) == before
    assert not pathlib.Path("/tmp/redcode-escaped").exists()
    assert sorted(os.listdir(site.store)) == [site.tag.replace(":", "_")]


def test_a_file_that_stands_for_more_than_any_image_is_refused(site):
    """A few bytes that say they stand for nine gibibytes."""
    entry = tarfile.TarInfo("layer.tar")
    entry.size = 9 << 30
    manifest = json.dumps([{"Config": "c.json", "RepoTags": [site.tag], "Layers": ["layer.tar"]}]).encode()
    small = tarfile.TarInfo("manifest.json")
    small.size = len(manifest)
    head = small.tobuf() + manifest + bytes(-len(manifest) % 512) + entry.tobuf(format=tarfile.GNU_FORMAT)
    (site.folder / "claims").write_bytes(head)

    refused = site.image("load", site.folder / "claims", check=False)

    assert refused.returncode == 2 and "larger than any may be" in refused.stderr


def test_the_dockerfile_gives_the_same_image_twice_too(site):
    first = digests(site.build("--method", "dockerfile"))
    site.forget()
    second = digests(site.build("--method", "dockerfile"))

    assert first == second and first["oci"] == site.in_store()
    assert "redcode-unfinished" not in docker("images")


def test_the_second_image_is_made_by_its_recipes_own_program(site):
    site.second_recipe()

    site.build("dev")
    root = site.store / site.tag.replace(":", "_") / "rootfs"

    assert (root / "told").read_text() == "/tmp/recipe/install  tool other"
    assert (root / "found").read_text() == "first\n"
    assert not (root / "tmp/recipe").exists() and not (root / "home/dev").exists()
    shown = site.image("show", "--tag", site.tag).stdout
    assert "the one that came with redcode" in shown
    site.recipe("FROM scratch\n", "base/Dockerfile")
    assert "the one that came with redcode" in site.image("show", "--tag", site.tag).stdout
    site.recipe("second\n", "dev/services/one")
    assert "another one than came with redcode" in site.image("show", "--tag", site.tag).stdout


def test_the_second_images_dockerfile_finds_the_files_beside_it(site):
    site.second_recipe()

    site.build("dev", "--method", "dockerfile")
    root = site.store / site.tag.replace(":", "_") / "rootfs/recipe"

    assert (root / "services/one").read_text() == "first\n"
    assert (root / "install").stat().st_mode & 0o777 == 0o755
    assert (root / "Dockerfile").is_file()


def test_what_cannot_be_done_is_said(site):
    for words, why in (
        (("build", "--tag", "No Name"), "no image can be called"),
        (("build", "dev"), "Dockerfile"),
        (("show", "--tag", "redcode-image-test:none"), "redcode image build"),
        (("save", site.folder / "x", "--tag", "redcode-image-test:none"), "redcode image build"),
        (("save", site.folder / "x", "--tag", "redcode-image-test:none", "--engine", "oci"), "redcode image build"),
        (("load", site.folder / "missing"), "cannot read"),
    ):
        done = site.image(*words, check=False)
        assert done.returncode == 2 and why in done.stderr, done.stderr
    site.build()
    done = site.image("save", site.folder / "missing/x", "--tag", site.tag, check=False)
    assert done.returncode == 2 and "cannot write" in done.stderr
    (site.folder / "bin/debootstrap").write_text("#!/bin/sh\necho E: no such mirror; exit 1\n")
    failed = site.build(check=False)
    assert failed.returncode == 2 and "debootstrap failed with 1" in failed.stderr and "no such mirror" in failed.stderr
