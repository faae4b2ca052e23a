/* SPDX-License-Identifier: MIT */
/* process.json: the facts of a process image that are known at its start. */
#ifndef CSR_FACTS_H
#define CSR_FACTS_H

#include <stdint.h>

#include "attributes.h"
#include "text.h"

/** What process.json of a snapshot says beside. */
struct csr_snapshot_facts {
	uint64_t number;
	const char *function; /* of TRACE_TRIGGER */
	uint64_t duration_ns;
};

/** csr_facts_make() - the text, complete; NULL: it did not fit. Kept for snapshots. One thread, during a start. */
CSR_HIDDEN const struct csr_text *csr_facts_make(void);

/** csr_facts_of_snapshot() - the same text with @snapshot in it; until csr_facts_restore(), one thread at a time. */
CSR_HIDDEN const struct csr_text *csr_facts_of_snapshot(const struct csr_snapshot_facts *snapshot);
CSR_HIDDEN void csr_facts_restore(void);

#endif
