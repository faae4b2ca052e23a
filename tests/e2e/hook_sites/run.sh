#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh COMPILER FOLDER PERCENT OPTION...: does the link step know what each hook call is for? Programs are
# compiled with the options, run with hooks that say where they were called from, and compared.
set -eu
compiler=$1
folder=$2
percent=$3
shift 3
here=$(dirname "$0")
case $compiler in
  gcc) c=$GCC cxx=$GXX ;;
  clang) c=$CLANG cxx=$CLANGXX ;;
esac
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
"$c" -O1 -c "$here/observed_hooks.c" -o hooks.o
"$c" -O1 -c "$INLINED_NAMES" -o inlined_names.o

failed=0
for program in counts.c inlined.c siblings.c tail_calls.c partial_inlining.c exceptions.cpp \
  inlined_throws.cpp ../hook_sites/merged_calls.cpp; do
  compile=$c
  case $program in
    *.cpp) compile=$cxx ;;
  esac
  # The hooks' room is for one thread; what these programs check is checked elsewhere.
  "$compile" -w -finstrument-functions -fno-omit-frame-pointer "$@" \
    "$here/../programs/$program" hooks.o inlined_names.o -o program -pthread \
    -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit
  OBSERVED=observed ./program >/dev/null 2>&1 || true
  if ! "$CHECK_SITES" program observed "$percent"; then
    echo "FAILED: $compiler $* $program" >&2
    failed=1
  fi
done
exit $failed
