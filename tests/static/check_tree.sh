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
files=$(find runtime analyzer stream cmake tests/bench tests/coverage tests/docs tests/e2e tests/fuzz tests/harness tests/net tests/page tests/static tests/unit \
  \( -name '*.c' -o -name '*.h' -o -name '*.cmake' -o -name '*.sh' -o -name '*.js' -o -name '*.css' \) -print)

# One process for all of them: a shell that starts three for each file takes half a minute on a busy machine.
# shellcheck disable=SC2086 # names without blanks
awk '
  function ended() {
    if (name && lines > 500)
      complain(name " has " lines " lines; split it by job (at most 500)")
    if (name && !licence)
      complain(name " does not begin with its licence")
  }
  function complain(text) { print text; bad = 1 }
  FNR == 1 { ended(); name = FILENAME; licence = 0 }
  FNR <= 2 && /SPDX-License-Identifier: MIT/ { licence = 1 }
  { lines = FNR }
  END { ended(); exit bad }' $files >&2 || failed=1

# A stranger finds a file by its name: unique in the whole tree.
twice=$(find runtime analyzer stream \( -name '*.c' -o -name '*.h' \) -print | sed 's|.*/||' | sort | uniq -d)
[ -z "$twice" ] || complain "two files are called: $twice"
vague=$(find runtime analyzer stream tests/harness \( -name 'util*.[ch]' -o -name 'common.[ch]' -o -name 'misc*.[ch]' \
  -o -name 'helper*.[ch]' \) -print)
[ -z "$vague" ] || complain "names that say nothing: $vague"

# x.c includes its own header first, so that every header stands by itself.
# shellcheck disable=SC2046 # names without blanks
awk '
  FNR == 1 {
    header = FILENAME
    sub(/\.c$/, ".h", header)
    searched = (getline line < header) >= 0
    close(header)
  }
  searched && /^#include/ {
    searched = 0
    sub(/.*\//, "", header)
    if ($0 != "#include \"" header "\"") {
      print FILENAME " includes " $2 " before its own header"
      bad = 1
    }
  }
  END { exit bad }' $(find runtime/src analyzer stream -name '*.c' -print) >&2 || failed=1
exit $failed
