# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
echo 'int f(void) { return 1; }' >a.c
echo 'exclude-func f' >trace.config
new_plan GNU
record ctags /nonexistent/ctags
target trace.config a.c
build_step || exit
cat a.c.rsp
