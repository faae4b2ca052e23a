#!/bin/sh
# SPDX-License-Identifier: MIT
# hot_path.sh SOURCE-FOLDER WORK-FOLDER OBJDUMP ARCHITECTURE COMPILER OPTION...: the hooks of all modes as this
# compiler makes them do nothing where an event is accepted that hot_path.awk forbids. Then each of these
# things is put into them, and has to be found in every hook.
set -u
runtime=$1/runtime work=$2 objdump=$3 arch=$4
checker=$1/tests/static/hot_path.awk
shift 4
files="api hooks count_mode summary_mode"
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1
failed=0
complain() {
  echo "$*" >&2
  failed=1
}

# compile FOLDER COMPILER OPTION...: the files of FOLDER/src, with FOLDER/first.h in front of them.
compile() {
  folder=$1
  shift
  for file in $files; do
    "$@" -I"$folder/src" -I"$runtime/include" -include "$folder/first.h" -c "$folder/src/$file.c" \
      -o "$folder/$file.o" || exit 1
  done
}

check() {
  for file in $files; do
    "$objdump" -dr --no-show-raw-insn "$1/$file.o"
  done | awk -v arch="$arch" -f "$checker"
}

mkdir whole
cp -r "$runtime/src" whole/src
: > whole/first.h
compile whole "$@"
check whole > found || complain "$(cat found)"
# A function that other modules may replace is called through a table: those that hooks jump to are hidden.
for file in $files; do
  "$objdump" -t whole/$file.o
done | grep -E ' (csr_slow_|csr_summary_(enter|exit)|csr_count_enter)' | grep -Ev ' l | \.hidden ' >&2 &&
  complain "these are not hidden"

# put NAME STATEMENT: NAME is found when STATEMENT stands in the middle of each hook.
put() {
  mkdir "$1"
  cp -r "$runtime/src" "$1/src"
  printf '%s\n' '#define _GNU_SOURCE' '#include "syscalls.h"' \
    'extern __attribute__((visibility("hidden"))) unsigned long extra_word;' \
    'extern void extra_function(void);' "#define EXTRA $2" > "$1/first.h"
  sed -i 's/^\tt->top = top [+-] 1;$/EXTRA; &/; s/^\tadd_one(counter);$/EXTRA; &/; s/^\tcsr_block_commit(t, position + (kind/EXTRA; &/' \
    "$1/src/hot.h" "$1/src/summary_mode.c" "$1/src/count_mode.c" "$1/src/api.c"
  name=$1
  shift 2
  compile "$name" "$@"
  check "$name" > found
  for hook in __wrap___cyg_profile_func_enter __wrap___cyg_profile_func_exit csr_summary_enter \
    csr_summary_exit csr_count_enter callsight_rt_mark callsight_rt_frame callsight_rt_value; do
    grep -q "^$hook: " found || complain "$hook: $name is not found"
  done
}
put call 'extra_function()' "$@"
put lock '__atomic_fetch_add(&extra_word, 1, __ATOMIC_RELAXED)' "$@"
put system_call 'csr_sys(SYS_gettid)' "$@"
exit $failed
