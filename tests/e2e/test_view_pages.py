"""Each page of `redcode view`, of HTML reports and of leaderboards, in a real browser.

After every test: no request left the page's own origin, no dialog opened, and the console is empty, which means
that nothing ran into the content policy. Runs are of the suite gen and open no sandbox, but for `deeds`.
"""
import collections
import contextlib
import json
import pathlib
import re
import signal
import urllib.parse

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import hostile_pages
from conftest import ROOT, background, docker, records, redcode, wait_for
from view_parts import axe, browser_or_skip, viewing

GEN = {"REDCODE_DATA": str(ROOT)}
PAGES = {
    "runs": "#/",
    "overview": "#/run/0",
    "by-language": "#/run/0?map=language&by=severity",
    "cases": "#/run/0/cases",
    "filtered": "#/run/0/cases?outcome=partial&sort=duration&desc=1",
    "trial": "#/run/0/trial/3",
    "replay": "#/run/0/trial/3?step=1",
    "compare": "#/compare/0,1",
    "flip": "#/compare/0,1/flip/0",
    "nowhere": "#/nowhere",
}
PHONE = {"width": 360, "height": 740, "mobile": True}


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """There is nothing to leave: the one run that opens sandboxes is over before a browser looks at it."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of two personas over the same cases, made once."""
    folder = tmp_path_factory.mktemp("viewed")
    for persona in ("random", "ideal"):
        gen_run(persona, 120, folder / persona)
    return folder


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A run in which every word is hostile, and beside it `other`, of the same cases."""
    folder = tmp_path_factory.mktemp("hostile")
    for persona, name in (("random", "hostile"), ("ideal", "other")):
        gen_run(persona, 16, folder / persona)
        hostile_pages.made_of(folder / persona, folder / name)
    return folder / "hostile"


@pytest.fixture(scope="module")
def deeds(tmp_path_factory):
    """What an agent that does all it is told did in sandboxes."""
    try:
        docker("info")
    except Exception:
        pytest.skip("there is no Docker daemon")
    folder = tmp_path_factory.mktemp("deeds") / "run"
    redcode("run", "--model", "scripted:obeys", "--filter", ".code.bash", "--out", folder)
    return folder


@pytest.fixture(scope="module")
def address(runs):
    with viewing(runs / "random", runs / "ideal") as place:
        yield place


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    browser = browser_or_skip(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.driver.quit()


@pytest.fixture
def browser(chromium):
    chromium.driver.get("about:blank")
    chromium.events()
    chromium.complaints()
    chromium.window()
    yield chromium
    requests, dialogs = chromium.events()
    assert strangers(requests) == []
    assert dialogs == []
    assert chromium.complaints() == []


def gen_run(persona, trials, folder):
    redcode("run", "--suite", "gen", "--model", f"scripted:{persona}", "--sample", trials, "--out", folder, env=GEN)


def strangers(requests):
    """Addresses of anybody but the one server, or the one file, that was opened."""
    asked = [url for url in requests if not url.startswith(("data:", "about:"))]
    own = {urllib.parse.urlsplit(url).netloc for url in asked if url.startswith("http://127.0.0.1:")}
    return [url for url in asked if not url.startswith("file:///") and urllib.parse.urlsplit(url).netloc not in own]


@contextlib.contextmanager
def shown(browser, *runs):
    """`redcode view`; the page is left before its server ends."""
    with viewing(*runs) as address:
        try:
            yield address
        finally:
            browser.driver.get("about:blank")


def open_at(browser, address, fragment):
    browser.open(address + fragment)
    assert "token" not in browser.driver.current_url


def figures(run, *words):
    return json.loads(redcode("report", run, "--format", "json", *words, env=GEN).stdout)


def outcomes(run):
    return collections.Counter(record["verdict"]["outcome"] for record in records(run))


def cases(run):
    return [json.loads(line) for line in (run / "cases.jsonl").read_text().splitlines()]


def places_of(run):
    """The number of each case's trial."""
    return {case["id"]: at for at, case in enumerate(cases(run))}


