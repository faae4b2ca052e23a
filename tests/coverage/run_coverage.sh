#!/bin/sh
# SPDX-License-Identifier: MIT
# run_coverage.sh SOURCE BUILD CMAKE [EXCLUDED]: which lines of the analyzer, the stream and the CMake package tests
# execute, as a table of their rooms. BUILD is a build with --coverage. C: by the tests of the kinds unit and cli;
# CMake: by those of the kind cmake, but for those whose names match EXCLUDED.
#
# Status: 0 whatever the numbers are, 1 when a test fails or nothing was counted. BUILD/coverage.lines has the
# numbers of each file.
set -u
source=$1 build=$2 cmake=$3 excluded=${4-}
here=$(dirname -- "$0")
jobs=$(nproc)
status=0

find "$build" -name '*.gcda' -exec rm -f {} +
ctest --test-dir "$build" -L '^(unit|cli)$' -j "$jobs" >"$build/coverage-c.log" 2>&1 || {
  echo "tests of C fail, see coverage-c.log of the build folder" >&2
  status=1
}
sh "$here/lines_of_c.sh" "$source" "$build" analyzer stream >"$build/coverage.lines" || status=1

# The tests of the package as they are, but by a CMake that notes what it executes.
traced=$build/traced-cmake
sh "$here/traced_cmake.sh" "$traced" "$cmake" "$source/cmake" "$traced/traces" || exit 1
mkdir "$traced/tests"
sed "s|\"$cmake\"|\"$traced/bin/cmake\"|g" "$build/tests/cmake/CTestTestfile.cmake" >"$traced/tests/CTestTestfile.cmake"
: >"$traced/traces"
ctest --test-dir "$traced/tests" -j "$jobs" ${excluded:+-E "$excluded"} >"$build/coverage-cmake.log" 2>&1 || {
  echo "tests of CMake fail, see coverage-cmake.log of the build folder" >&2
  status=1
}
sh "$here/lines_of_cmake.sh" "$source" "$traced/traces" cmake >>"$build/coverage.lines" || status=1

sort "$build/coverage.lines" | awk -f "$here/rooms.awk"
exit $status
