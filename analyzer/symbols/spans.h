/* SPDX-License-Identifier: MIT */
/*
 * Address ranges with a value each, looked up by an address in them. Filled first, then sorted once,
 * then read. Ranges may overlap: the one that begins last wins.
 */
#ifndef CSA_SPANS_H
#define CSA_SPANS_H

#include <stddef.h>
#include <stdint.h>

struct csa_span {
	uint64_t start_addr;
	uint64_t end_addr; /* first address beyond it */
	uint64_t value;
};

struct csa_spans {
	struct csa_span *items;
	uint64_t *highest_ends; /* of this item and all before it */
	size_t count;
	size_t capacity;
};

/* Spans of zeros are empty and ready. */
void csa_spans_release(struct csa_spans *spans);

/** csa_spans_add() - a range; an empty one is ignored. Return: 0 or CSA_E_NOMEM. */
int csa_spans_add(struct csa_spans *spans, uint64_t start_addr, uint64_t end_addr, uint64_t value);

/** csa_spans_sort() - after the last addition, before the first find. Return: 0 or CSA_E_NOMEM. */
int csa_spans_sort(struct csa_spans *spans);

/**
 * csa_spans_find() - the range that @addr lies in.
 *
 * Return: of the ranges around @addr that which begins last, of several of these that with the lowest
 * value; NULL when there is none.
 */
const struct csa_span *csa_spans_find(const struct csa_spans *spans, uint64_t addr);

#endif
