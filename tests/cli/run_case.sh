#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one case of tests/cli and compares what it says and returns with the files beside it.
#
#     run_case.sh <case.sh> <scratch folder> <folders for PATH, separated by ':'>
#
# The case runs in an empty folder. <case>.stdout, <case>.stderr and <case>.status hold what is
# expected; a file that is not there means: nothing, nothing, 0. CALLSIGHT_TEST_BLESS=1 writes them.
# The path of the folder that the case runs in is written <here>, those of PATH <bin>.
# Status 77 with no <case>.status: the case was skipped and has said why. Only what depends on the
# machine may be: what bootstrap.sh installs is there.
set -u
case_script=$1
work=$2
expected=${case_script%.sh}

rm -rf "$work"
mkdir -p "$work/here" || exit 1
cd "$work/here" || exit 1

for name in $(env | sed -n 's/^\(TRACE_[A-Z_]*\)=.*/\1/p'); do
  unset "$name"
done
# Whoever runs the tests may be a make with options of its own, or a user with habits.
unset CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL DEBUGINFOD_URLS COLUMNS LINES PAGER
unset CDPATH ENV BASH_ENV GREP_COLOR GREP_COLORS POSIXLY_CORRECT TMPDIR
umask 022
PATH=$3:$PATH
LC_ALL=C
TZ=UTC
NO_COLOR=1
CASE_FOLDER=$(dirname "$case_script")
export PATH LC_ALL TZ NO_COLOR CASE_FOLDER
bless=${CALLSIGHT_TEST_BLESS:-}
unset CALLSIGHT_TEST_BLESS DASHBOARD_TEST_FROM_CTEST CTEST_INTERACTIVE_DEBUG_MODE # as by hand

if ! command -v callsight >/dev/null; then
  echo "callsight is not built: not in $3"
  exit 1
fi

sh "$case_script" >"$work/stdout.raw" 2>"$work/stderr.raw" </dev/null
status=$?
quote='s,[.[*^$/\\],\\&,g'
{
  printf '%s\n' "$work/here" | sed "$quote; s,.*,s/&/<here>/g,"
  printf '%s\n' "$3" | tr : '\n' | sed "$quote; s,.*,s/&/<bin>/g,"
} >"$work/names.sed"
for part in stdout stderr; do
  sed -f "$work/names.sed" "$work/$part.raw" >"$work/$part"
done

if [ "$status" -eq 77 ] && [ ! -f "$expected.status" ]; then
  echo "skipped: $(cat "$work/stderr")"
  exit 77
fi
[ "$status" -eq 0 ] || echo "$status" >"$work/status"
[ -f "$work/status" ] || : >"$work/status"

result=0
for part in stdout stderr status; do
  want=$expected.$part
  [ -f "$want" ] || want=/dev/null
  if cmp -s "$want" "$work/$part"; then
    continue
  fi
  if [ -n "$bless" ]; then
    if [ -s "$work/$part" ]; then
      cp "$work/$part" "$expected.$part"
    else
      rm -f "$expected.$part"
    fi
    echo "accepted: $expected.$part"
    continue
  fi
  echo "$part differs (- expected, + is):"
  diff -u "$want" "$work/$part" | sed 1,2d
  result=1
done
exit $result
