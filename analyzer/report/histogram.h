/* SPDX-License-Identifier: MIT */
/*
 * Log-linear histogram of durations. Below 128 every value has its own bucket; above, every octave
 * has 64, so that the middle of a bucket is at most 1/128 = 0.8 % away from any value in it.
 *
 * Invariants: chunks[c] is NULL or 64 counters of buckets 64 c to 64 c + 63, of which only the low 16 bits
 * are there: most buckets of most functions need no more. The rest is in carries once a counter passed
 * 2^16.
 */
#ifndef CSA_HISTOGRAM_H
#define CSA_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#define CSA_HISTOGRAM_CHUNKS 59u /* 57 octaves above 2^7, and two chunks for 0 to 127 */

struct csa_histogram {
	uint16_t *chunks[CSA_HISTOGRAM_CHUNKS];
	uint32_t **carries; /* likewise CSA_HISTOGRAM_CHUNKS of 64, each 2^16; NULL: none */
};

/** csa_histogram_bucket() - the bucket of @value, 0 to 64 * CSA_HISTOGRAM_CHUNKS - 1. */
static inline unsigned csa_histogram_bucket(uint64_t value)
{
	unsigned shift = 57u - (unsigned)__builtin_clzll(value | 64);

	return shift * 64 + (unsigned)(value >> shift);
}

/** csa_histogram_middle() - the value that stands for all of a bucket. */
uint64_t csa_histogram_middle(unsigned bucket);

/* The rare parts of csa_histogram_add(). Return: false when memory ran out. */
bool csa_histogram_new_chunk(struct csa_histogram *h, unsigned chunk);
bool csa_histogram_overflow(struct csa_histogram *h, unsigned bucket);

/** csa_histogram_add() - one observation. Return: false when memory ran out. */
static inline bool csa_histogram_add(struct csa_histogram *h, uint64_t value)
{
	unsigned bucket = csa_histogram_bucket(value);
	uint16_t **chunk = &h->chunks[bucket >> 6];

	if (__builtin_expect(!*chunk, 0) && !csa_histogram_new_chunk(h, bucket >> 6))
		return false;
	if (__builtin_expect(++(*chunk)[bucket & 63] == 0, 0))
		return csa_histogram_overflow(h, bucket);
	return true;
}

/** csa_histogram_add_count() - @count observations in @bucket, below 2^48 of all. Return: false when memory ran out. */
bool csa_histogram_add_count(struct csa_histogram *h, unsigned bucket, uint64_t count);

/** csa_histogram_take() - add all of @from to @to and empty @from. Return: false: no memory. */
bool csa_histogram_take(struct csa_histogram *to, struct csa_histogram *from);

/** csa_histogram_copy() - @to, which is empty, gets all of @from. Return: false: no memory. */
bool csa_histogram_copy(struct csa_histogram *to, const struct csa_histogram *from);

/**
 * csa_histogram_quantiles() - values at ranks ceil(q * total).
 * @per_mille: @count quantiles in thousandths, ascending
 * @out: one middle each; 0 for an empty histogram
 */
void csa_histogram_quantiles(const struct csa_histogram *h, const unsigned *per_mille,
			     unsigned count, uint64_t *out);

/** csa_histogram_count() - observations in one bucket. */
uint64_t csa_histogram_count(const struct csa_histogram *h, unsigned bucket);

/** csa_histogram_rank() - ceil(@total * @per_mille / 1000) without overflow, at least 1. */
uint64_t csa_histogram_rank(uint64_t total, unsigned per_mille);

uint64_t csa_histogram_total(const struct csa_histogram *h);
void csa_histogram_release(struct csa_histogram *h);

#endif
