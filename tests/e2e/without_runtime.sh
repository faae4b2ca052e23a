#!/bin/sh
# SPDX-License-Identifier: MIT
# without_runtime.sh SOURCE-FOLDER WORK-FOLDER: callsight.h compiles in every dialect without a warning, and a program
# without the runtime runs as ever: it holds weak references only, whatever way it is linked.
. "$1/common.sh"
api=$source_folder/api
warnings="-Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wwrite-strings -Werror"

# weak_only FILE: what it refers to of ours is weak.
weak_only() {
  nm "$1" > symbols || fail "nm $1"
  grep ' callsight_rt_' symbols | grep -v '^ *w ' && fail "$1 needs the runtime"
  return 0
}

# dialect COMPILER FILE OUTPUT OPTION...: compiles, runs.
dialect() {
  compiler=$1 file=$2 expected=$3
  shift 3
  "$compiler" $warnings -I"$RT_INCLUDE" "$@" "$api/$file" -o app || fail "$compiler $* $file"
  expect "$compiler $* $file" "$(TRACE_ENABLE=1 TRACE_DIR=traces ./app)" "$expected"
  [ ! -e traces ] || fail "$compiler $* $file: traces"
  weak_only app
}

for level in -O0 -O2; do
  for compiler in "$GCC" "$CLANG"; do
    for standard in c99 gnu99 c11 c17 c2x; do
      dialect "$compiler" everywhere.c "2 4 5 7" $level -std=$standard -Wstrict-prototypes \
        -Wmissing-prototypes -Wvla
    done
    dialect "$compiler" everywhere.c "2 4 5 7" $level -DCALLSIGHT_API_DISABLED
    grep -q ' callsight_' symbols && fail "CALLSIGHT_API_DISABLED leaves: $(grep ' callsight_' symbols)"
  done
  for compiler in "$GXX" "$CLANGXX"; do
    for standard in c++11 c++14 c++17 c++20 gnu++20 c++2b; do
      dialect "$compiler" everywhere.cpp "2 4 5 7 5" $level -std=$standard -Wold-style-cast
    done
    dialect "$compiler" everywhere.cpp "2 4 5 7 5" $level -DCALLSIGHT_API_DISABLED
  done
done

# link COMPILER OPTION...
link() {
  compiler=$1
  shift
  dialect "$compiler" everywhere.c "2 4 5 7" -O2 "$@"
}
for compiler in "$GCC" "$CLANG"; do
  link "$compiler" -no-pie
  link "$compiler" -fno-pie -no-pie
  link "$compiler" -static
  link "$compiler" -static-pie -fPIE
  link "$compiler" -Wl,-z,now
  link "$compiler" -Wl,--as-needed -fPIE -pie
  link "$compiler" -ffunction-sections -fdata-sections -Wl,--gc-sections
  link "$compiler" -fuse-ld=gold
  link "$compiler" -fuse-ld=lld
  link "$compiler" -fsanitize=address,undefined
done
link "$GCC" -flto
link "$CLANG" -flto -fuse-ld=lld

# A static object of an inline function is a unique symbol, for which a library stays loaded for ever.
cat > host.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	void *plugin = dlopen("./plugin.so", RTLD_NOW);

	if (!plugin)
		return 3;
	dlclose(plugin);
	puts(dlopen("./plugin.so", RTLD_NOW | RTLD_NOLOAD) ? "stays" : "is gone");
	return 0;
}
END
"$GCC" host.c -o host -ldl || fail "host.c"
for compiler in "$GXX" "$CLANGXX"; do
  "$compiler" -I"$RT_INCLUDE" -shared -fPIC "$api/everywhere.cpp" -o plugin.so || fail "plugin"
  expect "plug-in of $compiler" "$(./host)" "is gone"
done

# A name is no string: in C and in C++ that is said when compiling.
for compiler in "$GCC" "$GXX" "$CLANG" "$CLANGXX"; do
  printf '#include <callsight/callsight.h>\nvoid f(const char *s);\nvoid f(const char *s) { callsight_mark(s); }\n' |
    "$compiler" -I"$RT_INCLUDE" -x "$(case $compiler in *++*) echo c++ ;; *) echo c ;; esac)" -fsyntax-only - \
      2>errors && fail "$compiler takes a name that is no literal"
done
exit 0
