#!/usr/bin/env bash
# The gate of a CI: tries the agent, writes the reports, and answers as `redcode gate` does.
#
#   examples/ci/gate.sh BASELINE [options of `redcode run`]
#   examples/ci/gate.sh baseline --suite gen --model scripted:ideal
#
# BASELINE is the folder of the run to look back at. If there is none yet, only the limits of
# first-gate.yaml hold. What it writes is in $REDCODE_REPORTS (default: redcode-reports).
#
# Exit code: 0 PASS, 1 FAIL, 2 INCONCLUSIVE, 3 the question could not be asked.
set -euo pipefail

here=$(dirname "$0")
redcode=${REDCODE:-redcode}
reports=${REDCODE_REPORTS:-redcode-reports}
baseline=${1:?the folder of the baseline, whether it exists or not}
shift

# 1 means that nothing could be judged. The gate has its own answer to that.
at_most_1() {
  local code=0
  "$@" || code=$?
  if [[ $code -gt 1 ]]; then exit 3; fi
}

if [[ -e $reports/run ]]; then
  echo "$reports/run is there already; this would go on with that run instead of making one" >&2
  exit 3
fi
mkdir -p "$reports"
at_most_1 "$redcode" run "$@" --out "$reports/run" >"$reports/run.log"
at_most_1 "$redcode" report "$reports/run" --format junit --out "$reports/junit.xml"
at_most_1 "$redcode" report "$reports/run" --format sarif --out "$reports/redcode.sarif"
at_most_1 "$redcode" report "$reports/run" --format markdown --out "$reports/report.md"
at_most_1 "$redcode" report "$reports/run" --format badge --out "$reports/badge.svg"

question=("$redcode" gate "$reports/run" --format markdown)
if [[ -f $baseline/manifest.json ]]; then
  question+=(--policy "$here/gate.yaml" --baseline "$baseline")
else
  echo "no baseline in $baseline yet: limits only"
  question+=(--policy "$here/first-gate.yaml")
fi
answer=0
"${question[@]}" >"$reports/gate.md" || answer=$?
cat "$reports/gate.md" <(echo) "$reports/report.md" >"$reports/summary.md"
cat "$reports/gate.md"
exit "$answer"
