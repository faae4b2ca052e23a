#!/bin/sh
# SPDX-License-Identifier: MIT
# test_counting.sh HERE WORK CC CMAKE: lines of a C source and of CMake files of which it is known which are
# executed, counted.
set -u
here=$1 work=$2 cc=$3 cmake=$4
rm -rf "$work"
mkdir -p "$work/source/room/deep" "$work/source/cmake/scripts" "$work/build/room/deep" || exit 1
cd "$work" || exit 1
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

cat >source/room/deep/halves.c <<'END'
int halves(int n);
int halves(int n)
{
	int count = 0;

	while (n > 1) {
		n /= 2;
		count++;
	}
	if (count > 100)
		return -1;
	return count;
}
END
cat >source/room/deep/never.c <<'END'
int never(void);
int never(void)
{
	return 1;
}
END
cat >build/main.c <<'END'
int halves(int n);
int main(void) { return halves(9) != 3; }
END
for name in halves never; do
  "$cc" --coverage -O0 -c source/room/deep/$name.c -o build/room/deep/$name.c.o || fail "$cc $name.c"
done
"$cc" --coverage build/main.c build/room/deep/*.o -o build/main && build/main || fail "the program"

cat >source/cmake/Known.cmake <<'END'
# comment(
function(called text)
  if(text STREQUAL "a \" (quoted
word(s)")
    message("never")
  else()
    message(STATUS [==[ brackets (
set(never) ]==] # more (
      )
  endif()
endfunction()
function(not_called)
  message("never")
endfunction()
#[[ set(never)
]]
called("a")
execute_process(COMMAND "${CMAKE_COMMAND}" -DVALUE=1 -P "${CMAKE_CURRENT_LIST_DIR}/scripts/Half.cmake"
  OUTPUT_QUIET)
END
cat >source/cmake/scripts/Half.cmake <<'END'
if(VALUE EQUAL 2)
  message("never")
elseif(VALUE EQUAL 1)
  set(text "two
lines")
endif()
END
sh "$here/traced_cmake.sh" "$work/traced" "$cmake" "$work/source/cmake" "$work/traces" || fail "no traced cmake"
mkdir installed
cp source/cmake/Known.cmake installed
cp -R source/cmake/scripts installed
traced/bin/cmake -P installed/Known.cmake >/dev/null 2>&1 || fail "the traced cmake"
traced/bin/cmake --version >/dev/null || fail "cmake --version"

sh "$here/lines_of_c.sh" source "$work/build" room >lines || fail "C: nothing is counted"
sh "$here/lines_of_cmake.sh" source "$work/traces" cmake >>lines || fail "CMake: nothing is counted"
cat >expected <<'END'
cmake/Known.cmake 7 9
cmake/scripts/Half.cmake 3 4
room/deep/halves.c 7 8
room/deep/never.c 0 2
END
sort lines | diff expected - || fail "lines"
cat >expected <<'END'
room                     executed    lines        
cmake                           7        9   77.8%
cmake/scripts                   3        4   75.0%
room/deep                       7       10   70.0%

all of cmake                   10       13   76.9%
all of room                     7       10   70.0%
END
sort lines | awk -f "$here/rooms.awk" | diff expected - || fail "table"