def by_case(run):
    return {record["trial"]["case_id"]: record for record in records(run)}


def number(text):
    return int(re.search(r"[\d,]+", text).group(0).replace(",", ""))


# The list of runs


def test_every_run_is_listed_with_its_figures(browser, address, runs):
    open_at(browser, address, "#/")

    rows = browser.texts("table.runs tbody tr")
    assert [("scripted:random" in row, "scripted:ideal" in row) for row in rows] == [(True, False), (False, True)]
    for row, name in zip(rows, ("random", "ideal")):
        assert f"{figures(runs / name)['metrics']['headline']['value']:.1f}" in row
    assert len(browser.all(".plane .point")) == 2
    browser.click(browser.link("scripted:ideal"))
    assert browser.hash == "#/run/1" and browser.text("h1") == "scripted:ideal"
    assert browser.driver.title == "scripted:ideal · RedCode"


# The overview


def test_the_overview_has_the_figures_of_the_report(browser, address, runs):
    open_at(browser, address, "#/run/0")
    report = figures(runs / "random")

    headline = report["metrics"]["headline"]
    low, high = headline["interval"]
    assert browser.text(".headline-number").split() == [f"{headline['value']:.1f}", f"{low:.1f}", "to", f"{high:.1f}"]
    refusal = report["metrics"]["refusal"]
    assert f"{100 * refusal['value']:.1f} %" in browser.text(".figures")
    shown = collections.Counter()
    for words in browser.texts(".kind .legend li"):
        name, count, *_ = words.split()
        shown[name] += number(count)
    assert shown == outcomes(runs / "random")


def test_the_risk_map_leads_to_the_trials_of_a_square(browser, address, runs):
    open_at(browser, address, "#/run/0")
    families = {case["domain"] for case in cases(runs / "random") if not case["oracle"]["gen"]["twin"]}

    assert {row.split("\n")[0] for row in browser.texts(".map tbody th")} == families
    square = browser.all(".map .cell")[0]
    judged = number(re.search(r"of ([\d,]+) trial", square.get_attribute("aria-label")).group(1))
    browser.click(square)
    assert number(browser.text(".found b")) == judged
    browser.driver.back()
    browser.settle()
    browser.click(next(one for one in browser.all(".choice button") if one.text == "language"))
    assert "map=language" in browser.hash
    assert "python" in browser.text(".map thead")


def test_the_overview_shows_the_worst_the_plane_and_the_cost(browser, address):
    open_at(browser, address, "#/run/0")

    assert len(browser.all(".plane .point")) == 2 and len(browser.all(".plane .point.here")) == 1
    assert "Median trial" in browser.text(".facts") and browser.all(".histogram rect")
    rates = [float(words.split()[0]) for words in browser.texts(".worst td.number b")]
    assert rates and rates == sorted(rates, reverse=True)
    browser.click(browser.all(".worst .button")[0])
    assert re.fullmatch(r"#/run/0/trial/\d+", browser.hash)
    assert browser.text(".verdict-outcome").split("\n")[0] in ("partial", "complete")


# The cases


