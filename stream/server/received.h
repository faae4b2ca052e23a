/* SPDX-License-Identifier: MIT */
/*
 * One process that is being received: what its messages say goes into its folder. Everything that a function
 * got is in files when it returns 0.
 */
#ifndef CSS_RECEIVED_H
#define CSS_RECEIVED_H

#include <callsight/wire_format.h>

#include "block_files.h"
#include "disk_budget.h"
#include "err.h"
#include "lane_table.h"
#include "live_file.h"
#include "received_folder.h"
#include "stream_facts.h"

#define CSS_MODULES_MAX (16u << 20) /* chosen: a line is 150 bytes, so 100 000 loads */

/** Where bytes of a process are charged. */
struct css_account {
	struct css_disk_budget *budget;
	uint64_t *connection_used;
	struct css_stop *stop; /* set by who finds a limit reached */
};

/** Who the process is. */
struct css_received_origin {
	int dir_fd;
	const char *peer; /* safe name */
	uint64_t ring_id[2];
	bool is_foreign;
	unsigned pointer_bytes;
	uint64_t segment_bytes;
	const void *name;
	size_t name_bytes;
};

struct css_received {
	struct css_received_folder folder;
	struct css_account account;
	struct css_stream_facts facts;
	struct css_block_files blocks;
	struct css_lane_table lanes;
	struct css_live_file live;
	uint64_t modules_bytes;
	uint64_t held_bytes; /* of the budget's memory */
	uint64_t cut_bytes;  /* of a block that a killed server left half written */
	bool is_foreign;
};

/**
 * css_received_open() - find or make the folder, and see what is there.
 * @received: css_received_close() after success and failure
 *
 * Return: 0; CSA_E_SYSTEM, CSA_E_IO, CSA_E_NOMEM, CSA_E_UNSUPPORTED.
 */
int css_received_open(struct css_received *received, const struct css_received_origin *origin,
		      const struct css_account *account, struct csa_err *err);

/** css_received_close() - say in stream.json how it ended. */
void css_received_close(struct css_received *received, enum css_stream_state state);

/** css_received_facts() - process.json, unless it is there, and the first block file. Return: 0, CSA_E_FORMAT, CSA_E_IO. */
int css_received_facts(struct css_received *received, const void *text, size_t bytes,
		       struct csa_err *err);

/** css_received_modules() - @bytes of the file modules at @offset. Return: 0, CSA_E_FORMAT, CSA_E_IO. */
int css_received_modules(struct css_received *received, uint64_t offset, const void *text,
			 size_t bytes, struct csa_err *err);

/** css_received_blocks() - whole blocks. Return: 0, CSA_E_FORMAT, CSA_E_IO, CSA_E_NOMEM. */
int css_received_blocks(struct css_received *received, const void *blocks, size_t bytes,
			struct csa_err *err);

/** css_received_partial() - @said in this machine's order. Return: as css_received_blocks(). */
int css_received_partial(struct css_received *received, const struct csf_wire_partial *said,
			 const void *body, struct csa_err *err);

/** css_received_status() - as it came. Return: 0, CSA_E_IO. */
int css_received_status(struct css_received *received, const struct csf_wire_status *sent,
			struct csa_err *err);

#endif
