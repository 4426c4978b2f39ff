"""What every project has around its code: the first commit's files, and small commits between the larger ones."""

import datetime

from lib import prose
from lib.settings import Settings

IGNORED = {
    "python": "__pycache__/\n*.pyc\n.pytest_cache/\n.venv/\n*.sqlite3\n",
    "node": "node_modules/\ncoverage/\n*.log\n",
    "c": "*.o\n*.a\n*.d\nbin/\n",
    "other": "*.log\n*.tmp\n",
}


class Household:
    """The pages and settings of one project, described by a dictionary (see the generators).

    Keys: title, summary, language, start, layout, test, ci (form, steps, packages), env (rows), settings (rows), form, hosts, host_note,
    ignored, chat, makefile, decisions, runbooks, glossary, tweaks, version_file.
    """

    def __init__(self, repository, about):
        self.repository, self.about = repository, about
        self.settings = Settings(about["settings"], about.get("form", "yaml"), about.get("config_folder", "config"))
        self.version = [0, 1, 0]
        self.changes = []

    def found(self):
        """The files that are there from the first day. Does not commit."""
        about, write = self.about, self.repository.write
        more = about.get("more", "")
        write("README.md", prose.readme(about["title"], about["summary"], about["start"], about["layout"], about["test"], more))
        write("CONTRIBUTING.md", prose.contributing(about["test"], about.get("chat", f"the channel `{self.repository.name}`")))
        write(".gitignore", ".env\n.env.local\n" + IGNORED[about.get("language", "other")] + about.get("ignored", "tmp/\n"))
        write(".editorconfig", prose.EDITORCONFIG % (2 if about.get("language") == "node" else 4))
        write("Makefile", about["makefile"].strip("\n").replace("\n    ", "\n\t") + "\n")
        write(".env.example", "\n".join((f"# {why}\n" if why else "") + f"{name}={value}" for name, value, why in about["env"]) + "\n")
        write("docs/hosts.md", prose.hosts(about["hosts"], about.get("host_note", "")))
        write("docs/glossary.md", "# Glossary\n\n")
        write("docs/runbooks/README.md", "# Runbooks\n\nOne page for each alert.\n\n")
        write("docs/decisions/README.md", "# Decisions\n\nWhat we chose, and why. A page is not changed later; a newer one replaces it.\n\n")
        write("CHANGELOG.md", "# Changes\n")
        write(*prose.ci(*about["ci"]))
        self.settings.write(self.repository)

    def chores(self):
        """Makes one small commit at each step, taking turns between the kinds."""
        kinds = [iter(list(kind)) for kind in (self._glossary(), self._decisions(), self._tweaks(), self._runbooks())]
        while kinds:
            for kind in list(kinds):
                chore = next(kind, None)
                if chore is None:
                    kinds.remove(kind)
                    continue
                message, action = chore
                action()
                self.repository.commit(message)
                yield message

    def release(self, part, notes, who=None):
        """A changelog entry and a tag. `part`: 0 major, 1 minor, 2 patch."""
        self.version = [*self.version[:part], self.version[part] + 1, *([0] * (2 - part))]
        number = ".".join(map(str, self.version))
        head = "# Changes\n"
        old = self.repository.read("CHANGELOG.md").removeprefix(head)
        self.repository.write("CHANGELOG.md", f"{head}\n## {number}\n\n" + "".join(f"- {note}\n" for note in notes) + old)
        place = self.about.get("version_file")
        if place:
            path, text = place
            self.repository.write(path, text % number)
        self.repository.commit(f"Release {number}", who)
        self.repository.tag(f"v{number}", f"{self.about['title']} {number}\n\n" + "\n".join(f"- {note}" for note in notes))

    def _glossary(self):
        for term, meaning in self.about["glossary"]:
            yield f"Glossary: {term}", lambda term=term, meaning=meaning: self._extend("docs/glossary.md", f"- **{term}**: {meaning}\n")

    def _decisions(self):
        day = self.repository.start.date()
        for number, (title, context, chosen) in enumerate(self.about["decisions"], 1):
            path = f"{number:04}-{prose.slug(title)}.md"
            date = day + datetime.timedelta(days=20 + 37 * number)

            def act(number=number, title=title, context=context, chosen=chosen, path=path, date=date):
                self.repository.write(f"docs/decisions/{path}", prose.decision(number, title, context, chosen, date))
                self._extend("docs/decisions/README.md", f"- [{title}]({path})\n")

            yield f"Decision {number}: {title}", act

    def _runbooks(self):
        for alert, cause, steps, owner in self.about["runbooks"]:
            path = f"{prose.slug(alert)}.md"

            def act(alert=alert, cause=cause, steps=steps, owner=owner, path=path):
                self.repository.write(f"docs/runbooks/{path}", prose.runbook(alert, cause, steps, owner))
                self._extend("docs/runbooks/README.md", f"- [{alert}]({path})\n")

            yield f"Runbook: {alert}", act

    def _tweaks(self):
        for place, name, value, message in self.about["tweaks"]:
            yield message, lambda place=place, name=name, value=value: self.settings.change(self.repository, place, name, value)

    def _extend(self, path, line):
        self.repository.write(path, self.repository.read(path) + line)
