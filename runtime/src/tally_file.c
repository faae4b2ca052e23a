/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tally_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

#include "file.h"
#include "mapping.h"
#include "process.h"
#include "syscalls.h"
#include "wide_calls.h"

/* All that is mapped from the file, so that a child of fork can take it away: in chunks that are linked.
 * Entries are claimed by an atomic add, by threads with their signals blocked. */
#define CHUNK_ENTRIES 254u

struct mapping {
	void *at;
	uint64_t bytes;
};

struct chunk {
	struct chunk *next;
	uint32_t used; /* atomic */
	struct mapping entries[CHUNK_ENTRIES];
};

static struct csr_file summary_file = { .fd = -1 };
static struct csf_summary *header; /* written in csr_tally_file_create(), by one thread */
static uint32_t claimed;           /* windows; atomic */
static struct chunk *chunks;       /* atomic: the newest; only grows while the process lives */

CSR_FN static bool remember(void *at, uint64_t bytes)
{
	struct chunk *chunk = __atomic_load_n(&chunks, __ATOMIC_ACQUIRE);
	uint32_t index = CHUNK_ENTRIES;

	if (chunk)
		index = __atomic_fetch_add(&chunk->used, 1, __ATOMIC_RELAXED);
	while (index >= CHUNK_ENTRIES) {
		struct chunk *added = csr_map_private(sizeof(struct chunk), 0);

		if (!added)
			return false;
		added->next = chunk;
		added->used = 1;
		/* Two threads may find the chunk full: both of theirs stay, one behind the other. */
		while (!__atomic_compare_exchange_n(&chunks, &added->next, added, false,
						    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
			continue;
		chunk = added;
		index = 0;
	}
	chunk->entries[index].bytes = bytes;
	__atomic_store_n(&chunk->entries[index].at, at, __ATOMIC_RELEASE);
	return true;
}

CSR_FN int csr_tally_file_create(void)
{
	int rc = csr_file_create_mapped(&summary_file, csr_process.folder, "summary.cst");

	claimed = 0;
	if (rc == 0)
		rc = csr_file_reserve(&summary_file, 0, CSF_SUMMARY_HEADER_BYTES);
	if (rc < 0)
		return rc;
	header = csr_map_window(&summary_file, 0, CSF_SUMMARY_HEADER_BYTES);
	if (!header)
		return -ENOMEM;
	header->version = CSF_SUMMARY_VERSION;
	header->mode =
		csr_process.settings.mode == CSR_MODE_COUNT ? CSF_MODE_COUNT : CSF_MODE_SUMMARY;
	header->window_bytes = CSF_WINDOW_BYTES;
	header->pid = (uint32_t)csr_process.pid;
	__atomic_store_n(&header->magic, CSF_SUMMARY_MAGIC, __ATOMIC_RELEASE);
	return 0;
}

CSR_FN static struct csf_table *refuse(int rc)
{
	__atomic_store_n(&header->error, (uint32_t)-rc, __ATOMIC_RELAXED);
	__atomic_fetch_add(&header->windows_refused, 1, __ATOMIC_RELAXED);
	return NULL;
}

/* A number for a window that TRACE_MAX_MB allows; UINT32_MAX: none is left. */
CSR_FN static uint32_t claim(void)
{
	uint64_t limit = csr_process.settings.max_bytes;
	uint32_t index = __atomic_load_n(&claimed, __ATOMIC_RELAXED);

	do {
		if (limit &&
		    CSF_SUMMARY_HEADER_BYTES + (index + UINT64_C(1)) * CSF_WINDOW_BYTES > limit)
			return UINT32_MAX;
	} while (!__atomic_compare_exchange_n(&claimed, &index, index + 1, false, __ATOMIC_RELAXED,
					      __ATOMIC_RELAXED));
	return index;
}

/* Room and pages as for windows of live.cst (docs/decisions/0034). */
CSR_FN static int make_room(uint64_t offset)
{
	int rc = csr_file_check(&summary_file, csr_process.folder, "summary.cst");

	if (rc == 0 && !summary_file.is_memory)
		rc = csr_file_reserve(&summary_file, offset, CSF_WINDOW_BYTES);
	return rc < 0 ? rc : csr_file_fill(&summary_file, offset, CSF_WINDOW_BYTES);
}

CSR_FN struct csf_table *csr_tally_file_window(uint64_t *offset)
{
	struct csf_table *table;
	uint32_t index;
	int rc;

	if (!header)
		return NULL;
	index = claim();
	if (index == UINT32_MAX)
		return refuse(0);
	*offset = CSF_SUMMARY_HEADER_BYTES + (uint64_t)index * CSF_WINDOW_BYTES;
	rc = make_room(*offset);
	if (rc < 0)
		return refuse(rc);
	table = csr_map_ahead(&summary_file, *offset, CSF_WINDOW_BYTES);
	if (!table || !remember(table, CSF_WINDOW_BYTES))
		return refuse(-ENOMEM);
	if (!csr_map_touch(table, CSF_WINDOW_BYTES, summary_file.is_memory))
		return refuse(-ENOSPC);
	csr_map_publish(&header->window_count, index + 1);
	return table;
}

CSR_FN int csr_tally_file_put(void *at, uint64_t bytes, uint64_t offset)
{
	long rc;

	if (!remember(at, bytes))
		return -ENOMEM;
	rc = csr_sys_mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
			  summary_file.fd, offset);
	return CSR_IS_ERROR(rc) ? (int)rc : 0;
}

CSR_FN void csr_tally_file_disown(void)
{
	for (struct chunk *chunk = chunks; chunk; chunk = chunk->next) {
		for (unsigned i = 0; i < CHUNK_ENTRIES; i++) {
			const struct mapping *m = &chunk->entries[i];

			if (m->at)
				csr_map_take_back(m->at, m->bytes);
			chunk->entries[i].at = NULL;
		}
		chunk->used = CHUNK_ENTRIES;
	}
	if (header)
		csr_sys(SYS_munmap, header, CSF_SUMMARY_HEADER_BYTES);
	header = NULL;
	csr_file_close(&summary_file);
}
