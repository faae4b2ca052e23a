/* SPDX-License-Identifier: MIT */
/*
 * A linked file: its sections, symbols and relocations, the hook calls in its code, and the list of
 * hooks that an earlier link step left in it.
 */
#include <stdlib.h>
#include <string.h>

#include "code/code_hash.h"
#include "code/link_groups.h"
#include "code/link_image.h"
#include "fuzz_input.h"
#include "link/hook_sites.h"
#include "symbols/hook_list.h"

static void read_list(uint8_t *bytes, size_t size)
{
	Elf *elf = elf_version(EV_CURRENT) == EV_NONE ? NULL : elf_memory((char *)bytes, size);
	struct csa_hook_list list = { 0 };
	struct csa_err err = { 0 };

	if (elf && csa_hook_list_read(&list, elf, &err) == 0) {
		for (size_t i = 0; i < list.count; i++) {
			if (csa_hook_list_find(&list, list.items[i].addr) == CSA_HOOK_UNLISTED)
				abort();
		}
	}
	csa_hook_list_release(&list);
	elf_end(elf);
}

/* A hash is a number or none, and the same when it is asked for again. */
static void hash_functions(const struct csa_link_image *image)
{
	struct csa_code_hashes hashes;
	struct csa_err err = { 0 };

	if (csa_code_hashes_init(&hashes, image, &err) == 0) {
		for (size_t i = 0; i < image->functions.count && i < 64; i++) {
			uint64_t addr = image->functions.items[i].addr;

			if (csa_code_hash(&hashes, addr) != csa_code_hash(&hashes, addr))
				abort();
		}
	}
	csa_code_hashes_release(&hashes);
	if (csa_code_layout(image) == 0)
		abort();
}

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
		hash_functions(&image);
	}
	csa_hook_sites_release(&sites);
	csa_link_image_release(&image);
	read_list(bytes, size);
	/* The image borrows the bytes and must leave them as they are. */
	if (memcmp(bytes, data, size) != 0)
		abort();
	free(bytes);
	return 0;
}
