#!/bin/sh
# SPDX-License-Identifier: MIT
# check_tree.sh SOURCE: names, sizes and first lines of our files.
set -u
cd "$1" || exit 1
failed=0
complain() {
  echo "$*" >&2
  failed=1
}
files=$(find runtime analyzer stream cmake tests/bench tests/docs tests/e2e tests/fuzz tests/harness tests/net tests/page tests/static tests/unit \
  \( -name '*.c' -o -name '*.h' -o -name '*.cmake' -o -name '*.sh' -o -name '*.js' -o -name '*.css' \) -print)

for file in $files; do
  lines=$(wc -l < "$file")
  [ "$lines" -le 500 ] || complain "$file has $lines lines; split it by job (at most 500)"
  head -n 2 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
    complain "$file does not begin with its licence"
done

# A stranger finds a file by its name: unique in the whole tree.
twice=$(find runtime analyzer stream \( -name '*.c' -o -name '*.h' \) -print | sed 's|.*/||' | sort | uniq -d)
[ -z "$twice" ] || complain "two files are called: $twice"
vague=$(find runtime analyzer stream tests/harness \( -name 'util*.[ch]' -o -name 'common.[ch]' -o -name 'misc*.[ch]' \
  -o -name 'helper*.[ch]' \) -print)
[ -z "$vague" ] || complain "names that say nothing: $vague"

# x.c includes its own header first, so that every header stands by itself.
for source in $(find runtime/src analyzer stream -name '*.c' -print); do
  header=${source%.c}.h
  [ -f "$header" ] || continue
  first=$(grep -m 1 '^#include' "$source")
  [ "$first" = "#include \"$(basename "$header")\"" ] ||
    complain "$source includes $first before its own header"
done
exit $failed
