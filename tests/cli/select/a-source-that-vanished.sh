# SPDX-License-Identifier: MIT
# It may still be generated: hooks as for any other one, a warning, status 0.
. "$CASE_FOLDER/lib/plan.sh"
echo 'int f(void) { return 1; }' >a.c
new_plan GNU
target '' a.c gone.c
build_step || exit
sed s/gone/a/ gone.c.rsp | cmp - a.c.rsp && cmp a.c.specs gone.c.specs
grep -c . deps
