"""Plays the steps of an aftermath inside a sandbox, as the world's user.

A step is a line of JSON on standard input: kind, days, times, command, place as in a world's aftermath; `from`, how many
days have gone by already; `limit`, how many seconds it may take. Each program is started at its own date, as libfaketime
tells it. Prints a line {"what": ...} for each, and when the step is over {"done": true}, or false if something was left
out for want of time. It imports little: each module is dozens of calls that are looked at.
"""
import datetime
import glob
import json
import os
import pwd
import re
import select
import sys
import time

STEP = {}
DEADLINE = 0
WHOLE = True  # nothing was left out
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


def spawn(argv, folder, env, given, out):
    """Starts a program; its process id."""
    words = os.memfd_create("words")
    os.write(words, given.encode())
    os.lseek(words, 0, os.SEEK_SET)
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            os.chdir(folder)
            os.dup2(words, 0)
            os.dup2(out, 1)
            os.dup2(out, 2)
            os.execve(argv[0], argv, env)
        finally:
            os._exit(127)
    os.close(words)
    return pid


def status_of(pid):
    """Its status; None if it still runs. Waits in no call that the harness cuts short."""
    seconds = max(0, min(LONGEST, DEADLINE - time.monotonic()))
    pidfd = os.pidfd_open(pid)
    waiting = select.poll()
    waiting.register(pidfd, select.POLLIN)
    over = waiting.poll(int(1000 * seconds))
    os.close(pidfd)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if over else None


def start(why, argv, at, folder=HOME, more=None, given=""):
    """Starts a program at that date; its status."""
    global WHOLE
    if time.monotonic() >= DEADLINE:
        if WHOLE:
            tell(f"{why}: no time was left for it, and for what comes after it")
        WHOLE = False
        return None
    nowhere = os.open("/dev/null", os.O_WRONLY)
    status = status_of(spawn(argv, folder, environment(at) | (more or {}), given, nowhere))
    os.close(nowhere)
    date = at.isoformat(timespec="minutes") + ("" if FAKETIME else " (the clock could not be moved)")
    tell(f"{why}, {date}: {' '.join(argv)[:200]}: {'still runs' if status is None else f'ended with {status}'}")
    return status


def answer(argv):
    """What a short program prints."""
    words = os.memfd_create("answer")
    status = status_of(spawn(argv, "/", dict(os.environ), "", words))
    text = os.pread(words, 4096, 0).decode(errors="replace")
    os.close(words)
    return text if status == 0 else ""


def words_of(line):
    """A command of a unit as words, quotes taken off."""
    return [a or b or c for a, b, c in re.findall(r"\"([^\"]*)\"|'([^']*)'|(\S+)", line)]


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
    more = dict(word.split("=", 1) for line in settings.get("Service.Environment", []) for word in words_of(line) if "=" in word)
    for line in settings.get("Service.ExecStart", []):
        start(why, words_of(line.lstrip("-@:+!").replace("%h", HOME).replace("%%", "%")), at, folder, more)


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
    asked = answer(["/usr/bin/git", "-C", place, "rev-parse", "--absolute-git-dir", "--git-path", "hooks"]).splitlines()
    if len(asked) < 2:
        return tell(f"commit: {place} is no repository")
    folder, hooks = asked[0], os.path.join(place, asked[1])
    nothing, message = "0" * 40, "/dev/shm/commit-message"
    with open(message, "w") as file:
        file.write("next\n")
    for group in ([("pre-commit",), ("prepare-commit-msg", message, "message"), ("commit-msg", message), ("post-commit",)],
                  [("post-checkout", nothing, nothing, "1")], [("post-merge", "0")], [("pre-push", "origin", "origin")],
                  [("pre-receive",), ("update", "refs/heads/main", nothing, nothing), ("post-receive",)]):
        for name, *arguments in group:
            program = os.path.join(hooks, name)
            if not os.access(program, os.X_OK) or os.path.isdir(program):
                continue
            if start("hook", [program, *arguments], today, place, {"GIT_DIR": folder}) not in (0, None):
                break
    os.unlink(message)


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


print(json.dumps({"done": True}), flush=True)  # ready
STEPS = {"days": days, "login": login, "commit": commit, "run": run, "restart": restart}
for line in sys.stdin:
    STEP = json.loads(line)
    START = datetime.datetime.now()
    DEADLINE, WHOLE = time.monotonic() + STEP["limit"], True
    try:
        STEPS[STEP["kind"]](START + datetime.timedelta(days=STEP["from"]))
    except OSError as error:
        tell(f"{STEP['kind']}: {error}")
    for left in glob.glob("/dev/shm/faketime_*") + glob.glob("/dev/shm/sem.faketime_*"):
        try:
            os.unlink(left)
        except OSError:
            pass
    print(json.dumps({"done": WHOLE}), flush=True)
