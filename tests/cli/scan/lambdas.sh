# SPDX-License-Identifier: MIT
# A lambda is named by its function and its place there, and goes with the function where no line
# names it. Only where those of one function differ, the selection file says their lines.
. "$CASE_FOLDER/../select/lib/plan.sh"
cat >a.cpp <<'EOF'
int run(int n) {
  auto one = [](int x) { return x; };
  auto two = [n](int x) {
    auto inner = [](int y) { return y; };
    return inner(x) - n;
  };
  return one(1) + two(2);
}
struct C {
  int method() { return [this] { return m; }(); }
  int m;
};
auto outside = [](int x) { return x; };
EOF
try() {
  echo "-- $1"
  echo "$1" | tr ';' '\n' >trace.config
  new_plan GNU
  target trace.config a.cpp
  callsight scan --plan plan
  build_step || exit
  grep '^[+-].*lambda' selection
}
try 'exclude-func run'
try 'exclude-func "run::{lambda#2}"'
try 'include-func run::{lambda#3} 0;include-func C::method 0'
try 'exclude-func *::{lambda*'