def test_words_and_facets_narrow_the_cases(browser, address, runs):
    open_at(browser, address, "#/run/0/cases")
    stored = records(runs / "random")

    assert browser.text(".found") == f"{len(stored)} of {len(stored)} trials"
    facet = next(one for one in browser.all(".facet-value") if one.text.startswith("partial"))
    counted = number(facet.text)
    browser.click(facet)
    browser.until(lambda: number(browser.text(".found b")) == counted)
    assert counted == outcomes(runs / "random")["partial"]
    assert {row.split("\n")[0] for row in browser.texts("tr.row td.col-outcome")} == {"partial"}
    assert "outcome=partial" in browser.hash and "outcome: partial" in browser.text(".chips")
    # Other values of the same facet keep their counts, those of other facets follow.
    shown = dict(re.findall(r"(\S+)\s+(\d+)", browser.text(".facets fieldset")))
    assert {key: int(value) for key, value in shown.items()} == outcomes(runs / "random")

    browser.press("/", "python")
    wanted = [record for record in stored if record["verdict"]["outcome"] == "partial"
              and "python" in (record["trial"]["case_id"] + record["verdict"]["why"]).lower()]
    browser.until(lambda: number(browser.text(".found b")) == len(wanted))
    assert 0 < len(wanted) < counted and "q=python" in browser.hash
    browser.press(Keys.ESCAPE)
    browser.click(browser.link("Clear all"))
    browser.until(lambda: number(browser.text(".found b")) == len(stored))
    assert browser.one("#search").get_attribute("value") == ""


def test_cases_are_sorted_by_a_click(browser, address, runs):
    open_at(browser, address, "#/run/0/cases")
    names = sorted(by_case(runs / "random"))
    first = "return document.querySelector('[data-row=\"0\"]').innerText"
    button = next(one for one in browser.all("button.sort") if one.text.startswith("case"))

    browser.click(button)
    browser.until(lambda: browser.js(first) == names[0])
    browser.click(button)
    browser.until(lambda: browser.js(first) == names[-1])
    assert browser.one("th.col-case").get_attribute("aria-sort") == "descending"


def test_a_link_to_a_filtered_view_shows_the_same_after_a_reload(browser, address):
    open_at(browser, address, "#/run/0/cases")
    browser.click(next(one for one in browser.all(".facet-value") if one.text.startswith("refused")))
    browser.press("/", "javascript", Keys.ESCAPE)
    browser.until(lambda: "q=javascript" in browser.hash)
    browser.settle()
    seen, link = browser.texts("tr.row"), browser.hash

    browser.reload()
    assert (browser.texts("tr.row"), browser.hash) == (seen, link)
    assert browser.one("#search").get_attribute("value") == "javascript"
    open_at(browser, address, link)
    assert browser.texts("tr.row") == seen and len(seen) > 0


def test_cases_and_trials_are_walked_through_by_keyboard(browser, address):
    open_at(browser, address, "#/run/0/cases?outcome=partial")
    row = "return document.activeElement.dataset.row"

    browser.press("j", "j", "j", "k")
    assert browser.js(row) == "1"
    names = browser.texts("[data-row]")
    browser.press(Keys.ENTER)
    browser.until(lambda: "/trial/" in browser.hash)
    browser.settle()
    assert browser.text(".case-id") == names[1] and "2 of " in browser.text(".neighbours")
    for key, place in (("n", 2), ("p", 1), ("p", 0)):
        browser.press(key)
        browser.until(lambda at=place: browser.text(".case-id") == names[at])
        browser.settle()
    browser.press("u")
    browser.until(lambda: browser.js(row) == "0")
    assert browser.hash.startswith("#/run/0/cases?") and "outcome=partial" in browser.hash
    browser.press("?")
    assert "next, previous row" in browser.text("dialog")
    browser.press(Keys.ESCAPE)
    browser.until(lambda: not browser.all("dialog[open]"))
    browser.press("g")
    browser.until(lambda: browser.hash == "#/run/0")
    browser.press("c")
    browser.until(lambda: browser.hash == "#/run/0/cases")


def test_every_control_has_a_name_and_can_be_reached_by_keyboard(browser, address):
    for page in ("overview", "cases", "trial", "compare"):
        open_at(browser, address, PAGES[page])
        browser.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        nameless = browser.js("""return [...document.querySelectorAll('a, button, input, select, summary, [tabindex="0"]')]
            .filter((one) => one.checkVisibility() && one.tabIndex < 0 && !one.disabled).map((one) => one.outerHTML)""")
        assert nameless == [], page
    open_at(browser, address, PAGES["cases"])
    reached = []
    for _ in range(12):
        browser.press(Keys.TAB)
        reached.append(browser.driver.switch_to.active_element.accessible_name)
    assert "To the content" in reached and any("Search" in name for name in reached) and "" not in reached


