#!/usr/bin/python3
"""Large runs on the page: how soon they are to be seen, searched and scrolled through, and what the server holds.

    view.py RUN [--trials 100000 1000000]

REDCODE names the binary; take the release build. The large runs are made of RUN's records. Each figure of the page is
the median of five as a real Chromium sees it, beginning with the click, key or address and ending with the frame that
shows the answer. The table that it prints is for docs/. Exit code 1: a figure for 100,000 trials is over its limit.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

import conftest  # noqa: E402
import view_parts  # noqa: E402

TIMES = 5
HELD_TO = 100_000  # limits are for so many trials

# When a frame with such an element was drawn, in milliseconds since the address was asked for.
WATCH = """new MutationObserver((_, watcher) => {
  if (!document.querySelector('.headline-number')) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.__seen = performance.now(); }));
}).observe(document, {childList: true, subtree: true});"""

# Does it, then waits for the frame in which other rows are on show and none is on its way.
TIMED = """const done = arguments[0];
const shown = () => [...document.querySelectorAll('tr.row')].map((one) => one.innerText).join('\\n') + document.querySelector('.found').innerText;
const before = shown(), start = performance.now();
@@act@@;
const look = () => {
  const busy = document.querySelector('.waiting, .pending') || shown() === before;
  if (busy && performance.now() - start < 20000) requestAnimationFrame(look);
  else requestAnimationFrame(() => done(performance.now() - start));
};
requestAnimationFrame(look);"""

CLICK = "[...document.querySelectorAll('.facet-value')].find((one) => one.innerText.startsWith({!r})).click()"
TYPE = """const field = document.querySelector('#search');
Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, {!r});
field.dispatchEvent(new Event('input', {{bubbles: true}}))"""
JUMP = "scrollTo(0, document.documentElement.scrollHeight * {})"


class Server:
    """`redcode view`, and how long it took to be ready."""

    def __init__(self, run):
        began = time.monotonic()
        self.process = subprocess.Popen([conftest.REDCODE, "view", "--no-open", run], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]
        self.listening = time.monotonic() - began
        while self.ask("/api/runs")["runs"][0]["reading"]:
            time.sleep(0.02)
        self.ready = time.monotonic() - began

    def ask(self, path):
        place = urllib.parse.urlsplit(self.address)
        token = urllib.parse.parse_qs(place.query)["token"][0]
        request = urllib.request.Request(f"http://{place.netloc}{path}", headers={"X-Redcode-Token": token})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def memory(self):
        """MiB held now, and at most so far."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return [int(status.split(f"{name}:")[1].split()[0]) / 1024 for name in ("VmRSS", "VmHWM")]

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=60)


def median(measure):
    return statistics.median(measure() for _ in range(TIMES))


def first_paint(browser, server):
    """Milliseconds until something, and until the headline is drawn; both medians."""
    seen = []
    for _ in range(TIMES):
        browser.open(server.address + "#/run/0")
        browser.until(lambda: browser.js("return window.__seen"), 60)
        paint = browser.js("return performance.getEntriesByName('first-contentful-paint')[0].startTime")
        seen.append((paint, browser.js("return window.__seen")))
    return [statistics.median(column) for column in zip(*seen)]


def timed(browser, act):
    return browser.driver.execute_async_script(TIMED.replace("@@act@@", act))


def there_and_back(browser, there, back):
    """One way is timed, the other is the way back to the start."""
    def measure():
        took = timed(browser, there)
        timed(browser, back)
        return took
    return median(measure)


def asked(server, query):
    """Milliseconds the server says a question took."""
    return median(lambda: server.ask(f"/api/run/0/trials?{query}")["took_ms"])


def measured(browser, server):
    """(what, figure, unit, limit for 100,000 trials)"""
    yield "server listens", server.listening, "s", None
    yield "server has read the run", server.ready, "s", None
    began = time.monotonic()
    server.ask("/api/run/0/overview")
    yield "overview, asked for the first time", 1000 * (time.monotonic() - began), "ms", None
    paint, headline = first_paint(browser, server)
    yield "first paint", paint, "ms", 1000
    yield "headline is there", headline, "ms", 1000
    browser.open(server.address + "#/run/0/cases")
    outcome = browser.texts(".facet-value .facet-word")[0]
    yield f"facet clicked ({outcome}), rows are there", there_and_back(browser, CLICK.format(outcome), CLICK.format(outcome)), "ms", 150
    yield "… of it the server", asked(server, f"outcome={outcome}&limit=200"), "ms", None
    yield "word typed, rows are there", there_and_back(browser, TYPE.format("python"), TYPE.format("")), "ms", 150
    yield "… of it the server", asked(server, "q=python&limit=200"), "ms", None
    sort = "document.querySelector('th.col-time button').click()"
    yield "sorted by time, rows are there", statistics.median(timed(browser, sort) for _ in range(2 * 3)), "ms", 150  # up, down, as planned
    browser.open(server.address + "#/run/0/cases")
    yield "jump to the middle, rows are there", median_of_jumps(browser), "ms", 200
    held, most = server.memory()
    yield "server's memory", held, "MiB", 300
    yield "server's memory, at most", most, "MiB", 300


def median_of_jumps(browser):
    return statistics.median(timed(browser, JUMP.format(place)) for place in (0.5, 0.2, 0.8, 0.35, 0.65))


def figures(browser, source, trials):
    with tempfile.TemporaryDirectory(prefix="view-", dir=os.environ.get("TMPDIR", "/tmp")) as folder:
        run = pathlib.Path(folder) / "run"
        subprocess.run([f"{conftest.REDCODE}-bench", "view", source, "--trials", str(trials), "--keep", run],
                       check=False, stdout=sys.stderr)
        server = Server(run)
        try:
            return list(measured(browser, server))
        finally:
            server.stop()


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("run")
    words.add_argument("--trials", type=int, nargs="+", default=[100_000, 1_000_000])
    options = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="view-browser-") as profile:
        browser = view_parts.Browser(profile)
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        try:
            columns = {trials: figures(browser, options.run, trials) for trials in options.trials}
        finally:
            browser.driver.quit()
    print("| | limit for 100,000 | " + " | ".join(f"{trials:,} trials" for trials in columns) + " |")
    print("|---|---|" + "---|" * len(columns))
    for lines in zip(*columns.values()):
        what, _, unit, limit = lines[0]
        shown = [f"{figure:.2f} {unit}" if unit == "s" else f"{figure:.0f} {unit}" for _, figure, _, _ in lines]
        print(f"| {what} | {f'{limit} {unit}' if limit else '–'} | " + " | ".join(shown) + " |")
    over = [what for what, figure, _, limit in columns.get(HELD_TO, []) if limit and figure > limit]
    if over:
        print(f"over the limit: {', '.join(over)}")
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main()
