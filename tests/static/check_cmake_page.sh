#!/bin/sh
# SPDX-License-Identifier: MIT
# check_cmake_page.sh ROOT: docs/reference/cmake.md has a section for every public command with
# every keyword of it, every option and every public target, and names nothing that cmake/ does
# not know.
set -u
cd "$1" || exit 1
page=docs/reference/cmake.md
bad=0

complain() {
  echo "$page: $*" >&2
  bad=1
}

modules=$(ls cmake/*.cmake | grep -v OwnTargets)

# "COMMAND KEYWORD" for each keyword of a public command, "COMMAND" alone for the command.
in_code=$(awk '
  /^function\(callsight_/ { split($0, part, /[( )]/); command = part[2]; print command }
  /^endfunction/ { command = "" }
  command && /cmake_parse_arguments/ { text = ""; open = 1 }
  open { text = text " " $0 }
  open && /\)/ {
    open = 0
    while (match(text, /[ ";][A-Z][A-Z_]+[";]/)) {
      word = substr(text, RSTART + 1, RLENGTH - 2)
      if (word != "PARSE_ARGV") print command, word
      text = substr(text, RSTART + RLENGTH - 1)
    }
  }' $modules | sort -u)
# The same from the page: sections "## `command`", table rows that begin with `KEYWORD`.
in_page=$(awk '
  /^## / { command = "" }
  /^## `callsight_/ { command = $2; gsub(/`/, "", command); print command }
  command && /^\| `[A-Z]/ {
    match($0, /`[A-Z][A-Z_]+/)
    print command, substr($0, RSTART + 1, RLENGTH - 1)
  }' $page | sort -u)
[ -n "$in_code" ] || complain 'no command found in cmake/: the search is broken'
if [ "$in_code" != "$in_page" ]; then
  complain 'commands and keywords differ from cmake/*.cmake:'
  echo "$in_code" >"${TMPDIR:-/tmp}/callsight-code.$$"
  echo "$in_page" | diff "${TMPDIR:-/tmp}/callsight-code.$$" - >&2
  rm -f "${TMPDIR:-/tmp}/callsight-code.$$"
fi

for option in $(sed -n 's/^ *option(\(CALLSIGHT_[A-Z_]*\) .*/\1/p' $modules | sort -u); do
  grep -q "^| \`$option\`" $page || complain "lacks the option $option"
done
for target in $(grep -ho 'add_custom_target(callsight-[a-z]*[ )]' $modules | sed 's/.*(//; s/.$//' |
  sort -u); do
  grep -q "^| \`$target\`" $page || complain "lacks the target $target"
done
for name in $(grep -o '`CALLSIGHT_[A-Z_]*`' $page | tr -d '`' | sort -u); do
  grep -qw "$name" CMakeLists.txt $modules cmake/*.in 2>/dev/null ||
    complain "names $name, which cmake/ does not know"
done
exit $bad
