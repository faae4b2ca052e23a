#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	void *plugin = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
	int (*plug)(int) = plugin ? (int (*)(int))dlsym(plugin, "plug") : NULL;

	if (!plug) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	return plug(1) == 2 ? 0 : 1;
}
