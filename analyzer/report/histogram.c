/* SPDX-License-Identifier: MIT */
#include "histogram.h"

#include <stdlib.h>
#include <string.h>

struct csa_histogram_carry {
	struct csa_histogram_carry *next;
	unsigned bucket;
};

uint64_t csa_histogram_middle(unsigned bucket)
{
	unsigned shift;

	if (bucket < 128)
		return bucket;
	shift = bucket / 64 - 1;
	return ((uint64_t)(bucket - shift * 64) << shift) + ((1ull << shift) - 1) / 2;
}

bool csa_histogram_new_chunk(struct csa_histogram *h, unsigned chunk)
{
	h->chunks[chunk] = calloc(64, sizeof(uint32_t));
	return h->chunks[chunk] != NULL;
}

bool csa_histogram_overflow(struct csa_histogram *h, unsigned bucket)
{
	struct csa_histogram_carry *carry = malloc(sizeof(*carry));

	if (!carry)
		return false;
	*carry = (struct csa_histogram_carry){ .next = h->carries, .bucket = bucket };
	h->carries = carry;
	return true;
}

static bool take_chunk(struct csa_histogram *to, struct csa_histogram *from, unsigned chunk)
{
	uint32_t *source = from->chunks[chunk];

	if (!to->chunks[chunk]) {
		to->chunks[chunk] = source;
		from->chunks[chunk] = NULL;
		return true;
	}
	for (unsigned i = 0; i < 64; i++) {
		uint32_t sum = to->chunks[chunk][i] + source[i];
		bool has_carry = sum < source[i];

		to->chunks[chunk][i] = sum;
		if (has_carry && !csa_histogram_overflow(to, chunk * 64 + i))
			return false;
	}
	free(source);
	from->chunks[chunk] = NULL;
	return true;
}

bool csa_histogram_take(struct csa_histogram *to, struct csa_histogram *from)
{
	for (unsigned i = 0; i < CSA_HISTOGRAM_CHUNKS; i++) {
		if (from->chunks[i] && !take_chunk(to, from, i))
			return false;
	}
	while (from->carries) {
		struct csa_histogram_carry *carry = from->carries;

		from->carries = carry->next;
		carry->next = to->carries;
		to->carries = carry;
	}
	return true;
}

bool csa_histogram_copy(struct csa_histogram *to, const struct csa_histogram *from)
{
	for (unsigned i = 0; i < CSA_HISTOGRAM_CHUNKS; i++) {
		if (!from->chunks[i])
			continue;
		if (!csa_histogram_new_chunk(to, i))
			return false;
		memcpy(to->chunks[i], from->chunks[i], 64 * sizeof(uint32_t));
	}
	for (const struct csa_histogram_carry *c = from->carries; c; c = c->next) {
		if (!csa_histogram_overflow(to, c->bucket))
			return false;
	}
	return true;
}

uint64_t csa_histogram_count(const struct csa_histogram *h, unsigned bucket)
{
	uint64_t count = h->chunks[bucket >> 6] ? h->chunks[bucket >> 6][bucket & 63] : 0;

	for (const struct csa_histogram_carry *c = h->carries; c; c = c->next) {
		if (c->bucket == bucket)
			count += 1ull << 32;
	}
	return count;
}

uint64_t csa_histogram_total(const struct csa_histogram *h)
{
	uint64_t total = 0;

	for (unsigned i = 0; i < CSA_HISTOGRAM_CHUNKS; i++) {
		for (unsigned j = 0; h->chunks[i] && j < 64; j++)
			total += h->chunks[i][j];
	}
	for (const struct csa_histogram_carry *c = h->carries; c; c = c->next)
		total += 1ull << 32;
	return total;
}

uint64_t csa_histogram_rank(uint64_t total, unsigned per_mille)
{
	uint64_t rank = total / 1000 * per_mille + (total % 1000 * per_mille + 999) / 1000;

	return rank ? rank : 1;
}

void csa_histogram_quantiles(const struct csa_histogram *h, const unsigned *per_mille,
			     unsigned count, uint64_t *out)
{
	uint64_t total = csa_histogram_total(h);
	uint64_t seen = 0;
	unsigned next = 0;

	for (unsigned i = 0; i < count; i++)
		out[i] = 0;
	if (total == 0)
		return;
	for (unsigned bucket = 0; bucket < 64 * CSA_HISTOGRAM_CHUNKS && next < count; bucket++) {
		if (!h->chunks[bucket >> 6] && !h->carries) {
			bucket |= 63;
			continue;
		}
		seen += csa_histogram_count(h, bucket);
		while (next < count && seen >= csa_histogram_rank(total, per_mille[next]))
			out[next++] = csa_histogram_middle(bucket);
	}
}

void csa_histogram_release(struct csa_histogram *h)
{
	for (unsigned i = 0; i < CSA_HISTOGRAM_CHUNKS; i++) {
		free(h->chunks[i]);
		h->chunks[i] = NULL;
	}
	while (h->carries) {
		struct csa_histogram_carry *carry = h->carries;

		h->carries = carry->next;
		free(carry);
	}
}
