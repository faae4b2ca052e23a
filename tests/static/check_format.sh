#!/bin/sh
# SPDX-License-Identifier: MIT
# check_format.sh SOURCE CLANG-FORMAT: every C and C++ file is laid out as .clang-format says.
set -u
cd "$1" || exit 1
"$2" --version | grep -q 'version 14\.' || {
  echo "clang-format 14 is needed, found: $("$2" --version)" >&2
  exit 1
}
find runtime analyzer stream tests examples \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) -print |
  xargs "$2" --dry-run -Werror
