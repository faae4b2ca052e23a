#!/bin/sh
# SPDX-License-Identifier: MIT
# check_page_style.sh ROOT: pages have 120 columns at most, closed code blocks, one title, and no
# notes to ourselves. Columns are characters, not bytes.
set -u
cd "$1" || exit 1
bad=0
for page in $(find README.md CONTRIBUTING.md docs runtime examples tests -name '*.md' | sort); do
  LC_ALL=C awk -v page="$page" '
    function complain(text) { print page ":" FNR ": " text; bad = 1 }
    /^ *```/ { code = !code }
    { columns = $0; gsub(/[\200-\277]/, "", columns) }
    length(columns) > 120 { complain(length(columns) " columns, 120 are allowed") }
    /[ \t]$/ { complain("blanks at the end of the line") }
    /TODO|FIXME|XXX/ { if (page != "CONTRIBUTING.md") complain("a note to ourselves") }
    !code && /^# / { titles++ }
    END {
      if (code) complain("a code block is open")
      if (titles != 1) complain(titles + 0 " titles, one is expected")
      exit bad
    }' "$page" >&2 || bad=1
done
exit $bad
