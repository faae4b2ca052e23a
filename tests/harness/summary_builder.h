/* SPDX-License-Identifier: MIT */
/* Writes summary.cst as a test wants it: one window a slot. What cannot be done ends the program. */
#ifndef T_SUMMARY_BUILDER_H
#define T_SUMMARY_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <callsight/summary_format.h>

struct t_summary {
	struct csf_summary header;
	char *windows; /* CSF_WINDOW_BYTES each */
	size_t count;
	uint32_t rows;  /* of the last slot */
	unsigned cells; /* likewise */
	unsigned frames;
};

void t_summary_init(struct t_summary *summary, enum csf_summary_mode mode);

/** t_summary_slot() - a new slot with row 0, which is that of the rest; what follows is about it. */
struct csf_table *t_summary_slot(struct t_summary *summary);

/** t_summary_row() - a new row, to be filled; its handle is the function's address, its min "none". */
struct csf_summary_row *t_summary_row(struct t_summary *summary, uint64_t function);
struct csf_count_row *t_summary_count(struct t_summary *summary, uint64_t function);

/** t_summary_octave() - counters of the last row. */
uint64_t *t_summary_octave(struct t_summary *summary, unsigned octave);

/** t_summary_open() - a frame inside those that are there already. */
void t_summary_open(struct t_summary *summary, uint64_t function, uint64_t enter_ticks,
		    uint64_t child_ticks);

/** t_summary_root() - the root of the slot. */
struct csf_tally_frame *t_summary_root(struct t_summary *summary);

/** t_summary_write() - into a file; frees everything. */
void t_summary_write(struct t_summary *summary, const char *path);

#endif
