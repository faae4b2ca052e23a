# SPDX-License-Identifier: MIT
# Puts a statement at the beginning of a function, or a line in front of the only one that matches; moves a function to
# the end of its file; puts text at the end of a string that is there once.
#
#   awk -v name=FUNCTION -v text=STATEMENT -f edit_source.awk FILE
#   awk -v before=REGEXP -v text=LINE -f edit_source.awk FILE
#   awk -v last=FUNCTION -f edit_source.awk FILE
#   awk -v longer=STRING -v text=TEXT -f edit_source.awk FILE
#
# Status 1 when the file has not exactly one such place.
function begins(function_name) {
  return function_name != "" && $0 ~ "^[A-Za-z].*[ *]" function_name "[(]" && !/;[ \t]*$/
}
state == "" && begins(name) { state = "head" }
state == "" && begins(last) { state = "moved"; done++ }
state == "moved" { kept = kept $0 "\n"; if (/^}/) state = ""; next }
before != "" && $0 ~ before { print text; done++ }
longer != "" && (at = index($0, "\"" longer "\"")) {
  $0 = substr($0, 1, at + length(longer)) text substr($0, at + length(longer) + 1); done++
}
{ print }
state == "head" && /[{][ \t]*$/ { print text; state = ""; done++ }
END { printf "%s", kept; exit done != 1 }
