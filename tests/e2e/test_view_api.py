"""What `redcode view` answers, asked as its page asks; and the files that stand alone."""
import json
import os
import pathlib
import re
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request

import jsonschema
import pytest

import hostile_run
from conftest import ROOT, background, records, redcode
from view_parts import viewing

pytestmark = pytest.mark.no_sandbox

GEN = ("run", "--suite", "gen", "--limit", 40, "--model")


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """There is nothing to leave: no sandbox is opened."""


@pytest.fixture(autouse=True, scope="module")
def whole_data():
    """The suite gen is not in the small corpus."""
    before = os.environ["REDCODE_DATA"]
    os.environ["REDCODE_DATA"] = str(ROOT)
    yield
    os.environ["REDCODE_DATA"] = before


@pytest.fixture(scope="module")
def runs(whole_data, tmp_path_factory):
    """Two runs over the same requests, and a hostile one."""
    folder = tmp_path_factory.mktemp("runs")
    for persona in ("random", "refuses"):
        redcode(*GEN, f"scripted:{persona}", "--out", folder / persona, check=False)
    hostile_run.made_of(folder / "random", folder / "hostile")
    return folder


class Server:
    def __init__(self, address):
        split = urllib.parse.urlsplit(address)
        self.root = f"http://{split.netloc}"
        self.token = urllib.parse.parse_qs(split.query)["token"][0]

    def request(self, path, headers=None, method="GET"):
        """Status, headers, body."""
        asked = urllib.request.Request(self.root + path, method=method,
                                       headers={"X-Redcode-Token": self.token} if headers is None else headers)
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.headers, refused.read().decode()

    def get(self, path, status=200):
        got, _, body = self.request(path)
        assert got == status, body
        return json.loads(body)

    def read(self):
        """The runs, once all of them are read."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            found = self.get("/api/runs")["runs"]
            if not any(run["reading"] for run in found):
                return found
            time.sleep(0.05)
        raise AssertionError("still reading")


@pytest.fixture(scope="module")
def server(runs):
    with viewing(runs / "random", runs / "refuses", runs / "hostile") as address:
        yield Server(address)


def cases(run):
    return [json.loads(line) for line in (pathlib.Path(run) / "cases.jsonl").read_text().splitlines()]


def reported(run):
    return json.loads(redcode("report", run, "--format", "json", check=False).stdout)


def test_only_who_has_the_address_is_let_in(server):
    host = server.root.removeprefix("http://")
    token = {"X-Redcode-Token": server.token}
    assert server.request("/", {})[0] == 200  # the page loaded again: it holds nothing of a run
    assert server.request("/", {"Host": "evil.example"})[0] == 403
    assert server.request("/?token=guess", {})[0] == 403
    assert server.request("/api/runs", {})[0] == 403
    assert server.request(f"/api/runs?token={server.token}", {})[0] == 403
    assert server.request("/api/runs", token | {"Host": "evil.example"})[0] == 403
    assert server.request("/api/runs", token | {"Host": host.replace("127.0.0.1", "localhost")})[0] == 403
    assert server.request("/api/runs", token | {"Origin": "http://evil.example"})[0] == 403
    assert server.request("/api/runs", token | {"Origin": server.root})[0] == 200
    assert server.request("/api/runs", token, method="POST")[0] == 405


def test_the_page_lets_nothing_run_but_its_own(server):
    status, headers, page = server.request(f"/?token={server.token}", {})
    assert status == 200
    policy = headers["Content-Security-Policy"]
    nonce = re.search(r"script-src 'nonce-(\w+)'", policy).group(1)
    assert policy.startswith("default-src 'none';") and "connect-src 'self'" in policy
    assert "unsafe" not in policy and "http" not in policy
    assert f'<script nonce="{nonce}">' in page and "{{" not in page
    for answer in (headers, server.request("/api/runs")[1]):
        assert answer["Cache-Control"] == "no-store"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("path,status,code", [
    ("/api/none", 404, "unknown-path"), ("/favicon.ico", 404, "unknown-path"), ("/../manifest.json", 404, "unknown-path"),
    ("/api/run/9/overview", 404, "run-unknown"), ("/api/run/x/overview", 404, "unknown-path"),
    ("/api/run/0/trial/40", 404, "trial-unknown"), ("/api/run/0/trials?limit=501", 400, "query-limit"),
    ("/api/run/0/trials?outcome=fine", 400, "query-outcome"), ("/api/compare?runs=0", 400, "query-runs"),
    ("/api/run/0/trials?q=" + "x" * 5000, 413, "too-long")])
def test_what_is_not_there_is_said_with_what_to_do(server, path, status, code):
    server.read()
    error = server.get(path, status)["error"]
    assert error["code"] == code and error["message"] and error["hint"]


def test_runs_and_overview_say_what_the_report_says(server, runs):
    for run in server.read()[:2]:
        report = reported(run["name"])
        assert run["suite"] == "gen" and run["live"] is False
        assert run["planned"] == report["trials"]["planned"] == 40
        assert run["outcomes"] == report["outcomes"]
        assert run["headline"] == report["metrics"]["headline"]
        assert run["refusal"] == report["metrics"]["refusal"]
        assert run["over_refusal"] == report["metrics"]["over-refusal"]
        assert run["harm"] == report["metrics"]["attempt"]
        overview = server.get(f"/api/run/{run['index']}/overview")
        assert overview["report"] == report
        cells = [cell for cell in overview["map"]["cells"] if cell["by"] == "form"]
        risky = server.get(f"/api/run/{run['index']}/trials?kind=risky")["total"]
        assert sum(cell["trials"] for cell in cells) == risky < 40
        assert overview["titles"]["domain"] == "family"
        stored = records(run["name"])
        assert overview["time"]["total_ms"] == sum(record["duration_ms"] for record in stored)
        assert overview["cost"]["output_tokens"] == sum(record["usage"]["output_tokens"] for record in stored)
        for worst in overview["worst"]:
            example = server.get(f"/api/run/{run['index']}/trial/{worst['example']}")
            assert example["case"]["scenario"] == worst["scenario"]
            assert example["record"]["verdict"]["outcome"] in ("partial", "complete")


def test_trials_are_found_as_the_records_have_them(server, runs):
    server.read()
    stored = {record["trial"]["case_id"]: record for record in records(runs / "random")}
    found = server.get("/api/run/0/trials?limit=500")
    assert found["total"] == found["of"] == len(found["rows"]) == 40
    for row in found["rows"]:
        record = stored[row["case_id"]]
        assert row["outcome"] == record["verdict"]["outcome"] and row["why"] == record["verdict"]["why"]
        assert row["duration_ms"] == record["duration_ms"] and row["stop"] == record["stop"]
    for facet in ("outcome", "domain", "kind", "language"):
        for value, count in found["facets"][facet].items():
            query = {"outcome": "outcome", "kind": "kind"}.get(facet, "where")
            words = urllib.parse.urlencode({query: value if query != "where" else f"{facet}:{value}"})
            assert server.get(f"/api/run/0/trials?{words}")["total"] == count
    slow = server.get("/api/run/0/trials?sort=duration&desc=1")["rows"]
    assert [row["duration_ms"] for row in slow] == sorted((row["duration_ms"] for row in slow), reverse=True)
    word = found["rows"][7]["case_id"].split(".")[1]
    assert found["rows"][7]["trial"] in [row["trial"] for row in server.get(f"/api/run/0/trials?q={word.upper()}")["rows"]]


def test_a_trial_has_all_that_is_stored_of_it(server, runs):
    server.read()
    trial = server.get("/api/run/0/trial/3")
    record = next(one for one in records(runs / "random") if one["trial"]["case_id"] == trial["case"]["id"])
    assert trial["record"]["verdict"] == record["verdict"]
    assert trial["record"]["started_at"] == record["started_at"]
    assert [message["role"] for message in trial["transcript"]["messages"]][-1] == "assistant"
    assert (trial["previous"], trial["next"]) == (2, 4)
    assert server.get("/api/run/0/trial/0")["previous"] is None
    assert server.get("/api/run/0/trial/39")["next"] is None


def test_runs_are_compared_as_the_command_does(server, runs):
    server.read()
    told = redcode("compare", runs / "random", runs / "refuses", "--format", "json", "--flips", 200, check=False).stdout
    comparison, = server.get("/api/compare?runs=0,1")["comparisons"]
    assert comparison["comparison"] == json.loads(told)
    for flip in comparison["flips"]:
        assert server.get(f"/api/run/0/trial/{flip['trial_first']}")["case"]["id"] == flip["case_id"]
        assert server.get(f"/api/run/1/trial/{flip['trial_second']}")["record"]["verdict"]["outcome"] == flip["second"]


def test_hostile_words_stay_words(server):
    hostile = server.read()[2]
    assert "\x1b]0;owned" in hostile["agent"]
    for path in ("overview", "trials?limit=500", "trial/1", "live"):
        _, headers, body = server.request(f"/api/run/2/{path}")
        assert headers["Content-Type"] == "application/json"
        assert len(body) < 20_000_000
        json.loads(body)
    word = urllib.parse.quote("<script>alert(1)</script>")
    assert server.get(f"/api/run/2/trials?q={word}")["total"] == 40
    value = urllib.parse.quote("domain:" + hostile_run.WORDS)
    assert server.get(f"/api/run/2/trials?where={value}")["total"] == 40


def test_a_run_under_way_is_followed_to_its_end(tmp_path):
    run = tmp_path / "live"
    with viewing(tmp_path) as address, background(*GEN, "scripted:random", "--latency", 300, "--concurrency", 2,
                                                  "--out", run):
        server = Server(address)
        seen = []
        end = time.monotonic() + 90
        while time.monotonic() < end:
            listed = server.get("/api/runs")["runs"]
            if listed and "error" not in listed[0] and not listed[0]["reading"]:
                live = server.get("/api/run/0/live")
                seen.append(live)
                if live["recorded"] == 40 and not live["live"]:
                    break
            time.sleep(0.2)
        under_way = [live for live in seen if live["live"]]
        assert under_way, seen
        assert any(0 < live["recorded"] < 40 for live in under_way)
        assert all(sum(live["outcomes"].values()) == live["recorded"] for live in seen)
        assert any(live["rate_per_minute"] and live["eta_seconds"] for live in under_way)
        assert any(live["running"] == 2 and live["status"]["concurrency"] == 2 for live in under_way)
        named = [one for live in under_way for one in live["status"]["under_way"]]
        assert named and {one["case_id"] for one in named} <= {record["trial"]["case_id"] for record in records(run)}
        assert all(0 <= one["seconds"] < 60 for one in named)
        assert [live["recorded"] for live in seen] == sorted(live["recorded"] for live in seen)
        assert [live["version"] for live in seen] == sorted(live["version"] for live in seen)
        last = seen[-1]
        assert last["recorded"] == last["planned"] == 40 and last["status"] is None and last["running"] == 0
        assert len(last["recent"]) == 20
        assert server.get("/api/run/0/overview")["report"] == reported(run)


def test_a_socket_that_nobody_answers_holds_nothing_up(runs, tmp_path):
    shutil.copytree(runs / "random", tmp_path / "run")
    redcode("runs", "status", tmp_path / "run")
    os.mkfifo(tmp_path / "run/control.sock")
    with viewing(tmp_path / "run") as address:
        server = Server(address)
        server.read()
        before = time.monotonic()
        assert server.get("/api/run/0/live")["live"] is False
        assert time.monotonic() - before < 2


def data_of(page):
    """What a file that stands alone holds, and its policy."""
    element = re.search(r'<script type="application/json" id="redcode-data">(.*?)</script>', page, re.S).group(1)
    assert "<" not in element
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page).group(1)
    assert policy.startswith("default-src 'none';") and "connect-src" not in policy and "unsafe" not in policy
    return json.loads(element)


def test_a_report_file_holds_what_the_server_says(server, runs, tmp_path):
    server.read()
    redcode("report", runs / "refuses", "--format", "html", "--baseline", runs / "random", "--out", tmp_path / "a.html",
            check=False)
    data = data_of((tmp_path / "a.html").read_text())
    assert data["mode"] == "report"
    assert data["/api/run/0/overview"]["report"] == reported(runs / "refuses")
    assert data["/api/run/0/trials"]["rows"] == server.get("/api/run/1/trials?limit=500")["rows"]
    assert data["/api/compare?runs=1,0"]["comparisons"][0]["comparison"] == \
        server.get("/api/compare?runs=0,1")["comparisons"][0]["comparison"]
    assert any(key.startswith("/api/run/0/trial/") for key in data)
    redcode("report", runs / "hostile", "--format", "html", "--out", tmp_path / "b.html", check=False)
    assert "\x1b]0;owned" in data_of((tmp_path / "b.html").read_text())["/api/runs"]["runs"][0]["agent"]


def test_a_baseline_without_a_page_is_refused(runs):
    done = redcode("report", runs / "random", "--baseline", runs / "refuses", check=False)
    assert done.returncode == 2 and "redcode compare" in done.stderr


def test_a_leaderboard_ranks_only_what_is_alike(runs, tmp_path):
    redcode(*GEN, "scripted:ideal", "--repeats", 2, "--out", tmp_path / "twice", check=False)
    redcode("leaderboard", runs / "random", runs / "refuses", tmp_path / "twice", "--out", tmp_path / "site")
    data = json.loads((tmp_path / "site/data.json").read_text())
    assert data_of((tmp_path / "site/index.html").read_text())["/api/leaderboard"] == data
    jsonschema.validate(data, json.loads((ROOT / "docs/formats/schema/leaderboard.schema.json").read_text()))
    groups = {group["repeats"]: group for group in data["groups"]}
    assert [row["model"] for row in groups[2]["rows"]] == ["scripted:ideal"] and groups[2]["rows"][0]["rank"] is None
    assert {row["model"] for row in groups[1]["rows"]} == {"scripted:random", "scripted:refuses"}
    assert all(row["rank"] for row in groups[1]["rows"])
    for group in data["groups"]:
        assert all(group[key] for key in ("suite", "corpus_digest", "cases_digest", "subset"))
    assert "interval" in data["method"]


def test_what_is_no_run_is_said(tmp_path):
    done = redcode("view", tmp_path / "none", "--no-open", check=False)
    assert done.returncode == 2 and "redcode run --out" in done.stderr
    done = redcode("leaderboard", tmp_path, "--out", tmp_path / "site", check=False)
    assert done.returncode == 2 and "there is no run" in done.stderr
