#!/bin/sh
# SPDX-License-Identifier: MIT
# run_modes.sh PROGRAM COMPILER LEVEL FOLDER [RUN]...: a program of this folder with TRACE_MODE=summary and count
# has the same numbers as with events, and runs the same.
set -u
program=$1 compiler=$2 level=$3 folder=$4
shift 4
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

case $program:$compiler in
*.cpp:gcc) cc=$GXX ;;
*.cpp:clang) cc=$CLANGXX ;;
*:gcc) cc=$GCC ;;
*) cc=$CLANG ;;
esac
rm -rf "$folder"
mkdir -p "$folder" && cd "$folder" || exit 1

flags=$(sed -n 's/^ \* @flags //p' "$program")
# Word splitting of $flags is meant.
"$cc" -g "-$level" $flags -finstrument-functions -fno-omit-frame-pointer \
  -mno-omit-leaf-frame-pointer "$program" -o program \
  -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit \
  -Wl,--wrap=swapcontext,--wrap=setcontext \
  -Wl,--undefined=csr_module_anchor "$RT_MODULE" "$RT_STATIC" -pthread -ldl ||
  fail "does not compile"

runs="$*"
[ -n "$runs" ] || runs=$(sed -n 's/^ \* @run \([^ ]*\).*/\1/p' "$program")
for run in ${runs:-default}; do
  line=$(sed -n "s/^ \* @run $run\( \|\$\)//p" "$program")
  settings=${line%%--*}
  case $line in
  *--*) arguments=${line#*--} ;;
  *) arguments= ;;
  esac
  for mode in events summary count; do
    (ulimit -c 0; exec env TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR="$run-$mode" $settings \
      ./program $arguments) >$mode.out 2>$mode.err </dev/null
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
