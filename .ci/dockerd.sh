# shellcheck shell=bash
# A Docker daemon of our own, for one run, beside whatever else this machine has.
#
#   source .ci/dockerd.sh
#   dockerd_start            sets and exports DOCKER_HOST; returns 1 if it does not come up
#   dockerd_stop             ends it and leaves nothing behind; safe to call twice
#
# Everything of it (socket, data, pid file, mounts) is below one temporary folder, so that no
# other daemon is ever touched. No bridge, no firewall rules: sandboxes have no network.

dockerd_home=""
dockerd_pid=""

dockerd_start() {
  dockerd_home=$(mktemp -d "${TMPDIR:-/tmp}/rc-docker.XXXXXX")
  # Tests also ask it as a user who is not root; the socket's own mode says who may.
  chmod 711 "$dockerd_home"
  export DOCKER_HOST="unix://$dockerd_home/docker.sock"
  # gVisor by its ptrace platform, which needs no hardware, with the container's own (empty) network.
  cat >"$dockerd_home/daemon.json" <<'JSON'
{"runtimes": {"runsc": {"path": "/usr/bin/runsc", "runtimeArgs": ["--platform=ptrace", "--network=host"]}}}
JSON
  setsid dockerd --config-file "$dockerd_home/daemon.json" --data-root "$dockerd_home/data" --exec-root "$dockerd_home/exec" \
    --pidfile "$dockerd_home/pid" --host "$DOCKER_HOST" --storage-driver overlay2 \
    --bridge none --iptables=false --ip-forward=false \
    >"$dockerd_home/log" 2>&1 </dev/null &
  dockerd_pid=$!
  local tries
  for ((tries = 0; tries < 120; tries++)); do
    if timeout 5 docker version >/dev/null 2>&1; then
      return 0
    fi
    kill -0 "$dockerd_pid" 2>/dev/null || break
    sleep 0.5
  done
  echo "dockerd did not come up; the end of its log:"
  tail -n 20 "$dockerd_home/log"
  return 1
}

# Waits up to $2 seconds for process $1 to be gone.
dockerd_await_end() {
  local tries
  for ((tries = 0; tries < $2 * 10; tries++)); do
    # A zombie of ours counts as gone.
    if ! kill -0 "$1" 2>/dev/null || grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2>/dev/null; then
      return 0
    fi
    sleep 0.1
  done
  return 1
}

# Processes that name our folder on their command line: containerd and its shims.
dockerd_leftovers() {
  local entry
  for entry in /proc/[0-9]*; do
    if [[ ${entry##*/} != "$$" ]] && grep -qaF "$dockerd_home/exec" "$entry/cmdline" 2>/dev/null; then
      echo "${entry##*/}"
    fi
  done
}

dockerd_unmount() {
  local target
  while read -r target; do
    # /proc/mounts writes a space as \040; our folder has none.
    umount -l "$target" 2>/dev/null || true
  done < <(awk -v home="$dockerd_home/" 'index($2, home) == 1 {print $2}' /proc/mounts | sort -r)
}

dockerd_stop() {
  [[ -n $dockerd_home ]] || return 0
  if [[ -n $dockerd_pid ]]; then
    kill -TERM "$dockerd_pid" 2>/dev/null || true
    dockerd_await_end "$dockerd_pid" 30 || kill -KILL "$dockerd_pid" 2>/dev/null || true
    wait "$dockerd_pid" 2>/dev/null || true
  fi
  local left
  for left in $(dockerd_leftovers); do
    kill -KILL "$left" 2>/dev/null || true
    dockerd_await_end "$left" 5 || true
  done
  dockerd_unmount
  rm -rf --one-file-system "$dockerd_home"
  dockerd_home=""
  dockerd_pid=""
}
