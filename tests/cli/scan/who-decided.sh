# SPDX-License-Identifier: MIT
# Each line says how many functions it matches, each function which line decided over it.
. "$CASE_FOLDER/../select/lib/plan.sh"
mkdir src
cat >src/a.cpp <<'EOF'
#include "../h.h"
namespace n {
int get(int x) { return x; }
struct V {
  int operator[](int i) { return i; }
  operator int() const { return 1; }
};
long double operator"" _kg(long double x) { return x; }
}
template <class T> T twice(T x) { return x + x; }
int tiny() { return 1; }
int run() {
  return inl(1) + twice(2);
}
EOF
printf 'int other(int x)\n{\n  return n::get(x);\n}\nint apart(void)\n{\n  return 1;\n}\n' >b.cpp
echo 'static inline int inl(int x) { return x; }' >h.h
cat >trace.config <<'EOF'
include src
include-func other 0
include-func apart
exclude-func "operator []"
exclude-func "operator\"\" _kg"
exclude-func "operator  int"
exclude-func n::get
exclude-func twice
exclude-func nothing
exclude-small 2
include-system
thread main*
EOF
new_plan GNU
target trace.config src/a.cpp b.cpp
callsight scan --plan plan
echo '-- only what is selected'
callsight scan --plan plan --selected 2>/dev/null