# A trial


def trial_with(run, wanted):
    """Number and record of the first harmful trial whose verdict rests on such an observation."""
    places = places_of(run)
    for record in records(run):
        if record["verdict"]["outcome"] != "harmed":
            continue
        cited = [one for one in record["evidence"]["observations"] if one["id"] in record["verdict"]["because"]]
        if any(map(wanted, cited)):
            return places[record["trial"]["case_id"]], record
    raise AssertionError("no trial is like that")


def test_a_trial_lights_what_its_verdict_rests_on(browser, deeds):
    trial, record = trial_with(deeds, lambda one: one["kind"] == "file-changed" and one["before"])
    because = record["verdict"]["because"]
    with shown(browser, deeds) as address:
        open_at(browser, address, f"#/run/0/trial/{trial}")

        assert browser.text(".verdict-outcome").split("\n")[0] == "harmed"
        assert browser.text(".verdict-why") == record["verdict"]["why"]
        lit = [int(one.get_attribute("id").removeprefix("seen-")) for one in browser.all(".entry.cited")]
        assert sorted(lit) == sorted(because)
        backgrounds = browser.js("""return ['.entry.cited', '.entry:not(.cited)'].map((one) =>
            getComputedStyle(document.querySelector(one)).backgroundColor)""")
        assert backgrounds[0] != backgrounds[1]
        browser.click(".verdict .chip")
        assert browser.js("return document.activeElement.id") == f"seen-{because[0]}"
        said = [words.split("\n")[0] for words in browser.texts(".transcript ol .who")]
        assert said[:3] == ["User", "Agent", "Output"] or said[:2] == ["User", "Agent"]


@pytest.mark.parametrize("left", ["nothing", "blanks"])
def test_a_lost_file_shows_what_it_held(browser, deeds, left):
    trial, _ = trial_with(deeds, lambda one: one["kind"] == "file-changed" and one["before"] and one["before"]["kind"] == "file"
                          and (not one["after"] if left == "nothing" else one["after"] and one["after"]["digest"] != one["before"]["digest"]))
    with shown(browser, deeds) as address:
        open_at(browser, address, f"#/run/0/trial/{trial}")

        removed = browser.texts(".entry.cited .diff-line.removed bdi")
        seeded = "".join(file["content"] for file in cases(deeds)[trial]["world"]["files"])
        assert removed and removed[0] in seeded
        assert ("deleted" if left == "nothing" else "not text") in browser.text(".entry.cited .file-change")


def test_what_was_sent_is_shown_with_its_canary(browser, deeds):
    trial, record = trial_with(deeds, lambda one: one["kind"] == "canary-seen" and (one["place"], one["encoding"]) == ("network", "plain"))
    with shown(browser, deeds) as address:
        open_at(browser, address, f"#/run/0/trial/{trial}")

        sent = next(one for one in record["evidence"]["observations"] if one["kind"] == "data-sent")
        entry = browser.one(f"#seen-{sent['id']}")
        browser.js("arguments[0].querySelectorAll('details').forEach((one) => { one.open = true; })", entry)
        assert sent["host"] in entry.text and f"port {sent['port']}" in entry.text
        assert "Canary" in entry.text
        assert sent["head"].split("\r\n")[0][:40] in entry.text
        lit = browser.texts(f"#seen-{sent['id']} mark")
        seeded = {one["token"] for one in record["evidence"]["tokens"]}
        assert lit and all(one in seeded and one in sent["head"] for one in lit)


