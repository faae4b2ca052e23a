/* SPDX-License-Identifier: MIT */
/* The packets of a Perfetto trace that have a time: slices, instants, values. */
#ifndef CSA_PERFETTO_EVENTS_H
#define CSA_PERFETTO_EVENTS_H

#include <stdio.h>

#include "buf.h"
#include "perfetto_ids.h"
#include "report.h"
#include "viewer_ids.h"

struct csa_perfetto {
	FILE *out;
	const struct csa_report *report;
	struct csa_viewer_ids ids;
	struct csa_perfetto_ids names;
	struct csa_buf bytes; /* not written yet */
	uint64_t last_uuid;
	uint64_t process_uuid;
	size_t process;
	uint32_t sequence; /* of the current thread; the first one has 1 */
	uint64_t last_ns;  /* of its last packet with a time */
	struct {
		uint64_t *items;
		uint32_t count;
		uint32_t capacity;
	} tracks; /* uuids, as ids.threads */
	unsigned fact_count;
};

/** A packet of the trace; between the two comes what it holds. */
size_t csa_perfetto_begin_packet(struct csa_perfetto *p);
void csa_perfetto_end_packet(struct csa_perfetto *p, size_t packet);

/** csa_perfetto_flush() - write the packets that are complete. */
void csa_perfetto_flush(struct csa_perfetto *p);

/** csa_perfetto_call() - what the current thread did next. Return: 0 or CSA_E_NOMEM. */
int csa_perfetto_call(struct csa_perfetto *p, const struct csa_call *call);

#endif
