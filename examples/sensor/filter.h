/* SPDX-License-Identifier: MIT */
/* A median of five samples, and a low pass behind it. */
#ifndef FILTER_H
#define FILTER_H

#define FILTER_TAPS 5

struct filter {
	int last[FILTER_TAPS];
	unsigned count;
	int smooth; /* value * 256 */
};

/** filter_add() - Return: the filtered value. */
int filter_add(struct filter *filter, int sample);

#endif
