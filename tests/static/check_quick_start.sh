#!/bin/sh
# SPDX-License-Identifier: MIT
# check_quick_start.sh ROOT: what README tells people to type exists: commands of bootstrap.sh,
# CMake commands, functions of the API, options and targets, and the folders of the map.
set -u
cd "$1" || exit 1
bad=0

complain() {
  echo "README.md: $*" >&2
  bad=1
}

words=$(sed -n 's/.*\.\/bootstrap\.sh \([a-z][a-z]*\).*/\1/p' README.md | sort -u)
for expected in demo test; do
  echo "$words" | grep -qx "$expected" || complain "does not say ./bootstrap.sh $expected"
done
for word in $words; do
  grep -q "^  $word) " bootstrap.sh || complain "bootstrap.sh has no command '$word'"
done

for command in $(grep -o 'callsight_[a-z_]*(' README.md | tr -d '(' | sort -u); do
  grep -q "^function($command" cmake/*.cmake || grep -q "[ *]$command(" runtime/include/callsight/callsight.h ||
    complain "neither CMake nor callsight.h knows $command"
done
for option in $(grep -o 'CALLSIGHT_[A-Z_]*=' README.md | tr -d '=' | sort -u); do
  grep -q "$option" CMakeLists.txt cmake/*.cmake || complain "no CMake file knows $option"
done
for target in $(sed -n 's/.*--target \([a-z][a-z-]*\).*/\1/p' README.md | sort -u); do
  [ "$target" = bench ] || grep -q "$target" cmake/*.cmake || complain "no target $target"
done
for file in $(grep -o '[A-Za-z]*Inject\.cmake' README.md | sort -u); do
  [ -f "cmake/$file" ] || complain "cmake/$file is not there"
done

# The map: lines of a code block that begin with a folder.
folders=$(awk '/^```/ { code = !code } code && /^[a-z]+\/ / { print $1 }' README.md)
[ -n "$folders" ] || complain 'there is no map of the tree'
for folder in $folders; do
  [ -d "$folder" ] || complain "the map names $folder, which is not there"
done
for folder in */; do
  case $folder in
    build/ | build-*/ | traces/) continue ;;
  esac
  echo "$folders" | grep -qx "$folder" || complain "the map lacks $folder"
done
exit $bad
