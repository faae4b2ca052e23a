#!/bin/sh
# SPDX-License-Identifier: MIT
# An instrumented plug-in in a host that is not: opened with RTLD_LOCAL, closed and opened again, at
# the same address or another, beside a second plug-in. One runtime serves them.
. "$1/common.sh"

cat > plugin.c <<'END'
__attribute__((noinline)) static int helper(int x) { __asm__ volatile("" ::: "memory"); return x + 1; }
int NAME(int x) { return helper(helper(x)); }
END
cat > host.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
static int call(const char *path, const char *name, int x)
{
	void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	int (*function)(int);
	if (!plugin) { puts(dlerror()); return -1; }
	function = (int (*)(int))dlsym(plugin, name);
	fprintf(stderr, "%p %s\n", (void *)function, name);
	x = function(x);
	dlclose(plugin);
	return x;
}
int main(void)
{
	int x = 0;
	for (int i = 0; i < 3; i++) {
		x = call("./one.so", "one", x);
		x = call("./two.so", "two", x);
	}
	printf("%d\n", x);
	return 0;
}
END
for compiler in "$GCC" "$CLANG"; do
  for name in one two; do
    "$compiler" $hook_flags -O2 -fPIC -shared "-DNAME=$name" plugin.c -o $name.so $link_flags \
      "$RT_MODULE" "$RT_SHARED" "-Wl,-rpath,$(dirname "$RT_SHARED")" || fail "plug-in"
  done
  "$compiler" -O2 host.c -o host -ldl || fail host
  rm -rf traces
  expect output "$(TRACE_ENABLE=1 ./host 2>addresses)" 12
  # Both plug-ins are built alike: the loader puts the second where the first was.
  [ "$(sort -u addresses | awk '{ print $1 }' | sort | uniq -d | wc -l)" -ge 1 ] ||
    fail "no plug-in lay where the other had been: $(cat addresses)"
  expect "calls of one" "$(calls one traces)" 3
  expect "calls of two" "$(calls two traces)" 3
  # Two rows: one static helper in each plug-in.
  expect "calls of helper" "$(calls helper traces | sort | tr '\n' ' ')" "6 6 "
done
