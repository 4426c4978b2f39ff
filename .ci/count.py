#!/usr/bin/python3
"""Sums JUnit reports (ctest's, GoogleTest's and pytest's) below a folder to one line.

    .ci/count.py EXTRA_FAILED FOLDER    ->    N passed, M failed, K skipped

EXTRA_FAILED is added to the failed ones: steps that failed without a failing test to show for it.
"""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path


def count(report):
    """(passed, failed, skipped) of one report; a report that cannot be read is one failure."""
    try:
        suites = list(ET.parse(report).getroot().iter("testsuite"))
    except ET.ParseError:
        return 0, 1, 0
    total = failed = skipped = 0
    for suite in suites:
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0)) + int(suite.get("disabled", 0))
    return total - failed - skipped, failed, skipped


def main():
    passed, failed, skipped = 0, int(sys.argv[1]), 0
    for report in sorted(Path(sys.argv[2]).rglob("*.xml")):
        counts = count(report)
        passed, failed, skipped = (a + b for a, b in zip((passed, failed, skipped), counts))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")


if __name__ == "__main__":
    main()
