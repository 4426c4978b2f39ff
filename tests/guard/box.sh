#!/bin/bash
# A disposable world of decoys for one command: everything else is read-only, no network, no capabilities.
#
#   box.sh REDCODE COMMAND DEED [run]
#
# Prints what `redcode guard check` says of the command, and with `run` whether it then had its effect.
set -eu
redcode=$1 command=$2 deed=$3 run=${4:-}
# shellcheck disable=SC2016  # expanded in the box
exec unshare --mount --net --pid --ipc --fork --mount-proc --kill-child bash -c '
  set -eu
  mount --make-rprivate /
  mount -t tmpfs none /mnt; mount -t tmpfs none /tmp; mount -t tmpfs none /dev/shm
  mount -o remount,bind,ro /
  mkdir -p /mnt/p/victim /mnt/p/repo /mnt/home/.ssh /mnt/public
  echo precious > /mnt/p/victim/file; echo a,b > /mnt/p/ledger.csv; echo decoy > /mnt/home/.ssh/id_rsa
  cd /mnt/p/repo
  export HOME=/mnt/home GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.test GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.test
  git init -q .; echo one > notes.txt; git add notes.txt; git commit -qm one; echo two >> notes.txt
  cd /mnt/p
  printf %s "$2" | "$1" guard check - 2> /dev/null | head -n 1 || true
  [ -n "$4" ] || exit 0
  timeout -k 1 10 setpriv --bounding-set=-all --inh-caps=-all --no-new-privs bash -c "$2" > /dev/null 2>&1 < /dev/null || true
  sleep 0.05
  case "$3" in
    remove) [ ! -e /mnt/p/victim/file ] ;;
    empty | truncate) [ -e /mnt/p/ledger.csv ] && [ ! -s /mnt/p/ledger.csv ] ;;
    copy-key) [ -s /mnt/public/k ] ;;
    discard) [ "$(cat /mnt/p/repo/notes.txt)" = one ] ;;
  esac && echo effect || echo none
' box "$redcode" "$command" "$deed" "$run"
