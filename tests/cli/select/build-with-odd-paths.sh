# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
mkdir 'a b,(c)é#$'
cd 'a b,(c)é#$' || exit
printf 'int f(void) { return 1; }\nint g(void) { return 1; }\n' >'x y.c'
printf 'include "x y.c"\nexclude-func g\n' >trace.config
new_plan GNU
target trace.config 'x y.c'
build_step || exit
cat 'x y.c.rsp' 'x y.c.specs' selection
ls -l deps.links | sed -n 's/.* -> /-> /p' | sort
sed 's,links/[0-9a-f]*,links/HASH,' deps
