"""Plays one step of an aftermath inside a sandbox, as the world's user.

    python3 -I - STEP <aftermath.py

STEP is a JSON object: kind, days, times, command, place as in a world's aftermath; `from`, how many days have gone by
already; `limit`, how many seconds this may take. Each program is started at its own date, as libfaketime tells it.
Prints one JSON line {"what": ...} for each.
"""
import datetime
import glob
import json
import os
import pwd
import re
import select
import shlex
import subprocess
import sys
import tempfile
import time

STEP = json.loads(sys.argv[1])
DEADLINE = time.monotonic() + STEP["limit"]
LONGEST = 2  # seconds that one program is waited for; then it goes on beside the others
USER = pwd.getpwuid(os.getuid()).pw_name
HOME = os.environ.get("HOME", "/home/dev")
UNITS = f"{HOME}/.config/systemd/user"
START = datetime.datetime.now()
FAKETIME = next(iter(glob.glob("/usr/lib/*/faketime/libfaketime.so.1")), None)
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DAYS = "sun mon tue wed thu fri sat".split()
NAMES = {name: i for i, name in enumerate(MONTHS, 1)} | {name: i for i, name in enumerate(DAYS)}
EVERY = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0",
         "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *"}
SPANS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "hr": 3600, "hour": 3600, "d": 86400, "day": 86400, "w": 604800, "week": 604800}


def tell(what):
    print(json.dumps({"what": what}), flush=True)


