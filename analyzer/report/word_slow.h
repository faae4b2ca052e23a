/* SPDX-License-Identifier: MIT */
/* The rare words and the rare turns of common words. Private to block_match.c. */
#ifndef CSA_WORD_SLOW_H
#define CSA_WORD_SLOW_H

#include "block_match.h"

/**
 * csa_slow_row() - the row of an address that the map does not know.
 * @word: the whole word; 0 is a hole
 *
 * Return: the row, or NULL for a hole or when memory ran out (has_failed).
 */
struct csa_row_stats *csa_slow_row(struct csa_matcher *m, uint64_t word, uint64_t key);

/** csa_slow_exit() - an exit of something else than the innermost frame of this block. */
void csa_slow_exit(struct csa_matcher *m, uint64_t key);

/**
 * csa_slow_extended() - an extended word.
 * @next: the word after it
 *
 * Return: the next word to read; m->end after damage.
 */
const uint64_t *csa_slow_extended(struct csa_matcher *m, uint64_t word, const uint64_t *next);

/** csa_slow_damage() - note what is wrong at @word, once a block. */
void csa_slow_damage(struct csa_matcher *m, const uint64_t *word, const char *text);

/** csa_slow_set_map() - the address map for the time m->ticks. */
void csa_slow_set_map(struct csa_matcher *m);

/** csa_slow_set_ticks() - a full time, kept in the range that converts; counts steps back. */
void csa_slow_set_ticks(struct csa_matcher *m, uint64_t ticks);

/** csa_slow_is_piece() - is the function at @key a coroutine's piece that is resumed? */
bool csa_slow_is_piece(const struct csa_matcher *m, uint64_t key);

/** csa_slow_is_piece_frame() - the same of a frame of m->stack. */
bool csa_slow_is_piece_frame(const struct csa_matcher *m, const struct csa_match_frame *frame);

/** csa_slow_is_resume() - and was it not called by another piece, at its start or end? */
bool csa_slow_is_resume(const struct csa_matcher *m, const struct csa_match_frame *frame);

/** csa_slow_close() - close m->top at @now_ns as a call of this block. */
void csa_slow_close(struct csa_matcher *m, uint64_t now_ns, bool is_unwound);

#endif
