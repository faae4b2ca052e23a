/* SPDX-License-Identifier: MIT */
#include "gate_code.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "code_hash.h"
#include "program_file.h"

static int fill_rows(struct csa_side *side, const char *path, const struct csa_link_image *image,
		     struct csa_err *err)
{
	uint64_t layout = csa_code_layout(image);
	struct csa_code_hashes hashes;
	int rc = csa_code_hashes_init(&hashes, image, err);

	for (uint32_t i = 0; rc == 0 && i < side->count; i++) {
		struct csa_side_row *row = &side->items[i];

		if (row->is_scope || !row->size || strcmp(row->module, path) != 0)
			continue;
		row->code = csa_code_hash(&hashes, row->address);
		row->layout = layout;
	}
	csa_code_hashes_release(&hashes);
	return rc;
}

/* What cannot be read is not known, and no failure. */
static int read_file(struct csa_side *side, const char *path, int fd, struct csa_err *err)
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
		rc = fill_rows(side, path, &image, err);
	csa_link_image_release(&image);
	munmap(bytes, (size_t)status.st_size);
	return rc == CSA_E_NOMEM ? csa_fail(err, rc, "out of memory for the code of %s", path) : 0;
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
		struct csa_buf warning;

		if (!module->path)
			continue;
		csa_buf_init(&warning);
		if (csa_program_open(&file, &wanted, sources, &warning) == 0 && !file.is_debug)
			rc = read_file(side, module->path, file.fd, err);
		csa_program_release(&file);
		csa_buf_release(&warning);
	}
	return rc;
}
