# SPDX-License-Identifier: MIT
mkdir -p src/sub
cat >src/a.c <<'EOF'
#include "h.h"
int main(void) { return parse(1) + CHECKED(2); }
int parse(int x) { return lex(x) ? parse(x - 1) : fail(x); }
EOF
printf '#define CHECKED(x) check(x)\nint lex(int);\n' >src/h.h
cat >src/sub/b.c <<'EOF'
int lex(int x) { return fail(x); }
int check(int x) { return lex(x); }
int fail(int x) { return x; }
int unused(void) { return 1; }
EOF
callsight select --ctags '' --function main src
echo '-- depth 1'; callsight select --ctags '' --function main --depth 1 src
echo '-- depth 0'; callsight select --ctags '' -f main -d 0 src/a.c src/sub
echo '-- list'; callsight select --ctags '' --function parse --list src
echo '-- why'; callsight select --ctags '' --function main --why fail src
echo '-- why check'; callsight select --ctags '' --function main --why check src
echo '-- why unused'; callsight select --ctags '' --function main --why unused src; echo "status $?"
