#!/usr/bin/env python3
"""flags: a feature-flag service in Go with a Python client; both are held by the same vectors."""

import hashlib
import json

from lib.project import make
from lib.vocabulary import Dice

ABOUT = {
    "title": "Feature flags",
    "summary": "Decides which feature is on for whom. A service in Go, a client in Python, rules in JSON; vectors say what both must answer.",
    "domain": "uhlstedt-soft.example",
    "people": ["Vera Novak", "Samir Ibrahim", "Fiona Haas", "Enzo Gallo"],
    "start_date": "2025-06-02",
    "end_date": "2026-10-30",
    "language": "other",
    "start": "go run ./cmd/flagd -rules rules/development      # Go 1.22\npython3 -m flagclient rules/development checkout_v2 user=u17 plan=pro",
    "test": "make test",
    "layout": [
        ("cmd/flagd/", "the service"),
        ("internal/", "rules, buckets, audit"),
        ("flagclient/", "the client for Python programs"),
        ("rules/ENVIRONMENT/", "one flag a file"),
        ("vectors/", "questions and answers that every client must agree on"),
        ("tools/", "checks of rules and vectors"),
    ],
    "ci": ("github", [("Go", "go vet ./... && go test ./..."), ("Rules and Python", "make test")], ["golang", "python3-pytest", "make"]),
    "env": [
        ("FLAGD_ADDRESS", "127.0.0.1:8088", ""),
        ("FLAGD_ADMIN_TOKEN", "change-me", "may switch flags; the readers' token may not"),
        ("FLAGD_READ_TOKEN", "change-me", ""),
        ("FLAGD_AUDIT", "tmp/audit.jsonl", "who switched what; kept for two years"),
    ],
    "form": "yaml",
    "settings": [
        ("rules", "rules/development", "rules/staging", "rules/production"),
        ("reload_seconds", 1, 10, 30),
        ("audit.required", False, True, True),
        ("limits.flags", 500, 500, 500),
        ("cache_seconds", 0, 5, 60),
    ],
    "tweaks": [
        ("production", "cache_seconds", 30, "Production: clients ask twice a minute"),
        ("staging", "reload_seconds", 2, "Staging: faster reload for the testers"),
        ("production", "reload_seconds", 15, "Production: a switch must work within a quarter of a minute"),
    ],
    "hosts": [
        ("flags.dev.test", "development", "anybody may switch"),
        ("flags.staging.test", "staging", "the testers switch"),
        ("flags.prod.test", "production", "each switch reaches 80,000 people within a minute"),
    ],
    "makefile": """
.PHONY: test go build

test:
    python3 tools/check_rules.py rules/*
    python3 -m pytest -q -p no:cacheprovider flagclient

go:
    go vet ./...
    go test ./...

build:
    go build -o bin/flagd ./cmd/flagd
""",
    "ignored": "bin/\ntmp/\n__pycache__/\n",
    "glossary": [
        ("flag", "a named switch; its value is a word, mostly on or off"),
        ("rule", "conditions and the value when all of them hold; the first that holds counts"),
        ("bucket", "a number from 0 to 9999 that a person has for a flag, always the same"),
        ("share", "how many of the buckets get a value, in hundredths of a percent"),
        ("kill switch", "a flag that turns a broken feature off; its share is nobody or everybody"),
        ("vector", "a question with its answer"),
    ],
    "decisions": [
        ("Buckets by digest", "People saw a feature come and go.", "SHA-256 of flag and person, so that the bucket never changes and clients need not ask."),
        ("Rules are files", "Nobody could say who had changed a flag in the database.", "One JSON file a flag; a change is a commit."),
        ("Vectors for all clients", "Go and Python disagreed about an empty plan.", "`vectors/` is made once and checked by both."),
        ("Old flags go", "There were 300, of which 40 were used.", "A flag has an `until`; a check complains when it has passed."),
    ],
    "runbooks": [
        ("Feature is broken for all", "A rule was too wide.", ["Switch the kill switch of the feature, not the whole service.", "Tell the channel.", "Correct the rule in a commit."], "Vera Novak"),
        ("Clients get old values", "The service does not reload.", ["Compare the digest at `/health` with `sha256sum` of the rules.", "Restart one instance first."], "Samir Ibrahim"),
        ("Audit cannot be written", "Its disk is full.", ["The service refuses switches then; reading goes on.", "Move old files to the archive. They are kept for two years."], "Fiona Haas"),
    ],
}  # fmt: skip


def bucket(flag, person):
    return int.from_bytes(hashlib.sha256(f"{flag}:{person}".encode()).digest()[:4], "big") % 10000


def flags(repository, rest):
    """Rules of some flags in all environments, and vectors of each: name:plan:share."""
    for each in rest.split():
        name, plan, share = each.split(":")
        dice = Dice(f"flag {name}")
        owner = dice.pick(["vera", "samir", "fiona", "enzo"])
        for place, factor in (("development", 10000), ("staging", 5000), ("production", int(share))):
            rules = [{"when": {"plan": [plan]}, "value": "on"}] if plan != "-" else []
            rules.append({"when": {"user": ["*"]}, "share": factor, "value": "on"})
            text = json.dumps({"flag": name, "owner": owner, "until": f"2027-{dice.between(1, 12):02}-01", "values": ["off", "on"], "otherwise": "off", "rules": rules}, indent=2)
            repository.write(f"rules/{place}/{name}.json", text + "\n")
        vectors = []
        for number in range(6):
            person = f"u{dice.between(1, 9999)}"
            has = dice.pick(["free", "pro", "team"])
            vectors.append({"with": {"user": person, "plan": has}, "bucket": bucket(name, person), "value": "on" if has == plan or bucket(name, person) < int(share) else "off"})
        vectors.append({"with": {}, "bucket": None, "value": "off"})
        repository.write(f"vectors/{name}.json", json.dumps({"flag": name, "rules": "production", "vectors": vectors}, indent=2) + "\n")


if __name__ == "__main__":
    make("flags", ABOUT, blanks={"flags": flags}, every=1)
