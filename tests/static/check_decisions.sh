#!/bin/sh
# SPDX-License-Identifier: MIT
# check_decisions.sh ROOT: every page in docs/decisions/ is named NNNN-title.md, its title begins
# with that number, it has the four headings and stands in the index once.
set -u
cd "$1/docs/decisions" || exit 1
headings='Situation Choice Rejected Consequences '
bad=0

complain() {
  echo "docs/decisions/$*" >&2
  bad=1
}

for page in [0-9]*.md; do
  number=${page%%-*}
  grep -q "^# $number " "$page" || complain "$page: the title does not begin with # $number"
  found=$(sed -n 's/^## //p' "$page" | tr '\n' ' ')
  [ "$found" = "$headings" ] || complain "$page: headings are $found, expected $headings"
  [ "$(grep -c "^| \[$number\]($page) |" README.md)" = 1 ] || complain "README.md lacks $page"
  [ "$(ls "$number"-*.md | wc -l)" = 1 ] || complain "$page: the number $number is there twice"
done
exit $bad
