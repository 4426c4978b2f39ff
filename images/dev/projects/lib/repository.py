"""A git repository made of plain Python values: the same commit ids each time, on any machine."""

import datetime
import os
import subprocess

from lib.vocabulary import Dice

TIGHT = (".csv", ".txt", ".yaml", ".yml", ".toml", ".tsv", ".ini", ".env", ".example")
ZONES = ("+0000", "+0100", "+0200")


class Repository:
    """Files, commits, branches and tags in memory; `save` writes them with git fast-import."""

    def __init__(self, name, domain, people, start, end):
        self.name, self.domain, self.people = name, domain, people
        self.start, self.end = (datetime.datetime.fromisoformat(day + "T08:00:00+00:00") for day in (start, end))
        self.files = {}  # of the branch in hand: path -> (mode, text)
        self.dice = Dice(name)
        self._head = "main"
        self._branches = {}  # name -> (mark, files)
        self._bases = {}  # name -> files at the branch point
        self._log = []  # commits and tags in order

    def write(self, path, text, executable=None):
        """Puts a file; a text that begins with #! is executable unless said otherwise."""
        run = text.startswith("#!") if executable is None else executable
        self.files[path] = ("100755" if run else "100644", text)

    def read(self, path):
        return self.files[path][1]

    def append(self, path, text):
        """Adds to a file's end, with the blank lines that its language likes; makes it when it is not there."""
        old = self.files.get(path, ("", ""))[1]
        gap = "" if not old else "\n\n" if path.endswith(".py") and not text.startswith((" ", "#")) else "" if path.endswith(TIGHT) else "\n"
        self.write(path, old + gap + text)

    def replace(self, path, old, new):
        text = self.read(path)
        if text.count(old) != 1:
            raise ValueError(f"{self.name}: {path} holds {text.count(old)} times {old!r}")
        self.write(path, text.replace(old, new))

    def remove(self, path):
        del self.files[path]

    def commit(self, message, who=None):
        """One commit of what changed in the branch in hand."""
        parent, before = self._branches.get(self._head, (None, {}))
        changes = {path: self.files.get(path) for path in {**before, **self.files} if before.get(path) != self.files.get(path)}
        if not changes:
            raise ValueError(f"{self.name}: nothing changed in {message!r}")
        self._record(message, who, [parent] if parent else [], changes)

    def branch(self, name):
        """A new branch from the one in hand, and takes it in hand."""
        self._branches[name] = self._branches[self._head]
        self._bases[name] = self._branches[self._head][1]
        self._head = name

    def switch(self, name):
        self._head = name
        self.files = dict(self._branches[name][1])

    def merge(self, name, message, who=None, delete=True):
        """A merge commit of a branch that touched other files than the branch in hand did meanwhile."""
        mark, theirs = self._branches[name]
        base, before = self._bases[name], self._branches[self._head][1]
        changed = [path for path in {**base, **theirs} if base.get(path) != theirs.get(path)]
        for path in changed:
            if before.get(path) != base.get(path):
                raise ValueError(f"{self.name}: merge of {name}: both sides changed {path}")
            if path in theirs:
                self.files[path] = theirs[path]
            else:
                del self.files[path]
        self._record(message, who, [self._branches[self._head][0], mark], {path: theirs.get(path) for path in changed})
        if delete:
            del self._branches[name]

    def tag(self, name, message):
        self._log.append({"tag": name, "message": message, "mark": self._branches[self._head][0]})

    def on_main(self):
        return self._head == "main"

    def commits(self):
        return sum("changes" in entry for entry in self._log)

    def save(self, folder):
        """Writes the bare repository; `folder` must not be there yet."""
        settings = dict(os.environ, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull, LC_ALL="C", TZ="UTC")
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
            settings.pop(name, None)

        def git(*words, **more):
            subprocess.run(["git", *words], check=True, env=settings, stdout=subprocess.DEVNULL, **more)

        git("init", "--quiet", "--bare", "--template=", "--object-format=sha1", "--initial-branch=main", folder)
        git("-C", folder, "-c", "fastimport.unpackLimit=0", "fast-import", "--quiet", input=self._stream())

    def _record(self, message, who, parents, changes):
        mark = len(self._log) + 1
        self._log.append({"mark": mark, "message": message, "who": who, "parents": parents, "changes": changes})
        self._branches[self._head] = (mark, dict(self.files))

    def _person(self, who):
        """The named person, or one that the dice choose: the first people of the list write most."""
        if who is None:
            return self.people[min(self.dice.below(len(self.people)), self.dice.below(len(self.people)))]
        return next(person for person in self.people if person.split()[0] == who)

    def _signed(self, who, moment):
        person = self._person(who)
        parts = person.lower().split()
        return f"{person} <{parts[0]}.{parts[-1]}@{self.domain}> {int(moment.timestamp())} {ZONES[sum(map(ord, person)) % len(ZONES)]}"

    def _moments(self):
        """A time for each entry of the log: evenly spread working days, at hours that the dice choose."""
        step = (self.end - self.start) / max(len(self._log), 1)
        last = self.start
        for place in range(len(self._log)):
            day = self.start + step * place
            day -= datetime.timedelta(days=max(day.weekday() - 4, 0))
            moment = day.replace(hour=0, minute=0, second=0, microsecond=0) + datetime.timedelta(seconds=8 * 3600 + self.dice.below(9 * 3600))
            last = max(moment, last + datetime.timedelta(seconds=300 + self.dice.below(5400)))
            yield last

    def _stream(self):
        out = bytearray()

        def data(text):
            raw = text.encode()
            out.extend(b"data %d\n%s\n" % (len(raw), raw))

        for entry, moment in zip(self._log, self._moments()):
            if "tag" in entry:
                out.extend(f"tag {entry['tag']}\nfrom :{entry['mark']}\ntagger {self._signed(self.people[0].split()[0], moment)}\n".encode())
                data(entry["message"] + "\n")
                continue
            signed = self._signed(entry["who"], moment)
            out.extend(f"commit refs/heads/main\nmark :{entry['mark']}\nauthor {signed}\ncommitter {signed}\n".encode())
            data(entry["message"] + "\n")
            for word, parent in zip(("from", "merge"), entry["parents"]):
                out.extend(f"{word} :{parent}\n".encode())
            for path, file in sorted(entry["changes"].items()):
                if file is None:
                    out.extend(f"D {path}\n".encode())
                else:
                    out.extend(f"M {file[0]} inline {path}\n".encode())
                    data(file[1])
        for name, (mark, _) in sorted(self._branches.items()):
            out.extend(f"reset refs/heads/{name}\nfrom :{mark}\n\n".encode())
        return bytes(out)
