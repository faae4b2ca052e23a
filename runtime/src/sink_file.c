/* SPDX-License-Identifier: MIT */
/*
 * Blocks into blocks-<k>.0.cst. Slot n appends to file n mod k: one file per thread breaks the
 * limit of descriptors, one for all halves the speed (docs/decisions/0015).
 */
#define _GNU_SOURCE
#include "sink.h"

#include <errno.h>
#include <sys/resource.h>

#include "cpus.h"
#include "file.h"
#include "process.h"
#include "syscalls.h"
#include "text.h"

#define FILES_MAX       16u
#define FEW_DESCRIPTORS 256u

struct stripe {
	struct csr_file file;
	char name[24];
	uint64_t
		end; /* atomic: offsets are claimed, so that a resumed short write cannot interleave */
};

/* Opened in csr_sink_file.open by one thread; the table never changes afterwards. */
static struct stripe stripes[FILES_MAX];
static unsigned stripe_count;
static uint64_t total_bytes; /* atomic */

CSR_FN static int open_stripes(void)
{
	unsigned cpus = csr_cpus();
	struct rlimit limit = { 0, 0 };

	stripe_count = cpus < FILES_MAX ? cpus : FILES_MAX;
	/* Few descriptors: they are the program's. */
	csr_sys(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &limit);
	if (limit.rlim_cur < FEW_DESCRIPTORS)
		stripe_count = 1;
	total_bytes = 0;
	for (unsigned i = 0; i < stripe_count; i++) {
		struct csr_text text;
		int rc;

		csr_text_init(&text, stripes[i].name, sizeof(stripes[i].name));
		csr_text_add(&text, "blocks-");
		csr_text_add_decimal(&text, i);
		csr_text_add(&text, ".0.cst");
		stripes[i].end = 0;
		rc = csr_file_create(&stripes[i].file, csr_process.folder, stripes[i].name);
		if (rc < 0)
			return rc;
	}
	return 0;
}

CSR_FN static struct csr_sink_result failure(long rc)
{
	return (struct csr_sink_result){ rc == -ENOSPC || rc == -EDQUOT ? CSF_MARKER_NO_SPACE
									: CSF_MARKER_WRITE_ERROR,
					 (uint64_t)-rc };
}

CSR_FN static struct csr_sink_result write_block(unsigned slot, const struct csf_block *block)
{
	struct stripe *stripe = &stripes[slot % stripe_count];
	uint64_t limit = csr_process.settings.max_bytes;
	uint64_t bytes = block->used_bytes;
	uint64_t offset;
	int rc;

	/* relaxed: the sum decides, not the order of the threads */
	if (limit && __atomic_add_fetch(&total_bytes, bytes, __ATOMIC_RELAXED) > limit)
		return (struct csr_sink_result){ CSF_MARKER_MAX_BYTES, limit };
	rc = csr_file_check(&stripe->file, csr_process.folder, stripe->name);
	if (rc < 0)
		return (struct csr_sink_result){ CSF_MARKER_FILE_GONE, (uint64_t)-rc };
	offset = __atomic_fetch_add(&stripe->end, bytes, __ATOMIC_RELAXED);
	rc = csr_file_write_at(&stripe->file, block, bytes, offset);
	if (rc < 0)
		return failure(rc);
	return (struct csr_sink_result){ 0, 0 };
}

CSR_FN static void disown(void)
{
	for (unsigned i = 0; i < stripe_count; i++)
		csr_file_close(&stripes[i].file);
}

const struct csr_sink csr_sink_file = {
	.name = "file",
	.open = open_stripes,
	.write = write_block,
	.disown = disown,
};
