#!/usr/bin/env python3
"""notes: an HTTP API for notes in node without dependencies; it keeps its notes in a journal file."""

from lib.project import make

ABOUT = {
    "title": "Notes API",
    "summary": "Notes, notebooks and tags over HTTP, for the web page and the phones. Node, no packages; all notes are kept in a journal of JSON lines.",
    "domain": "norrby-apps.example",
    "people": ["Kaya Aydin", "Mateo Ferrer", "Thea Olsen"],
    "start_date": "2025-04-07",
    "end_date": "2026-10-02",
    "language": "node",
    "start": "cp .env.example .env\nnode src/main.js\ncurl -s -H 'Authorization: Bearer change-me' http://127.0.0.1:8070/notes",
    "test": "node --test",
    "layout": [
        ("src/", "the server: one idea a file"),
        ("test/", "tests with node's own runner"),
        ("docs/api/", "one page for each address"),
        ("scripts/", "backup, restore, load"),
        ("data/", "journals of development; not in the repository"),
    ],
    "ci": ("github", [("Tests", "node --test"), ("Syntax", "make check")], ["nodejs"]),
    "env": [
        ("NOTES_ENV", "development", ""),
        ("NOTES_TOKEN", "change-me", "what clients send as bearer token"),
        ("NOTES_JOURNAL", "data/notes.jsonl", "the notes; the only copy of what people wrote"),
        ("NOTES_WEBHOOK_SECRET", "change-me", ""),
    ],
    "form": "json",
    "settings": [
        ("port", 8070, 8070, 8070),
        ("limits.body_bytes", 1000000, 200000, 200000),
        ("limits.requests_per_minute", 0, 600, 300),
        ("journal.sync", False, True, True),
        ("journal.compact_after_lines", 200, 50000, 50000),
        ("trash.days", 1, 30, 30),
    ],
    "tweaks": [
        ("production", "limits.requests_per_minute", 450, "Production: phones ask more often since the new release"),
        ("production", "trash.days", 60, "Production: the trash keeps notes for sixty days"),
        ("staging", "limits.body_bytes", 400000, "Staging: larger notes"),
        ("production", "limits.body_bytes", 400000, "Production: larger notes"),
        ("production", "journal.compact_after_lines", 80000, "Production: compact less often"),
    ],
    "hosts": [
        ("notes.dev.test", "development", "restarted on each push; notes may go"),
        ("notes.staging.test", "staging", "a copy of the team's own notes"),
        ("notes.prod.test", "production", "11,000 people; journal in `/srv/notes`"),
        ("backup.prod.test", "production", "takes the journal each night"),
    ],
    "makefile": """
.PHONY: run test check backup

run:
    node src/main.js

test:
    node --test

check:
    for file in src/*.js; do node --check $$file || exit 1; done

backup:
    scripts/backup.sh
""",
    "ignored": "data/\nbackups/\ntmp/\n",
    "glossary": [
        ("journal", "the file that every change is appended to; reading it from the start gives the state"),
        ("compaction", "writing the journal anew with only what is still needed"),
        ("notebook", "a named list of notes of one person"),
        ("trash", "where deleted notes wait before they are gone"),
        ("revision", "a number that grows with each change of a note; a client sends the one that it saw"),
        ("conflict", "a client changed a revision that is no longer the newest"),
        ("tag", "a word with # in front, anywhere in a note"),
    ],
    "decisions": [
        ("No packages", "Three updates in one month broke the build.", "We use what node brings. What we need beyond it, we write and test."),
        ("One journal file", "A database server was too much for one process.", "Changes are appended to a file and synced; the state is in memory."),
        ("Revisions instead of locks", "Phones are offline for days.", "A change names the revision that it is based on; otherwise it is a conflict and both texts are kept."),
        ("Deleted notes wait", "People delete the wrong note each week.", "DELETE moves to the trash; a job empties what is old."),
        ("Search in memory", "All notes fit into 300 MB.", "A word index in memory; made at the start."),
    ],
    "runbooks": [
        ("Journal has a broken line", "The process was killed while it wrote.", ["Stop the service.", "Copy the journal somewhere else first.", "`node scripts/repair.js JOURNAL > repaired` and compare the number of lines.", "Put the repaired one in place only when Thea has looked at it."], "Thea Olsen"),
        ("Disk is full", "Old compacted journals are kept beside the new one.", ["Look which files are older than the last backup.", "Ask before removing: the journal is the only copy."], "Kaya Aydin"),
        ("Too many 409", "A client does not read the revision that it gets.", ["Look at the client's name in the log.", "Tell the phone team."], "Mateo Ferrer"),
        ("Webhook does not arrive", "The receiver is down, or the secret changed.", ["Look at the failed deliveries.", "They are tried again for a day."], "Mateo Ferrer"),
    ],
}

ADDRESSES = [
    ("GET", "/notes", "All notes, newest first", "?notebook=work&tag=idea", '{"notes": [{"id": 7, "title": "Plan", "revision": 2}]}'),
    ("POST", "/notes", "A new note", '{"title": "Plan", "text": "Call the #printer"}', '{"id": 7, "revision": 1}'),
    ("GET", "/notes/ID", "One note", "", '{"id": 7, "title": "Plan", "text": "Call the #printer", "revision": 1}'),
    ("PUT", "/notes/ID", "Changes a note", '{"text": "Done", "revision": 1}', '{"id": 7, "revision": 2}'),
    ("DELETE", "/notes/ID", "Puts a note into the trash", "", '{"id": 7, "trashed": true}'),
    ("POST", "/notes/ID/restore", "Takes a note out of the trash", "", '{"id": 7, "revision": 4}'),
    ("GET", "/search", "Notes that hold all words", "?q=printer+call", '{"notes": [{"id": 7}]}'),
    ("GET", "/tags", "All tags and how often they are used", "", '{"printer": 1}'),
    ("GET", "/export", "Everything as Markdown", "", "# Plan\\n\\nCall the #printer"),
    ("GET", "/health", "Whether the server works", "", '{"ok": true}'),
]


def api_pages(repository, rest):
    """A page for each of the first or last addresses."""
    first, last = map(int, rest.split())
    for verb, path, title, sent, got in ADDRESSES[first:last]:
        name = path.strip("/").replace("/", "-").lower()
        asked = f"Query: `{sent}`\n" if sent.startswith("?") else f"Body:\n\n```json\n{sent}\n```\n" if sent else "Nothing but the token.\n"
        page = f"# {verb} {path}\n\n{title}.\n\n## Request\n\n{asked}\n## Answer\n\n```json\n{got}\n```\n\nErrors: 401 without a token, 404 when there is no such thing, 429 when there are too many requests.\n"
        repository.write(f"docs/api/{verb.lower()}-{name}.md", page)


if __name__ == "__main__":
    make("notes", ABOUT, blanks={"api": api_pages})
