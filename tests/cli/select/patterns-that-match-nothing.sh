# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
echo 'int f(void) { return 1; }' >a.c
printf 'include a.c\nexclude nowhere\nexclude-func missing\ninclude-func gone 1\ncounter cycles\n' >trace.config
new_plan GNU
target trace.config a.c
build_step
