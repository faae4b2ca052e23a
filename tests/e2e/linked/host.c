/* SPDX-License-Identifier: MIT */
/* Opens the library as a plug-in; knows nothing of it. */
#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
	void *plugin = dlopen("./liboutside.so", RTLD_NOW | RTLD_LOCAL);
	int (*outside)(int);
	int sum = 0;

	if (!plugin) {
		puts(dlerror());
		return 1;
	}
	outside = (int (*)(int))dlsym(plugin, "outside");
	for (int i = 0; i < 1000; i++)
		sum += outside(i);
	printf("%d\n", sum);
	return 0;
}
