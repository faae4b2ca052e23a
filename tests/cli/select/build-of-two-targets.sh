# SPDX-License-Identifier: MIT
# One source in two targets: each has its own selection in its own selection file.
. "$CASE_FOLDER/lib/plan.sh"
printf 'int shared(void) { return 1; }\nint in_one(void) { return 1; }\nint in_none(void) { return 1; }\n' >a.c
printf 'exclude-func in_one\nexclude-func in_none\n' >one.config
printf 'exclude-func in_none\n' >two.config
new_plan Clang
target one.config a.c
record target two "$PWD/two.config" "$PWD/two.selection"
record source "$PWD/a.c" "$PWD/two.rsp" C
record target three '' "$PWD/three.selection"
record source "$PWD/b.c" "$PWD/three.rsp" C
echo 'int b(void) { return 1; }' >b.c
build_step || exit
cat selection two.selection three.selection
