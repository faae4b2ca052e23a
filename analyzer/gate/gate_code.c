/* SPDX-License-Identifier: MIT */
#include "gate_code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "code_hash.h"
#include "program_file.h"

/* What is read of one module. */
struct reading {
	struct csa_side *side;
	const struct csa_report *report;
	const struct csa_report_module *module;
	struct csa_code_hashes hashes;
	uint64_t layout;
};

static int by_identity(const void *left, const void *right)
{
	return csa_side_compare_rows(left, right);
}

/* The row that a function of the report is in, perhaps with copies of it that the linker kept of several files. */
static struct csa_side_row *find_row(const struct reading *r, const struct csa_row_name *name)
{
	const struct csa_side_row key = {
		.function = name->function,
		.module = r->module->path,
		.file = name->file ? name->file : "",
		.line = name->line,
	};

	return bsearch(&key, r->side->items, r->side->count, sizeof(key), by_identity);
}

/* The copies of a row are added up; where one is not known none is. */
static void fill_rows(struct reading *r, bool *are_unknown)
{
	for (size_t i = 0; i < r->report->row_count; i++) {
		const struct csa_row_name *name = r->report->rows[i].name;
		struct csa_side_row *row = NULL;
		uint64_t code;

		if (name->module == r->module->module && name->kind == CSA_SYMBOL_FUNCTION)
			row = find_row(r, name);
		if (!row)
			continue;
		code = csa_code_hash(&r->hashes, name->addr);
		are_unknown[row - r->side->items] |= !code;
		row->code = are_unknown[row - r->side->items] ? 0 : row->code + code;
		row->layout = r->layout;
	}
}

static int read_image(struct reading *r, const struct csa_link_image *image, struct csa_err *err)
{
	bool *are_unknown = calloc(r->side->count + 1ull, sizeof(*are_unknown));
	int rc;

	if (!are_unknown)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the code of %s",
				r->module->path);
	rc = csa_code_hashes_init(&r->hashes, image, err);
	r->layout = csa_code_layout(image);
	if (rc == 0)
		fill_rows(r, are_unknown);
	csa_code_hashes_release(&r->hashes);
	free(are_unknown);
	return rc;
}

/* What cannot be read is not known, and no failure. */
static int read_file(struct reading *r, int fd, struct csa_err *err)
{
	struct csa_link_image image = { 0 };
	struct stat status;
	uint8_t *bytes;
	int rc;

	if (fstat(fd, &status) != 0 || status.st_size <= 0)
		return 0;
	bytes = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return 0;
	rc = csa_link_image_read(&image, bytes, (size_t)status.st_size, NULL);
	if (rc == 0)
		rc = read_image(r, &image, err);
	csa_link_image_release(&image);
	munmap(bytes, (size_t)status.st_size);
	return rc == CSA_E_NOMEM
		       ? csa_fail(err, rc, "out of memory for the code of %s", r->module->path)
		       : 0;
}

int csa_gate_code_read(struct csa_side *side, const struct csa_report *report,
		       const struct csa_symbol_sources *sources, struct csa_err *err)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < report->module_count; i++) {
		const struct csa_report_module *module = &report->modules[i];
		const struct csa_file_wanted wanted = { .path = module->path,
							.build_id = module->build_id };
		struct csa_program_file file = { .fd = -1 };
		struct reading r = { .side = side, .report = report, .module = module };
		struct csa_buf warning;

		if (!module->path)
			continue;
		csa_buf_init(&warning);
		if (csa_program_open(&file, &wanted, sources, &warning) == 0 && !file.is_debug)
			rc = read_file(&r, file.fd, err);
		csa_program_release(&file);
		csa_buf_release(&warning);
	}
	return rc;
}
