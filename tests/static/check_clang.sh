#!/bin/sh
# SPDX-License-Identifier: MIT
# check_clang.sh BUILD CLANG CLANG++: what tests are made of compiles with clang too, by the build's own
# options. clang-tidy says so of the command and of the runtime; the build itself is gcc's as a rule.
set -u
cd "$1" || exit 1
export CLANG="$2" CLANGXX="$3"
commands=$(mktemp) || exit 1
trap 'rm -f "$commands"' EXIT

sed -n 's/^ *"command": "\(.*\)",$/\1/p' compile_commands.json | sed 's/\\\(.\)/\1/g' |
  grep '/tests/.*\.\(c\|cpp\)$' >"$commands"
count=$(wc -l <"$commands")
[ "$count" -gt 200 ] || {
  echo "$1/compile_commands.json has only $count sources of tests" >&2
  exit 1
}
# NUL ends a command: they hold quotes. The output is left out, and a launcher before the compiler.
tr '\n' '\0' <"$commands" | xargs -0 -n 1 -P "$(nproc)" sh -c '
  command=${1#* }
  case $1 in
  *.cpp) compiler=$CLANGXX ;;
  *) compiler=$CLANG ;;
  esac
  case $1 in
  *ccache\ *) command=${command#* } ;;
  esac
  eval "$compiler -fsyntax-only $(printf "%s" "$command" | sed "s/ -o [^ ]* -c / -c /")"
' sh
