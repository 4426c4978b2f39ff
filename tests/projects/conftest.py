"""A mark for each project, so that pytest -m shop runs one."""

from pathlib import Path


def pytest_configure(config):
    for path in (Path(__file__).resolve().parent.parent.parent / "images/dev/projects").glob("*.py"):
        config.addinivalue_line("markers", f"{path.stem.replace('-', '_')}: the project {path.stem}")
