#!/bin/sh
# SPDX-License-Identifier: MIT
# check_rooms.sh ROOT: the layers in docs/architecture.md are those of analyzer/*/CMakeLists.txt and
# stream/*/CMakeLists.txt: a row for every room, and in its third cell every room that its library
# links, and no other.
set -u
cd "$1" || exit 1
page=docs/architecture.md
bad=0

complain() {
  echo "$page: $*" >&2
  bad=1
}

files=$(grep -l '^callsight_room(' analyzer/*/CMakeLists.txt stream/*/CMakeLists.txt)
[ -n "$files" ] || complain 'no room found: the search is broken'
# shellcheck disable=SC2086 # several words on purpose
rooms=$(sed -n 's/^callsight_room(\([a-z_]*\).*/\1/p' $files | sort)
for file in $files; do
  place=${file%/CMakeLists.txt}
  room=$(sed -n 's/^callsight_room(\([a-z_]*\).*/\1/p' "$file")
  linked=$(sed -n '/^callsight_room(/,/)/p' "$file" | tr '\n' ' ' |
    sed -n 's/.* LINK //p' | grep -o 'callsight_[a-z_]*' | sed 's/callsight_//' | sort)
  row=$(grep "^| \`$place\` | \`callsight_$room\` |" $page)
  [ -n "$row" ] || complain "has no row for $place"
  seen=$(echo "$row" | cut -d '|' -f 4 | grep -o '[a-z_]*' | sort |
    while read -r word; do
      if [ "$word" = format ] || echo "$rooms" | grep -qx "$word"; then echo "$word"; fi
    done)
  [ "$linked" = "$seen" ] || complain "$room sees" $seen", its library links" $linked
done
exit $bad
