#!/bin/sh
# SPDX-License-Identifier: MIT
# check_tidy.sh SOURCE BUILD CLANG-TIDY: no findings in what we compile: the command by its own
# compile commands, the runtime with the options of its build.
set -u
cd "$1" || exit 1
build=$2 tidy=$3
jobs=$(nproc)
[ -f "$build/compile_commands.json" ] || {
  echo "$build has no compile_commands.json; the presets set CMAKE_EXPORT_COMPILE_COMMANDS" >&2
  exit 1
}
report=$(mktemp) || exit 1
trap 'rm -f "$report"' EXIT

# One file a process: with several, version 14 takes a va_start of the first for a lack in the next.
find analyzer stream -name '*.c' -print |
  xargs -n 1 -P "$jobs" "$tidy" --quiet -p "$build" >> "$report" 2>/dev/null
find runtime/src -name '*.c' -print | xargs -n 1 -P "$jobs" sh -c '
  tidy=$0
  "$tidy" --quiet "$@" -- -std=gnu11 -O2 -Iruntime/include -Iruntime/src
' "$tidy" >> "$report" 2>/dev/null
if grep -E 'error:|warning:' "$report"; then
  exit 1
fi
