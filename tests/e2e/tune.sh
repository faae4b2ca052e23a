#!/bin/sh
# SPDX-License-Identifier: MIT
# From a count capture over "callsight tune --write" to a selection without these functions, with names
# of every kind: each line that is written matches functions, and what it names is left out.
. "$1/common.sh"

cat > names.cpp <<'END'
#include <cstdlib>
namespace app {
struct V {
	int x;
	explicit V(int a) : x(a) {}
	V(const V &) = default;
	~V() {}
	V operator*(const V &other) const { return V{x * other.x}; }
	int operator[](int i) const { return x + i; }
	V operator()(int a) const { return V{a}; }
	explicit operator int() const { return x; }
	operator const char *() const { return ""; }
	void *operator new(size_t n) { return malloc(n); }
	void operator delete(void *p) { free(p); }
	template <class T> T conv(T t) const { return t; }
};
namespace {
int hidden(int a) { return a + 1; }
}
int with_lambdas(int n)
{
	auto f = [&](int k) { return hidden(k) + n; };
	auto g = [&](double k) { return (int)k + n; };
	return f(n) + g(n);
}
int same(int a) { return a; }
}
int same(int a) { return a + 1; }
int over(int a) { return a; }
int over(double a) { return (int)a; }
int rare(int a) { return a; }
int main(int argc, char **)
{
	app::V v(argc);
	int sum = rare(argc);
	for (int i = 0; i < 2000; i++) {
		sum += (v * v).x + v[i] + (int)v + v(i).x + v.conv(i) + (int)v.conv(1.5);
		sum += app::with_lambdas(i) + over(i) + over(1.0 * i) + same(i) + app::same(i);
		auto *p = new app::V(i);
		delete p;
		const char *q = v;
		sum += q[0];
	}
	return sum == 0;
}
END
tab=$(printf '\t')
# choose COMPILER: the selection file of names.cpp with trace.config.
choose() {
  printf 'callsight-plan\t2\ncompiler\t%s\nfolder\t%s\nctags\t\n' "$1" "$PWD" > plan
  printf 'target\tapp\t%s\t%s\n' "$PWD/trace.config" "$PWD/selection" >> plan
  printf 'source\t%s\t%s\tCXX\n' "$PWD/names.cpp" "$PWD/names.rsp" >> plan
  "$CALLSIGHT" select --plan plan --depfile deps --stamp stamp || fail "select: status $?"
}
# decided SIGN NAME: is it there?
decided() {
  grep -q "^$1$tab$2\($tab\|\$\)" selection
}
for name in GNU Clang; do
  [ $name = GNU ] && cxx=$GXX || cxx=$CLANGXX
  build "$cxx" program -O0 names.cpp
  rm -rf traces trace.config
  TRACE_ENABLE=1 TRACE_MODE=count ./program || fail "status $?"
  echo '# kept as it is' > trace.config
  "$CALLSIGHT" tune --write trace.config traces > table 2> said || fail "tune: status $?"
  grep -q "^callsight tune: trace.config: [0-9]* exclude-func lines added$" said || fail "$(cat said)"
  [ "$(head -n 1 trace.config)" = '# kept as it is' ] || fail "the first line is gone"
  cp trace.config first.config
  "$CALLSIGHT" tune --write trace.config traces > table 2> said || fail "tune again: status $?"
  expect "second run" "$(cat said)" "callsight tune: trace.config: nothing to add"
  cmp trace.config first.config || fail "the second run changed something"
  choose $name 2> warnings
  [ ! -s warnings ] || fail "$name: a line that tune wrote matches nothing: $(cat warnings trace.config)"
  for function in app::V::V 'app::V::~V' 'app::V::operator\*' 'app::V::operator\[\]' 'app::V::operator()' \
    'app::V::operator int' 'app::V::operator new' 'app::V::operator delete' app::V::conv \
    'app::(anonymous namespace)::hidden' app::with_lambdas app::same same over; do
    decided - "$function" || fail "$name: $function is still selected"
  done
  decided + main || fail "$name: main is gone"
  decided + rare || fail "$name: rare is gone"
  grep -q '^exclude-func ::same # 2000 calls' trace.config || fail "same: $(grep same trace.config)"
  grep -q 'over names 2 functions' table || fail "nothing says that there are two of over"
  grep -q "operator char const\* is not excluded by --write: a conversion" table ||
    fail "nothing is said of a conversion with several spellings"
done
