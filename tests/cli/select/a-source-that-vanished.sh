# SPDX-License-Identifier: MIT
# It may still be generated: hooks as for any other one, a warning, status 0.
. "$CASE_FOLDER/lib/plan.sh"
echo 'int f(void) { return 1; }' >a.c
new_plan GNU
target '' a.c gone.c
build_step || exit
cmp a.c.rsp gone.c.rsp
grep -c . deps
