# SPDX-License-Identifier: MIT
# The dependency file is make's own language: names that mean something there get an alias, and a header
# that vanished is no error. With --stamp nothing is printed.
printf '#include "plain.h"\n#include "a=b.h"\n#include "x%%y.h"\n#include "lib(m).h"\n#include "with blank.h"\nint f(void) { return 1; }\n' >a.c
for header in plain.h a=b.h x%y.h 'lib(m).h' 'with blank.h'; do echo >"$header"; done
step="callsight flags --each --depfile deps --stamp stamp a.c"
$step
grep -o 'plain.h\|with..blank.h\|[a-z]*=[a-z]*.h\|x%y\|lib(m)' deps | sort | uniq -c | sed 's/^ *//'
printf 'all: stamp\n\t@echo made\nstamp:\n\t@echo select; %s\ninclude deps\n' "$step" >Makefile
make
rm plain.h
make 2>&1
touch -d 2001-01-01 stamp
make 2>&1
