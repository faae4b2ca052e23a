/* SPDX-License-Identifier: MIT */
/* A linked file: its sections, symbols and relocations, and the hook calls in its code. */
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "link/hook_sites.h"
#include "link/link_groups.h"
#include "link/link_image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *bytes = malloc(size ? size : 1);
	struct csa_link_image image = { 0 };
	struct csa_hook_sites sites = { 0 };
	struct csa_err err = { 0 };

	if (!bytes)
		abort();
	memcpy(bytes, data, size);
	if (csa_link_image_read(&image, bytes, size, &err) == 0 &&
	    csa_link_groups_make(&image, &err) == 0 &&
	    csa_hook_sites_find(&sites, &image, &err) == 0) {
		for (size_t i = 0; i < sites.count; i++) {
			if (sites.items[i].function_count > CSA_HOOK_FUNCTIONS)
				abort();
		}
	}
	csa_hook_sites_release(&sites);
	csa_link_image_release(&image);
	/* The image borrows the bytes and must leave them as they are. */
	if (memcmp(bytes, data, size) != 0)
		abort();
	free(bytes);
	return 0;
}
