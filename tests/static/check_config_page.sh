#!/bin/sh
# SPDX-License-Identifier: MIT
# check_config_page.sh ROOT: docs/reference/config.md has a row for every directive of trace.config
# that the tool knows, and for no other; later ones are marked.
set -u
cd "$1" || exit 1
page=docs/reference/config.md
code=analyzer/select/config.c
bad=0

complain() {
  echo "$page: $*" >&2
  bad=1
}

in_code=$(sed -n 's/^\t{ "\([a-z-]*\)", ARG_.*/\1/p' $code | sort)
in_page=$(sed -n 's/^| `\([a-z-]*\)[ `].*/\1/p' $page | sort)
[ -n "$in_code" ] || complain 'no directive found in the tool: the search is broken'
[ "$in_code" = "$in_page" ] || complain "has" $in_page", the tool knows" $in_code
later=$(sed -n 's/^\t{ "\([a-z-]*\)", ARG_LATER.*/\1/p' $code | sort)
marked=$(sed -n 's/^| `\([a-z-]*\)[ `].*not available.*/\1/p' $page | sort)
[ "$later" = "$marked" ] || complain "marks" $marked" as later, the tool" $later
# CMake checks the same words when it configures, where the tool does not exist yet.
in_cmake=$(grep -o '\^([a-z|-]*)\$' cmake/CallSightTraceConfig.cmake | tr -d '^()$' | tr '|' '\n' | sort)
[ "$in_code" = "$in_cmake" ] || complain "CallSightTraceConfig.cmake knows" $in_cmake
exit $bad
