# SPDX-License-Identifier: MIT
# Beside those of every Debian: what the compiler's own words name, unless it is the project's.
mkdir -p vendor project/include
cd project || exit 1
printf 'int main(void) { return 0; }\n' >a.c
callsight flags --compiler 'gcc -isystem ../vendor -Iinclude' a.c >/dev/null
sed -n 's/^folder\t//p' _callsight/targets/program/selection
echo '-- words that are no compiler for C++'
printf '#!/bin/sh\ncase "$*" in *"-x c++"*) exit 1;; esac\nexec gcc -isystem ../vendor "$@"\n' >cc
chmod +x cc
callsight flags --dir other --compiler ./cc a.c >/dev/null
sed -n 's/^folder\t//p' other/targets/program/selection
