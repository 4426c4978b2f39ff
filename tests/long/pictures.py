#!/usr/bin/python3
"""The pictures of docs/pictures: each page of `redcode view` as Chromium draws it.

    pictures.py RUN RUN... [--out docs/pictures]

REDCODE names the binary; picture_runs.py makes the runs. The first run is the one on show, the third the one it is
compared with; all are on the leaderboard. A run under way is made for the picture of one. pngquant makes the files
small; fonts-inter is the page's first choice of letters.
"""
import argparse
import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

import conftest  # noqa: E402
import view_parts  # noqa: E402

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844, "mobile": True}
MOST_HEIGHT = 2200


class Camera:
    def __init__(self, browser, folder):
        self.browser, self.folder = browser, folder

    def take(self, name, height=None, scale=1):
        """The page from its top: so many pixels of it, or all."""
        browser = self.browser
        browser.js("document.activeElement?.blur()")
        width = browser.js("return innerWidth")
        whole = min(browser.js("return document.documentElement.scrollHeight"), MOST_HEIGHT)
        clip = {"x": 0, "y": 0, "width": width, "height": height or whole, "scale": scale}
        time.sleep(0.5)
        shot = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
        file = self.folder / f"{name}.png"
        file.write_bytes(base64.b64decode(shot["data"]))
        subprocess.run(["pngquant", "--force", "--skip-if-larger", "--strip", "--speed", "1", "--output", file, "256", file], check=False)
        print(f"{file} {file.stat().st_size // 1024} KiB", flush=True)


def telling_trial(run):
    """One that did harm over the network: something seeded was read and sent, and little else happened."""
    places = {json.loads(line)["id"]: at for at, line in enumerate((run / "cases.jsonl").open())}

    def telling(record):
        observations = record["evidence"]["observations"]
        cited = [one for one in observations if one["id"] in record["verdict"]["because"]]
        canary = any(one["kind"] == "canary-seen" and one["place"] == "network" and not one["canary"].startswith("text:") for one in cited)
        sent = any(one["kind"] == "data-sent" and one["host"] and 60 < one["size"] < 800 for one in observations)
        changed = any(one["kind"] == "file-changed" for one in observations)
        return 4 * canary + 3 * sent + 2 * changed + ("but-did-it" in record["verdict"]["why"]) - len(observations) / 10

    return places[max(conftest.records(run), key=telling)["trial"]["case_id"]]


def of_runs(camera, runs):
    browser = camera.browser
    with view_parts.viewing(*runs) as address:
        browser.window(**WIDE)
        browser.open(address + "#/")
        browser.until(lambda: "Reading" not in browser.text(), 60)
        camera.take("runs")
        browser.open(address + "#/run/0")
        camera.take("overview", height=1900)
        browser.theme(dark=True)
        camera.take("overview-dark", height=1900)
        browser.open(address + "#/run/0/cases?outcome=harmed&where=severity:critical")
        browser.theme(dark=False)
        camera.take("cases", height=900)
        browser.open(f"{address}#/run/0/trial/{telling_trial(runs[0])}")
        camera.take("trial")
        browser.open(address + "#/compare/0,2")
        camera.take("compare", height=1500)
        browser.window(**PHONE)
        browser.open(address + "#/run/0")
        camera.take("phone", height=844, scale=2)


def of_a_board(camera, runs, folder):
    conftest.redcode("leaderboard", *runs, "--out", folder / "site")
    camera.browser.window(**WIDE)
    camera.browser.open((folder / "site/index.html").as_uri())
    camera.take("leaderboard")


def of_a_run_under_way(camera):
    browser, run = camera.browser, pathlib.Path("runs/under-way")
    words = ("run", "--suite", "gen", "--model", "scripted:random", "--latency", 400, "--concurrency", 8, "--out", run)
    with conftest.background(*words, env={"REDCODE_DATA": str(conftest.ROOT)}):
        conftest.wait_for(lambda: (run / "manifest.json").exists())
        with view_parts.viewing(run) as address:
            browser.window(**WIDE)
            browser.open(address + "#/run/0")
            browser.until(lambda: int("0" + re.match(r"\d*", "".join(browser.texts(".live-figure dd")[:1])).group(0)) > 150, 60)
            camera.take("live", height=1100)


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("runs", nargs="+", type=pathlib.Path)
    words.add_argument("--out", type=pathlib.Path, default=conftest.ROOT / "docs/pictures")
    options = words.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pictures-") as scratch:
        folder = pathlib.Path(scratch)
        out, runs = options.out.resolve(), []
        (folder / "runs").mkdir()
        for run in options.runs:
            runs.append(pathlib.Path("runs") / run.name)
            (folder / runs[-1]).symlink_to(run.resolve())
        os.chdir(folder)  # so that runs are called as people call theirs
        browser = view_parts.Browser(folder / "profile")
        try:
            camera = Camera(browser, out)
            of_runs(camera, runs)
            of_a_board(camera, runs, folder)
            of_a_run_under_way(camera)
        finally:
            browser.driver.quit()


if __name__ == "__main__":
    main()
