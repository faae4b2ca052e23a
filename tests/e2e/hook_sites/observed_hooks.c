/* SPDX-License-Identifier: MIT */
/*
 * Hooks that note from where they are called for which function. At the end each pair is a line of
 * the file $OBSERVED: address behind the call, address of the function, as linked.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NO_HOOK __attribute__((no_instrument_function))
#define ROOM    (1u << 16)

static struct {
	uintptr_t from;
	uintptr_t function;
} seen[ROOM]; /* open addressing; of one thread */

static uintptr_t bias; /* of the program, set at the end */

NO_HOOK static int take_first(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	(void)data;
	bias = info->dlpi_addr;
	return 1;
}

NO_HOOK static void note(void *function, void *from)
{
	uintptr_t wanted = (uintptr_t)function;
	uintptr_t place = (uintptr_t)from;
	size_t slot = (size_t)((place * UINT64_C(0x9e3779b97f4a7c15)) >> 40) % ROOM;

	while (seen[slot].from && (seen[slot].from != place || seen[slot].function != wanted))
		slot = (slot + 1) % ROOM;
	seen[slot].from = place;
	seen[slot].function = wanted;
}

void __wrap___cyg_profile_func_enter(void *function, void *call_site);
void __wrap___cyg_profile_func_exit(void *function, void *call_site);

NO_HOOK void __wrap___cyg_profile_func_enter(void *function, void *call_site)
{
	(void)call_site;
	note(function, __builtin_return_address(0));
}

NO_HOOK void __wrap___cyg_profile_func_exit(void *function, void *call_site)
{
	(void)call_site;
	note(function, __builtin_return_address(0));
}

NO_HOOK __attribute__((destructor)) static void print(void)
{
	const char *path = getenv("OBSERVED");
	FILE *file = path ? fopen(path, "w") : NULL;

	if (!file)
		return;
	dl_iterate_phdr(take_first, NULL);
	for (size_t i = 0; i < ROOM; i++) {
		if (seen[i].from)
			fprintf(file, "%lx %lx\n", (unsigned long)(seen[i].from - bias),
				(unsigned long)(seen[i].function - bias));
	}
	fclose(file);
}
