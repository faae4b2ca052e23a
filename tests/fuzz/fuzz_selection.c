/* SPDX-License-Identifier: MIT */
/* A selection file, read as one target's and as an index, and asked about what it lists itself. */
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "selection/selection.h"

static void ask(const struct csa_selection *selection, const char *name, const char *file)
{
	const struct csa_selection_query queries[] = {
		{ .name = name },
		{ .name = name, .file = file, .line = 3 },
		{ .name = name, .file = "a.c", .unit = file },
		{ .name = name, .file = "/usr/include/c++/12/map", .module = "/build/app" },
		{ .file = file },
	};

	for (size_t i = 0; i < sizeof(queries) / sizeof(*queries); i++) {
		if (csa_selection_ask(selection, &queries[i]) > CSA_VERDICT_NEEDS_FILE)
			abort();
	}
}

static void ask_all(const struct csa_selection *selection)
{
	const struct csa_selection_name *name;
	uint32_t at = 0;

	ask(selection, "main", "/src/main.c");
	ask(selection, "ns::C::run::{lambda#2}::{lambda#1}", "src/main.cpp");
	for (uint32_t i = 0; i < selection->names.count && i < 100; i++)
		ask(selection, selection->names.items[i].name,
		    selection->files.items[selection->names.items[i].file].path);
	while ((name = csa_selection_next(selection, &at)) != NULL) {
		if (!name->keeps || name->file >= selection->files.count)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_input_file(0, data, size);
	struct csa_selection selection;
	struct csa_buf notes;
	struct csa_err err = { 0 };

	csa_buf_init(&notes);
	csa_selection_init(&selection);
	if (csa_selection_add_file(&selection, path, &err) == 0)
		ask_all(&selection);
	/* A second time: the same target twice. */
	(void)csa_selection_add_file(&selection, path, &err);
	(void)csa_selection_add_index(&selection, path, &notes, &err);
	ask_all(&selection);
	csa_selection_release(&selection);
	csa_buf_release(&notes);
	return 0;
}