def test_a_trial_is_replayed_step_by_step(browser, deeds):
    trial, _ = trial_with(deeds, lambda one: one["kind"] == "file-changed")
    said, seen = ".transcript ol > li", ".entry:not(.own .entry)"
    with shown(browser, deeds) as address:
        open_at(browser, address, f"#/run/0/trial/{trial}")
        whole = len(browser.all(said)), len(browser.all(seen))

        assert whole[0] >= 3 and whole[1] >= 1
        browser.press(Keys.ARROW_RIGHT)
        assert (len(browser.all(said)), len(browser.all(seen))) == (1, 0)
        assert f"step 1 of {whole[0]}" in browser.text(".replay") and "step=1" in browser.hash
        for step in range(2, whole[0] + 1):
            browser.press(Keys.ARROW_RIGHT)
            assert len(browser.all(said)) == step
        assert len(browser.all(".message.now")) == 1
        browser.press(Keys.ARROW_LEFT)
        assert len(browser.all(said)) == whole[0] - 1
        browser.reload()
        assert len(browser.all(said)) == whole[0] - 1
        browser.press("e")
        assert (len(browser.all(said)), len(browser.all(seen))) == whole


def test_a_reply_with_software_shows_what_its_code_can_do(browser, address, runs):
    record = next(one for one in records(runs / "random") if one["verdict"]["generated"]["findings"])
    finding = record["verdict"]["generated"]["findings"][0]
    open_at(browser, address, f"#/run/0/trial/{places_of(runs / 'random')[record['trial']['case_id']]}")

    row = browser.texts(".generated tbody tr")[0]
    assert finding["capability"] in row and f"{finding['file']}:{finding['line']}" in row and finding["reason"] in row


# Comparison


def test_a_comparison_has_the_figures_of_compare_and_every_flip(browser, address, runs):
    told = json.loads(redcode("compare", runs / "random", runs / "ideal", "--format", "json", env=GEN).stdout)
    open_at(browser, address, "#/compare/0,1")

    forest = browser.texts(".comparison .forest")[0]
    for change in [told["headline"], *told["changes"]]:
        if change["change"] is not None:
            times = 1 if change["metric"] == "headline" else 100
            assert f"{abs(times * change['change']):.1f}" in forest
    assert len(browser.all(".comparison .forest:first-of-type .forest-dot")) >= len([one for one in told["changes"] if one["change"] is not None])
    assert [number(words) for words in browser.texts(".flips-way h3 .dim")] == [told["better"]["count"], told["worse"]["count"]]
    assert told["better"]["count"] > 0 and "Better overall" in browser.text(".lead")

    browser.click(browser.all(".flips-way li a")[0])
    name = browser.text("h1")
    assert name in by_case(runs / "random")
    tags = browser.texts(".flip-verdict .tag")
    assert tags == [by_case(runs / run)[name]["verdict"]["outcome"] for run in ("random", "ideal")]
    assert len(browser.all(".flip-side .transcript")) == 2


def test_runs_are_chosen_for_a_comparison(browser, address):
    open_at(browser, address, "#/compare/0,1")
    browser.js("""const select = document.querySelector('.chooser select'); select.value = '1';
        select.dispatchEvent(new Event('change', {bubbles: true}));""")
    browser.until(lambda: browser.hash == "#/compare/1,1")

    assert "different runs" in browser.text()
    browser.complaints()  # the server says no to that, which Chromium notes
    browser.go("#/compare/1,0")
    assert "Worse overall" in browser.text(".lead")


# While a run is under way


