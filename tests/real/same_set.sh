#!/bin/sh
# SPDX-License-Identifier: MIT
# same_set.sh LISTS COMPARE LIST-HOOKS CALLSIGHT FOLDER: LevelDB as gcc and as clang built it traces the
# same functions, apart from those that the two lists in LISTS name.
set -u
lists=$1 compare=$2 list_hooks=$3 callsight=$4
cd "$5" || exit 1
status=0
mkdir -p same-set
for program in fill leveldbutil; do
  for compiler in gcc clang; do
    [ $compiler = gcc ] && build=leveldb || build=leveldb-clang
    [ $program = fill ] && file=$build/traced/fill || file=$build/traced/leveldb/leveldbutil
    "$list_hooks" "$file" >"same-set/$program-$compiler.names" || exit 1
    "$callsight" analyze "$build/run/dump/traces" --format json --output "same-set/dump-$compiler.json" \
      2>same-set/words || {
      cat same-set/words
      exit 1
    }
  done
done
cd same-set || exit 1
sh "$compare" "$lists/compiler_made.txt" fill-gcc.names fill-clang.names leveldbutil-gcc.names \
  leveldbutil-clang.names || status=1
sh "$compare" "$lists/compiler_made_run.txt" dump-gcc.json dump-clang.json || status=1
if grep -E '^([^(]*[ *&])?(std|__gnu_cxx|__cxxabiv1)::|^__gthread' ./*.names; then
  echo 'functions of system headers are traced'
  status=1
fi
exit $status
