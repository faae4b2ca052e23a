/* SPDX-License-Identifier: MIT */
/*
 * Takes 200 samples between two reports from a sensor that is made up, and prints what the filter makes of them.
 *
 *   sensor [--reports N] [--fast]    N reports, 5 when not given; --fast: without a pause between samples
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "filter.h"

#define SAMPLES 200u /* between two reports */

static unsigned noise;

static int read_sensor(unsigned number)
{
	noise = noise * 1103515245u + 12345u;
	return (int)(2000 + number % 100 + noise / 65536u % 64);
}

static void report(unsigned number, int value)
{
	printf("report %u: %d\n", number, value);
	fflush(stdout);
}

static void sample(struct filter *filter, unsigned reports, int is_fast)
{
	int value = 0;

	for (unsigned i = 0; i < reports; i++) {
		for (unsigned j = 0; j < SAMPLES; j++) {
			value = filter_add(filter, read_sensor(i * SAMPLES + j));
			if (!is_fast)
				usleep(5000);
		}
		report(i + 1, value);
	}
}

int main(int argc, char **argv)
{
	struct filter filter = { .count = 0 };
	unsigned reports = 5;
	int is_fast = 0;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--fast") == 0)
			is_fast = 1;
		else if (strcmp(argv[i], "--reports") == 0 && i + 1 < argc)
			reports = (unsigned)strtoul(argv[++i], NULL, 10);
	}
	sample(&filter, reports, is_fast);
	return 0;
}
