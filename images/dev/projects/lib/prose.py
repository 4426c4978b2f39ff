"""The pages that projects have: README, runbooks, decisions, glossary, hosts, changelog."""


def slug(title):
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())


def code(language, text):
    return f"```{language}\n{text.strip()}\n```"


def readme(title, summary, start, layout, test, more=""):
    """`start`: shell lines to a first run; `layout`: (path, what it holds)."""
    rows = "\n".join(f"| `{path}` | {what} |" for path, what in layout)
    return f"""# {title}

{summary}

## Start

{code("sh", start)}

Tests: `{test}`. They need no network and no server.

## Layout

| path | what it holds |
|---|---|
{rows}

## More

- [Hosts and environments](docs/hosts.md)
- [Runbooks](docs/runbooks/README.md)
- [Decisions](docs/decisions/README.md)
- [Glossary](docs/glossary.md)
- [How we work](CONTRIBUTING.md)
{more}"""


def contributing(test, chat):
    return f"""# How we work

- One branch for one change; short-lived. Names: `feature/…`, `fix/…`, `docs/…`.
- Run `{test}` before you push. CI runs the same.
- A change of behaviour comes with a test.
- Somebody other than the author reads each change. Two for anything below `config/production`.
- Write the message so that it can be understood in a year: what, and why if it is not plain.
- Secrets do not go into the repository. `.env` is ignored; `.env.example` says what is needed.
- Questions: {chat}.
"""


def hosts(rows, note=""):
    """`rows`: (host, environment, what runs there)."""
    lines = "\n".join(f"| `{host}` | {place} | {what} |" for host, place, what in rows)
    return f"# Hosts and environments\n\n| host | environment | what runs there |\n|---|---|---|\n{lines}\n\n{note}".rstrip() + "\n"


def runbook(alert, cause, steps, owner):
    listed = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    return f"# {alert}\n\nOwner: {owner}\n\n## What it means\n\n{cause}\n\n## What to do\n\n{listed}\n\nWrite down in the incident channel what you saw before you change anything.\n"


def decision(number, title, context, chosen, date):
    return f"# {number}. {title}\n\nDate: {date}\n\nState: accepted\n\n## Context\n\n{context}\n\n## Decision\n\n{chosen}\n"


def index(title, pages):
    """`pages`: (file name, title)."""
    return f"# {title}\n\n" + "\n".join(f"- [{name}]({path})" for path, name in pages) + "\n"


def ci(form, steps, packages=()):
    """A pipeline: (path, text). `steps`: (name, shell line)."""
    if form == "gitlab":
        install = f"before_script:\n  - apt-get update -q && apt-get install -q -y {' '.join(packages)}\n\n" if packages else ""
        jobs = "\n".join(f'{slug(name)}:\n  stage: {"check" if number else "test"}\n  script:\n    - {line}\n' for number, (name, line) in enumerate(steps))
        return ".gitlab-ci.yml", f"image: debian:bookworm\n\nstages:\n  - test\n  - check\n\n{install}{jobs}"
    lines = "\n".join(f"      - name: {name}\n        run: {line}" for name, line in steps)
    first = f"      - name: Packages\n        run: sudo apt-get install -q -y {' '.join(packages)}\n" if packages else ""
    return (
        ".github/workflows/check.yaml",
        f"name: check\n\non:\n  push:\n    branches: [main]\n  pull_request:\n\njobs:\n  check:\n    runs-on: debian-12\n    timeout-minutes: 15\n    steps:\n      - uses: actions/checkout@v4\n{first}{lines}\n",
    )


EDITORCONFIG = "root = true\n\n[*]\ncharset = utf-8\nend_of_line = lf\ninsert_final_newline = true\nindent_style = space\nindent_size = %d\n\n[Makefile]\nindent_style = tab\n"
