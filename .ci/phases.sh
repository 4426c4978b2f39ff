# shellcheck shell=bash
# What .ci/run and .ci/long share: phases with a name, a time limit and a log, and the closing count.
# The one who sources it stands in the checkout's root.

# shellcheck source=.ci/dockerd.sh
source .ci/dockerd.sh

readonly python=/usr/bin/python3
readonly out=$PWD/build/ci
readonly redcode=$PWD/build/dev/apps/redcode/redcode
failed_phases=()
failed_without_test=0
phase_pid=""
declare -A beside_pid=()     # by name
declare -A beside_started=()

# Runs a command with a time limit, its output to the phase's log, its seconds of processor time beside it. Where those
# are far below twice the seconds that passed, the phase waits, and something else could run beside it on two cores.
timed() { # name, limit, command...
  local name=$1 limit=$2
  shift 2
  # shellcheck disable=SC2016 # the inner shell expands it
  exec timeout -k 10 "$limit" bash -c 'TIMEFORMAT="%0U %0S"; { time "$@" >"$0.log" 2>&1; } 2>"$0.cpu"' "$out/$name" "$@" </dev/null
}

cpu_seconds() { # name
  awk '{ sum += $1 + $2 } END { print sum + 0 }' "$out/$1.cpu" 2>/dev/null || echo 0
}

# Prints how a phase ended, and the end of its log if it failed.
report_phase() { # name, exit code, seconds
  if [[ $2 -eq 0 ]]; then
    printf '%-17s ok      %4d s  (%d s of processor time)\n' "$1" "$3" "$(cpu_seconds "$1")"
    return
  fi
  printf '%-17s FAILED  %4d s (exit %d), the end of %s:\n' "$1" "$3" "$2" "build/ci/$1.log"
  tail -n 60 "$out/$1.log" | sed 's/^/    /'
  failed_phases+=("$1")
  # Its report, if it wrote one, already counts the failing tests.
  if ! grep -qsE '(failures|errors)="[1-9]' "$out/$1.xml"; then
    failed_without_test=$((failed_without_test + 1))
  fi
}

# phase NAME LIMIT COMMAND...: runs the command for at most LIMIT seconds, output to its log.
phase() {
  local name=$1 limit=$2 started=$SECONDS code=0
  shift 2
  # In the background, so that an interrupt is heard at once.
  timed "$name" "$limit" "$@" &
  phase_pid=$!
  wait "$phase_pid" || code=$?
  phase_pid=""
  report_phase "$name" "$code" $((SECONDS - started))
  return "$code"
}

# beside NAME LIMIT COMMAND...: a phase that goes on while others run.
beside() {
  local name=$1 limit=$2
  shift 2
  timed "$name" "$limit" "$@" &
  beside_pid[$name]=$!
  beside_started[$name]=$SECONDS
}

# join NAME: waits for it. The seconds it tells are those until here, if it was over before.
join() {
  local name=$1 code=0
  wait "${beside_pid[$name]}" || code=$?
  unset "beside_pid[$name]"
  report_phase "$name" "$code" $((SECONDS - beside_started[$name]))
  return "$code"
}

# Ends what still runs: phases and the daemon. Safe to call twice.
clean_up() {
  local pid
  for pid in $phase_pid "${beside_pid[@]}"; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  phase_pid=""
  beside_pid=()
  dockerd_stop
}

finish() {
  local code=0
  clean_up
  if [[ ${#failed_phases[@]} -gt 0 ]]; then
    echo "failed: ${failed_phases[*]}"
    code=1
  fi
  echo "took $SECONDS s"
  "$python" .ci/count.py "$failed_without_test" "$out"
  exit "$code"
}

# A test phase names its report after itself. At least one test must match.
phase_ctest() { # name, limit, preset, arguments...
  local name=$1 limit=$2 preset=$3
  shift 3
  phase "$name" "$limit" ctest --preset "$preset" --no-tests=error --output-junit "$out/$name.xml" "$@"
}

phase_pytest() { # name, limit, folder, arguments...
  local name=$1 limit=$2
  shift 2
  phase "$name" "$limit" env REDCODE="$redcode" "$python" -m pytest -q -p no:cacheprovider --junitxml "$out/$name.xml" "$@"
}

# Call first: an empty folder for logs, and a clean end whatever happens.
begin() {
  rm -rf "$out"
  mkdir -p "$out"
  trap clean_up EXIT
  trap 'exit 130' INT TERM
}

phase_dockerd() {
  local started=$SECONDS
  docker_code=0
  dockerd_start >"$out/dockerd.log" 2>&1 || docker_code=$?
  report_phase dockerd "$docker_code" $((SECONDS - started))
}
