"""What other makers' programs take of a report: JUnit XML and SARIF, as facts to hold our files to."""
import json
import re
import xml.etree.ElementTree as xml

import jsonschema

from npm_folder import modules_of

# JUnit, as Jenkins' xUnit plugin reads it (its schema junit-10). Of each element: the attributes it must have and may
# have, the elements it may hold in any order, and whether it may hold text.
RERUN = (["type"], ["message"], ["stackTrace", "system-out", "system-err"], True)
TEXT = ([], [], [], True)
JUNIT = {
    "testsuites": ([], ["name", "time", "tests", "failures", "errors"], ["testsuite"], False),
    "testsuite": (["name", "tests", "failures", "errors"],
                  ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
                  ["testsuite", "properties", "testcase", "system-out", "system-err"], False),
    "properties": ([], [], ["property"], False),
    "property": (["name", "value"], [], [], False),
    "testcase": (["name"], ["time", "classname", "group"],
                 ["skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure", "flakyError", "system-out",
                  "system-err"], False),
    "failure": ([], ["type", "message"], [], True),
    "error": ([], ["type", "message"], [], True),
    "skipped": ([], ["type", "message"], [], True),
    "rerunFailure": RERUN, "rerunError": RERUN, "flakyFailure": RERUN, "flakyError": RERUN,
    "stackTrace": TEXT, "system-out": TEXT, "system-err": TEXT,
}
# Of suites: digits in groups of three, then a fraction.
JUNIT_TIME = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?")


def check_element(element):
    must, may, children, text = JUNIT[element.tag]
    assert set(must) <= set(element.attrib) <= {*must, *may}, (element.tag, element.attrib)
    assert {child.tag for child in element} <= set(children), element.tag
    if not text:
        assert not (element.text or "").strip() and not any((child.tail or "").strip() for child in element), element.tag
    if element.tag in ("testsuites", "testsuite") and "time" in element.attrib:
        assert JUNIT_TIME.fullmatch(element.get("time")), element.get("time")
    for child in element:
        check_element(child)


def checked_junit(text):
    """The tests by name, as (suite, element); every count is that of what is there."""
    root = xml.fromstring(text.encode())
    assert root.tag == "testsuites"
    check_element(root)
    for counted in [root, *root.iter("testsuite")]:
        assert int(counted.get("tests")) == len(list(counted.iter("testcase")))
        assert int(counted.get("failures")) == len(list(counted.iter("failure")))
        assert int(counted.get("errors")) == len(list(counted.iter("error")))
    assert list(root.iter("skipped")) == []
    tests = [(suite.get("name"), case) for suite in root for case in suite.iter("testcase")]
    assert len({(case.get("classname"), case.get("name")) for _, case in tests}) == len(tests)
    return {case.get("name"): (suite, case) for suite, case in tests}


def sarif_schema():
    """The schema of SARIF 2.1.0."""
    return json.loads((modules_of("tests/e2e/schemas", "output-schemas") / "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json").read_text())


# What GitHub takes of one run.
MOST_RESULTS, MOST_RULES, MOST_TAGS = 5_000, 25_000, 10
# The members that its code scanning must have of a rule, beside what the schema asks for.
RULE_MEMBERS = ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"]


def checked_sarif(text):
    """The one run of a SARIF file. Its schema first, then what the standard says in words and what GitHub asks for."""
    log = json.loads(text)
    jsonschema.Draft4Validator(sarif_schema()).validate(log)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("/sarif-schema-2.1.0.json")
    [run] = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) <= MOST_RULES
    for rule in rules:
        assert set(RULE_MEMBERS) <= set(rule)
        assert len(rule["properties"]["tags"]) <= MOST_TAGS and "security" in rule["properties"]["tags"]
        assert 0 < float(rule["properties"]["security-severity"]) <= 10
    assert len(run["results"]) <= MOST_RESULTS
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["kind"] == "fail" and result["level"] in ("error", "warning")
        [location] = result["locations"]
        place = location["physicalLocation"]
        # A relative reference below the run folder: no scheme, no way out.
        assert re.fullmatch(r"blobs/[0-9a-f]{2}/[0-9a-f]{62}\.zst|records\.jsonl", place["artifactLocation"]["uri"])
        assert place["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
        assert place["region"]["startLine"] == 1
        assert result["partialFingerprints"]["primaryLocationLineHash"]
        # A bracket that is not escaped makes a link, and a single brace a placeholder.
        words = result["message"]["text"]
        assert not re.search(r"(?<!\\)[\[\]]", words) and not re.search(r"[{}]", re.sub(r"\{\{|\}\}", "", words))
    prints = [json.dumps(result["partialFingerprints"], sort_keys=True) for result in run["results"]]
    assert len(set(prints)) == len(prints)
    return run
