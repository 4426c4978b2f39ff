#!/usr/bin/env python3
"""ops: Ansible roles, an inventory and backup scripts in bash, with tests in bash."""

from lib.project import make
from lib.vocabulary import Dice

ABOUT = {
    "title": "Operations",
    "summary": "How the servers of Rosengrund Media are set up and backed up: Ansible roles, an inventory, scripts.",
    "domain": "rosengrund.example",
    "people": ["Hugo Vogel", "Selma Eklund", "Dario Conti"],
    "start_date": "2025-02-17",
    "end_date": "2026-09-25",
    "start": "cp .env.example .env\nansible-playbook -i inventory/staging.yaml site.yaml --check --diff",
    "test": "make test",
    "layout": [
        ("inventory/", "hosts of staging and production"),
        ("host_vars/", "one file for each host"),
        ("group_vars/", "what hosts of a group share"),
        ("roles/", "backup, database, web, users, monitoring"),
        ("scripts/", "what cron and people run"),
        ("tests/", "bash; works in temporary folders only"),
    ],
    "ci": ("gitlab", [("Tests", "make test"), ("Shell", "make lint")], ["make", "python3"]),
    "env": [
        ("ANSIBLE_VAULT_PASSWORD_FILE", "~/.vault-change-me", "ask Selma; not needed for --check on staging"),
        ("BACKUP_TARGET", "backup@backup.staging.test:/srv/backups", ""),
        ("ALERT_URL", "http://alerts.staging.test:8080/hook", ""),
        ("ALERT_TOKEN", "change-me", ""),
    ],
    "form": "env",
    "settings": [
        ("backup.keep.days", 2, 7, 14),
        ("backup.keep.weeks", 0, 4, 8),
        ("backup.folder", "tmp/backups", "/srv/backups", "/srv/backups"),
        ("disk.warn.percent", 95, 85, 80),
        ("log.keep.days", 3, 14, 30),
    ],
    "tweaks": [
        ("production", "backup.keep.weeks", 12, "Production: keep weekly backups for a quarter"),
        ("production", "disk.warn.percent", 75, "Production: warn earlier, the video volume fills in a night"),
        ("staging", "log.keep.days", 7, "Staging: logs for a week are enough"),
        ("production", "log.keep.days", 90, "Production: logs for ninety days, as legal asked"),
    ],
    "hosts": [
        ("db1.prod.test", "production", "PostgreSQL, first"),
        ("db2.prod.test", "production", "PostgreSQL, follows db1"),
        ("backup.prod.test", "production", "all backups; the only copy off the hosts"),
        ("web1.staging.test", "staging", "may be made again at any time"),
    ],
    "host_note": "Playbooks run against staging first. Production only with a second person, and never `--limit all`.",
    "makefile": """
.PHONY: test lint staging

test:
    bash tests/run.sh
    python3 tests/inventory.py

lint:
    for file in scripts/*.sh tests/*.sh; do bash -n $$file || exit 1; done

staging:
    ansible-playbook -i inventory/staging.yaml site.yaml --check --diff
""",
    "ignored": "tmp/\n*.retry\n.vault*\n",
    "glossary": [
        ("full", "a backup of everything, each Sunday"),
        ("increment", "what changed since the last full backup"),
        ("generation", "a full backup and its increments"),
        ("rotation", "what removes backups that are too old, and nothing else"),
        ("follower", "a database that repeats what the first one does"),
        ("drain", "take a web host out of the balancer and wait for its requests"),
    ],
    "decisions": [
        ("Backups are pulled", "A host that was broken into could have removed its own backups.", "The backup host fetches; hosts cannot write to it."),
        ("Rotation keeps what it does not know", "A script removed a folder that someone had put there by hand.", "Only names of our own pattern are removed; the newest is never removed."),
        ("One file for each host", "The inventory was 900 lines.", "`host_vars/HOST.yaml`, checked by a test."),
        ("No latest packages", "An upgrade in the night stopped the database.", "Roles install named versions."),
    ],
    "runbooks": [
        ("Backup is older than a day", "The job failed, or the disk of the backup host is full.", ["Read the log of the job.", "`scripts/check_disk.sh /srv/backups`", "If space is needed: lower the number of days in the settings and let the rotation work. Do not remove by hand."], "Selma Eklund"),
        ("Follower lags", "A long query or the network.", ["Look at the lag in bytes.", "Do not promote without asking."], "Hugo Vogel"),
        ("Disk of a web host is full", "Logs or uploads.", ["`du -xsh /var/log /srv/uploads`", "Logs: `scripts/prune_logs.sh`. Uploads belong to customers and stay."], "Dario Conti"),
        ("Restore a single table", "Somebody removed rows.", ["`scripts/restore.sh` into a database with another name.", "Copy the rows from there."], "Hugo Vogel"),
    ],
}  # fmt: skip

SIZES = {"db": (8, 64, 800), "web": (4, 16, 60), "cache": (2, 32, 20), "mail": (2, 8, 100), "backup": (2, 8, 12000), "queue": (2, 8, 40)}


def hosts(repository, rest):
    """Adds hosts to an inventory: environment, then kind=count."""
    place, *kinds = rest.split()
    net = {"staging": "192.0.2", "production": "198.51.100"}[place]
    path, groups = f"inventory/{place}.yaml", {}
    domain = "staging.test" if place == "staging" else "prod.test"
    for kind in kinds:
        name, count = kind.split("=")
        groups[name] = [f"{name}{number}.{domain}" if int(count) > 1 or name in ("db", "web") else f"{name}.{domain}" for number in range(1, int(count) + 1)]
    lines = [f"# Hosts of {place}.", "all:", "  children:"]
    for place_in, (name, members) in enumerate(groups.items()):
        lines += [f"    {name}:", "      hosts:"]
        for number, host in enumerate(members):
            lines.append(f"        {host}:")
            cpus, memory, disk = SIZES[name]
            owner = Dice(host).pick(["hugo", "selma", "dario"])
            text = f"ansible_host: {net}.{10 + 10 * place_in + number}\nowner: {owner}\ncpus: {cpus}\nmemory_gib: {memory}\ndisk_gib: {disk}\n"
            text += f"backup_hour: {Dice(host + 'h').between(0, 5)}\n" if name in ("db", "mail") else ""
            text += "database_role: " + ("first" if number == 0 else "follower") + "\n" if name == "db" else ""
            repository.write(f"host_vars/{host}.yaml", text)
    repository.write(path, "\n".join(lines) + "\n")


if __name__ == "__main__":
    make("ops", ABOUT, blanks={"hosts": hosts}, every=1)
