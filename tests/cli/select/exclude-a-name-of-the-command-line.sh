# SPDX-License-Identifier: MIT
# A name that only the compiler's command line makes is left out all the same, with the warning.
. "$CASE_FOLDER/lib/plan.sh"
printf 'int FUNC(void) { return 1; }\nint g(void) { return 1; }\n' >a.c
printf 'exclude-func hidden\nexclude-func ::ns::also\nexclude-func none*\n' >trace.config
new_plan GNU
target trace.config a.c
build_step 2>&1 | sed 's|.*/||'
awk '/^file/ { print "file" } /^[-+]/' selection
