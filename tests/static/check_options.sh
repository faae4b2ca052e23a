#!/bin/sh
# SPDX-License-Identifier: MIT
# check_options.sh ROOT CALLSIGHT: docs/reference/cli/<command>.md has the headings of such a page,
# and its options are those of "callsight <command> --help"; no page is missing or left over.
set -u
cd "$1" || exit 1
callsight=$2
bad=0
headings='Synopsis Description Options Output Exit-status Examples'

complain() {
  echo "$*" >&2
  bad=1
}

# The options, one a line as "-f --format" or "--all": of a help text, and of the table in the
# section Options of a page.
help_options() {
  "$callsight" "$1" --help | sed -n '/^Options:/,/^$/p' |
    sed -n 's/^  *\(-., \)\{0,1\}\(--[a-z-]*\).*/\1\2/p' | tr -d , | sort -u
}
page_options() {
  sed -n '/^## Options/,/^## Output/p' "$1" | sed -n 's/^| \(`-[^|]*\)|.*/\1/p' | tr -d '`, ' |
    sed 's/^\(-[a-z]\)-/\1 -/' | sort -u
}

commands=$("$callsight" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
[ -n "$commands" ] || complain "callsight --help lists no commands"
for command in $commands; do
  page=docs/reference/cli/$command.md
  if [ ! -f "$page" ]; then
    complain "$page is not there"
    continue
  fi
  found=$(sed -n 's/^## //p' "$page" | tr ' ' - | tr '\n' ' ')
  [ "$found" = "$headings " ] || complain "$page: headings are $found, expected $headings"
  in_help=$(help_options "$command" | grep -v -e '--help')
  in_page=$(page_options "$page" | grep -v -e '--help')
  [ "$in_help" = "$in_page" ] ||
    complain "$page: options are" $in_page", --help has" $in_help
  grep -q "(cli/$command.md)" docs/reference/cli.md || complain "cli.md lacks $command"
done
for page in docs/reference/cli/*.md; do
  echo "$commands" | grep -qx "$(basename "$page" .md)" || complain "$page: no such command"
done
exit $bad
