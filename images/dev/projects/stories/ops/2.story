@@ Hugo | Restore into another database
=== scripts/restore.sh
#!/usr/bin/env bash
# Restores a dump into a new database: restore.sh DUMP NEW_NAME. Never into one that is there.
set -euo pipefail

dump=${1:?a dump}
name=${2:?a name for the new database}
[[ -r $dump ]] || { echo "restore: cannot read $dump" >&2; exit 2; }
[[ $name =~ ^restore_[a-z0-9_]+$ ]] || { echo "restore: the name must begin with restore_" >&2; exit 2; }
if psql -Atqc "select 1 from pg_database where datname = '$name'" postgres | grep -q 1; then
  echo "restore: $name is there already" >&2
  exit 1
fi
createdb "$name"
pg_restore --no-owner --dbname "$name" "$dump"
echo "$name"
=== tests/test_restore.sh
# Stand-ins for the programs of PostgreSQL write down how they were called.
mkdir bin && export PATH=$PWD/bin:$PATH
for tool in createdb pg_restore; do printf '#!/bin/sh\necho "%s $*" >>%s\n' "$tool" "$PWD/calls" >"bin/$tool"; done
printf '#!/bin/sh\ncase "$*" in *restore_old*) echo 1;; esac\n' >bin/psql
chmod +x bin/*
touch d.dump

[ "$(bash "$ROOT/scripts/restore.sh" d.dump restore_june)" = restore_june ]
[ "$(cat calls)" = "createdb restore_june
pg_restore --no-owner --dbname restore_june d.dump" ]
(! bash "$ROOT/scripts/restore.sh" d.dump restore_old 2>/dev/null)
(! bash "$ROOT/scripts/restore.sh" d.dump app 2>/dev/null)
(! bash "$ROOT/scripts/restore.sh" none.dump restore_june 2>/dev/null)
[ "$(wc -l <calls)" = 2 ]
@@ call hosts | production db=2 web=4 cache=1 mail=1 queue=1 backup=1
@@ Hugo | Production: two more web hosts, cache, mail, queue
@@ branch feature/followers-in-staging
@@ call hosts | staging db=2 web=2 cache=1
@@ Dario | A follower in staging
@@ switch main
@@ Selma | Role: users
=== roles/users/defaults/main.yaml
users_shell: /bin/bash
users_groups: [adm, sudo]
=== roles/users/tasks/main.yaml
- name: Administrators
  ansible.builtin.user:
    name: "{{ item }}"
    groups: "{{ users_groups }}"
    append: true
    shell: "{{ users_shell }}"
  loop: "{{ admin_users }}"

- name: No passwords over ssh
  ansible.builtin.template:
    src: sshd.conf.j2
    dest: /etc/ssh/sshd_config.d/ours.conf
    mode: "0644"
    validate: /usr/sbin/sshd -t -f %s
  notify: Reload ssh
=== roles/users/handlers/main.yaml
- name: Reload ssh
  ansible.builtin.service:
    name: ssh
    state: reloaded
=== roles/users/templates/sshd.conf.j2
# {{ inventory_hostname }}
PasswordAuthentication no
PermitRootLogin no
AllowUsers {{ admin_users | join(' ') }} backup
=== roles/users/README.md
# users

Administrators of `group_vars/all.yaml`. Their keys are put in place by hand at the first login.
@@ Dario | Warn of full disks
=== scripts/check_disk.sh
#!/usr/bin/env bash
# Prints the mounted places that are fuller than PERCENT: check_disk.sh PERCENT [FILE with the output of df -P]
set -euo pipefail

percent=${1:?percent}
{ if [[ -n ${2:-} ]]; then cat -- "$2"; else df -P -x tmpfs -x devtmpfs; fi; } |
  awk -v most="$percent" 'NR > 1 { used = $5; sub("%", "", used); if (used + 0 > most) { print $6, $5; bad = 1 } } END { exit bad }'
=== tests/test_check_disk.sh
# Reads what df would say.
cat >df <<'END'
Filesystem     1024-blocks      Used Available Capacity Mounted on
/dev/sda1         41152736  12345678  26694626      32% /
/dev/sdb1       1031992064 980392460  51599604      95% /srv
END
[ "$(bash "$ROOT/scripts/check_disk.sh" 80 df || true)" = "/srv 95%" ]
bash "$ROOT/scripts/check_disk.sh" 95 df
@@ Dario | Role: monitoring
=== roles/monitoring/defaults/main.yaml
monitoring_percent: 80
monitoring_url: http://alerts.prod.test:8080/hook
=== roles/monitoring/tasks/main.yaml
- name: Script
  ansible.builtin.copy:
    src: "{{ playbook_dir }}/scripts/check_disk.sh"
    dest: /usr/local/bin/check_disk.sh
    mode: "0755"

- name: Job
  ansible.builtin.template:
    src: disk.cron.j2
    dest: /etc/cron.d/disk
    mode: "0644"
=== roles/monitoring/templates/disk.cron.j2
# {{ inventory_hostname }}
*/10 * * * * root check_disk.sh {{ monitoring_percent }} || curl -fsS -d full={{ inventory_hostname }} {{ monitoring_url }}
=== roles/monitoring/README.md
# monitoring

Every ten minutes: full disks are reported.
=== site.yaml
- name: Everywhere
  hosts: all
  become: true
  roles:
    - role: users
    - role: monitoring

- name: Databases
  hosts: db
  become: true
  roles:
    - role: database
    - role: backup

- name: Web
  hosts: web
  become: true
  roles:
    - role: web
@@ release minor | Databases; Users; Monitoring
@@ Selma | Rotation can be tried without removing
~~~ scripts/rotate.sh
  rm -- "$path"
=>
  [[ -n ${BACKUP_TRY:-} ]] || rm -- "$path"
+++ tests/test_rotate.sh
touch b/db1.prod.test-2026-06-01.tar.gz
BACKUP_TRY=1 bash "$ROOT/scripts/rotate.sh" b 0 2027-01-01 >tried
grep -q 2026-06-01 tried
[ -e b/db1.prod.test-2026-06-01.tar.gz ]
@@ Hugo | Move a release into place
=== scripts/release.sh
#!/usr/bin/env bash
# Points `current` at a release: release.sh ROOT NAME. The one before stays; releases older than the last five go.
set -euo pipefail

root=${1:?the folder of releases}
name=${2:?a release}
[[ -d $root/releases/$name ]] || { echo "release: no $name" >&2; exit 2; }
ln -sfn -- "releases/$name" "$root/current.next"
mv -T -- "$root/current.next" "$root/current"

mapfile -t old < <(cd "$root/releases" && ls -1d -- [0-9]* | sort -V | head -n -5)
for each in "${old[@]}"; do
  [[ $(readlink "$root/current") == "releases/$each" ]] || rm -r -- "$root/releases/${each:?}"
done
echo "current is $name"
=== tests/test_release.sh
# The link moves; five releases and the current one stay.
mkdir -p w/uploads w/releases/{1.0,1.1,1.2,1.9,1.10,1.11,1.12}
[ "$(bash "$ROOT/scripts/release.sh" w 1.0)" = "current is 1.0" ]
[ -d w/releases/1.0 ]
[ ! -e w/releases/1.1 ]
[ -d w/releases/1.10 ]
[ -d w/uploads ]
bash "$ROOT/scripts/release.sh" w 1.12 >/dev/null
[ "$(readlink w/current)" = releases/1.12 ]
[ ! -e w/releases/1.0 ]
(! bash "$ROOT/scripts/release.sh" w 2.0 2>/dev/null)
