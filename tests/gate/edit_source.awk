# SPDX-License-Identifier: MIT
# Puts a statement at the beginning of a function, or in front of the only line that matches.
#
#   awk -v name=FUNCTION -v text=STATEMENT -f edit_source.awk FILE
#   awk -v before=REGEXP -v text=STATEMENT -f edit_source.awk FILE
#
# Status 1 when the file has not exactly one such place.
name != "" && state == "" && $0 ~ "^[A-Za-z].*[ *]" name "[(]" && !/;[ \t]*$/ { state = "head" }
before != "" && $0 ~ before { print text; done++ }
{ print }
state == "head" && /[{][ \t]*$/ { print text; state = ""; done++ }
END { exit done != 1 }
