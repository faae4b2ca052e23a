#!/bin/sh
# SPDX-License-Identifier: MIT
# check_cppcheck.sh SOURCE CPPCHECK: no findings in our C code. What is left out has its reason in a comment
# "cppcheck-suppress" beside it. The programs of tests/e2e are left out: broken code is their subject.
set -u
cd "$1" || exit 1
cppcheck=$2
files=$(find analyzer stream runtime/src tests examples -name '*.c' ! -path 'tests/e2e/programs/*' -print)
count=$(echo "$files" | wc -l)
[ "$count" -gt 500 ] || {
  echo "only $count sources found" >&2
  exit 1
}
folders=$(find analyzer stream runtime/src runtime/include tests -type d -print | sed 's/^/-I/')

# Style is clang-format's and clang-tidy's. uninitvar takes each array that a function fills for one without
# values; compilers and clang-tidy look for those.
# shellcheck disable=SC2086 # names of files and folders without blanks
"$cppcheck" --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
  --library=tests/static/cppcheck.cfg --suppress=uninitvar \
  --template='{file}:{line}: {severity}: {message} [{id}]' -j "$(nproc)" $folders $files
