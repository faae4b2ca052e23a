#!/bin/sh
# SPDX-License-Identifier: MIT
# run_modes.sh SOURCE-FOLDER WORK-FOLDER FILE COMPILER LEVEL [RUN]...: a file of programs/ with TRACE_MODE=summary
# and count has the same numbers as with events, and runs the same.
. "$1/common.sh"
program=$source_folder/programs/$3
build_program "$program" "$4" "$5"
shift 5

for run in ${*:-$(runs_of "$program")}; do
  read_run "$program" "$run"
  for mode in events summary count; do
    env TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR="$run-$mode" $settings ./program $arguments \
      >$mode.out 2>$mode.err </dev/null
    echo "status $?" >>$mode.out
    cmp events.out $mode.out || fail "$run: output or status differs in $mode mode"
    [ ! -s $mode.err ] || cmp events.err $mode.err || fail "$run: stderr differs in $mode mode"
    "$CALLSIGHT" analyze "$run-$mode" --format json --output "$run-$mode.json" 2>"$run-$mode.err" ||
      { cat "$run-$mode.err" >&2; fail "$run: analyze in $mode mode: $?"; }
    [ $mode = events ] ||
      "$COMPARE_MODES" $mode "$run-events.json" "$run-$mode.json" ||
      { cat "$run-$mode.err"; fail "$run: $mode mode differs from events"; }
    # Every call that has ended is in the histogram, and none twice.
    [ $mode != summary ] || "$CALLSIGHT" dump "$run-$mode" 2>/dev/null | awk '
      / row=/ {
        seen = 0
        for (i = 1; i <= NF; i++) {
          split($i, part, "=")
          if (part[1] ~ /^octave-/) seen += part[2]
          value[part[1]] = part[2]
        }
        if (seen != value["ended"] - value["left-open"]) { print "histogram: " $0; bad = 1 }
        rows++
      }
      END { exit bad || !rows }' || fail "$run: the histograms are wrong"
  done
done