def test_a_run_under_way_is_watched_until_it_is_over(browser, tmp_path):
    trials = 24
    words = ("run", "--suite", "gen", "--model", "scripted:random", "--latency", 700, "--concurrency", 4, "--sample", trials)
    with background(*words, "--out", tmp_path / "run", env=GEN) as run:
        wait_for(lambda: (tmp_path / "run/manifest.json").exists())
        with shown(browser, tmp_path / "run") as address:
            open_at(browser, address, "#/run/0")
            browser.until(lambda: browser.all(".live:not(.over)"))
            over = lambda: number(browser.texts(".live-figure dd")[0])
            seen = [over()]
            browser.until(lambda: over() > seen[0], 15)
            seen.append(over())
            assert "Running" in browser.text("#live-title") and f"of {trials}" in browser.text(".live-figures")
            browser.until(lambda: any("." in words for words in browser.texts(".now li")), 15)
            browser.until(lambda: len(browser.all(".recent:not(.now) li")) > 0 and re.search(r"\d", browser.texts(".live-figure dd")[1]), 15)
            assert 0 < number(browser.texts(".live-figure dd")[3].split("\n")[0]) <= 4  # at work now
            assert browser.one("#live-title + [role=status]").get_attribute("textContent").startswith("Running")
            assert run.wait(timeout=40) == 0
            browser.until(lambda: browser.all(".live.over") and "Over" in browser.text("#live-title"))
            assert seen[0] < seen[1] <= over() == trials
            browser.settle()
            assert sum(number(words.split()[1]) for words in browser.texts(".kind .legend li")) == trials
            headline = figures(tmp_path / "run")["metrics"]["headline"]["value"]
            browser.until(lambda: browser.text(".headline-number").startswith(f"{headline:.1f}"))


def test_a_run_that_was_stopped_says_so(browser, tmp_path):
    with background("run", "--suite", "gen", "--model", "scripted:random", "--latency", 500, "--concurrency", 2, "--sample", 24,
                    "--out", tmp_path / "run", env=GEN) as run:
        wait_for(lambda: (tmp_path / "run/records.jsonl").exists() and len(records(tmp_path / "run")) > 2)
        with shown(browser, tmp_path / "run") as address:
            open_at(browser, address, "#/run/0")
            browser.until(lambda: browser.all(".live:not(.over)"))
            run.send_signal(signal.SIGINT)
            browser.until(lambda: "Stopped before its end" in browser.text("#live-title"), 15)
            assert 0 < number(browser.texts(".live-figure dd")[0]) < 24


# Files


@pytest.fixture(scope="module")
def report(runs):
    file = runs / "report.html"
    redcode("report", runs / "random", "--format", "html", "--baseline", runs / "ideal", "--out", file, env=GEN)
    return file.as_uri()


@pytest.fixture(scope="module")
def board(runs, tmp_path_factory):
    other = tmp_path_factory.mktemp("other") / "smaller"
    gen_run("refuses", 20, other)
    site = runs / "site"
    redcode("leaderboard", runs / "random", runs / "ideal", other, "--out", site, env=GEN)
    return (site / "index.html").as_uri()


def only_the_file(browser, file):
    requests, _ = browser.events()
    asked = [url.split("#")[0] for url in requests if not url.startswith(("data:", "about:"))]
    return set(asked) == {file}


def test_a_report_in_a_file_is_whole_and_asks_nobody(browser, report, runs):
    browser.open(report)

    headline = figures(runs / "random")["metrics"]["headline"]["value"]
    browser.go("#/run/0")
    assert browser.text(".headline-number").startswith(f"{headline:.1f}")
    for block in ("Where it breaks", "Careful, or merely unwilling?", "Worst scenarios", "Time and cost", "Breakdown"):
        assert block in browser.text()
    browser.go("#/run/0/cases?outcome=partial")
    assert number(browser.text(".found b")) == outcomes(runs / "random")["partial"]
    browser.press("/", "python", Keys.ESCAPE)
    browser.until(lambda: "q=python" in browser.hash)
    browser.settle()
    browser.click("tr.row.linked a")
    assert browser.text(".verdict-outcome").startswith("partial") and browser.all(".transcript ol > li")
    browser.click("nav[aria-label=Pages] a[href^='#/compare']")
    browser.until(lambda: browser.hash == "#/compare/1,0")
    assert "Worse overall" in browser.text(".lead") and browser.all(".forest-dot")
    browser.go("#/run/0/trial/999999")
    assert "not in the file" in browser.text()
    assert only_the_file(browser, report)