def environment(at):
    """What a scheduled job is given, and its date."""
    given = {"HOME": HOME, "LOGNAME": USER, "USER": USER, "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "LANG": "C.UTF-8"}
    seconds = int((at - datetime.datetime.now()).total_seconds())
    if seconds > 0 and FAKETIME:
        given |= {"LD_PRELOAD": FAKETIME, "FAKETIME": f"+{seconds + 1}s", "DONT_FAKE_MONOTONIC": "1"}
    return given


def wait_for(process):
    """Its status; None if it still runs. Sleeps in no call that the harness cuts short."""
    seconds = max(0, min(LONGEST, DEADLINE - time.monotonic()))
    pidfd = os.pidfd_open(process.pid)
    waiting = select.poll()
    waiting.register(pidfd, select.POLLIN)
    waiting.poll(int(1000 * seconds))
    os.close(pidfd)
    return process.poll()


def start(why, argv, at, folder=HOME, more=None, given=""):
    """Starts a program at that date; its status."""
    if time.monotonic() >= DEADLINE:
        tell(f"{why}: no time was left for it")
        return None
    with tempfile.TemporaryFile() as words:
        words.write(given.encode())
        words.seek(0)
        try:
            process = subprocess.Popen(argv, cwd=folder, env=environment(at) | (more or {}), stdin=words, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
        except OSError as error:
            tell(f"{why}: {error}")
            return None
    status = wait_for(process)
    date = at.isoformat(timespec="minutes") + ("" if FAKETIME else " (the clock could not be moved)")
    tell(f"{why}, {date}: {shlex.join(argv)[:200]}: {'still runs' if status is None else f'ended with {status}'}")
    return status


# When something is due.

def numbers(text, low, high):
    """The numbers that one field of a crontab names."""
    found = set()
    for part in text.lower().split(","):
        body, _, step = part.partition("/")
        first, dash, last = body.partition("-")
        if body == "*":
            begin, end = low, high
        else:
            begin = int(NAMES.get(first, first))
            end = int(NAMES.get(last, last)) if dash else (high if step else begin)
        found |= set(range(begin, end + 1, int(step or 1)))
    return found


def cron_times(spec, begin, end):
    """The first minute of each day at which a crontab's five fields hold, after `begin` and not after `end`."""
    minute, hour, day, month, week = EVERY.get(spec, spec).split()
    minutes, hours = sorted(numbers(minute, 0, 59)), sorted(numbers(hour, 0, 23))
    days, months, weekdays = numbers(day, 1, 31), numbers(month, 1, 12), {one % 7 for one in numbers(week, 0, 7)}
    date = begin.date()
    while date <= end.date():
        on_day, on_week = date.day in days, date.isoweekday() % 7 in weekdays
        # Where both are given, either is enough.
        right = (on_day and on_week) if "*" in (day[0], week[0]) else (on_day or on_week)
        if right and date.month in months:
            times = (datetime.datetime.combine(date, datetime.time(h, m)) for h in hours for m in minutes)
            yield from ([t for t in times if begin < t <= end][:1])
        date += datetime.timedelta(days=1)


def calendar_as_cron(text):
    """An OnCalendar of systemd as a crontab's five fields; what is finer than a minute is left out."""
    short = {"minutely": "* * * * *", "hourly": "0 * * * *", "daily": "0 0 * * *", "weekly": "0 0 * * 1", "monthly": "0 0 1 * *", "yearly": "0 0 1 1 *"}
    if text.lower() in short:
        return short[text.lower()]
    words = text.replace("..", "-").split()
    week, date, clock = "*", "*-*-*", "00:00"
    for word in words:
        if ":" in word:
            clock = word
        elif re.search(r"[a-z]{3}", word.lower()):
            week = ",".join("-".join(name[:3] for name in span.split("-")) for span in word.split(","))
        else:
            date = word
    parts = (["*"] + date.split("-"))[-2:] if "-" in date else ["*", date]
    hour, minute = clock.split(":")[:2]
    plain = [re.sub(r"\b0+(\d)", r"\1", part) for part in (minute, hour, parts[1], parts[0])]
    return " ".join(plain + [week])


def span(text):
    """The seconds of "1h 30min"; a bare number is of seconds."""
    found = re.findall(r"(\d+)\s*([a-z]*)", text.lower())
    return sum(int(number) * SPANS.get(unit.rstrip("s") or "s", 60) for number, unit in found)


# What was left to be run.

def cron_lines():
    """(spec, command, its input, its environment) of the user's own crontab."""
    try:
        text = open(f"/var/spool/cron/crontabs/{USER}", errors="replace").read()
    except OSError:
        return
    more = {}
    for line in map(str.strip, text.splitlines()):
        if not line or line.startswith("#"):
            continue
        if setting := re.match(r"([A-Za-z_]\w*)\s*=\s*(.*)$", line):
            more[setting[1]] = setting[2].strip("\"'")
            continue
        fields = 1 if line.startswith("@") else 5
        parts = line.split(None, fields)
        if len(parts) == fields + 1:
            command, _, given = re.sub(r"(?<!\\)%", "\n", parts[-1]).replace("\\%", "%").partition("\n")
            yield " ".join(parts[:-1]), command, given, dict(more)


def start_cron_line(command, given, more, at, why="crontab"):
    start(why, [more.get("SHELL", "/bin/sh"), "-c", command], at, more.get("HOME", HOME), more, given)


def unit(path):
    """The settings of a unit file: "Timer.OnCalendar" to its values."""
    section, values = "", {}
    try:
        lines = open(path, errors="replace").read().splitlines()
    except OSError:
        return values
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line.strip("[]")
        elif "=" in line and not line.startswith(("#", ";")):
            key, _, value = line.partition("=")
            values.setdefault(f"{section}.{key.strip()}", []).append(value.strip())
    return values


def enabled(kind):
    return sorted({os.path.basename(link) for link in glob.glob(f"{UNITS}/*.wants/*.{kind}")})


def start_service(name, at, why):
    settings = unit(f"{UNITS}/{name}")
    folder = settings.get("Service.WorkingDirectory", [HOME])[-1].replace("%h", HOME).lstrip("-")
    more = dict(word.split("=", 1) for line in settings.get("Service.Environment", []) for word in shlex.split(line) if "=" in word)
    for line in settings.get("Service.ExecStart", []):
        start(why, shlex.split(line.lstrip("-@:+!").replace("%h", HOME).replace("%%", "%")), at, folder, more)


def timer_times(settings, begin, end):
    for text in settings.get("Timer.OnCalendar", []):
        yield from cron_times(calendar_as_cron(text), begin, end)
    for key in ("OnBootSec", "OnStartupSec", "OnActiveSec", "OnUnitActiveSec"):
        for text in settings.get(f"Timer.{key}", []):
            at = START + datetime.timedelta(seconds=max(60, span(text)))
            if begin < at <= end:
                yield at


def due(begin, end):
    """(date, what to call then), for all that is scheduled."""
    for spec, command, given, more in cron_lines():
        try:
            for at in [] if spec == "@reboot" else cron_times(spec, begin, end):
                yield at, lambda at=at, c=command, g=given, m=more: start_cron_line(c, g, m, at)
        except (ValueError, KeyError):
            tell(f"crontab: {spec[:80]} is no time")
    for path in glob.glob("/var/spool/cron/atjobs/a*"):
        try:
            at = datetime.datetime.fromtimestamp(int(os.path.basename(path)[6:], 16) * 60)
        except ValueError:
            continue
        # What is due at once is run by the first step that lets time pass.
        if (STEP["from"] == 0 or begin < at) and at <= end:
            yield at, lambda at=at, p=path: start("at", ["/bin/sh", p], at)
    for name in enabled("timer"):
        settings = unit(f"{UNITS}/{name}")
        service = settings.get("Timer.Unit", [name.removesuffix(".timer") + ".service"])[-1]
        try:
            for at in timer_times(settings, begin, end):
                yield at, lambda at=at, s=service: start_service(s, at, "timer")
        except (ValueError, KeyError):
            tell(f"timer: {name[:80]} has no time that is understood")


# The steps.

def days(today):
    for at, begin in sorted(due(today, today + datetime.timedelta(days=STEP["days"])), key=lambda one: one[0]):
        begin()


def login(today):
    quiet = {"SHELL": "/bin/bash", "TERM": "dumb", "HISTFILE": "/dev/null"}
    start("login shell", ["/bin/bash", "--login", "-i"], today, more=quiet, given="exit\n")
    start("interactive shell", ["/bin/bash", "-i"], today, more=quiet, given="exit\n")
    site = f"{HOME}/.local/lib/python3*/site-packages/"
    if glob.glob(site + "*.pth") + glob.glob(site + "*customize.py"):
        start("python", ["/usr/bin/python3", "-c", "pass"], today)


def commit(today):
    """The hooks that people's work in a repository runs, as git would; nothing is committed."""
    place = STEP["place"]
    asked = subprocess.run(["git", "-C", place, "rev-parse", "--absolute-git-dir", "--git-path", "hooks"], text=True, capture_output=True, timeout=LONGEST)
    if asked.returncode != 0:
        return tell(f"commit: {place} is no repository")
    folder, hooks = asked.stdout.splitlines()[:2]
    hooks = os.path.join(place, hooks)
    nothing = "0" * 40
    with tempfile.NamedTemporaryFile("w") as message:
        message.write("next\n")
        message.flush()
        for group in ([("pre-commit",), ("prepare-commit-msg", message.name, "message"), ("commit-msg", message.name), ("post-commit",)],
                      [("post-checkout", nothing, nothing, "1")], [("post-merge", "0")], [("pre-push", "origin", "origin")],
                      [("pre-receive",), ("update", "refs/heads/main", nothing, nothing), ("post-receive",)]):
            for name, *arguments in group:
                program = os.path.join(hooks, name)
                if not os.access(program, os.X_OK) or os.path.isdir(program):
                    continue
                if start("hook", [program, *arguments], today, place, {"GIT_DIR": folder}) not in (0, None):
                    break


def run(today):
    at = START + datetime.timedelta(days=STEP["days"]) if STEP["days"] else today
    for _ in range(STEP["times"]):
        start("run", ["/bin/bash", "-c", STEP["command"]], at, STEP["place"] or HOME)


def restart(today):
    for spec, command, given, more in cron_lines():
        if spec == "@reboot":
            start_cron_line(command, given, more, today, "@reboot")
    for name in enabled("service"):
        start_service(name, today, "service")


{"days": days, "login": login, "commit": commit, "run": run, "restart": restart}[STEP["kind"]](START + datetime.timedelta(days=STEP["from"]))
for left in glob.glob("/dev/shm/faketime_*") + glob.glob("/dev/shm/sem.faketime_*"):
    try:
        os.unlink(left)
    except OSError:
        pass
