#!/bin/sh
# SPDX-License-Identifier: MIT
# uftrace_counts.sh CALLSIGHT TRACES RECORDED LEAST VARYING...: every function of the newest run in TRACES was
# called as often as uftrace counted in RECORDED, of the same program on the same input.
#
# Functions of one name are one here: uftrace knows no others. It also sees what trace.config leaves out,
# so that only our functions are compared. VARYING: names that differ from run to run.
set -eu
callsight=$1 traces=$2 recorded=$3 least=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The first field is the name, quoted where it holds a comma.
"$callsight" analyze "$traces" --format csv >"$work/report.csv"
awk '
  function field(   end, text) {
    end = match($0, /^"([^"]|"")*"/) ? RLENGTH : match($0, /^[^,\r]*/) * 0 + RLENGTH
    text = substr($0, 1, end)
    $0 = substr($0, end + 2)
    if (text ~ /^"/) {
      text = substr(text, 2, length(text) - 2)
      gsub(/""/, "\"", text)
    }
    return text
  }
  NR == 1 {
    for (i = 1; length($0); i++)
      if (field() == "calls")
        column = i
    next
  }
  {
    name = field()
    for (i = 2; i <= column; i++)
      value = field()
    calls[name] += value
  }
  END { for (name in calls) print name "\t" calls[name] }
' "$work/report.csv" | LC_ALL=C sort >"$work/ours"

uftrace report -d "$recorded" --no-pager --demangle=full -f call | awk '
  $1 ~ /^[0-9]+$/ {
    count = $1
    sub(/^ *[0-9]+ +/, "")
    calls[$0] += count
  }
  END { for (name in calls) print name "\t" calls[name] }
' | LC_ALL=C sort >"$work/theirs"

printf '%s\n' "$@" >"$work/varying"
awk -F '\t' -v least="$least" '
  FILENAME ~ /varying$/ { varies[$1] = 1; next }
  FILENAME ~ /theirs$/ { theirs[$1] = $2; next }
  varies[$1] { next }
  { compared++ }
  !($1 in theirs) { print $1 ": " $2 " calls, uftrace has none"; bad = 1; next }
  theirs[$1] != $2 { print $1 ": " $2 " calls, uftrace has " theirs[$1]; bad = 1 }
  END {
    print compared + 0 " functions compared"
    exit bad || compared < least
  }
' "$work/varying" "$work/theirs" "$work/ours"
