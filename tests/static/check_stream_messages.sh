#!/bin/sh
# SPDX-License-Identifier: MIT
# check_stream_messages.sh ROOT: every text in the sources that say what became of a stream stands in
# docs/reference/stream-messages.md: each string of them with words in it, without what printf puts there.
set -u
cd "$1" || exit 1
page=docs/reference/stream-messages.md
# Not those whose strings are the rows of --help and answers to a wrong command line.
files=$(ls stream/*/*.c runtime/src/sink_ring.c analyzer/cmd_run_stream.c analyzer/run/server_check.c |
  grep -v -e stream_options -e callsight_stream.c -e address.c -e listener.c)

# Each string of C with two words in it, in parts that stand between conversions.
texts() {
  awk '
    { text = text $0 "\n" }
    END {
      while (match(text, /\/\*([^*]|\*+[^*\/])*\*+\//))
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
      gsub(/"[ \t\n]+"/, "", text)
      while (match(text, /"([^"\\\n]|\\.)*"/)) {
        string = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        if (string !~ /[a-z] [a-z]/) continue
        gsub(/\\n/, "", string)
        gsub(/\\"/, "\"", string)
        gsub(/%[-+ 0#]*[0-9.*]*[hlz]*[a-z]?/, "\n", string)
        print string
      }
    }' "$1" | sed 's/^[: ]*//; s/[: ]*$//' | grep '[a-z][a-z]* [a-z]'
}

flat=$(tr '\n' ' ' <"$page" | tr -s ' ')
for file in $files; do
  texts "$file" | while IFS= read -r text; do
    case $flat in
      *"$text"*) ;;
      *) echo "$page lacks '$text' of $file" ;;
    esac
  done
done >"${TMPDIR:-/tmp}/callsight-messages.$$"
count=$(for file in $files; do texts "$file"; done | wc -l)
lacking=$(cat "${TMPDIR:-/tmp}/callsight-messages.$$")
rm -f "${TMPDIR:-/tmp}/callsight-messages.$$"
[ "$count" -ge 100 ] || lacking="only $count messages found: the search is broken"
[ -z "$lacking" ] || {
  echo "$lacking" >&2
  exit 1
}
