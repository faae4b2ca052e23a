#!/bin/sh
# SPDX-License-Identifier: MIT
# check_links.sh ROOT: every link of a page to a file or heading of the tree leads somewhere.
# Links to the outside are not followed.
set -u
cd "$1" || exit 1
pages=$(find README.md CONTRIBUTING.md docs runtime examples tests -name '*.md' | sort)
bad=0
count=0

# links PAGE: "LINE TARGET" for each [text](target) outside of code blocks.
links() {
  awk '
    /^ *```/ { code = !code }
    !code {
      line = $0
      while (match(line, /\]\([^)]*\)/)) {
        print FNR, substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
      }
    }' "$1"
}

# headings PAGE: the name that a link uses for each heading.
headings() {
  awk '
    /^ *```/ { code = !code }
    !code && /^#+ / {
      sub(/^#+ +/, "")
      name = tolower($0)
      gsub(/[^a-z0-9 _-]/, "", name)
      gsub(/ /, "-", name)
      print name
    }' "$1"
}

complain() {
  echo "$*" >&2
  bad=1
}

for page in $pages; do
  while read -r line target; do
    [ -n "$line" ] || continue
    case $target in
      http://* | https://*) continue ;;
    esac
    count=$((count + 1))
    file=${target%%#*}
    if [ -z "$file" ]; then
      path=$page
    else
      path=$(dirname "$page")/$file
    fi
    if [ ! -e "$path" ]; then
      complain "$page:$line: $target: no such file"
      continue
    fi
    case $target in
      *#*) headings "$path" | grep -qx -e "${target#*#}" ||
        complain "$page:$line: $target: no such heading" ;;
    esac
  done <<END
$(links "$page")
END
done
[ "$count" -gt 20 ] || complain "only $count links found: the search is broken"
echo "$count links"
exit $bad
