#!/bin/sh
# SPDX-License-Identifier: MIT
# A child of fork opens and closes instrumented plug-ins before any hook of its own: what it loads is in
# its own capture, its parent's list of modules stays as it was.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > plugin.c <<'END'
int NAME(int x) { __asm__ volatile("" ::: "memory"); return x + 1; }
END
cat > host.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int call(void *plugin, const char *name)
{
	int (*function)(int) = (int (*)(int))dlsym(plugin, name);
	return function(1);
}
int main(void)
{
	void *one = dlopen("./one.so", RTLD_NOW);
	int status, sum = call(one, "one");
	pid_t child = fork();
	if (child == 0) {
		dlclose(one);
		_exit(call(dlopen("./two.so", RTLD_NOW), "two") != 2);
	}
	waitpid(child, &status, 0);
	printf("%d %d\n", status, sum + call(one, "one"));
	fflush(stdout);
	_exit(0); /* at an exit it would be the parent that unloads */
}
END
for name in one two; do
  "$compiler" $hook_flags -O2 -fPIC -shared "-DNAME=$name" plugin.c -o $name.so $link_flags \
    "$RT_MODULE" "$RT_SHARED" "-Wl,-rpath,$(dirname "$RT_SHARED")" || fail "plug-in"
done
"$compiler" -O2 host.c -o host -ldl || fail host
expect output "$(TRACE_ENABLE=1 ./host)" "0 4"
expect processes "$(ls -d traces/*/ | wc -l)" 2
expect "calls of one" "$(calls one traces)" 2
expect "calls of two" "$(calls two traces)" 1
parent=$(grep -l '"parent":null' traces/*/process.json)
grep -q "two.so\|^unload" "${parent%/*}/modules" && fail "the child wrote into its parent's list"
child=$(grep -L '"parent":null' traces/*/process.json)
grep -q "one.so" "${child%/*}/modules" && fail "the child lists what it had unloaded"
exit 0
