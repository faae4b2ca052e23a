#!/bin/sh
# SPDX-License-Identifier: MIT
# CALLSIGHT= live.sh PROGRAMS WORK: gates of small programs, as users run them. PROGRAMS is what the files of live_work.c
# begin with.
#
# Noise does not decide. What is asked of times may fail twice, each time against a new baseline, before it counts, and
# a slower function has to be found only where the runs of both sides are far apart. How often gates err is for study.sh.
set -u
programs=$1 work=$2
rm -rf "$work" && mkdir -p "$work" || exit 1

fail() {
  echo "live: $*; the last gate said:" >&2
  cat "$work/said" >&2
  exit 1
}

record() {
  rm -f "$work/base.json"
  "$CALLSIGHT" gate --baseline "$work/base.json" --update -- "${programs}base" >"$work/said" 2>&1 || fail 'no baseline'
}

# gate VARIANT: sets status; what regressed as FUNCTION:METRIC, a line each, in $work/regressed
gate() {
  "$CALLSIGHT" gate --baseline "$work/base.json" --record "$work/$1.json" --top 0 -- "$programs$1" >"$work/said" 2>&1
  status=$?
  awk '/^regressed /{ on = 1; next } !NF { on = 0 } on { print $1 ":" $2 }' "$work/said" >"$work/regressed"
}

same() {
  gate base
  [ $status -eq 0 ]
}

# It is there, and what costs most.
slower() {
  gate slower
  [ $status -eq 1 ] && [ "$(head -n 1 "$work/regressed")" = sort_items:self_time ]
}

once() {
  gate once
  [ $status -eq 1 ] && [ "$(grep ':calls$' "$work/regressed")" = read_item:calls ]
}

twice() {
  gate twice
  [ $status -eq 1 ] && [ "$(grep ':calls$' "$work/regressed")" = check_item:calls ] &&
    ! grep -qx check_item:self_time "$work/regressed"
}

# Whether the fastest run that is slower took 12 % more than the slowest of the baseline: more than corrections move.
is_apart() {
  awk '
    /^\{"function": "sort_items"/ {
      sub(/.*"self_ns": \[/, ""); sub(/\].*/, "")
      count = split($0, of_run, ", ")
      least = most = of_run[1]
      for (i = 2; i <= count; i++) {
        if (of_run[i] + 0 < least + 0) least = of_run[i]
        if (of_run[i] + 0 > most + 0) most = of_run[i]
      }
      if (FILENAME ~ /base/) slowest = most; else fastest = least
    }
    END { exit fastest <= 1.12 * slowest }' "$work/base.json" "$work/slower.json"
}

# expect WORDS COMMAND
expect() {
  for attempt in 1 2 3; do
    record
    ! "$2" || return 0
    echo "live: attempt $attempt: $1" >&2
  done
  fail "$1"
}

gate base
[ $status -eq 3 ] || fail "status $status without a baseline"
expect 'the same program does not pass' same
once || fail 'one more call is not reported, or more than it'
expect 'twice the calls are not reported as calls alone' twice
for attempt in 1 2 3; do
  record
  ! slower || exit 0
  ! is_apart || fail 'a function that is 20 % slower is not reported first'
done
echo 'live: runs differ by more than the change that is to be found: not asked for a function that is slower' >&2
