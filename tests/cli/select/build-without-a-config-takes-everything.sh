# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
printf 'int a(void) { return 1; }\n' >a.c
: >empty.c
new_plan GNU
target '' a.c empty.c
build_step || exit
cat a.c.rsp a.c.specs selection
sed s/empty/a/ empty.c.rsp | cmp - a.c.rsp; cmp a.c.specs empty.c.specs
