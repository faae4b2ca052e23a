#!/bin/sh
# SPDX-License-Identifier: MIT
# odd_names.sh SOURCE-FOLDER WORK-FOLDER: no name of a function, a thread or an argument breaks a format.
. "$1/common.sh"
. "$1/check_formats.sh"

cat > program.cpp <<'END'
#include <callsight/callsight.h>
#include <string>
#define HERE __attribute__((noinline))
struct kg { long double value; };
HERE kg operator"" _kg(long double value) { __asm__ volatile("" ::: "memory"); return { value }; }
HERE kg operator,(kg one, kg) { __asm__ volatile("" ::: "memory"); return one; }
template <char C> HERE int of() { __asm__ volatile("" ::: "memory"); return C; }
template <typename T> HERE int with(const T &) { __asm__ volatile("" ::: "memory"); return 1; }
struct call { HERE int operator()(int) const { __asm__ volatile("" ::: "memory"); return 2; } };
int main()
{
	callsight_thread_name("a\"b\\\xff\n");
	callsight_mark("mark \"</script>\" \\ \xff");
	callsight_value("value \"</script>\" \\ \xff", -1);
	CALLSIGHT_SCOPE("a\"b\\c;d</script>\xff");
	auto lambda = [](const char *) HERE { __asm__ volatile("" ::: "memory"); return 4; };
	kg sum = (1.0_kg, 2.0_kg);
	return (int)sum.value + of<'"'>() + of<'\\'>() + of<'\n'>() + with(std::string()) + call()(1) +
	       lambda("") > 1000;
}
END
build "$GXX" program -O2 -std=c++17 -Wno-attributes program.cpp
TRACE_ENABLE=1 TRACE_DIR=odd ./program 'an "argument" with
a newline and \' "$(printf 'not UTF-8 \377')" || fail "the program: status $?"
check_formats odd
for name in 'operator\\"\\" _kg(long double)' 'operator,(kg, kg)' 'call::operator()(int) const' 'a\\"b\\\\c;d</script>�'; do
  for format in json chrome firefox; do
    grep -q "\"$name\"" odd.$format || fail "$format has no function $name"
  done
done
for format in chrome firefox; do
  grep -q '"a\\"b\\\\\\ufffd\\n"' odd.$format || fail "$format has not the name of the thread"
  grep -q 'an \\"argument\\" with\\na newline and \\\\ not UTF-8 ' odd.$format ||
    fail "$format has not the command line"
  grep -q '"value \\"</script>\\" \\\\ �"' odd.$format || fail "$format has not the value"
done
exit 0
