#!/bin/sh
# SPDX-License-Identifier: MIT
# check_page_scripts.sh SOURCE: the scripts of the html format make no markup of text, run no text, ask nothing of a
# network, and are all listed in page.cmake; lines have 120 columns at most.
set -u
cd "$1/analyzer/out/html" || exit 1
bad=0

complain() {
  echo "analyzer/out/html/$*" >&2
  bad=1
}

banned='innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|setTimeout\(.["'\''`]|DOMParser'
banned="$banned|createContextualFragment|fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|import\("
banned="$banned|https?://|new Worker|new Image|url\("
for file in *.js *.css page.html; do
  found=$(grep -nE "$banned" "$file") && complain "$file: not in this page: $found"
  wide=$(awk 'length > 120 { print FNR; exit }' "$file")
  [ -z "$wide" ] || complain "$file:$wide: more than 120 columns"
done
[ "$(grep -oE '@[A-Z_]+@' page.html | sort | tr '\n' ' ')" = \
  '@DATA@ @SCRIPT@ @SCRIPT_HASH@ @STYLE@ @STYLE_HASH@ ' ] || complain 'page.html: other places for its parts'
for file in *.js *.css; do
  grep -qE "^  ${file%.*}\)?$" page.cmake || grep -q "set(page_styles.* *\b${file%.*}\b" page.cmake ||
    complain "page.cmake lacks $file"
done
exit $bad
