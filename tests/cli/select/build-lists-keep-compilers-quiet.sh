# SPDX-License-Identifier: MIT
# What is beside the lists: gcc names no option that it does not know when it warns of something
# else, and clang, which reads the same options for tools, has nothing to say.
. "$CASE_FOLDER/lib/plan.sh"
printf 'int aa(void) { int unused; return 1; }\nint bb(void) { return 1; }\n' >a.c
echo 'exclude-func bb' >trace.config
new_plan GNU
target trace.config a.c
build_step || exit
gcc -Wall -c a.c @a.c.rsp -o a.o 2>&1 | grep -o 'warning: unused\|unrecognized.*'
clang -Weverything -Werror -Wno-missing-prototypes -Wno-unused-variable -c a.c @a.c.rsp -o a.o && echo quiet
