#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh LIST GCC CLANG [GCC CLANG]...: two JSON reports, or several pairs, have the same functions and
# equal numbers of calls, apart from what LIST names. Files that do not end in .json hold a name a line; each
# name counts once.
#
# LIST: compiler, TAB, extended regular expression for the whole name, TAB, reason. Compared without the
# numbers of lambdas and without ABI tags, which each compiler writes in its own way.
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
  case $2 in
  *.json)
    sed 's/{"function":/\n&/g' "$2" |
      sed -n 's/.*{"function": *"\([^"]*\)".*"calls": *\([0-9]*\).*/\1=\2/p' >"$work/all"
    ;;
  *) sort -u "$2" | sed 's/$/=0/' >"$work/all" ;;
  esac
  grep -E -f "$work/listed" "$work/all" | sed 's/=[0-9]*$//' >>"$work/matched-$1"
  # Clones of what is listed go with it; the parameters of a lambda stay in its operator().
  grep -vE -f "$work/listed" "$work/all" |
    sed -E 's/\{lambda\([^}]*\)#[0-9]+\}|\$_[0-9]+/{lambda}/g; s/::_FUN\(/::__invoke(/; s/\[abi:[a-z0-9]*\]//' |
    LC_ALL=C sort
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
