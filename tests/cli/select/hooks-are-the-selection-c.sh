# SPDX-License-Identifier: MIT
# What gcc hooks and the selection file does not leave out is exactly what was selected.
. "$CASE_FOLDER/lib/plan.sh"
cat >a.c <<'EOF'
#include <ctype.h>
#include "h.h"
#define API(name) name
#define MAKE(n) int made_##n(void) { return leaf(); }
static int leaf(void) { return 1; }
MAKE(x)
MAKE(y)
int old(a) int a; { return a; }
int API(wrapped)(int x) { return made_x() + inl(x); }
static int by_address(void) { return leaf(); }
static int (*const table[])(void) = { by_address };
int root(int x) { return wrapped(x) + table[0]() + isdigit(x); }
int unrelated(void) { return used_nowhere(1); }
int leaf_of_unrelated(void) { return 1; }
EOF
cat >h.h <<'EOF'
static inline int inl(int x) { return x; }
static inline int used_nowhere(int x) { return x; }
EOF
echo 'int apart(void) { return 1; }' >b.c
try() {
  echo "-- $1"
  echo "$1" | tr ';' '\n' >trace.config
  new_plan GNU
  target trace.config a.c b.c
  build_step || exit
  for source in a.c b.c; do
    echo "$source: $(hooked gcc $source)"
  done
  left_out
}
try 'thread *'
try 'include-func root'
try 'include-func wrapped 1'
try 'include a.c;exclude-func leaf'
try 'include-func root;exclude-func made_x;exclude *.h'
try 'exclude a.c'
try 'exclude-small 1000'
