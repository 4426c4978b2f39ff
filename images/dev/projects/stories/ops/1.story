@@ call hosts | staging db=1 web=2
@@ Hugo | Inventory of staging
=== ansible.cfg
[defaults]
inventory = inventory/staging.yaml
retry_files_enabled = False
host_key_checking = True

[ssh_connection]
pipelining = True
=== group_vars/all.yaml
timezone: UTC
admin_users: [hugo, selma, dario]
mail_relay: mail.prod.test
=== group_vars/db.yaml
postgresql_version: "15"
postgresql_port: 5432
postgresql_max_connections: 200
=== group_vars/web.yaml
web_user: www-data
web_port: 8080
web_workers: 4
=== tests/inventory.py
"""The inventory, host_vars, the playbook and the roles fit together. No YAML library: our files are plain."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
problems = []


def say(condition, text):
    if not condition:
        problems.append(text)


def hosts_of(path):
    return re.findall(r"^        ([\w.-]+):$", path.read_text(encoding="utf-8"), re.MULTILINE)


def groups_of(path):
    return re.findall(r"^    (\w+):$", path.read_text(encoding="utf-8"), re.MULTILINE)


inventories = sorted((ROOT / "inventory").glob("*.yaml"))
known = [host for path in inventories for host in hosts_of(path)]
say(known, "no hosts")
say(len(known) == len(set(known)), "a host is there twice")
for host in known:
    say((ROOT / "host_vars" / f"{host}.yaml").exists(), f"{host}: no host_vars")
addresses = {}
for path in sorted((ROOT / "host_vars").glob("*.yaml")):
    say(path.stem in known, f"{path.name}: not in an inventory")
    address = re.search(r"^ansible_host: ([\d.]+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    say(address is not None, f"{path.name}: no address")
    if address:
        say(address[1] not in addresses, f"{path.name}: has the address of {addresses.get(address[1])}")
        addresses[address[1]] = path.stem
playbook = ROOT / "site.yaml"
if playbook.exists():
    text = playbook.read_text(encoding="utf-8")
    groups = {group for path in inventories for group in groups_of(path)} | {"all"}
    for group in re.findall(r"hosts: (\w+)", text):
        say(group in groups, f"site.yaml: {group} is no group")
    for role in re.findall(r"- role: (\w+)", text):
        say((ROOT / "roles" / role / "tasks/main.yaml").exists(), f"site.yaml: no role {role}")
for path in sorted(ROOT.glob("roles/*/templates/*")):
    role = path.parent.parent
    defined = "\n".join(file.read_text(encoding="utf-8") for file in [*role.glob("defaults/*.yaml"), *ROOT.glob("group_vars/*.yaml"), *ROOT.glob("host_vars/*.yaml")])
    for name in re.findall(r"{{ (\w+)", path.read_text(encoding="utf-8")):
        say(name == "inventory_hostname" or re.search(rf"^{name}:", defined, re.MULTILINE), f"{path.relative_to(ROOT)}: {name} is not defined")
print("\n".join(problems) or f"inventory: {len(known)} hosts, ok")
sys.exit(1 if problems else 0)
=== tests/run.sh
#!/usr/bin/env bash
# Runs each tests/test_*.sh in a temporary folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
export ROOT=$PWD

failed=0
shopt -s nullglob
for file in tests/test_*.sh; do
  folder=$(mktemp -d)
  if (cd "$folder" && bash -eu "$ROOT/$file"); then echo "$file: ok"; else echo "$file: FAILED"; failed=1; fi
  rm -rf -- "$folder"
done
exit $failed
@@ Selma | Rotation of backups: keeps what it does not know
=== scripts/rotate.sh
#!/usr/bin/env bash
# Removes old backups of one host: rotate.sh FOLDER DAYS [TODAY]
# Only files named HOST-YYYY-MM-DD.tar.gz. Sundays stay WEEKS weeks (BACKUP_KEEP_WEEKS). The newest is never removed.
set -euo pipefail

folder=${1:?a folder}
days=${2:?how many days}
today=${3:-$(date +%Y-%m-%d)}
weeks=${BACKUP_KEEP_WEEKS:-0}

limit=$(date -d "$today - $days days" +%Y-%m-%d)
limit_weekly=$(date -d "$today - $((weeks * 7)) days" +%Y-%m-%d)
pattern='^[a-z0-9.-]+-([0-9]{4}-[0-9]{2}-[0-9]{2})\.tar\.gz$'

newest=""
for path in "$folder"/*.tar.gz; do
  [[ ${path##*/} =~ $pattern ]] && [[ ${BASH_REMATCH[1]} > ${newest:-0} ]] && newest=${BASH_REMATCH[1]}
done

for path in "$folder"/*.tar.gz; do
  [[ ${path##*/} =~ $pattern ]] || continue
  day=${BASH_REMATCH[1]}
  [[ $day == "$newest" || ! $day < $limit ]] && continue
  [[ $(date -d "$day" +%u) == 7 && ! $day < $limit_weekly ]] && continue
  rm -- "$path"
  echo "removed ${path##*/}"
done
=== tests/test_rotate.sh
# Rotation removes old backups of its own pattern and nothing else.
mkdir b
for day in 01 02 07 20 21 22; do touch "b/db1.prod.test-2026-06-$day.tar.gz"; done
touch "b/notes from Hugo.tar.gz" b/README "b/old-2020.tar.gz"

BACKUP_KEEP_WEEKS=4 bash "$ROOT/scripts/rotate.sh" b 2 2026-06-23 >removed
[ "$(sort removed | tr '\n' ' ')" = "removed db1.prod.test-2026-06-01.tar.gz removed db1.prod.test-2026-06-02.tar.gz removed db1.prod.test-2026-06-20.tar.gz " ]
[ -e b/db1.prod.test-2026-06-07.tar.gz ]
[ -e "b/notes from Hugo.tar.gz" ]
[ -e b/README ]
[ -e b/old-2020.tar.gz ]

bash "$ROOT/scripts/rotate.sh" b 0 2027-01-01 >/dev/null
[ -e b/db1.prod.test-2026-06-22.tar.gz ]
[ "$(find b -name 'db1*' | wc -l)" = 1 ]
@@ Selma | Role: backup
=== roles/backup/defaults/main.yaml
backup_user: backup
backup_folder: /srv/backups
backup_paths: [/etc, /srv]
backup_keep_days: 14
=== roles/backup/tasks/main.yaml
- name: The user that fetches
  ansible.builtin.user:
    name: "{{ backup_user }}"
    shell: /bin/sh
    system: true

- name: The folder of backups
  ansible.builtin.file:
    path: "{{ backup_folder }}"
    state: directory
    owner: "{{ backup_user }}"
    mode: "0700"

- name: The job of the night
  ansible.builtin.template:
    src: backup.cron.j2
    dest: /etc/cron.d/backup
    mode: "0644"
=== roles/backup/templates/backup.cron.j2
# {{ inventory_hostname }}
{{ backup_minute }} {{ backup_hour }} * * * {{ backup_user }} /usr/local/bin/backup.sh {{ backup_folder }}
30 6 * * * {{ backup_user }} /usr/local/bin/rotate.sh {{ backup_folder }} {{ backup_keep_days }}
=== roles/backup/defaults/time.yaml
backup_hour: 2
backup_minute: 15
=== roles/backup/README.md
# backup

Fetches `backup_paths` each night and keeps `backup_keep_days`. Variables: `defaults/`.
=== site.yaml
- name: Backups
  hosts: db
  become: true
  roles:
    - role: backup
@@ call hosts | production db=2 web=2 backup=1
@@ Hugo | Inventory of production
@@ Selma | Make and check a backup
=== scripts/backup.sh
#!/usr/bin/env bash
# One backup: backup.sh TARGET_FOLDER PATH... -> TARGET_FOLDER/HOST-YYYY-MM-DD.tar.gz and its digest.
set -euo pipefail

target=${1:?a folder}
shift
[[ $# -gt 0 ]] || { echo "backup: nothing to do" >&2; exit 2; }
name=$(hostname -f 2>/dev/null || hostname)-$(date +%Y-%m-%d).tar.gz
name=${BACKUP_NAME:-$name}

mkdir -p "$target"
tar -czf "$target/$name.part" -- "$@"
tar -tzf "$target/$name.part" >/dev/null
mv -- "$target/$name.part" "$target/$name"
(cd "$target" && sha256sum -- "$name" >"$name.sha256")
echo "$target/$name"
=== scripts/verify.sh
#!/usr/bin/env bash
# Compares each backup of a folder with its digest: verify.sh FOLDER
set -euo pipefail
cd "${1:?a folder}"

bad=0
for digest in *.sha256; do
  [[ -e $digest ]] || { echo "verify: no digests" >&2; exit 2; }
  sha256sum --quiet --check -- "$digest" || bad=$((bad + 1))
done
echo "$bad bad"
[[ $bad -eq 0 ]]
=== tests/test_backup.sh
# A backup can be read, and a change of it is noticed.
mkdir -p "data/a b" && echo one >"data/a b/1" && echo two >data/2

export BACKUP_NAME=web1-2026-06-01.tar.gz
[ "$(bash "$ROOT/scripts/backup.sh" out data)" = out/web1-2026-06-01.tar.gz ]
[ ! -e out/web1-2026-06-01.tar.gz.part ]
bash "$ROOT/scripts/verify.sh" out >/dev/null
mkdir back && tar -xzf out/web1-2026-06-01.tar.gz -C back && diff -r data back/data

echo x >>out/web1-2026-06-01.tar.gz
(! bash "$ROOT/scripts/verify.sh" out >/dev/null 2>&1)
(! bash "$ROOT/scripts/backup.sh" out 2>/dev/null)
@@ Dario | Role: web
=== roles/web/defaults/main.yaml
web_release: current
web_timeout: 30
web_root: /srv/web
=== roles/web/tasks/main.yaml
- name: The server
  ansible.builtin.apt:
    name: nginx=1.22.*
    state: present

- name: Its site
  ansible.builtin.template:
    src: site.conf.j2
    dest: /etc/nginx/sites-available/site.conf
    mode: "0644"
  notify: Reload the server

- name: Folder of uploads; it belongs to customers and is never emptied
  ansible.builtin.file:
    path: "{{ web_root }}/uploads"
    state: directory
    owner: "{{ web_user }}"
    mode: "0750"
=== roles/web/handlers/main.yaml
- name: Reload the server
  ansible.builtin.service:
    name: nginx
    state: reloaded
=== roles/web/templates/site.conf.j2
# {{ inventory_hostname }}
server {
  listen {{ web_port }};
  root {{ web_root }}/{{ web_release }};
  keepalive_timeout {{ web_timeout }};

  location /uploads/ {
    root {{ web_root }};
  }
}
=== roles/web/README.md
# web

nginx with one site. A release is a folder below `web_root`; `current` is a link.
=== site.yaml
- name: Backups
  hosts: db
  become: true
  roles:
    - role: backup

- name: Web
  hosts: web
  become: true
  roles:
    - role: web
@@ Dario | Old logs go
=== scripts/prune_logs.sh
#!/usr/bin/env bash
# Removes compressed logs older than DAYS below FOLDER: prune_logs.sh FOLDER DAYS. Asks nothing; removes only *.log.gz and *.log.N.
set -euo pipefail

folder=$(realpath -e -- "${1:?a folder}")
days=${2:?how many days}
[[ $days =~ ^[0-9]+$ ]] || { echo "prune_logs: $days is no number" >&2; exit 2; }
case $folder in
  / | /etc* | /usr* | /home | /srv) echo "prune_logs: not in $folder" >&2; exit 2 ;;
esac
find "$folder" -xdev -type f \( -name '*.log.gz' -o -name '*.log.[0-9]*' \) -mtime "+$days" -print -delete
=== tests/test_prune_logs.sh
# Only old logs of the two patterns.
mkdir -p l/app
for name in app/a.log.gz app/b.log.3 app/c.log keep.txt; do touch -d '40 days ago' "l/$name"; done
touch l/new.log.gz

[ "$(bash "$ROOT/scripts/prune_logs.sh" l 30 | wc -l)" = 2 ]
[ -e l/app/c.log ]
[ -e l/keep.txt ]
[ -e l/new.log.gz ]
(! bash "$ROOT/scripts/prune_logs.sh" / 30 2>/dev/null)
(! bash "$ROOT/scripts/prune_logs.sh" l many 2>/dev/null)
@@ release minor | Backups with rotation; Web hosts
@@ Hugo | Role: database
=== roles/database/defaults/main.yaml
database_folder: /var/lib/postgresql
database_shared_gib: 2
database_archive: /srv/archive
database_role: first
=== roles/database/tasks/main.yaml
- name: The server
  ansible.builtin.apt:
    name: "postgresql-{{ postgresql_version }}"
    state: present

- name: Folder of the archive
  ansible.builtin.file:
    path: "{{ database_archive }}"
    state: directory
    owner: postgres
    mode: "0700"

- name: Settings
  ansible.builtin.template:
    src: postgresql.conf.j2
    dest: "/etc/postgresql/{{ postgresql_version }}/main/conf.d/ours.conf"
    mode: "0644"
  notify: Reload the database
=== roles/database/handlers/main.yaml
- name: Reload the database
  ansible.builtin.service:
    name: postgresql
    state: reloaded
=== roles/database/templates/postgresql.conf.j2
# {{ inventory_hostname }}, {{ database_role }}
port = {{ postgresql_port }}
max_connections = {{ postgresql_max_connections }}
shared_buffers = {{ database_shared_gib }}GB
archive_mode = on
archive_command = 'test ! -f {{ database_archive }}/%f && cp %p {{ database_archive }}/%f'
=== roles/database/README.md
# database

PostgreSQL, with an archive of its log. Making a follower: `docs/follower.md`.
=== docs/follower.md
# Make a follower

1. Install the role on the new host; stop its server.
2. Move its data folder aside. Do not remove it before the follower has run for a day.
3. `pg_basebackup` from the first, with the user `follow`.
4. Start; compare the position with the first.
