/* SPDX-License-Identifier: MIT */
#include "histogram.h"

#include <stdlib.h>

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
	h->chunks[chunk] = calloc(64, sizeof(uint16_t));
	return h->chunks[chunk] != NULL;
}

/* The carries of a chunk, made when they are not there; NULL: no memory. */
static uint32_t *carries_of(struct csa_histogram *h, unsigned chunk)
{
	if (!h->carries)
		h->carries = calloc(CSA_HISTOGRAM_CHUNKS, sizeof(*h->carries));
	if (!h->carries)
		return NULL;
	if (!h->carries[chunk])
		h->carries[chunk] = calloc(64, sizeof(uint32_t));
	return h->carries[chunk];
}

bool csa_histogram_overflow(struct csa_histogram *h, unsigned bucket)
{
	uint32_t *carries = carries_of(h, bucket >> 6);

	if (!carries)
		return false;
	carries[bucket & 63]++;
	return true;
}

bool csa_histogram_add_count(struct csa_histogram *h, unsigned bucket, uint64_t count)
{
	unsigned chunk = bucket >> 6;
	uint64_t sum;
	uint32_t *carries;

	if (!h->chunks[chunk] && !csa_histogram_new_chunk(h, chunk))
		return false;
	sum = h->chunks[chunk][bucket & 63] + count;
	h->chunks[chunk][bucket & 63] = (uint16_t)sum;
	if (sum >> 16 == 0)
		return true;
	carries = carries_of(h, chunk);
	if (carries)
		carries[bucket & 63] += (uint32_t)(sum >> 16);
	return carries != NULL;
}

static bool add_chunk(struct csa_histogram *to, const uint16_t *source, unsigned chunk)
{
	if (!to->chunks[chunk] && !csa_histogram_new_chunk(to, chunk))
		return false;
	for (unsigned i = 0; i < 64; i++) {
		uint16_t sum = (uint16_t)(to->chunks[chunk][i] + source[i]);
		bool has_carry = sum < source[i];

		to->chunks[chunk][i] = sum;
		if (has_carry && !csa_histogram_overflow(to, chunk * 64 + i))
			return false;
	}
	return true;
}

static bool add_carries(struct csa_histogram *to, const struct csa_histogram *from, unsigned chunk)
{
	const uint32_t *source = from->carries ? from->carries[chunk] : NULL;
	uint32_t *carries;

	if (!source)
		return true;
	carries = carries_of(to, chunk);
	for (unsigned i = 0; carries && i < 64; i++)
		carries[i] += source[i];
	return carries != NULL;
}

bool csa_histogram_copy(struct csa_histogram *to, const struct csa_histogram *from)
{
	bool ok = true;

	for (unsigned i = 0; i < CSA_HISTOGRAM_CHUNKS && ok; i++)
		ok = (!from->chunks[i] || add_chunk(to, from->chunks[i], i)) &&
		     add_carries(to, from, i);
	return ok;
}

bool csa_histogram_take(struct csa_histogram *to, struct csa_histogram *from)
{
	/* The first one is not copied: memory has its peak here. */
	for (unsigned i = 0; i < CSA_HISTOGRAM_CHUNKS; i++) {
		if (to->chunks[i] || !from->chunks[i])
			continue;
		to->chunks[i] = from->chunks[i];
		from->chunks[i] = NULL;
	}
	if (!csa_histogram_copy(to, from))
		return false;
	csa_histogram_release(from);
	return true;
}

uint64_t csa_histogram_count(const struct csa_histogram *h, unsigned bucket)
{
	unsigned chunk = bucket >> 6;
	uint64_t count = h->chunks[chunk] ? h->chunks[chunk][bucket & 63] : 0;

	if (h->carries && h->carries[chunk])
		count += (uint64_t)h->carries[chunk][bucket & 63] << 16;
	return count;
}

uint64_t csa_histogram_total(const struct csa_histogram *h)
{
	uint64_t total = 0;

	for (unsigned i = 0; i < CSA_HISTOGRAM_CHUNKS; i++) {
		for (unsigned j = 0; h->chunks[i] && j < 64; j++)
			total += csa_histogram_count(h, i * 64 + j);
	}
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
		if (!h->chunks[bucket >> 6]) {
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
		if (h->carries)
			free(h->carries[i]);
	}
	free(h->carries);
	h->carries = NULL;
}
