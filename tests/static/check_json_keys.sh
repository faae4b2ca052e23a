#!/bin/sh
# SPDX-License-Identifier: MIT
# check_json_keys.sh ROOT: the table of JSON keys in docs/reference/cli.md has the keys that
# out_json.c writes, no more and no fewer, and the schema number.
set -u
cd "$1" || exit 1
page=docs/reference/cli.md
code=analyzer/out/out_json.c
bad=0

complain() {
  echo "$page: $*" >&2
  bad=1
}

in_code=$(grep -o '\\"[a-z0-9_]*\\":' $code | tr -d '\\":' | sort)
in_page=$(sed -n '/^## JSON/,/^## /s/^| `\([^`]*\)`.*/\1/p' $page | sed 's/.*\.//' | sort)
[ -n "$in_code" ] || complain 'no key found in the tool: the search is broken'
[ "$in_code" = "$in_page" ] || complain "has" $in_page", the tool writes" $in_code
schema=$(sed -n 's/^#define SCHEMA \([0-9]*\)$/\1/p' $code)
grep -q "^| \`schema\` | number | $schema |" $page || complain "the schema is $schema"
exit $bad
