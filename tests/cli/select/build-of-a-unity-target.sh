# SPDX-License-Identifier: MIT
# One response file for all sources; a name that is selected in one of them is not in the list.
. "$CASE_FOLDER/lib/plan.sh"
printf 'static int init(void) { return 1; }\nint a(void) { return init(); }\nint only_a(void) { return 1; }\n' >a.c
printf 'static int init(void) { return 1; }\nint b(void) { return init(); }\n' >b.c
printf 'include b.c\n' >trace.config
new_plan GNU
record target app "$PWD/trace.config" "$PWD/selection"
record unity "$PWD/all.rsp"
record source "$PWD/a.c" '' C
record source "$PWD/b.c" '' C
build_step || exit
cat all.rsp all.specs selection
