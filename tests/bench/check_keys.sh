#!/bin/sh
# SPDX-License-Identifier: MIT
# check_keys.sh README FOLDER: bench.json, bench-analyze.json, bench-select.json, bench-link.json, bench-stream.json
# and bench-symbols.json have the keys that the page names, and no others. The smoke tests leave them in FOLDER
# as smoke*.json.
set -u
bad=0
written=$(mktemp) && named=$(mktemp) || exit 1
trap 'rm -f "$written" "$named"' EXIT

# The keys of FILE but for WORD...: those are values.
keys() {
  file=$1
  shift
  grep -o '"[a-z_]*": ' "$file" | tr -d '": ' | grep -vxF "$(printf '%s\n' "$@")"
}
formats=$(tr -d ' \n\t' < "$2/smoke-analyze.json" | grep -o '"[a-z]*":{"one_core"' | cut -d '"' -f 2)
# Word splitting is meant.
{
  keys "$2/smoke.json" summary count
  keys "$2/smoke-analyze.json" $formats
  keys "$2/smoke-select.json" cjson leveldb zlib
  keys "$2/smoke-link.json" leveldb
  keys "$2/smoke-stream.json" auto demo leveldb tree
  keys "$2/smoke-symbols.json" none
} | sort -u > "$written"
sed -n '/^## Result files/,$p' "$1" | grep -o '`[^`]*`' | grep -v '\.json`' | sed 's/<[a-z]*>//g' |
  tr -c 'a-z_\n' '\n' | grep . | sort -u > "$named"
for key in $(comm -23 "$written" "$named"); do
  echo "$1 does not name $key" >&2
  bad=1
done
# What is not there to be measured has no keys.
grep -q '"link": null' "$2/smoke-link.json" && printf '%s\n' with_ms without_ms >> "$written"
sort -o "$written" "$written"
for key in $(comm -13 "$written" "$named"); do
  echo "$1 names $key, which no result file has" >&2
  bad=1
done
exit $bad
