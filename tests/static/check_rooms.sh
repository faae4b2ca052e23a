#!/bin/sh
# SPDX-License-Identifier: MIT
# check_rooms.sh ROOT: the layers in docs/architecture.md are those of analyzer/*/CMakeLists.txt: a
# row for every room, and in its third cell every room that its library links, and no other.
set -u
cd "$1" || exit 1
page=docs/architecture.md
bad=0

complain() {
  echo "$page: $*" >&2
  bad=1
}

rooms=$(cat analyzer/*/CMakeLists.txt | sed -n 's/^callsight_room(\([a-z]*\).*/\1/p' | sort)
[ -n "$rooms" ] || complain 'no room found in analyzer/: the search is broken'
for room in $rooms; do
  linked=$(sed -n '/^callsight_room(/,/)/p' "analyzer/$room/CMakeLists.txt" | tr '\n' ' ' |
    sed -n 's/.* LINK //p' | grep -o 'callsight_[a-z]*' | sed 's/callsight_//' | sort)
  row=$(grep "^| \`analyzer/$room\` | \`callsight_$room\` |" $page)
  [ -n "$row" ] || complain "has no row for analyzer/$room"
  seen=$(echo "$row" | cut -d '|' -f 4 | grep -o '[a-z]*' | sort |
    while read -r word; do
      if [ "$word" = format ] || echo "$rooms" | grep -qx "$word"; then echo "$word"; fi
    done)
  [ "$linked" = "$seen" ] || complain "$room sees" $seen", its library links" $linked
done
exit $bad
