/* SPDX-License-Identifier: MIT */
/*
 * The records of CSF_EXT_USER_MARK: counted block by block, as calls are, and joined in order. The
 * time from one frame to the next in the same thread crosses blocks; it is not taken across anything
 * that may have swallowed a frame: a lost block, a pause, a step back of the clock.
 */
#ifndef CSA_USER_MARKS_H
#define CSA_USER_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "user_names.h"
#include "user_stats.h"

/** What one block has of one name. */
struct csa_user_seen {
	uint32_t name;
	uint32_t kind;                   /* enum csf_name_kind */
	uint32_t first_breaks;           /* breaks in the block before its first record */
	uint32_t last_breaks;            /* before its last one */
	struct csa_user_records records; /* first and last in their order, not by time */
};

/** Of a block; reused for many. */
struct csa_user_block {
	struct csa_user_seen *seen;
	uint32_t count;
	uint32_t capacity;
	uint32_t breaks;
};

/** A worker's part. */
struct csa_user_matcher {
	struct csa_user_stats stats; /* times between frames of one block */
	struct csa_user_slot {
		uint64_t ip;
		uint32_t key;  /* kind and modules */
		uint32_t name; /* number + 1; 0: empty */
	} * slots;             /* open addressing by address, kind and modules that are loaded */
	uint32_t slot_mask;
	uint32_t used;
	uint32_t *seen_at; /* by name: where it can stand in the block's list */
	uint32_t seen_count;
};

/** A record, and where the program was. */
struct csa_user_record {
	uint32_t kind;
	uint64_t ip; /* of the descriptor */
	int64_t value;
	uint64_t ticks;
	uint64_t ns;
	uint32_t epoch; /* of the modules */
	uint32_t name;  /* its number, filled by csa_user_record() */
};

void csa_user_matcher_release(struct csa_user_matcher *matcher);

/** csa_user_record() - a record of @block. Return: false: no memory. */
bool csa_user_record(struct csa_user_matcher *matcher, const struct csa_address_space *space,
		     struct csa_user_block *block, struct csa_user_record *record);

/** csa_user_break() - records may be missing here. */
void csa_user_break(struct csa_user_block *block);

void csa_user_block_clear(struct csa_user_block *block);
void csa_user_block_release(struct csa_user_block *block);

/** Where blocks are joined, one lane after the other. */
struct csa_user_join {
	struct csa_user_stats stats;
	uint64_t generation; /* from 1; a frame before a break is one of an earlier one */
};

/** csa_user_join_break() - the next block does not go on where the one before ended. */
void csa_user_join_break(struct csa_user_join *join);

/** csa_user_join_block() - the next block of a thread. Return: false: no memory. */
bool csa_user_join_block(struct csa_user_join *join, const struct csa_user_block *block,
			 uint32_t thread_serial);

#endif
