#!/bin/sh
# SPDX-License-Identifier: MIT
# check_page_tests.sh ROOT TESTED: every page that tells people to type something is one of TESTED, the
# pages that a test docs.<page> types. Blocks have one of the kinds that tests/docs knows.
set -u
cd "$1" || exit 1
tested=$2
bad=0
pages=$(find README.md docs/guide docs/reference examples/*/README.md -name '*.md' | sort)
for page in $pages; do
  if grep -q '^```sh$' "$page" && ! grep -q -x -F "$page" "$tested"; then
    echo "$page: has commands and no test: tests/docs/README.md says how" >&2
    bad=1
  fi
  awk -v page="$page" '
    /^[ \t]*```/ {
      if (inside) { inside = 0; next }
      inside = 1
      kind = $0
      sub(/^[ \t]*```/, "", kind)
      if (kind !~ /^(|sh|output|console|c|cpp|cmake|make|ini|json|yaml)$/) {
        print page ":" FNR ": a block of the kind \"" kind "\", which nobody knows"
        bad = 1
      }
    }
    /<!-- *test *:/ && !/^<!-- test:/ { print page ":" FNR ": a directive begins with \"<!-- test:\""; bad = 1 }
    END { exit bad }' "$page" >&2 || bad=1
done
exit $bad
