# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/../select/lib/plan.sh"
printf 'int b(void) { return 1; }\nint a(void) { return 1; }\n' >a.c
new_plan Clang
target '' a.c
callsight scan --plan plan
