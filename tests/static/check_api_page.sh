#!/bin/sh
# SPDX-License-Identifier: MIT
# check_api_page.sh ROOT WORK: docs/reference/api.md has a heading for each macro and function of callsight.h that
# programs may use, and no other; its examples compile, without a warning.
set -u
page=$1/docs/reference/api.md include=$1/runtime/include work=$2
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1
bad=0
complain() {
  echo "docs/reference/api.md: $*" >&2
  bad=1
}

# Public names have no underscore at their end. callsight_rt_ is the runtime's side.
names=$(sed -n 's/^#define \(\(CALLSIGHT\|callsight\)_[A-Za-z_]*[A-Za-z]\)(.*/\1/p
  s/^CALLSIGHT_INLINE_ void \(callsight_[a-z_]*[a-z]\)(.*/\1/p
  s/.*!defined(\(CALLSIGHT_API_[A-Z_]*[A-Z]\)).*/\1/p' "$include/callsight/callsight.h" | sort -u)
[ "$(echo "$names" | wc -l)" -ge 10 ] || complain "names of the header: $names; the search is broken"
headings=$(sed -n 's/^## `/`/p' "$page" | tr ',' '\n' | tr -d '` ' | sort -u)
[ "$names" = "$headings" ] || complain "headings are" $headings", the header has" $names

awk '
  /^```(c|cpp)$/ { file = "example-" ++count "." substr($0, 4); next }
  /^```$/ { file = "" }
  file { print > file }' "$page"
[ "$(ls example-* | wc -l)" -ge 6 ] || complain "examples: $(ls)"
warnings="-Wall -Wextra -pedantic -Wconversion -Wshadow -Werror -O2"
for example in example-*; do
  for compiler in gcc clang; do
    case $example in
    *.cpp) compiler=$(echo $compiler | sed 's/gcc/g++/; s/clang/clang++/') ;;
    esac
    "$compiler" $warnings -I"$include" -c "$example" -o example.o || complain "$compiler refuses $example"
  done
done
exit $bad
