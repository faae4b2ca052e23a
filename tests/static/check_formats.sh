#!/bin/sh
# SPDX-License-Identifier: MIT
# check_formats.sh ROOT: the formats of --format are those of the table in docs/reference/cli/analyze.md;
# callsight_add_report() knows the suffix of each, and docs/reference/cmake.md names it.
set -u
cd "$1" || exit 1
bad=0

complain() {
  echo "$*" >&2
  bad=1
}

in_code=$(sed -n '/^#define CSA_OUT_NAMES/,/^$/p' analyzer/out/out_format.h | grep -o '"[^"]*"' |
  tr -d '"\n' | tr '|' '\n' | sort)
[ -n "$in_code" ] || complain 'no format found in out_format.h: the search is broken'
page=docs/reference/cli/analyze.md
in_page=$(sed -n '/^| format | for |/,/^$/s/^| \(`[^|]*\) |.*/\1/p' $page | tr -d '` ' | tr ',' '\n' | sort)
[ "$in_code" = "$in_page" ] || complain "$page: formats are" $in_page", the tool has" $in_code

suffixes=$(sed -n 's/^  set(suffix_\([a-z]*\) \(.*\))$/\1 \2/p' cmake/CallSightReport.cmake)
for format in $in_code; do
  echo "$suffixes" | grep -q "^$format " || complain "callsight_add_report() does not know $format"
done
echo "$suffixes" | while read -r format suffix; do
  grep -q "\`$suffix\`" docs/reference/cmake.md || { echo "$format: no $suffix"; exit 1; }
done || complain 'docs/reference/cmake.md lacks a suffix'
exit $bad
