/* SPDX-License-Identifier: MIT */
/*
 * Calls by function, caller and call site, from a stream of calls. Run-time addresses become places at
 * the end of each process, whose symbols know them.
 *
 * Memory stays bounded: beyond CSA_SITES_MAX call sites of a process new ones are not known, and beyond
 * twice as many pairs of function and caller, the caller is not.
 */
#ifndef CSA_SITE_SUMS_H
#define CSA_SITE_SUMS_H

#include <stdbool.h>

#include "call_stream.h"
#include "capture_dir.h"
#include "symbolize.h"

#define CSA_SITES_MAX (1u << 18)

struct csa_site_sum {
	uint64_t call_site; /* as an enter has it */
	uint64_t calls;
	uint64_t total_ns;
	uint64_t incl_ns; /* part of it: not below another call of the row */
	uint64_t self_ns;
	uint64_t max_ns;
	uint32_t row;
	uint32_t caller;
	uint32_t epoch; /* of the modules */
};

struct csa_report_site;

struct csa_site_sums {
	struct csa_site_sum *items; /* of this process */
	uint32_t count;
	uint32_t capacity;
	uint32_t *slots; /* open addressing: index + 1, 0 = empty */
	uint32_t slot_mask;
	struct csa_site_frame {
		uint32_t row;
		uint32_t item; /* UINT32_MAX: no call */
	} * frames;
	uint32_t depth;
	uint32_t frame_capacity;
	const struct csa_capture *capture; /* of the process */
	uint64_t *epoch_ns;                /* when the next epoch begins */
	uint32_t epoch;                    /* of the thread's time */
	struct csa_report_site *sites;     /* of all processes that ended */
	uint32_t site_count;
	uint32_t site_capacity;
};

/* Sums of zeros are empty. Return of all: 0 or CSA_E_NOMEM. */
void csa_site_sums_release(struct csa_site_sums *sums);

/** csa_site_sums_begin() - the next process. @shift_ns: from its times to those of calls */
int csa_site_sums_begin(struct csa_site_sums *sums, const struct csa_capture *capture,
			int64_t shift_ns);
/** csa_site_sums_thread() - the next thread. */
void csa_site_sums_thread(struct csa_site_sums *sums);
int csa_site_sums_add(struct csa_site_sums *sums, const struct csa_call *calls, size_t count);
/** csa_site_sums_end() - look its addresses up. */
int csa_site_sums_end(struct csa_site_sums *sums, struct csa_symbols *symbols);

/** csa_sites_join() - each site once, with the sums of all. Return: how many are left. */
size_t csa_sites_join(struct csa_report_site *sites, size_t count);

/** csa_site_sums_take() - all sites, each once, on the heap; then it is empty. */
struct csa_report_site *csa_site_sums_take(struct csa_site_sums *sums, size_t *count);

#endif
