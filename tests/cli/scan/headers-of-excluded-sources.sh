# SPDX-License-Identifier: MIT
# What is compiled without hooks is left out: a header whose every source an exclude names, asked for
# or not, but not one that another source includes as well, directly or not.
. "$CASE_FOLDER/../select/lib/plan.sh"
for name in both one two indirect; do
  printf '#pragma once\nstatic inline int in_%s(int x) { return x; }\n' $name >$name.h
done
printf '#include "both.h"\n#include "indirect.h"\nint a(int x) { return in_both(x) + in_indirect(x); }\n' >a.c
printf '#include "one.h"\n#include "both.h"\n#include "two.h"\nint b(int x) { return in_one(x); }\n' >b.c
printf '#include "two.h"\n#include "via.h"\nint c(int x) { return in_two(x); }\n' >c.c
echo '#include "indirect.h"' >via.h
try() {
  echo "-- $1"
  echo "$1" | tr ';' '\n' >trace.config
  new_plan GNU
  target trace.config a.c b.c c.c
  callsight scan --plan plan
  build_step || exit
  for source in a.c b.c c.c; do echo "hooks in $source: $(hooked gcc $source)"; done
}
try 'exclude b.c;exclude c.c'
try 'include-func b;include-func in_two;include a.c;exclude c.c;exclude b.c'
echo '-- only what is selected'
callsight scan --plan plan --selected
echo '-- in a unity target every source is compiled with hooks when one is'
echo 'exclude b.c' >trace.config
new_plan GNU
record target app "$PWD/trace.config" "$PWD/selection"
record unity "$PWD/unity.c.rsp"
for source in a b c; do record source "$PWD/$source.c" '' C; done
callsight scan --plan plan
build_step || exit
printf '#include "%s"\n' a.c b.c c.c >unity.c
echo "hooks: $(hooked gcc unity.c)"
