#!/bin/sh
# SPDX-License-Identifier: MIT
# check_json_keys.sh ROOT: the tables of JSON keys have the keys that the tool writes, no more and no
# fewer, and the schema number: of docs/reference/cli.md those of out_json.c, of cli/tune.md those of
# cmd_tune.c, of cli/diff.md those of compare_json.c, of cli/doctor.md those of cmd_doctor.c.
set -u
cd "$1" || exit 1
bad=0

# check PAGE HEADING CODE: the table below the heading against the keys in the code.
check() {
  page=$1 heading=$2 code=$3
  in_code=$(grep -o '\\"[a-z0-9_]*\\":' "$code" | tr -d '\\":' | sort -u)
  in_page=$(sed -n "/^## $heading/,/^## /s/^| \`\([^\`]*\)\`.*/\1/p" "$page" | sed 's/.*\.//' | sort -u)
  [ -n "$in_code" ] || complain 'no key found in the tool: the search is broken'
  [ "$in_code" = "$in_page" ] || complain "has" $in_page", the tool writes" $in_code
  schema=$(sed -n 's/^#define SCHEMA *\([0-9]*\)$/\1/p' "$code")
  grep -q "^| \`schema\` | number | $schema |" "$page" || complain "the schema is $schema"
}
complain() {
  echo "$page: $*" >&2
  bad=1
}

check docs/reference/cli.md JSON analyzer/out/out_json.c
check docs/reference/cli/diff.md Output analyzer/compare/compare_json.c
check docs/reference/cli/doctor.md Output analyzer/cmd_doctor.c
check docs/reference/cli/tune.md Output analyzer/cmd_tune.c
exit $bad
