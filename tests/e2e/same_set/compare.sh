#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh LIST GCC-REPORT CLANG-REPORT [GCC-REPORT CLANG-REPORT]...: the functions of two JSON reports, or
# of several pairs, are the same, apart from what LIST names. CALLS=no compares names without numbers.
#
# LIST: compiler, TAB, extended regular expression for the whole name, TAB, reason. Lambdas are compared
# without their numbers, which each compiler gives in its own way.
set -u
list=$1
shift
tab=$(printf '\t')
status=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# functions COMPILER REPORT: "name=calls" of each row, a line each, without those that LIST names.
functions() {
  grep "^$1$tab" "$list" | cut -f 2 | sed 's/.*/^(&)=[0-9]*$/' >"$work/listed"
  sed 's/{"function":/\n&/g' "$2" |
    sed -n 's/.*{"function": *"\([^"]*\)".*"calls": *\([0-9]*\).*/\1=\2/p' >"$work/all"
  grep -E -f "$work/listed" "$work/all" | sed 's/=[0-9]*$//' >>"$work/matched-$1"
  # Clones of what is listed go with it; the parameters of a lambda stay in its operator().
  grep -vE -f "$work/listed" "$work/all" |
    sed -E 's/\{lambda\([^}]*\)#[0-9]+\}|\$_[0-9]+/{lambda}/g; s/::_FUN\(/::__invoke(/' |
    if [ "${CALLS:-yes}" = yes ]; then cat; else sed 's/=[0-9]*$//'; fi | LC_ALL=C sort
}

: >"$work/matched-gcc"
: >"$work/matched-clang"
while [ $# -ge 2 ]; do
  functions gcc "$1" >"$work/gcc"
  functions clang "$2" >"$work/clang"
  [ -s "$work/gcc" ] || {
    echo "$1: no function"
    status=1
  }
  if ! diff "$work/gcc" "$work/clang" >"$work/difference"; then
    echo "$1 (<) and $2 (>) differ:"
    cat "$work/difference"
    status=1
  fi
  shift 2
done
# What the list names is really there: a line that names nothing hides the next difference.
while IFS=$tab read -r compiler pattern reason; do
  case $compiler in gcc | clang) ;; *) continue ;; esac
  grep -qE "^($pattern)\$" "$work/matched-$compiler" || {
    echo "$list: $compiler $pattern ($reason) names no function"
    status=1
  }
done <"$list"
exit $status
