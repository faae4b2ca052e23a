/* SPDX-License-Identifier: MIT */
/*
 * Captures of machines of the other byte order: everything that the files hold is brought into this
 * machine's order here, as it is read. What is in it already stays as it is, and costs a comparison.
 *
 * A whole block stays a block: what it holds as characters (the names of threads) is not changed.
 */
#ifndef CSA_NATIVE_ORDER_H
#define CSA_NATIVE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <callsight/summary_format.h>
#include <callsight/trace_format.h>

#include "err.h"

/** csa_is_magic() - whether @magic is @wanted, in either byte order. */
static inline bool csa_is_magic(uint32_t magic, uint32_t wanted)
{
	return magic == wanted || magic == __builtin_bswap32(wanted);
}

/**
 * csa_block_read_header() - the first @bytes of a block's header; the rest of @header is 0.
 *
 * Return: as csa_file_read_at().
 */
ssize_t csa_block_read_header(int fd, struct csf_block *header, size_t bytes, uint64_t offset,
			      struct csa_err *err);

/** csa_block_to_native() - @bytes of a block that begin with its header; 8-byte aligned. */
void csa_block_to_native(void *block, size_t bytes);

/** csa_live_read() - the header of live.cst. Return: as csa_file_read_at(). */
ssize_t csa_live_read(int fd, struct csf_live *live, struct csa_err *err);

/** csa_summary_to_native() - the header of summary.cst. Return: whether it was of the other order. */
bool csa_summary_to_native(struct csf_summary *header);

/** csa_table_to_native() - a window of summary.cst, CSF_WINDOW_BYTES. */
void csa_table_to_native(struct csf_table *window);

/** csa_swap_words() - change the byte order of words. */
void csa_swap_words(void *words, size_t count);

#endif
