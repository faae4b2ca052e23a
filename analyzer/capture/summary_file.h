/* SPDX-License-Identifier: MIT */
/*
 * summary.cst of one process, read whole: what the modes summary and count leave (docs/format/summary.md).
 * Numbers are as recorded, in ticks; functions are run-time addresses. Nothing is added up here.
 *
 * Memory grows with rows and octaves, so at most by what TRACE_MAX_MB allowed the process.
 */
#ifndef CSA_SUMMARY_FILE_H
#define CSA_SUMMARY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <callsight/summary_format.h>

#include "err.h"
#include "note_list.h"

struct csa_octave {
	unsigned octave;
	uint64_t counters[64];
};

struct csa_summary_row {
	struct csf_summary_row numbers; /* count mode: function and entered only */
	uint32_t number;
	bool is_rest;    /* of all functions for which there was no room */
	uint64_t frames; /* open ones that are known by their time, see csa_summary_slot */
	uint64_t offset; /* in the file */
	struct csa_octave *octaves;
	size_t octave_count;
};

/** An open frame of a slot, outermost first. */
struct csa_summary_frame {
	size_t row; /* index in the slot's rows; SIZE_MAX: no call of this capture, time passes through */
	uint64_t enter_ticks;
	uint64_t child_ticks; /* of callees that have ended */
	uint64_t child_count;
};

struct csa_summary_slot {
	struct csf_table table; /* the header of its first window; tags are not of use */
	bool is_known;          /* that window was read */
	struct csa_summary_row *rows;
	size_t row_count;
	struct csa_summary_frame *frames;
	size_t frame_count;
	uint64_t root_ticks; /* of outermost calls that have ended */
};

struct csa_summary {
	struct csf_summary header;
	struct csa_summary_slot *slots; /* by number; some may not be in use */
	size_t slot_count;
	size_t window_count; /* that were read */
	uint64_t row_count;
	uint64_t torn; /* rows that were being changed when the process was killed */
};

/**
 * csa_summary_read() - read the file behind @fd.
 * @path: for messages
 * @notes: damage, with file and offset; the window or cell that has it is left out
 * @summary: released by csa_summary_release(), also after a failure
 *
 * Return: 0; CSA_E_FORMAT or CSA_E_UNSUPPORTED when it is no such file; CSA_E_IO; CSA_E_NOMEM.
 */
int csa_summary_read(struct csa_summary *summary, int fd, const char *path, struct csa_notes *notes,
		     struct csa_err *err);
void csa_summary_release(struct csa_summary *summary);

/** csa_summary_open_calls() - activations of a row that have not ended. */
static inline uint64_t csa_summary_open_calls(const struct csa_summary_row *row)
{
	return row->numbers.entered - row->numbers.leaving;
}

#endif
