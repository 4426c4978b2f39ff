"""Packages of npm that tests need, as a folder's lock file pins them."""
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def modules_of(source, name):
    """The node_modules of `source`, in build/NAME; fetched once for each lock file, and no script of theirs is run."""
    source, folder = ROOT / source, ROOT / "build" / name
    wanted = (source / "package-lock.json").read_text()
    installed = folder / "installed"
    if not installed.exists() or installed.read_text() != wanted:
        shutil.copytree(source, folder, dirs_exist_ok=True)
        command = ["npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=folder, timeout=200, check=True, capture_output=True)
        installed.write_text(wanted)
    return folder / "node_modules"
