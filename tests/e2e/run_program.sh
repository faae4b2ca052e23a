#!/bin/sh
# SPDX-License-Identifier: MIT
# run_program.sh SOURCE-FOLDER WORK-FOLDER FILE COMPILER LEVEL [ring [RUN...]]: compiles, runs and checks a file of
# programs/; with ring: what it records goes through the shared-memory ring and comes out as files.
. "$1/common.sh"
program=$source_folder/programs/$3 compiler=$4 level=$5
build_program "$program" "$compiler" "$level"
shift 5
ring=
[ $# -eq 0 ] || { shift; ring=callsight-test-$$; trap 'rm -f "/dev/shm/$ring"' EXIT; }

# The runs of the program, traced.
run_traced() {
  if [ -z "$ring" ]; then
    env TRACE_ENABLE=1 TRACE_DIR="$run" $settings ./program $arguments >traced.out 2>traced.err </dev/null
    return
  fi
  start_drain $ring "$run"
  env TRACE_ENABLE=1 TRACE_DIR=files TRACE_SHM=/$ring TRACE_SHM_SIZE=134217728 $settings ./program $arguments >traced.out \
    2>traced.err </dev/null
  traced_status=$?
  end_drain "$run"
  [ ! -e files ] || fail "$run: files were written: $(cat traced.err)"
  return $traced_status
}

for run in ${*:-$(runs_of "$program")}; do
  read_run "$program" "$run"
  # Word splitting of both is meant.
  ./program $arguments >plain.out 2>plain.err </dev/null
  plain_status=$?
  run_traced
  status=$?
  cmp plain.out traced.out || fail "$run: standard output differs from the untraced run"
  [ $status -eq $plain_status ] || fail "$run: status $status, untraced $plain_status"
  "$CALLSIGHT" analyze "$run" --format json --output "$run.json" 2>"$run.err" ||
    { cat "$run.err" >&2; fail "$run: analyze json: $?"; }
  "$CALLSIGHT" analyze "$run" --format folded --output "$run.folded" 2>/dev/null ||
    fail "$run: analyze folded: $?"
  "$LIST_STACKS" "$run" calls > "$run.stacks" || fail "$run: list_stacks: $?"
  processes=$(ls -d "$run"/*/ | wc -l)
  "$EXPECT" "$program" "$run" "$run.json" "$run.folded" "$run.stacks" "$status" "$processes" \
    "$compiler" "$level" ||
    { "$CALLSIGHT" dump "$run" 2>&1 | head -n 120; cat "$run.stacks" "$run.err" traced.err; exit 1; }
done
