# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
printf 'int a(void) { return 1; }\nint b(void) { return 1; }\n' >a.c
echo 'exclude-func b' >trace.config
new_plan Clang
target trace.config a.c
build_step || exit
cat a.c.rsp selection
