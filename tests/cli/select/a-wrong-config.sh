# SPDX-License-Identifier: MIT
# Nothing is written, and the message has the place.
. "$CASE_FOLDER/lib/plan.sh"
printf 'int f(void) { return 1; }\n' >a.c
printf 'include src\nincude x\n' >trace.config
new_plan GNU
target trace.config a.c
build_step
status=$?
ls
exit $status
