#!/bin/sh
# SPDX-License-Identifier: MIT
# silenced_same_set.sh SOURCE-FOLDER WORK-FOLDER c|cxx: a project with includes and excludes, built by CMake
# with gcc and with clang, with and without optimization and debug data: the same functions are traced,
# equally often, none of a system header among them; the lists of hooks in the linked files agree as well.
. "$1/common.sh"
language=$3
project=$source_folder/same_set/$language

# traced COMPILER TYPE: <compiler>-<type>.json and .out; what is recorded is what the report shows.
traced() {
  case $1 in
  gcc) set -- "$1" "$2" "$GCC" "$GXX" ;;
  *) set -- "$1" "$2" "$CLANG" "$CLANGXX" ;;
  esac
  build=$1-$2
  {
    cmake -S "$project" -B $build -G Ninja "-DCMAKE_BUILD_TYPE=$2" "-DCMAKE_C_COMPILER=$3" \
      "-DCMAKE_CXX_COMPILER=$4" "-DCALLSIGHT_ROOT=$ROOT" "-DCALLSIGHT_CLI=$CALLSIGHT" \
      -DCALLSIGHT_INSTRUMENT=ON && cmake --build $build --parallel 2
  } >$build.log 2>&1 || {
    cat $build.log >&2
    fail "$build does not build"
  }
  "$LIST_HOOKS" $build/app >$build.names || fail "$build/app has no list of its hooks"
  TRACE_ENABLE=1 TRACE_DIR=$build/traces $build/app >$build.out || fail "$build/app: status $?"
  "$CALLSIGHT" analyze $build/traces --format json --output $build.json 2>$build.err ||
    fail "$build: analyze: $(cat $build.err)"
  expect "functions of headers of the system, $build" \
    "$(sed 's/{"function":/\n&/g' $build.json | grep -c '"function": *"[^"(]*std::\|"file": *"/usr/')" 0
  expect "recorded calls and those of the report, $build" \
    "$("$CALLSIGHT" dump $build/traces | awk '$3 == "enter"' | wc -l)" \
    "$(sed 's/{"function":/\n&/g' $build.json | sed -n 's/.*{"function".*"calls": *\([0-9]*\).*/\1/p' |
      awk '{ sum += $1 } END { print sum }')"
}

for type in Debug Release; do
  for compiler in gcc clang; do
    traced $compiler $type
    cmp -s gcc-$type.out $compiler-$type.out || fail "$compiler-$type prints something else"
  done
done
sh "$source_folder/same_set/compare.sh" "$project/compiler_made.txt" gcc-Debug.json clang-Debug.json \
  gcc-Release.json clang-Release.json || fail "the compilers trace different functions"
sh "$source_folder/same_set/compare.sh" "$project/compiler_made.txt" gcc-Debug.names clang-Debug.names \
  gcc-Release.names clang-Release.names || fail "the linked files list different functions"

# The rules of trace.config hold in all four.
while read -r sign name; do
  for report in *-*.json; do
    found=$(grep -cF "\"$name" "$report")
    case $sign$found in
    +0) fail "$report: $name is missing" ;;
    -[1-9]*) fail "$report: $name is there" ;;
    esac
  done
done <"$project/expected.txt"
