# SPDX-License-Identifier: MIT
# The same for C++: templates, lambdas, operators, members that the compiler writes.
. "$CASE_FOLDER/lib/plan.sh"
cat >a.cpp <<'EOF'
#include <vector>
#include <string>
namespace n {
struct Part { Part() : s("x") {} std::string s; };
struct Shape { virtual ~Shape() {} virtual int area() const { return 1; } Part part; };
struct Square : Shape { int area() const override { return side() * side(); } int side() const { return 2; } };
template <class T> T twice(T x) { return x + x; }
int get(int x) { return x; }
int target(int x) { return get(x); }
int sum(const std::vector<int> &v) { int s = 0; for (int x : v) s += x; return s; }
namespace { int hidden(int x) { return x; } }
bool operator==(const Square &, const Square &) { return true; }
}
int run() {
  n::Square q;
  auto add = [](int x) { return n::get(x) + 1; };
  return q.area() + n::twice(1) + (int)n::twice(1.0) + add(1) + n::hidden(2) + n::sum({ 1, 2 });
}
int unrelated() { return n::target(1); }
EOF
try() {
  echo "-- $1"
  echo "$1" | tr ';' '\n' >trace.config
  new_plan GNU
  target trace.config a.cpp
  build_step || exit
  hooked g++ a.cpp lines
  left_out
}
try 'exclude-func n::get'
try 'include-func unrelated'
try 'exclude-func twice'
