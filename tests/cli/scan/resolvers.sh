# SPDX-License-Identifier: MIT
# The resolver of an ifunc and what it calls run before hooks can; what it returns does not.
. "$CASE_FOLDER/../select/lib/plan.sh"
cat >a.c <<'EOF'
static int has_avx(void) { return 1; }
static int fast(int x) { return x; }
static int slow(int x) { return x + 1; }
static void *resolve_work(void)
{
  return has_avx() ? (void *)fast : (void *)slow;
}
int work(int x) __attribute__((ifunc("resolve_work")));
int main(void) { return work(1); }
EOF
echo 'include a.c' >trace.config
new_plan GNU
target trace.config a.c
callsight scan --plan plan
build_step 2>/dev/null || exit
echo "left out by gcc: $(sed -n 's/.*function-list=\([^ ]*\).*/\1/p' a.c.specs)"
