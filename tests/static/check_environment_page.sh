#!/bin/sh
# SPDX-License-Identifier: MIT
# check_environment_page.sh ROOT: docs/reference/environment.md has a row for every TRACE_ variable
# that the runtime reads, and for no other; every row is complete. The table of "callsight doctor" has
# the same rows, of the same types.
set -u
cd "$1" || exit 1
page=docs/reference/environment.md
bad=0

complain() {
  echo "$page: $*" >&2
  bad=1
}

in_code=$(grep -ho '"TRACE_[A-Z_]*"' runtime/src/settings.c | tr -d '"' | sort -u)
in_page=$(sed -n 's/^| `\(TRACE_[A-Z_]*\)` |.*/\1/p' $page | sort -u)
[ -n "$in_code" ] || complain 'no variable found in the runtime: the search is broken'
[ "$in_code" = "$in_page" ] || complain "has" $in_page", the runtime reads" $in_code
for name in $(cat runtime/src/*.[ch] | grep -o 'getenv("[^"]*"' | sed 's/.*("//; s/"//' | sort -u); do
  echo "$in_page" | grep -qx "$name" || complain "the runtime reads $name"
done
sed -n '/^| `TRACE_/p' $page | awk -F'|' '
  { for (i = 2; i <= 7; i++) if ($i ~ /^ *$/) { print "an empty cell: " $0; bad = 1 } }
  NF != 8 { print "columns are missing: " $0; bad = 1 }
  END { exit bad }' >&2 || bad=1

# Types of the page, as the table calls them.
types_of_page=$(sed -n 's/^| `\(TRACE_[A-Z_]*\)` | \([a-z]*\) |.*/\1 \2/p' $page)
types_of_table=$(sed -n 's/^\tX(\(TRACE_[A-Z_]*\), \([A-Z]*\),.*/\1 \2/p' \
  analyzer/doctor/trace_variables.h | tr 'A-Z' 'a-z' | sed 's/^trace[a-z_]*/\U&/')
[ "$types_of_page" = "$types_of_table" ] || {
  complain "the types differ from those of callsight doctor (- page, + table):"
  echo "$types_of_page" >"${TMPDIR:-/tmp}/types.$$"
  echo "$types_of_table" | diff -u "${TMPDIR:-/tmp}/types.$$" - | sed 1,2d >&2
  rm -f "${TMPDIR:-/tmp}/types.$$"
}
exit $bad
