# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
cat >a.c <<'EOF'
#include "h.h"
int selected(void) { return helper() + inl(); }
int helper(void) { return 1; }
int left_out(void) { return 2; }
EOF
echo 'static inline int inl(void) { return 1; }' >h.h
echo 'int other(void) { return 1; }' >b.c
echo 'include-func selected' >trace.config
new_plan GNU
target trace.config a.c b.c
build_step || exit
for file in a.c.rsp a.c.specs b.c.rsp selection deps stamp; do
  echo "== $file"
  cat "$file"
done
[ ! -e b.c.specs ] || echo 'lists for a source without hooks'
