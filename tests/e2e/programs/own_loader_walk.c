/* SPDX-License-Identifier: MIT */
/*
 * The program's own dl_iterate_phdr, with hooks, stands in for libc's, which a capture's start calls:
 * its hooks during the start do not wait for that start.
 *
 * @calls main 1
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

typedef int visit_fn(struct dl_phdr_info *info, size_t size, void *data);

int dl_iterate_phdr(visit_fn *visit, void *data)
{
	int (*libc_s)(visit_fn *, void *) =
		(int (*)(visit_fn *, void *))dlsym(RTLD_NEXT, "dl_iterate_phdr");

	return libc_s(visit, data);
}

int main(void)
{
	puts("done");
	return 0;
}
