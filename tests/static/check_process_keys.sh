#!/bin/sh
# SPDX-License-Identifier: MIT
# check_process_keys.sh ROOT: the table of process.json in docs/format/trace-v3.md names the keys
# that the runtime `callsight ctl` and the importer of old files write, inner ones included, and the analyzer asks for no other.
set -u
cd "$1" || exit 1
page=docs/format/trace-v3.md
bad=0

complain() {
  echo "$page: $*" >&2
  bad=1
}

written=$(sed -n -e 's/.*add_[a-z]*(text, "\([a-z_]*\)".*/\1/p' \
  -e 's/.*json_object_set_new(facts, "\([a-z_]*\)".*/\1/p' runtime/src/facts.c analyzer/capture/snapshot_copy.c \
  analyzer/legacy/process_writer.c | sort -u)
read_back=$(grep -o '\(text_of\|number_of\|object_get\)([a-z]*, "[a-z_]*"' \
  analyzer/capture/process_facts.c | sed 's/.*"\(.*\)"/\1/' | sort -u)
# Outer keys stand in the first cell; inner ones are followed by a colon or listed after it.
in_page=$(sed -n '/^### `process.json`/,/^### /p' $page | awk '
  /^\| (`|\|)/ {
    split($0, cell, "|")
    text = cell[2]
    if (cell[3] ~ /object/) text = text cell[4]
    while (match(text, /`[a-z_]+`/)) {
      print substr(text, RSTART + 1, RLENGTH - 2)
      text = substr(text, RSTART + RLENGTH)
    }
  }' | sort -u)
[ -n "$written" ] && [ -n "$read_back" ] || complain 'no keys found: the search is broken'
[ "$written" = "$in_page" ] || complain "has" $in_page", written are" $written
for key in $read_back; do
  echo "$in_page" | grep -qx "$key" || complain "the analyzer reads $key"
done
exit $bad
