# SPDX-License-Identifier: MIT
# A baseline without the functions that take less than so many ns in some run, but for those that are named.
#
#   awk -v least=NS -v keep='NAME NAME' -f trim_runs.awk FILE
BEGIN { count = split(keep, names, " "); for (i = 1; i <= count; i++) kept[names[i]] = 1 }
/^\{"function": / {
  name = $0; sub(/^\{"function": "/, "", name); sub(/".*/, "", name)
  self = $0; sub(/.*"self_ns": \[?/, "", self); sub(/[]}].*/, "", self)
  count = split(self, of_run, ", ")
  small = 0
  for (i = 1; i <= count; i++) if (of_run[i] + 0 < least) small = 1
  if (small && !(name in kept)) next
  sub(/,$/, "")
  if (previous != "") print previous ","
  previous = $0
  next
}
previous != "" { print previous; previous = "" }
{ print }
