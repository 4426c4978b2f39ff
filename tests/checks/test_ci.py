"""The pieces of .ci/run that can be wrong on their own."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def count(folder, extra_failed=0):
    command = [sys.executable, str(ROOT / ".ci" / "count.py"), str(extra_failed), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def test_reports_of_ctest_and_pytest_are_summed(tmp_path):
    (tmp_path / "ctest.xml").write_text(
        '<testsuite name="x" tests="10" failures="2" disabled="1" skipped="3"></testsuite>'
    )
    (tmp_path / "pytest.xml").write_text(
        '<testsuites><testsuite errors="1" failures="1" skipped="1" tests="7"/></testsuites>'
    )

    assert count(tmp_path) == "8 passed, 4 failed, 5 skipped\n"


def test_a_torn_report_and_a_phase_without_tests_count_as_failed(tmp_path):
    (tmp_path / "ctest.xml").write_text('<testsuite name="x" tests="10"')

    assert count(tmp_path, extra_failed=1) == "0 passed, 2 failed, 0 skipped\n"


def test_a_real_pytest_report_is_understood(tmp_path):
    (tmp_path / "test_x.py").write_text(
        "import pytest\n"
        "def test_good(): pass\n"
        "def test_bad(): assert False\n"
        "@pytest.mark.skip\n"
        "def test_left_out(): pass\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path / "test_x.py")]
    command += ["--junitxml", str(tmp_path / "x.xml")]
    subprocess.run(command, capture_output=True, timeout=60, check=False, cwd=tmp_path)

    assert count(tmp_path) == "1 passed, 1 failed, 1 skipped\n"


def test_a_real_ctest_report_is_understood(tmp_path):
    (tmp_path / "CTestTestfile.cmake").write_text(
        'add_test(good "true")\nadd_test(bad "false")\nadd_test(left_out "sh" "-c" "exit 77")\n'
        "set_tests_properties(left_out PROPERTIES SKIP_RETURN_CODE 77)\n"
    )
    command = ["ctest", "--output-junit", str(tmp_path / "x.xml")]
    subprocess.run(command, capture_output=True, timeout=60, check=False, cwd=tmp_path)

    assert count(tmp_path) == "1 passed, 1 failed, 1 skipped\n"


def test_reports_of_test_programs_in_folders_below_count_too(tmp_path):
    (tmp_path / "asan").mkdir()
    (tmp_path / "asan/judge_test.xml").write_text(
        '<testsuites tests="3" failures="1"><testsuite tests="2" failures="1" skipped="0"/><testsuite tests="1" skipped="1"/></testsuites>'
    )

    assert count(tmp_path) == "1 passed, 1 failed, 1 skipped\n"


def test_every_package_ci_installs_has_a_reason_in_the_docs():
    text = re.sub(r"#.*", "", (ROOT / ".ci" / "packages.txt").read_text())
    documented = (ROOT / "docs" / "dependencies.md").read_text()

    assert [name for name in text.split() if f"`{name}`" not in documented] == []
