/* SPDX-License-Identifier: MIT */
/* The words of one block, one record at a time: for dump and counting. The match pass has its own
 * loop (report room). */
#ifndef CSA_WORD_READER_H
#define CSA_WORD_READER_H

#include <stdbool.h>
#include <stdint.h>

#include <callsight/trace_format.h>

#include "err.h"

struct csa_word_reader {
	const struct csf_block *header;
	const uint64_t *words; /* of the whole block, header included */
	uint32_t next;         /* index in words */
	uint32_t end;
	uint64_t ticks; /* full time of the record before */
};

/** One record: a word with the words that belong to it. */
struct csa_record {
	uint32_t offset; /* in the block, bytes */
	unsigned kind;   /* CSF_KIND_... */
	uint64_t ticks;
	uint64_t address;  /* kinds 0-2: the low 42 bits, in a wide block all */
	uint64_t callsite; /* CSF_KIND_ENTER_AT, else 0 */
	unsigned type;     /* CSF_KIND_EXTENDED: enum csf_ext_type */
	uint32_t payload;
	unsigned length; /* words at data */
	const uint64_t *data;
};

/** @block: a checked header and @bytes bytes in all, 8-byte aligned; must outlive @reader. */
void csa_word_reader_init(struct csa_word_reader *reader, const void *block, uint32_t bytes);

/**
 * csa_word_reader_next() - the next record; holes are skipped.
 *
 * Return: 1; 0 at the end; CSA_E_FORMAT when a record is longer than the block: record->offset says
 * where, and nothing can be read after it.
 */
int csa_word_reader_next(struct csa_word_reader *reader, struct csa_record *record,
			 struct csa_err *err);

/** csa_ext_length() - words that follow an extended record of a known type; -1: any number. */
int csa_ext_length(unsigned type, uint32_t payload);

/** csa_marker_kind() - a marker's name in machine output; "unknown" for an unknown one. */
const char *csa_marker_kind(uint32_t marker);
/** csa_marker_adds_up() - are several of a thread one, with the sum of their arguments? */
bool csa_marker_adds_up(uint32_t marker);
/** csa_marker_text() - what a marker says, for people; NULL for an unknown one. */
const char *csa_marker_text(uint32_t marker);

#endif
