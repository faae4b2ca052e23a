/* SPDX-License-Identifier: MIT */
/*
 * Interned names of a Perfetto trace: each packet sequence has its own numbers, from 1, for the names
 * that it uses. Names are rows of the report, or what the program named.
 */
#ifndef CSA_PERFETTO_IDS_H
#define CSA_PERFETTO_IDS_H

#include <stdbool.h>
#include <stdint.h>

#include "user_names.h"

struct csa_perfetto_row {
	uint32_t sequence; /* in which iid is valid; 0: none */
	uint32_t iid;
	bool has_place; /* a source location of the same iid */
};

struct csa_perfetto_name {
	const char *text; /* of the symbols, not of a table; NULL: empty slot */
	uint32_t kind;
	uint32_t sequence;
	uint32_t iid;
	uint64_t track_uuid; /* of a value's counter, in the process counter_owner - 1 */
	size_t counter_owner;
};

struct csa_perfetto_ids {
	struct csa_perfetto_row *rows;
	uint32_t row_count;
	struct csa_perfetto_name *slots; /* open addressing by kind and text */
	uint32_t slot_count;             /* a power of two, or 0 */
	uint32_t name_count;
	uint32_t last_iid; /* of the current sequence */
};

void csa_perfetto_ids_release(struct csa_perfetto_ids *ids);

/** csa_perfetto_row() - the entry of a row, made when it is not there. NULL: no memory. */
struct csa_perfetto_row *csa_perfetto_row(struct csa_perfetto_ids *ids, uint32_t row);

/** csa_perfetto_name() - likewise for a name; valid until the next one is made. */
struct csa_perfetto_name *csa_perfetto_name(struct csa_perfetto_ids *ids,
					    const struct csa_user_name *name);

#endif
