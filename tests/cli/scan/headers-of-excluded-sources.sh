# SPDX-License-Identifier: MIT
# What is compiled without hooks is left out: a header whose every source an exclude names, asked for
# or not, but not one that another source includes as well, directly or not.
. "$CASE_FOLDER/lib/sources.sh"
headers both one two indirect
printf '#include "both.h"\n#include "indirect.h"\nint a(int x) { return in_both(x) + in_indirect(x); }\n' >a.c
printf '#include "one.h"\n#include "both.h"\n#include "two.h"\nint b(int x) { return in_one(x); }\n' >b.c
printf '#include "two.h"\n#include "via.h"\nint c(int x) { return in_two(x); }\n' >c.c
echo '#include "indirect.h"' >via.h
scanned 'exclude b.c;exclude c.c'
scanned 'include-func b;include-func in_two;include a.c;exclude c.c;exclude b.c'
echo '-- only what is selected'
callsight scan --plan plan --selected
echo '-- in a unity target every source is compiled with hooks when one is'
scanned_as_unity 'exclude b.c' a.c b.c c.c
