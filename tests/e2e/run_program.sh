#!/bin/sh
# SPDX-License-Identifier: MIT
# run_program.sh PROGRAM COMPILER LEVEL FOLDER: compiles, runs and checks one program of this folder.
set -u
program=$1 compiler=$2 level=$3 folder=$4
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

runs=$(sed -n 's/^ \* @run \([^ ]*\).*/\1/p' "$program")
for run in ${runs:-default}; do
  line=$(sed -n "s/^ \* @run $run\( \|\$\)//p" "$program")
  settings=${line%%--*}
  case $line in
  *--*) arguments=${line#*--} ;;
  *) arguments= ;;
  esac
  (ulimit -c 0; exec ./program $arguments) >plain.out 2>plain.err </dev/null
  plain_status=$?
  (ulimit -c 0; exec env TRACE_ENABLE=1 TRACE_DIR="$run" $settings ./program $arguments) \
    >traced.out 2>traced.err </dev/null
  status=$?
  cmp plain.out traced.out || fail "$run: standard output differs from the untraced run"
  [ $status -eq $plain_status ] || fail "$run: status $status, untraced $plain_status"
  "$CALLSIGHT" analyze "$run" --format json --output "$run.json" 2>"$run.err" ||
    { cat "$run.err" >&2; fail "$run: analyze json: $?"; }
  "$CALLSIGHT" analyze "$run" --format folded --output "$run.folded" 2>/dev/null ||
    fail "$run: analyze folded: $?"
  processes=$(ls -d "$run"/*/ | wc -l)
  "$EXPECT" "$program" "$run" "$run.json" "$run.folded" "$status" "$processes" "$compiler" "$level" ||
    { "$CALLSIGHT" dump "$run" 2>&1 | head -n 120; cat "$run.folded" "$run.err" traced.err; exit 1; }
done
