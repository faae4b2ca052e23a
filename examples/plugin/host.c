/* SPDX-License-Identifier: MIT */
/*
 * Sends a text through plug-ins, one after the other. Each is loaded, used and unloaded.
 *
 *   host PLUGIN...    paths, to stdout: what became of the text; to stderr: where each plug-in lay
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

#define PAGE 4096u

/* Something else comes to lie where a plug-in was, as it does in a program that runs for long. */
static void occupy(const void *address)
{
	uintptr_t page = (uintptr_t)address & ~(uintptr_t)(PAGE - 1);

	mmap((void *)page, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
	     0);
}

static int apply(const char *path, char *text)
{
	/* RTLD_LOCAL: both plug-ins have a filter_text(), and neither sees the other. */
	void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	unsigned (*filter)(char *);

	if (!plugin) {
		fprintf(stderr, "%s\n", dlerror());
		return -1;
	}
	filter = (unsigned (*)(char *))dlsym(plugin, "filter_text");
	if (filter) {
		fprintf(stderr, "filter at %p\n", *(void **)&filter);
		printf("%u changed: ", filter(text));
		puts(text);
	}
	dlclose(plugin);
	occupy(*(void **)&filter);
	return filter ? 0 : -1;
}

int main(int argc, char **argv)
{
	char text[] = "One runtime, two plug-ins";
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed |= apply(argv[i], text) < 0;
	return failed;
}
