#!/bin/sh
# SPDX-License-Identifier: MIT
# scopes_cross.sh SOURCE-FOLDER WORK-FOLDER: scopes and moments where frames are not exact: on aarch64, under qemu-user.
. "$1/common.sh"
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
  command -v $tool >/dev/null || fail "$tool is missing: ./bootstrap.sh test"
done
runtime_flags="-std=gnu11 -O2 -w -fvisibility=hidden -fno-builtin -fno-stack-protector -fno-omit-frame-pointer"
runtime=$RT_INCLUDE/../src
for source in "$runtime"/*.c; do
  case $source in
  */nop.c | */inlined_names.c) ;;
  *)
    aarch64-linux-gnu-gcc $runtime_flags '-DCSR_SELECTION_FILE=""' -I"$RT_INCLUDE" -c "$source" || fail "$source"
    ;;
  esac
done
hook_flags="-g -finstrument-functions -fno-omit-frame-pointer -I$RT_INCLUDE"

# cross NAME LEVEL: a file of programs/, with its expectations.
cross() {
  program=$source_folder/programs/$1.c
  aarch64-linux-gnu-gcc $hook_flags -"$2" "$program" -o app -static *.o \
    -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit,--wrap=swapcontext,--wrap=setcontext \
    -pthread || fail "$1.c"
  rm -rf traces
  TRACE_ENABLE=1 TRACE_DIR=traces qemu-aarch64 ./app >output || fail "$1: status $?"
  "$CALLSIGHT" analyze traces --format json --output json 2>notes || fail "$1: analyze: $?"
  "$CALLSIGHT" analyze traces --format folded --output folded 2>notes || fail "$1: folded: $?"
  "$LIST_STACKS" traces calls >stacks || fail "$1: list_stacks"
  "$EXPECT" "$program" default json folded stacks 0 1 gcc "$2" ||
    { cat stacks notes; fail "$1 at -$2"; }
}
for level in O0 O2; do
  cross scopes $level
  cross marks $level
  "$CALLSIGHT" dump traces >dump
  expect "marks" "$(grep -c ' mark 0x' dump)" 6
  expect "values" "$(grep -c ' value 0x' dump)" 39
done
exit 0
