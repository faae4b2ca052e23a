# SPDX-License-Identifier: MIT
# A source of which no function is selected is compiled without hooks: what it alone includes is left
# out by the line that left out its functions, but not what the config asks for by name.
. "$CASE_FOLDER/../select/lib/plan.sh"
for name in asked alone shared; do
  printf '#pragma once\nstatic inline int in_%s(int x) { return x; }\n' $name >$name.h
done
printf '#include "alone.h"\n#include "shared.h"\nint a(int x) { return in_alone(x) + in_shared(x); }\n' >a.c
printf '#include "shared.h"\nint b(int x) { return in_shared(x); }\n' >b.c
printf '#include "asked.h"\nint c(int x) { return in_asked(x); }\n' >c.c
try() {
  echo "-- $1"
  echo "$1" | tr ';' '\n' >trace.config
  new_plan GNU
  target trace.config a.c b.c c.c
  callsight scan --plan plan
  build_step || exit
  for source in a.c b.c c.c; do echo "hooks in $source: $(hooked gcc $source)"; done
}
try 'exclude-func c;exclude-func a'
try 'exclude-func c;include b.c;include asked.h'
echo '-- a unity target is one compilation'
printf 'exclude-func a\nexclude-func b\n' >trace.config
new_plan GNU
record target app "$PWD/trace.config" "$PWD/selection"
record unity "$PWD/unity.c.rsp"
for source in a b; do record source "$PWD/$source.c" '' C; done
callsight scan --plan plan
build_step || exit
printf '#include "%s"\n' a.c b.c >unity.c
echo "hooks: $(hooked gcc unity.c)"
