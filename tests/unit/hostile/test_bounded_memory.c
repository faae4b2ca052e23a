/* SPDX-License-Identifier: MIT */
/*
 * test_bounded_memory SAMPLE: 64 MB are enough in any format for a file that is larger ("large"), and for
 * 100 000 calls open one in another ("deep"); nor does what is written of these grow with the square of
 * their number. The time limit of the test is its clock.
 */
#include <stdio.h>

#include "any_report.h"
#include "hostile_samples.h"

int main(int argc, char **argv)
{
	struct t_sample sample;
	unsigned failures = 0;

	if (argc != 2 || !t_sample_make(&sample, argv[1])) {
		fputs("usage: test_bounded_memory SAMPLE\n", stderr);
		return 2;
	}
	for (unsigned format = 0; format < t_format_count(); format++) {
		struct t_reading r;

		t_sample_read(&sample, format, &r);
		if (r.rc == 0 && r.events == sample.events)
			continue;
		failures++;
		printf("format %u: status %d, %llu events, \"%s\"\n", format, r.rc,
		       (unsigned long long)r.events, r.text);
	}
	t_sample_free(&sample);
	return failures != 0;
}
