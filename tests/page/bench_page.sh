#!/bin/sh
# SPDX-License-Identifier: MIT
# bench_page.sh SOURCE-FOLDER WORK-FOLDER: how long the page of 1 089 009 calls in nine threads takes, the best of five
# openings each: until all data is there, until it is painted, and each view from the key to its picture. Status 1
# when it is not painted within 3 s.
. "$1/common.sh"
capture 8000
report 0
for round in 1 2 3 4 5; do
  drive bench.steps
done > times
cat "$source_folder"/bench.steps | sed -n 's/^print \(.*\) = .*/\1/p' | while read -r name; do
  sed -n "s/^$name: //p" times | sort -n | head -n 1 | awk -v name="$name" '{ printf "%-28s %10.1f\n", name, $1 }'
done | tee best
painted=$(awk '/^painted/ { print int($3) }' best)
[ "$painted" -le 3000 ] || fail "painted after $painted ms"
exit 0
