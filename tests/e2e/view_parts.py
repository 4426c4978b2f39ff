"""A real browser before the pages of `redcode view`. It remembers what was asked of whom, and holds a page to axe-core."""
import contextlib
import json
import re
import shutil
import signal
import time

import pytest

from conftest import background
from npm_folder import modules_of

try:
    from selenium import webdriver
    from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
except ImportError:
    webdriver = None

# A page is whole when nothing is on its way, and the first frame behind that is drawn.
SETTLED = """const done = arguments[0], look = () => {
  const busy = !document.querySelector('main h1, main .problem') || document.querySelector('.loading, .waiting, .pending');
  if (busy) setTimeout(look, 15); else requestAnimationFrame(() => done(true));
}; look();"""


def axe():
    """The checker's source."""
    return (modules_of("tests/web", "axe") / "axe-core/axe.min.js").read_text()


@contextlib.contextmanager
def viewing(*words):
    """`redcode view`; gives its address."""
    with background("view", "--no-open", *words) as process:
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, line + process.stdout.read()
        yield re.search(r"http://\S+", line).group(0)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130


class Browser:
    """Chromium without a window, as a person uses it: eyes, mouse and keys."""

    def __init__(self, profile):
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}"):
            options.add_argument(word)
        options.binary_location = shutil.which("chromium")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(15)
        self.window()

    def window(self, width=1280, height=800, dark=False, mobile=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile})
        self.theme(dark)

    def theme(self, dark):
        """What the system says; animations are off, so that nothing is half way when it is looked at."""
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, address):
        """A page loaded anew."""
        self.driver.get("about:blank")
        self.driver.get(address)
        self.settle()

    def go(self, fragment):
        """Another part of the page that is open."""
        self.js("location.hash = arguments[0]", fragment)
        self.settle()

    def reload(self):
        self.driver.refresh()
        self.settle()

    def settle(self):
        try:
            self.driver.execute_async_script(SETTLED)
        except TimeoutException:
            raise AssertionError(f"the page is not drawn: {self.complaints()}\n{self.text('body')}") from None

    def js(self, code, *values):
        return self.driver.execute_script(code, *values)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css):
        """The first; on a busy machine the page may still be drawing it."""
        return self.until(lambda: self.all(css))[0]

    def text(self, css="main"):
        return self.one(css).text

    def texts(self, css):
        return self.js("return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText.trim())", css)

    def link(self, words, within="main"):
        """The first link there that has these words."""
        return next(one for one in self.all(f"{within} a") if words in one.text)

    def click(self, element):
        element = self.one(element) if isinstance(element, str) else element
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        self.settle()

    def press(self, *keys):
        for key in keys:
            webdriver.ActionChains(self.driver, duration=0).send_keys(key).perform()
        self.settle()

    def until(self, condition, seconds=10):
        """Waits until it holds; gives what it gave."""
        end = time.monotonic() + seconds
        while True:
            with contextlib.suppress(StaleElementReferenceException):
                if found := condition():
                    return found
            assert time.monotonic() < end, "waited in vain; the page says:\n" + self.text("body")
            time.sleep(0.03)

    @property
    def hash(self):
        return self.js("return location.hash")

    def overflow(self):
        """What sticks out of the window on the right, if one can scroll there."""
        return self.js("""if (document.documentElement.scrollWidth <= innerWidth) return [];
            return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1
              && !one.closest('.scroller')).map((one) => one.outerHTML.slice(0, 150)).concat('scrolls').slice(0, 8);""")

    def violations(self, source, *rules):
        """axe-core's findings of the impacts serious and critical, by all its rules or by some."""
        if not self.js("return 'axe' in window"):
            self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": source})
        return self.driver.execute_async_script("""const [rules, done] = arguments;
            axe.run(document, {resultTypes: ['violations'], ...(rules.length ? {runOnly: rules} : {})}).then(({violations}) => done(violations
              .filter((one) => ['serious', 'critical'].includes(one.impact))
              .flatMap((one) => one.nodes.slice(0, 3).map((node) => `${one.impact} ${one.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`))));""", rules)

    def events(self):
        """What Chromium noted since it was last asked: addresses asked for, and dialogs that opened."""
        requests, dialogs = [], []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                requests.append(message["params"]["request"]["url"])
            if message["method"] == "Page.javascriptDialogOpening":
                dialogs.append(message["params"])
        return requests, dialogs

    def complaints(self):
        """What stands in the console: errors, and what the content policy stopped. A server that still reads says 503."""
        return [entry["message"] for entry in self.driver.get_log("browser") if "with a status of 503" not in entry["message"]]


def browser_or_skip(profile):
    if not webdriver or not shutil.which("chromium") or not shutil.which("chromedriver"):
        pytest.skip("python3-selenium, chromium or chromium-driver is not installed")
    return Browser(profile)
