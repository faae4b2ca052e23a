#!/bin/sh
# SPDX-License-Identifier: MIT
# files.sh SOURCE-FOLDER WORK-FOLDER ARCHITECTURE: a project for another machine, built by CMake with the package and
# the command of this one, run under qemu-user: exact calls, nesting and names, read here.
. "$1/common.sh"

# traced PROGRAM SOURCE PROCESSES LEVEL [VARIABLE=VALUE...]
traced() {
  traced_program=$1 traced_source=$2 traced_processes=$3 traced_level=$4
  shift 4
  rm -rf traces
  $qemu "$traced_program" > plain || fail "$traced_program without tracing: status $?"
  env TRACE_ENABLE=1 TRACE_DIR=traces "$@" $qemu "$traced_program" > output 2> err ||
    fail "$traced_program $*: status $?: $(cat err)"
  cmp plain output || fail "$traced_program $*: output"
  [ ! -s err ] || fail "$traced_program $*: $(cat err)"
  check_run "$traced_source" "$traced_level" "$traced_processes" default
}

"$triple-gcc" -std=c11 -Wall -Wextra -Werror "-I$RT_INCLUDE" -c "$source_folder/project/layouts.c" -o layouts.o ||
  fail "shared layouts differ"
"$triple-gcc" -O1 -Wall -Wextra -Werror -I"$RT_INCLUDE" -I"$RT_INCLUDE/../src" "$source_folder/project/far_offsets.c" \
  -o far_offsets || fail "far_offsets.c does not compile"
$qemu ./far_offsets far > far.out || fail "offsets beyond 4 GiB: $(cat far.out)"
cat far.out
rm -f far

for build in Debug:O0 RelWithDebInfo:O2; do
  build_project "${build%:*}" "${build%:*}"
  traced "${build%:*}/app" "$source_folder/project/app.c" 2 "${build#*:}"
  traced "${build%:*}/app" "$source_folder/project/app.c" 2 "${build#*:}" TRACE_WIDE=1
  traced "${build%:*}/alone" "$source_folder/project/alone.c" 1 "${build#*:}"
done

# The modes that count, and a capture that keeps the newest.
for mode in summary count; do
  rm -rf traces
  TRACE_ENABLE=1 TRACE_DIR=traces TRACE_MODE=$mode $qemu Debug/app > output || fail "$mode: status $?"
  expect "$mode: calls of step" "$(calls step traces)" 6000
  expect "$mode: calls of fib" "$(calls fib traces)" 1973
  expect "$mode: calls of part_inner" "$(calls part_inner traces)" 150
  expect "$mode: calls of in_child" "$(calls in_child traces)" 7
done
rm -rf traces
TRACE_ENABLE=1 TRACE_DIR=traces TRACE_FULL=wrap TRACE_MAX_MB=1 $qemu Debug/alone > output || fail "wrap: status $?"
"$CALLSIGHT" analyze traces --format json > json || fail "wrap: analyze: $?"
grep -q '"function": *"step"' json || fail "wrap: no calls of step"

# A gate of this machine runs it, and knows that times of another one are not to be compared with these.
"$CALLSIGHT" gate --baseline gate.json --update --repeat 1 --metrics self_time -- $qemu Debug/alone > output ||
  fail "gate --update: status $?"
sed "s/\"arch\": \"[a-z0-9_]*\"/\"arch\": \"$(uname -m)\"/" gate.json > native.json
cmp -s gate.json native.json && fail "the baseline is of the machine that builds"
"$CALLSIGHT" gate --baseline native.json --repeat 1 --metrics self_time -- $qemu Debug/alone > output
expect "gate of another architecture" $? 77

# Places in the sources come from the foreign file.
rm -rf traces
TRACE_ENABLE=1 TRACE_DIR=traces $qemu Debug/app > output || fail "status $?"
"$CALLSIGHT" analyze traces --top 0 > text || fail "text: status $?"
grep -qE '^part_inner .*part\.c:[0-9]+$' text || fail "no place of part_inner: $(cat text)"
exit 0
