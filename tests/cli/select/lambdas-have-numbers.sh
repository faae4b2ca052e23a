# SPDX-License-Identifier: MIT
# The lambdas of a function by their order in its text, nested ones and both branches included.
cat >a.cpp <<'EOF'
int one() { return 1; }
int two() { return 2; }
int f(int n) {
  auto a = [n](int x) { return one() + x + n; };
#ifdef FAST
  auto b = [] { return 1; };
#else
  auto b = []() -> int { auto c = [=]() mutable { return two(); }; return c(); };
#endif
  int array[2] = { 1, 2 };
  return a(array[0]) + b();
}
struct S { int m() { return [this] { return one(); }(); } };
EOF
callsight select --ctags '' --function f --list a.cpp
echo '-- one of them'; callsight select --ctags '' --function 'f::{lambda#4}' a.cpp
echo '-- of a method'; callsight select --ctags '' --function S::m a.cpp
echo '-- by a pattern'; callsight select --ctags '' --function 'f::{lambda#*}' --depth 0 --list a.cpp
