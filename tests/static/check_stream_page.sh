#!/bin/sh
# SPDX-License-Identifier: MIT
# check_stream_page.sh ROOT CALLSIGHT-STREAM: docs/reference/callsight-stream.md has the options of --help.
set -u
cd "$1" || exit 1
page=docs/reference/callsight-stream.md
in_help=$("$2" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort)
in_page=$(sed -n '/^## Options/,/^## Output/s/^| `\(--[a-z-]*\)`.*/\1/p' $page | sort)
[ -n "$in_help" ] || {
  echo "$2 --help lists no options" >&2
  exit 1
}
[ "$in_help" = "$in_page" ] || {
  echo "$page: options are" $in_page", --help has" $in_help >&2
  exit 1
}
