#!/bin/sh
# SPDX-License-Identifier: MIT
# scopes_linked.sh SOURCE-FOLDER WORK-FOLDER: scopes are in the capture with their names whatever way a program is
# linked: weak references take the runtime with them, and the names are found in the linked file.
. "$1/common.sh"
program=$source_folder/programs/scopes.c
shared_runtime="$RT_SHARED -Wl,-rpath,$(dirname "$RT_SHARED")"

# check WHAT: app records each scope under its name.
check() {
  rm -rf traces
  TRACE_ENABLE=1 TRACE_DIR=traces ./app > output || fail "$1: status $?"
  expect "$1: output" "$(cat output)" "155 1"
  for scope in early=1 whole=4 each=40 by_goto=3 jumped=8 unhooked=12 handled=5 late=1; do
    expect "$1: ${scope%=*}" "$(calls "${scope%=*}" traces)" "${scope#*=}"
  done
}

# linked COMPILER RUNTIME OPTION...: compiles and links with these, then checks.
linked() {
  compiler=$1 runtime=$2
  shift 2
  "$compiler" $hook_flags "$@" "$program" -o app $link_flags "$RT_MODULE" $runtime -pthread -ldl ||
    fail "$compiler $*"
  check "$compiler $*"
}

for compiler in "$GCC" "$CLANG"; do
  linked "$compiler" "$RT_STATIC" -O2
  linked "$compiler" "$RT_STATIC" -O2 -fno-pie -no-pie
  linked "$compiler" "$RT_STATIC" -O2 -static
  linked "$compiler" "$RT_STATIC" -O2 -static-pie -fPIE
  linked "$compiler" "$RT_STATIC" -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections
  linked "$compiler" "$RT_STATIC" -O2 -fuse-ld=gold
  linked "$compiler" "$RT_STATIC" -O2 -fuse-ld=lld -Wl,--icf=all
  linked "$compiler" "$RT_STATIC" -O2 -fmerge-all-constants
  linked "$compiler" "$RT_STATIC" -O2 -fsanitize=address,undefined
  linked "$compiler" "$shared_runtime" -O2
  linked "$compiler" "$shared_runtime" -O2 -Wl,--as-needed
  linked "$compiler" "$shared_runtime" -O2 -fno-pie -no-pie -Wl,--as-needed
  linked "$compiler" "$shared_runtime" -O2 -fno-plt
  linked "$compiler" "$RT_STATIC" -O2 -s
done
linked "$GCC" "$RT_STATIC" -O2 -flto
linked "$CLANG" "$RT_STATIC" -O2 -flto -fuse-ld=lld

# Without one hook of its own.
hook_flags="-I$RT_INCLUDE"
link_flags="$link_flags -Wl,--undefined=__wrap___cyg_profile_func_enter"
for compiler in "$GCC" "$CLANG"; do
  for level in O0 O2; do
    linked "$compiler" "$RT_STATIC" -$level
    expect "rows" "$("$CALLSIGHT" analyze traces --format json | grep -c '"function":')" 16
  done
done
exit 0
