#!/bin/sh
# SPDX-License-Identifier: MIT
# lines_of_cmake.sh SOURCE TRACES FOLDER...: "<file> <commands executed> <commands>" of each CMake file of these
# folders of SOURCE. TRACES holds "<name of file>:<line>" of what was executed, as traced_cmake.sh writes it.
# Names of files are unique in the tree, so that a file that was installed counts for its source.
set -u
cd "$1" || exit 1
traces=$2
here=$(dirname -- "$0")
shift 2
find "$@" -name '*.cmake' -print | sort | xargs awk -f "$here/commands_of_cmake.awk" | awk -v traces="$traces" '
  BEGIN {
    while ((getline line < traces) > 0)
      executed[line] = 1
  }
  {
    name = $1
    sub(/.*\//, "", name)
    if (!($1 in all))
      order[++count] = $1
    all[$1]++
    if ((name ":" $2) in executed)
      some[$1]++
  }
  END {
    for (i = 1; i <= count; i++)
      print order[i], some[order[i]] + 0, all[order[i]]
    exit count == 0
  }'
