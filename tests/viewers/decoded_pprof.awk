# SPDX-License-Identifier: MIT
# Reads what protoc --decode prints of a pprof profile and prints "calls ns function" of each function:
# the values of the samples whose innermost location is in it.
/^[a-z_]+ \{$/ { block = $1; id = ""; leaf = ""; values = 0; next }
/^  line \{$/ { next }
/^  id: / { id = $2; next }
/^  location_id: / { if (leaf == "") leaf = $2; next }
/^  value: / { value[++values] = $2; next }
/^  name: / && block == "function" { name_of[id] = $2; next }
/^    function_id: / { function_of[id] = $2; next }
/^string_table: "/ { strings[string_count++] = substr($0, 16, length($0) - 16); next }
/^\}$/ && block == "sample" {
  if (values != 2) { print "a sample has " values " values"; exit 1 }
  calls[leaf] += value[1]
  self[leaf] += value[2]
}
END {
  if (strings[0] != "") { print "the string table does not begin with an empty one"; exit 1 }
  for (leaf in calls)
    printf "%d %d %s\n", calls[leaf], self[leaf], strings[name_of[function_of[leaf]]]
}
