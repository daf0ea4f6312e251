# shellcheck shell=bash
# Sourced by .ci/run and .ci/nightly: stages, each with the time that it should take and the time after which it is ended.
# Every stage runs, whatever the ones before it found. finish tells again what failed, and with what, who took how long, and what the tests
# counted.
# Needs say and fail (prerequisites.sh).

logs=$(mktemp --directory)
running=
trap 'rm -rf "$logs"' EXIT
trap 'interrupted' INT TERM

failed=()
late=()
table=()

# stage BUDGET LIMIT COMMAND…: times as 90s or 5m. Beyond the budget is said; at the limit the command is ended and has failed.
stage() {
  local budget limit=$2 name log begun=$SECONDS used result=passed status=0
  budget=$(seconds_of "$1")
  shift 2
  name=$*
  log="$logs/$(( ${#table[@]} + 1 ))"
  say "$name (budget $(clock "$budget"))"
  run_limited "$limit" "$log" "$@" || status=$?
  used=$(( SECONDS - begun ))
  if (( status != 0 )); then
    result=failed
    (( used < $(seconds_of "$limit") )) || result="ended after $limit"
    failed+=("$(( ${#table[@]} + 1 )): $name")
  fi
  if (( used > budget )); then
    late+=("$name took $(clock "$used"), its budget is $(clock "$budget")")
    say "!! ${late[-1]}"
  fi
  say "$name: $result, $(clock "$used") of $(clock "$budget")"
  table+=("$(printf '%-14s %8s %8s  %s' "$result" "$(clock "$used")" "$(clock "$budget")" "$name")")
}

# timeout makes a process group of the command and ends it as a whole. In the background, so that Ctrl-C is heard at once.
run_limited() {
  local limit=$1 log=$2 out output status=0
  shift 2
  exec {out}> >(exec tee "$log")
  output=$!
  timeout --kill-after=30s "$limit" "$@" >&"$out" 2>&1 < /dev/null &
  running=$!
  exec {out}>&-
  wait "$running" || status=$?
  running=
  # What the command has left behind may hold its output open for ever.
  timeout 5s tail --pid="$output" --sleep-interval=0.1 -f /dev/null || kill "$output" 2> /dev/null || true
  return "$status"
}

interrupted() {
  trap - INT TERM
  if [[ -n $running ]]; then
    kill -TERM "$running" 2> /dev/null || true
    wait "$running" || true
  fi
  fail 'interrupted'
}

# The last that a list calls: succeeds when every stage has.
finish() {
  local each
  for each in "${failed[@]}"; do
    say "failed, as stage $each. Its last lines:"
    tail --lines 80 "$logs/${each%%:*}"
  done
  say "$(printf '%-14s %8s %8s  %s' result used budget stage)"
  for each in "${table[@]}"; do say "$each"; done
  say "$(printf '%-14s %8s' 'all of it' "$(clock "$SECONDS")")"
  for each in "${late[@]}"; do say "!! beyond its budget: $each"; done
  (( ${#failed[@]} == 0 )) || say "${#failed[@]} of ${#table[@]} stages failed."
  # Again, for whoever sees only the end.
  for each in "${failed[@]}"; do
    say "$each"
    tail --lines 6 "$logs/${each%%:*}"
  done
  tests_counted
  (( ${#failed[@]} == 0 )) || exit 1
}

# The closing lines of `npm test`, as one: the last line of all, for whoever reads only the end. A stage that failed before it had counted anything
# counts as a failed test.
tests_counted() {
  local each uncounted=0
  for each in "${failed[@]}"; do
    grep --quiet --extended-regexp "$counted" "$logs/${each%%:*}" || uncounted=$(( uncounted + 1 ))
  done
  cat "$logs"/* | awk -v failed="$uncounted" -v line="$counted" '
    $0 ~ line { passed += $2; failed += $4; skipped += $6 }
    END { printf "tests: %d passed, %d failed, %d skipped\n", passed, failed, skipped }'
}
counted='^tests: [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$'

# The commit that this change began from: where it left main, or the one before it on main itself.
change_base() {
  local main fork
  for main in origin/main main; do
    fork=$(git merge-base "$main" HEAD 2> /dev/null) || continue
    [[ $fork == "$(git rev-parse HEAD)" ]] || { echo "$fork"; return; }
  done
  git rev-parse --verify --quiet HEAD~1 || git rev-parse HEAD
}

# differs PATH…: whether the change, committed or not, touches one of these.
differs() { ! git diff --quiet "$(change_base)" -- "$@"; }

seconds_of() {
  case $1 in
    *m) echo $(( ${1%m} * 60 )) ;;
    *) echo "${1%s}" ;;
  esac
}

clock() { printf '%d:%02d' $(( $1 / 60 )) $(( $1 % 60 )); }
