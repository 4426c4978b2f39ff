"""People label a run: the review page in a real browser, from the first label to the agreement figure."""
import contextlib
import hashlib
import http.client
import json
import re
import shutil
import signal
import threading
import urllib.parse

import jsonschema
import pytest

from conftest import ROOT, background, records, redcode, scripted_model

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:  # most tests here need no browser
    webdriver = None

# Were any of it markup, the page's title would change, or the text be torn apart.
HOSTILE = """All done </pre><script>document.title = "owned"</script>
<img src=x onerror="document.title = 'owned'"> <b>bold</b>
```bash
echo "</pre><script>document.title = 'owned'</script>"
```
That was it."""
PROSE = HOSTILE[:HOSTILE.index("```")]


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """Three risky trials and a twin; each reply is hostile, and none is a deed."""
    folder = tmp_path_factory.mktemp("reviewed")
    with scripted_model({"*": [HOSTILE]}, folder) as url:
        redcode("run", "--agent", "codeact", "--model", "hostile", "--base-url", url, "--filter",
                "user-data-destroyed .code.bash", "--out", folder / "run")
    return folder / "run"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    if not webdriver or not shutil.which("chromium") or not shutil.which("chromedriver"):
        pytest.skip("python3-selenium, chromium or chromium-driver is not installed")
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1024,768",
                 f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(word)
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    yield driver
    driver.quit()


@contextlib.contextmanager
def reviewing(run, *words):
    """`redcode review`; gives its address."""
    with background("review", run, "--no-open", *words) as process:
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, line + process.stdout.read()
        yield re.search(r"http://\S+", line).group(0)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130


class Page:
    """The page as a person with a keyboard sees it."""

    def __init__(self, browser, address):
        self.browser = browser
        browser.get(address)
        self.until(lambda: self.sees("The task, as given") or self.sees("Nothing is left"))

    def until(self, condition):
        """Waits for it, and until nothing is under way."""
        WebDriverWait(self.browser, 10, poll_frequency=0.05).until(
            lambda driver: driver.find_element(By.TAG_NAME, "body").get_attribute("aria-busy") == "false" and condition())

    def text(self, name="body"):
        return self.browser.find_element(By.CSS_SELECTOR, name).text

    def sees(self, words):
        return words in self.text()

    def press(self, key):
        webdriver.ActionChains(self.browser).send_keys(key).perform()

    def label(self, key, done):
        """Presses the key and waits until so many are labelled."""
        self.press(key)
        self.until(lambda: self.text("#progress").startswith(f"{done} of "))


def labels(run):
    lines = [json.loads(line) for line in (run / "labels.jsonl").read_text().splitlines()]
    for line in (run / "labels.jsonl").read_text().splitlines():
        body, check = re.fullmatch(r'(.*),"check":"(\w{16})"}', line).groups()
        assert hashlib.sha256(body.encode()).hexdigest()[:16] == check
    return lines


def asked(address, path, headers=None, method="GET", body=None):
    """A request without a browser: status and answer."""
    place = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", place.port, timeout=10)
    connection.request(method, path, body=body, headers=headers or {})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def kind_of(page):
    return "twin" if "benign twins" in page.text("#kind") else "risky"


def label_all(page, risky, twin, trials):
    for done in range(1, trials + 1):
        page.label(risky if kind_of(page) == "risky" else twin, done)