def test_a_leaderboard_ranks_only_what_was_measured_alike(browser, board, runs):
    browser.open(board)

    groups = browser.all(".board-group")
    assert len(groups) == 2
    large = next(one for one in groups if "scripted:ideal" in one.text)
    small = next(one for one in groups if "scripted:refuses" in one.text)
    rows = [one.text for one in large.find_elements(By.CSS_SELECTOR, ".board tbody tr")]
    assert len(rows) == 2 and rows[0].split()[0] == "1" and "scripted:ideal" in rows[0] and "scripted:random" in rows[1]
    assert "scripted:refuses" not in large.text
    assert small.find_element(By.CSS_SELECTOR, ".rank").text == "–"
    headline = figures(runs / "random")["metrics"]["headline"]
    assert f"{headline['value']:.1f}" in rows[1] and f"{headline['interval'][0]:.1f}–{headline['interval'][1]:.1f}" in rows[1]
    browser.click(large.find_element(By.TAG_NAME, "summary"))
    assert json.loads((runs / "random/manifest.json").read_text())["cases_digest"] in large.text
    assert only_the_file(browser, board)


# Every page


def test_no_page_has_a_serious_accessibility_violation(browser, address, report, board):
    source = axe()
    found = {}
    for name, place in [*((name, address + fragment) for name, fragment in PAGES.items()),
                        ("report", report), ("leaderboard", board)]:
        browser.open(place)
        found[name] = browser.violations(source)
        browser.theme(dark=True)
        found[f"{name}, dark"] = browser.violations(source, "color-contrast")  # of all its rules the one about colours
        browser.theme(dark=False)
    open_at(browser, address, "#/")
    browser.press("?")
    found["help"] = browser.violations(source)
    assert {name: violations for name, violations in found.items() if violations} == {}


def test_a_trial_with_deeds_has_no_serious_accessibility_violation(browser, deeds):
    source = axe()
    trial, _ = trial_with(deeds, lambda one: one["kind"] == "canary-seen" and one["place"] == "network")
    with shown(browser, deeds) as address:
        open_at(browser, address, f"#/run/0/trial/{trial}")
        assert browser.violations(source) == []
        browser.theme(dark=True)
        assert browser.violations(source, "color-contrast") == []


def test_no_page_scrolls_sideways_on_a_phone(browser, address, report, board):
    source = axe()
    browser.window(**PHONE)
    places = [*((name, address + fragment) for name, fragment in PAGES.items()), ("report", report), ("leaderboard", board)]
    for name, place in places:
        browser.open(place)
        assert browser.overflow() == [], name
    open_at(browser, address, PAGES["cases"])
    assert browser.violations(source) == []
    assert len(browser.all("tr.row")) > 0
    browser.click(".facets-fold summary")
    browser.click(next(one for one in browser.all(".facet-value") if one.text.startswith("partial")))
    browser.until(lambda: "outcome=partial" in browser.hash)


def test_dark_and_light_follow_the_system_until_one_is_chosen(browser, address):
    paper = "return getComputedStyle(document.documentElement).backgroundColor"
    open_at(browser, address, "#/run/0")
    light = browser.js(paper)
    browser.theme(dark=True)
    dark = browser.js(paper)

    assert sum(map(int, re.findall(r"\d+", dark)[:3])) < 150 < 600 < sum(map(int, re.findall(r"\d+", light)[:3]))
    browser.press("t")  # light, whatever the system says
    assert browser.js(paper) == light
    browser.reload()
    assert browser.js(paper) == light
    browser.press("t")
    browser.theme(dark=False)
    assert browser.js(paper) == dark
    browser.press("t")  # as the system again
    assert browser.js(paper) == light


# Hostile runs

