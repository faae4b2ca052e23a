/* SPDX-License-Identifier: MIT */
/*
 * check_sites PROGRAM OBSERVED PERCENT: compares the hook calls that the link step finds in a program with
 * those that were seen when it ran. Each must have been found, and be for the function that it was
 * for; of PERCENT of all the step may say that it does not know.
 */
#include <stdio.h>
#include <stdlib.h>

#include "hook_sites.h"

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	uint8_t *bytes = NULL;
	long length;

	if (!file)
		return NULL;
	fseek(file, 0, SEEK_END);
	length = ftell(file);
	rewind(file);
	if (length > 0)
		bytes = malloc((size_t)length);
	if (bytes)
		*size = fread(bytes, 1, (size_t)length, file);
	fclose(file);
	return bytes;
}

static const struct csa_hook_site *find(const struct csa_hook_sites *sites, uint64_t from)
{
	for (size_t i = 0; i < sites->count; i++) {
		const struct csa_hook_site *site = &sites->items[i];

		if (site->insn.flow == CSA_FLOW_CALL && site->addr + site->insn.length == from)
			return site;
	}
	return NULL;
}

/* A function of another module has no address that could be compared. */
static bool is_for(const struct csa_hook_site *site, uint64_t function)
{
	for (unsigned i = 0; i < site->function_count; i++) {
		if (site->functions[i] == function || site->functions[i] >= CSA_VALUE_EXTERN)
			return true;
	}
	return !site->is_certain;
}

/* A hook that is jumped to returns to the caller's caller: that place is no call of a hook. */
static bool can_be_jumped_to(const struct csa_hook_sites *sites, uint64_t function)
{
	for (size_t i = 0; i < sites->count; i++) {
		if (sites->items[i].insn.flow == CSA_FLOW_JUMP &&
		    is_for(&sites->items[i], function))
			return true;
	}
	return false;
}

static unsigned compare(const struct csa_hook_sites *sites, FILE *observed)
{
	char line[64];
	unsigned wrong = 0;
	unsigned count = 0;

	while (fgets(line, sizeof(line), observed)) {
		char *rest;
		unsigned long from = strtoul(line, &rest, 16);
		unsigned long function = strtoul(rest, NULL, 16);
		const struct csa_hook_site *site = find(sites, from);

		count++;
		if (site ? is_for(site, function) : can_be_jumped_to(sites, function))
			continue;
		fprintf(stderr, "hook call before %lx was for %lx: %s\n", from, function,
			site ? "found for another function" : "not found");
		wrong++;
	}
	if (count == 0) {
		fprintf(stderr, "nothing was observed\n");
		wrong++;
	}
	return wrong;
}

static size_t count_uncertain(const struct csa_hook_sites *sites, unsigned long percent)
{
	size_t uncertain = 0;

	for (size_t i = 0; i < sites->count; i++)
		uncertain += !sites->items[i].is_certain;
	if (uncertain * 100 <= sites->count * percent)
		return 0;
	fprintf(stderr, "%zu of %zu hook calls are for an unknown function\n", uncertain,
		sites->count);
	return uncertain;
}

int main(int argc, char **argv)
{
	struct csa_link_image image;
	struct csa_hook_sites sites;
	struct csa_err err = { 0 };
	size_t size = 0;
	uint8_t *bytes = argc == 4 ? read_file(argv[1], &size) : NULL;
	FILE *observed = argc == 4 ? fopen(argv[2], "r") : NULL;
	int status = 1;

	if (!bytes || !observed) {
		fprintf(stderr, "usage: check_sites PROGRAM OBSERVED PERCENT\n");
		return 2;
	}
	if (csa_link_image_read(&image, bytes, size, &err) < 0 ||
	    csa_hook_sites_find(&sites, &image, &err) < 0) {
		fprintf(stderr, "%s: %s\n", argv[1], err.msg);
		return 1;
	}
	if (compare(&sites, observed) + count_uncertain(&sites, strtoul(argv[3], NULL, 10)) == 0)
		status = 0;
	csa_hook_sites_release(&sites);
	csa_link_image_release(&image);
	fclose(observed);
	free(bytes);
	return status;
}
