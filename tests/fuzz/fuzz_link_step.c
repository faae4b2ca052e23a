/* SPDX-License-Identifier: MIT */
/* The whole step on a linked file: a file that it cannot patch stays byte for byte as it was. */
#define _GNU_SOURCE /* mkdtemp, asprintf */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz_input.h"
#include "link/link_step.h"

static const char selection_text[] = "callsight-selection\t2\ntarget\tt\nsystem\tout\n"
				     "folder\t/usr/include/\nrest\tdrop\nfile\t/p/mk.c\tdrop\n"
				     "+\tout\n+\t_start\n-\tin\n-\tnothing\n";

static char *folder;
static char *path;

static void remove_folder(void)
{
	unlink(path);
	rmdir(folder);
	free(path);
	free(folder);
}

static void make_folder(void)
{
	const char *base = getenv("TMPDIR");

	if (asprintf(&folder, "%s/fuzz-XXXXXX", base ? base : "/tmp") < 0 || !mkdtemp(folder) ||
	    asprintf(&path, "%s/linked", folder) < 0 || atexit(remove_folder) != 0)
		abort();
}

static void write_file(const uint8_t *data, size_t size)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
		abort();
}

static void check_unchanged(const uint8_t *data, size_t size)
{
	uint8_t *now = malloc(size + 1);
	FILE *file = fopen(path, "rb");

	if (!now || !file || fread(now, 1, size + 1, file) != size || memcmp(now, data, size) != 0)
		abort();
	fclose(file);
	free(now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct csa_link_result result = { 0 };
	struct csa_selection selection;
	struct csa_err err = { 0 };
	int rc;

	if (!folder)
		make_folder();
	write_file(data, size);
	csa_selection_init(&selection);
	if (csa_selection_add_file(&selection,
				   fuzz_input_file(0, selection_text, sizeof(selection_text) - 1),
				   &err) != 0)
		abort();
	rc = csa_link_step(path, &selection, &result, &err);
	if (rc < 0 || !result.has_hooks)
		check_unchanged(data, size);
	csa_selection_release(&selection);
	return 0;
}
