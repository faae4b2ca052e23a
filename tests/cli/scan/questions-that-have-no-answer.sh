# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/../select/lib/plan.sh"
printf 'int a(void) { return 1; }\n' >a.c
echo 'exclude-fnuc a' >trace.config
try() {
  callsight scan "$@"
  echo "status $?"
}
try
try /nonexistent
try --plan nowhere
new_plan GNU
target '' a.c
try --plan plan --target none
try --plan plan .
try a b
target trace.config a.c
try --plan plan
