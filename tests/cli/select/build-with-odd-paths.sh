# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
mkdir 'a b,(c)é#$'
cd 'a b,(c)é#$' || exit
printf 'int f(void) { return 1; }\nint g(void) { return 1; }\n' >'x y.c'
printf 'include "x y.c"\nexclude-func g\n' >trace.config
new_plan Clang
target trace.config 'x y.c'
build_step || exit
cat 'x y.c.rsp' selection deps
