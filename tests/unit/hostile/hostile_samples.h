/* SPDX-License-Identifier: MIT */
/* Captures of every kind, of which one file is then damaged, and what a reader makes of them. */
#ifndef T_HOSTILE_SAMPLES_H
#define T_HOSTILE_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.h"

struct t_sample {
	char *dir;            /* what is read */
	char *file;           /* what is damaged */
	unsigned char *bytes; /* of the file, as it was */
	size_t count;
	bool is_old;
	bool says_cuts;         /* a cut that is not between records is reported */
	size_t first_cut_bytes; /* records begin there */
	size_t record_bytes;    /* 0: blocks of any length */
	uint64_t events;        /* of those made to be many: how many there are */
};

/** t_sample_make() - by its name; false: there is no such sample. Freed by t_sample_free(). */
bool t_sample_make(struct t_sample *sample, const char *name);
void t_sample_free(struct t_sample *sample);

/** What a reader found. */
struct t_reading {
	int rc; /* of the report */
	char text
		[1024]; /* of the error, or of the first note about damage at an offset; empty: none */
	uint64_t events;
	uint64_t damage; /* notes */
};

/**
 * t_sample_read() - a report in format number @format (any_report.h), with 64 MB more memory than the
 * process had at the first call, but under a sanitizer, which needs more.
 */
void t_sample_read(const struct t_sample *sample, unsigned format, struct t_reading *reading);

#endif