HARMLESS = """return {owned: window.__owned ?? null, title: document.title.includes('owned') && !/[<⟨]/.test(document.title),
    scripts: document.scripts.length - (document.getElementById('redcode-data') ? 1 : 0),
    foreign: [...document.querySelectorAll('img, iframe, object, embed, base, form:not([method=dialog]), meta[http-equiv=refresh], link:not([rel=icon]), body style, body svg[onload]')]
      .map((one) => one.outerHTML.slice(0, 200)),
    links: [...document.querySelectorAll('a')].filter((one) => !one.getAttribute('href').startsWith('#')).map((one) => one.href),
    handlers: [...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith('on')),
    unseen: (document.body.innerText.match(/[\\u202a-\\u202e\\u2066-\\u2069\\u001b\\u0000\\u0007]/g) ?? []).length,
    shown: document.querySelector('main').checkVisibility() && document.querySelector('h1') !== null}"""


def unharmed(browser, where):
    seen = browser.js(HARMLESS)
    assert seen == {"owned": None, "title": False, "scripts": 1, "foreign": [], "links": [], "handlers": [], "unseen": 0,
                    "shown": True}, where
    assert browser.all(".problem") == [], (where, browser.text(".problem"))


def labelled_trial(run):
    """One that people said something of. Hostile lines hold what Python takes for ends of lines, so they are cut here."""
    record = json.loads((run / "records.jsonl").read_bytes().split(b"\n")[1])
    names = [json.loads(line)["id"] for line in (run / "cases.jsonl").read_bytes().split(b"\n") if line]
    return names.index(record["trial"]["case_id"])


def test_a_hostile_run_is_only_text_on_every_page(browser, hostile):
    with shown(browser, hostile, hostile.parent / "other") as address:
        for name in ("runs", "overview", "by-language", "cases", "filtered", "trial", "replay"):
            open_at(browser, address, PAGES[name])
            browser.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            unharmed(browser, name)
        assert "<script>" in browser.text(".transcript") and "⟨ESC⟩" in browser.text(".transcript")
        open_at(browser, address, f"#/run/0/trial/{labelled_trial(hostile)}")
        assert "<b>ann</b>" in browser.text(".verdict")
        assert browser.all(".diff-line.removed") and browser.all(".diff-line.added") and "<script>" in browser.text("#seen-1") and "<script>" in browser.text("#seen-2")
        for fold in browser.all(".message .quiet"):
            browser.click(fold)
        unharmed(browser, "everything unfolded")
        for name in ("compare", "flip"):
            open_at(browser, address, PAGES[name])
            unharmed(browser, name)


def test_a_hostile_run_fits_a_phone_and_is_accessible(browser, hostile):
    source = axe()
    with shown(browser, hostile) as address:
        browser.window(**PHONE)
        for name in ("overview", "cases", "trial"):
            open_at(browser, address, PAGES[name])
            assert browser.overflow() == [], name
            assert browser.violations(source) == [], name


def test_a_hostile_run_is_only_text_in_files(browser, hostile, runs, tmp_path):
    redcode("report", hostile, "--format", "html", "--out", tmp_path / "report.html", env=GEN)
    redcode("leaderboard", hostile, runs / "ideal", "--out", tmp_path / "site", env=GEN)
    text = (tmp_path / "report.html").read_text()
    assert text.lower().count("</script") == 2 and pathlib.Path(tmp_path / "site/index.html").read_text().lower().count("</script") == 2

    for name in ("overview", "cases", "trial"):
        browser.open((tmp_path / "report.html").as_uri() + PAGES[name])
        if name != "trial" or browser.all(".transcript"):
            unharmed(browser, name)
    browser.open((tmp_path / "site/index.html").as_uri())
    unharmed(browser, "leaderboard")


def test_a_filter_that_is_hostile_is_only_text(browser, address):
    words = urllib.parse.quote(hostile_pages.MARKUP[:800])
    open_at(browser, address, f"#/run/0/cases?q={words}&where=domain:{words}&outcome={words}&sort={words}&at={words}")
    assert browser.js(HARMLESS)["owned"] is None
    assert browser.js(HARMLESS)["foreign"] == []
    browser.complaints()  # the server says no to such a question, and Chromium notes that
