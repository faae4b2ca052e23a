# SPDX-License-Identifier: MIT
# A source of which no function is selected is compiled without hooks: what it alone includes is left
# out by the line that left out its functions, but not what the config asks for by name.
. "$CASE_FOLDER/lib/sources.sh"
headers asked alone shared
printf '#include "alone.h"\n#include "shared.h"\nint a(int x) { return in_alone(x) + in_shared(x); }\n' >a.c
printf '#include "shared.h"\nint b(int x) { return in_shared(x); }\n' >b.c
printf '#include "asked.h"\nint c(int x) { return in_asked(x); }\n' >c.c
scanned 'exclude-func c;exclude-func a'
scanned 'exclude-func c;include b.c;include asked.h'
echo '-- a unity target is one compilation'
scanned_as_unity 'exclude-func a;exclude-func b' a.c b.c
