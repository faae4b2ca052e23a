# SPDX-License-Identifier: MIT
# include-system leaves the folders of system headers in.
. "$CASE_FOLDER/lib/plan.sh"
printf 'int f(void) { return 1; }\n' >a.c
echo 'include-system' >trace.config
new_plan GNU
target trace.config a.c
build_step || exit
cat a.c.rsp
[ ! -e a.c.specs ] || echo "lists of nothing"