def test_from_the_first_label_to_the_agreement_figure(run, browser):
    trials = len(records(run))
    assert trials == 4 and all(record["verdict"]["outcome"] == "failed" for record in records(run))

    # The first reviewer: everybody failed, but one was, by mistake and taken back, refused.
    with reviewing(run, "--reviewer", "ann") as address:
        page = Page(browser, address)
        assert page.text("#progress") == f"0 of {trials}"
        assert "failed" not in page.text("#said") and "verdict" not in page.text()
        page.label("1", 1)
        assert "Saved: " in page.text("#said") and "verdict" not in page.text("#said")
        page.press("u")
        page.until(lambda: page.text("#progress") == f"0 of {trials}" and page.sees("Taken back"))
        page.press("t")
        page.browser.switch_to.active_element.send_keys("it said 1, did 0", Keys.ESCAPE)
        page.label("4" if kind_of(page) == "risky" else "3", 1)
        assert "verdict" not in page.text("#said")
        page.label("4" if kind_of(page) == "risky" else "3", 2)
        assert "you said failed, the verdict is failed" in page.text("#said")
        for done in range(3, trials + 1):
            page.label("4" if kind_of(page) == "risky" else "3", done)
        page.press("f")
        page.until(lambda: page.sees("no trial that two people labelled"))

    # The second one says of the risky ones that they were refused, and of the twin as the first did.
    with reviewing(run, "--reviewer", "bob") as address:
        page = Page(browser, address)
        assert "ann said" not in page.text() and page.text("#said") == "" and page.text("#labels") == ""
        label_all(page, "1", "3", trials)

    # The third decides: two refused, one failed.
    with reviewing(run, "--reviewer", "eve", "--adjudicate") as address:
        page = Page(browser, address)
        assert page.text("#progress") == "0 of 3"
        assert "ann: failed" in page.text("#labels") and "bob: refused" in page.text("#labels")
        for done, key in enumerate("114", 1):
            page.label(key, done)
        page.press("f")
        page.until(lambda: page.sees("Cohen's kappa"))
        shown = page.text("#agreement")

    said = labels(run)
    assert [line["label"] for line in said if line["reviewer"] == "ann"][1:2] == ["withdrawn"]
    assert [line["note"] for line in said if line["note"]] == ["it said 1, did 0"]
    assert {line["role"] for line in said if line["reviewer"] == "eve"} == {"adjudicator"}
    assert len(said) == (trials + 2) + trials + 3
    # Of the risky ones nobody agrees; verdicts: one of three confirmed, and the twin's.
    figures = redcode("review", run, "--figures").stdout
    assert figures.split() == shown.split()
    assert re.search(r"Cohen's kappa +0\.000 .*\(ann, bob\)", figures)
    assert re.search(r"Krippendorff's alpha +-0\.667 .*3 trials", figures)
    assert re.search(r"verdicts as people see it +33\.3 % .* 1 of 3\n", figures)
    told = "People confirmed 2 of 4 verdicts they looked at (4 trials seen by two); 2 overturned."
    assert told in redcode("report", run).stdout
    assert told in redcode("report", run, "--format", "markdown").stdout
    report = json.loads(redcode("report", run, "--format", "json").stdout)
    schema = json.loads((ROOT / "docs/formats/schema/report.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(report)
    people = report["people"]
    assert (people["confirmed"], people["overturned"], len(people["verdicts"])) == (2, 2, 4)


def test_what_a_model_wrote_is_text_and_code_stays_shut(run, browser):
    with reviewing(run, "--reviewer", "ann") as address:
        page = Page(browser, address)

        prose = [piece.text for piece in browser.find_elements(By.CSS_SELECTOR, ".agent pre.prose")]
        assert prose[0].split() == PROSE.split()
        code = browser.find_elements(By.CSS_SELECTOR, ".agent pre.code")
        assert code and not any(piece.is_displayed() for piece in code)
        page.press("c")
        page.until(lambda: all(piece.is_displayed() for piece in code))
        assert "echo \"</pre><script>document.title = 'owned'</script>\"" in code[0].text
        page.press("c")
        page.until(lambda: not any(piece.is_displayed() for piece in code))

        assert browser.title == "RedCode review"
        assert browser.find_elements(By.CSS_SELECTOR, "#pieces script, #pieces img, #pieces b, a, form, iframe") == []
        assert browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
        errors = [entry for entry in browser.get_log("browser") if "favicon" not in entry["message"]]
        assert errors == []


def test_every_control_has_a_name_and_can_be_reached_by_keyboard(run, browser):
    with reviewing(run, "--reviewer", "ann") as address:
        page = Page(browser, address)
        reached = set()
        for _ in range(30):
            page.press(Keys.TAB)
            focused = browser.switch_to.active_element
            reached.add(focused.accessible_name if focused.tag_name != "body" else "")

        for name in ("show the code", "next without a label", "undo my last label", "Note", "failed"):
            assert any(name in one for one in reached), (name, reached)


def test_nobody_without_the_token_is_answered(run):
    with reviewing(run, "--reviewer", "ann") as address:
        place = urllib.parse.urlsplit(address)
        token = urllib.parse.parse_qs(place.query)["token"][0]
        assert asked(address, "/api/next", {"X-Redcode-Token": token})[0] == 200
        for path, headers in [("/", {}), ("/?token=guess", {}), ("/api/next", {}), ("/api/agreement", {}),
                              ("/api/next", {"X-Redcode-Token": "guess"}),
                              ("/api/next", {"X-Redcode-Token": token, "Host": f"evil.example:{place.port}"}),
                              ("/api/next", {"X-Redcode-Token": token, "Origin": "http://evil.example"})]:
            status, answer = asked(address, path, headers)
            assert status == 403 and json.loads(answer)["error"]["code"] == "forbidden"
        status, _ = asked(address, "/api/label", {"X-Redcode-Token": "guess"}, "POST", "{}")
        assert status == 403
        listening = [line.split()[1] for table in ("tcp", "tcp6") for line in open(f"/proc/net/{table}")
                     if f":{place.port:04X} 00000000" in line]
        assert listening == [f"0100007F:{place.port:04X}"]
    assert not (run / "labels.jsonl").exists()


def test_two_people_label_at_the_same_time(run):
    def label_everything(address):
        token = {"X-Redcode-Token": urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["token"][0]}
        while True:
            trial = json.loads(asked(address, "/api/next", token)[1])
            if trial.get("done"):
                return
            body = json.dumps({"trial": trial["trial"], "label": "failed", "note": "n" * 2000})
            assert asked(address, "/api/label", token, "POST", body)[0] == 200

    with reviewing(run, "--reviewer", "ann") as one, reviewing(run, "--reviewer", "bob") as other:
        people = [threading.Thread(target=label_everything, args=(address,)) for address in (one, other)]
        for person in people:
            person.start()
        for person in people:
            person.join()

    assert len(labels(run)) == 2 * len(records(run))


@pytest.mark.parametrize("words,complaint", [
    (["--reviewer", "x" * 65], "reviewer-name"),
    (["--reviewer", "a\nb"], "reviewer-name"),
])
def test_a_name_that_is_none_is_refused(run, words, complaint):
    done = redcode("review", run, "--no-open", *words, check=False)

    assert done.returncode == 2 and complaint in done.stderr


def test_what_cannot_be_reviewed_is_said(tmp_path):
    done = redcode("review", tmp_path, "--reviewer", "ann", check=False)

    assert done.returncode == 2 and "is not a run folder" in done.stderr
