# SPDX-License-Identifier: MIT
# A macro of a function's own name renames it; what it is made of may stand in a Makefile only.
mkdir -p src/lib
cat >src/lib/hash.h <<'EOF'
#ifdef HASH_NAMESPACE
#define HASH_CAT(a, b) a##b
#define HASH_NAME(a, b) HASH_CAT(a, b)
#define HASH32 HASH_NAME(HASH_NAMESPACE, HASH32)
#define hash_version HASH_NAME(HASH_NAMESPACE, hash_version)
#endif
EOF
cat >src/lib/hash.c <<'EOF'
#include "hash.h"
static int mix(int x) { return x; }
int HASH32(int x) { return mix(x); }
int hash_version(void) { return 1; }
EOF
cat >src/main.c <<'EOF'
#include "lib/hash.h"
#define compile(a, b) re_compile(a, b)
#define quick re_quick
static int compile(int a, int b) { return a + b; }
static int quick(int a) { return a; }
int main(void) { return HASH32(1) + compile(1, 2) + quick(3) + hash_version(); }
EOF
echo '-- as it is written'; callsight select --ctags '' --function main --list src
echo 'CFLAGS += -O2 -DHASH_NAMESPACE=my_ -DLEVEL=3 -DDEBUG' >src/lib/Makefile
echo '-- with a Makefile'; callsight select --ctags '' --function main --list src
