/* SPDX-License-Identifier: MIT */
#include "filter.h"

static void insert(int *sorted, unsigned count, int value)
{
	while (count > 0 && sorted[count - 1] > value) {
		sorted[count] = sorted[count - 1];
		count--;
	}
	sorted[count] = value;
}

static int median(const struct filter *filter)
{
	int sorted[FILTER_TAPS];
	unsigned count = filter->count < FILTER_TAPS ? filter->count : FILTER_TAPS;

	for (unsigned i = 0; i < count; i++)
		insert(sorted, i, filter->last[i]);
	return sorted[count / 2];
}

int filter_add(struct filter *filter, int sample)
{
	filter->last[filter->count % FILTER_TAPS] = sample;
	filter->count++;
	filter->smooth += median(filter) - filter->smooth / 256;
	return filter->smooth / 256;
}
