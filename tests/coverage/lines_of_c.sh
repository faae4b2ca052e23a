#!/bin/sh
# SPDX-License-Identifier: MIT
# lines_of_c.sh SOURCE BUILD FOLDER...: "<file> <lines executed> <lines>" of each C source of these folders of
# SOURCE, as counted in the objects of BUILD, a build with --coverage. Names of sources are unique in the tree.
set -u
source=$1 build=$2
shift 2
(cd "$source" && find "$@" -name '*.c' -print) >"$build/coverage-sources"
cd "$build" || exit 1
find "$@" -name '*.gcno' -print | xargs "${GCOV:-gcov}" --no-output 2>/dev/null |
  awk -v sources="$build/coverage-sources" '
    BEGIN {
      while ((getline path < sources) > 0) {
        name = path
        sub(/.*\//, "", name)
        of[name] = path
      }
    }
    /^File / {
      name = $0
      sub(/.*\//, "", name)
      sub(/\047$/, "", name)
    }
    # gcov says a share of a number: the number of lines is the nearest one.
    /^Lines executed:/ && name in of {
      split($2, share, /[:%]/)
      lines[name] = $4
      executed[name] = int(share[2] * $4 / 100 + 0.5)
      if (!(name in seen))
        order[++count] = name
      seen[name] = 1
      name = ""
    }
    /^Lines executed:/ { name = "" }
    END {
      for (i = 1; i <= count; i++)
        print of[order[i]], executed[order[i]], lines[order[i]]
      exit count == 0
    }'
